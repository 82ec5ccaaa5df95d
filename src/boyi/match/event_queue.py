"""The events of a match that nobody has taken yet."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from boyi.match.events import Event


class EventQueue:
    """First in, first out. The parts of a match share it and need not know the match."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self.notify: Callable[[], None] | None = None
        """Called when there is a new event."""

    def add(self, event: Event) -> None:
        """One more event."""
        self._events.append(event)
        if self.notify is not None:
            self.notify()

    def take(self) -> Event | None:
        """The first event."""
        return self._events.popleft() if self._events else None

    def take_all(self) -> list[Event]:
        """All events."""
        events = list(self._events)
        self._events.clear()
        return events
