"""What goes wrong in a protocol."""

from __future__ import annotations

from boyi.core.errors import BoyiError


class ProtocolError(BoyiError):
    """A line that breaks the protocol; the engine answers with the protocol's own words for that."""
