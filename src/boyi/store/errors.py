"""What can go wrong with stored games, each as one sentence."""

from __future__ import annotations

from boyi.core.errors import BoyiError


class StoreError(BoyiError):
    """A database that cannot be opened, read or written."""


class NotStored(StoreError):
    """A game or an engine that the store does not have."""


class Damaged(StoreError):
    """A stored game whose rows are not what was written; other games are not concerned."""


class Conflict(StoreError):
    """A change that does not fit what is stored; nothing was changed."""
