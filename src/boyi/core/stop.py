"""How a running search is told to end."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event


class Stop(Event):
    """An event that also calls what wants to be told, so that native searches end at once."""

    def __init__(self) -> None:
        super().__init__()
        self._calls: list[Callable[[], None]] = []

    def call(self, action: Callable[[], None]) -> None:
        """Call ``action`` when the event is set; at once if it is set already."""
        self._calls.append(action)
        if self.is_set():
            action()

    def set(self) -> None:
        """Stop whatever watches this."""
        super().set()
        for action in self._calls:
            action()
