"""Searching while the opponent thinks."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

LONGEST_WAIT = 60.0
"""Seconds for which a search continues while the opponent thinks; nobody says when a game is given up."""


class Pondering:
    """A search in a thread of its own; its owner ends it before the next search and before the end."""

    def __init__(self, run: Callable[[], object], stop: Callable[[], object]) -> None:
        self._stop = stop
        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop it; afterwards what it has found can be used."""
        while self._thread.is_alive():
            self._stop()  # again and again, because a stop before the search has begun is forgotten
            self._thread.join(0.001)
