"""What can go wrong with stored games, each as one sentence."""

from __future__ import annotations

from boyi.core.errors import BoyiError


class StoreError(BoyiError):
    """A database that cannot be opened, read or written."""


class NotStored(StoreError):
    """A game or an engine that the store does not have."""


class Conflict(StoreError):
    """A change that does not fit what is stored; nothing was changed."""
