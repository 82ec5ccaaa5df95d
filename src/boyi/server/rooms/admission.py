"""Admission to a free seat: those who came by a friend's link wait until the owner lets one in."""

from __future__ import annotations

from boyi.server.rooms.connection import Connection
from boyi.server.views import Side


class Admission:
    """Those who wait, the first one first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Connection, Side]] = []

    @property
    def first(self) -> tuple[Connection, Side] | None:
        """Who is asked about next."""
        return self._waiting[0] if self._waiting else None

    def ask(self, connection: Connection, side: Side) -> None:
        """Someone with a friend's token wants to play."""
        self._waiting.append((connection, side))

    def leave(self, connection: Connection) -> bool:
        """Someone who perhaps waited has gone; whether the owner was being asked about them."""
        was_first = self.first is not None and self.first[0] is connection
        self._waiting = [entry for entry in self._waiting if entry[0] is not connection]
        return was_first

    def take_first(self) -> tuple[Connection, Side]:
        """The owner has answered."""
        return self._waiting.pop(0)

    def refuse_others(self, side: Side) -> None:
        """A seat is taken: the others who wait for it are refused."""
        for connection, wanted in self._waiting:
            if wanted == side:
                connection.admission = "refused"
        self._waiting = [entry for entry in self._waiting if entry[1] != side]
