"""What a search needs from the machine and may not get, as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from boyi.core.errors import BadOption, BoyiError


class NoThreads(BoyiError):
    """The system grants this process no more threads."""


@contextmanager
def explained(memory: int) -> Iterator[None]:
    """Say in a sentence that there is no room for ``memory`` bytes, or no thread to search with."""
    import boyi._native as native

    try:
        yield
    except MemoryError:
        raise BadOption(
            "This machine has no {amount} MB for the search: give it less memory or fewer threads.",
            amount=memory >> 20,
        ) from None
    except native.NoThread:
        raise NoThreads(
            "The search cannot start: this machine grants no more threads. "
            "End other programs, or raise the limit of processes (ulimit -u)."
        ) from None
