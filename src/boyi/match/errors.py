"""Why a command to a match is refused."""

from __future__ import annotations

from boyi.core.errors import BoyiError


class NotNow(BoyiError):
    """Something that the rules of the match, or the moment, do not allow."""


class NotYourTurn(BoyiError):
    """A move by someone whose turn it is not."""
