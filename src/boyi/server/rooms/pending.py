"""A move on its way: handed in by a person, not yet on the disk, and who waits to hear that it is."""

from __future__ import annotations

from boyi.core.errors import BoyiError
from boyi.server.messages import Done
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.connection import Connection


class PendingMove:
    """At most one move at a time; sent twice it counts once, and both messages are answered."""

    def __init__(self) -> None:
        self._move: tuple[int, int] | None = None
        self._senders: list[tuple[Connection, int]] = []

    def add(self, connection: Connection, ref: int, ply: int, move: int) -> bool:
        """Note who sent a move; False if it is on its way already, an error if another is."""
        if self._move is not None and self._move != (ply, move):
            raise Refusal("stale", "You have moved already.")
        new = self._move is None
        self._move = ply, move
        self._senders.append((connection, ref))
        return new

    def forget(self) -> None:
        """The move was refused, and its sender is told so elsewhere."""
        self._move, self._senders = None, []

    def acknowledge(self) -> None:
        """The move is on the disk."""
        for connection, ref in self._senders:
            connection.send(Done(ref=ref))
        self.forget()

    def refuse(self, why: str = "The game had ended before your move.") -> None:
        """The board changed or the game ended before the move was judged."""
        self.fail(Refusal("stale", why))

    def fail(self, error: BoyiError) -> None:
        """The move was not made, for this reason: each who sent it is told with the message's ``ref``."""
        for connection, ref in self._senders:
            connection.send(refused(error, ref))
        self.forget()
