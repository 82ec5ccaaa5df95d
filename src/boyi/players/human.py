"""A person: whoever talks to them hands their moves in."""

from __future__ import annotations

import asyncio

from boyi.core.clock import Clock
from boyi.core.errors import BoyiError, IllegalMove
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player


class NotYourTurn(BoyiError):
    """A move by someone who is not asked for one."""


class HumanPlayer(Player):
    """Waits until a move is handed in; one that is not legal is refused and costs nothing."""

    def __init__(self) -> None:
        self._answer: asyncio.Future[Decision] | None = None
        self._record: GameRecord | None = None

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        self._record, self._answer = record, asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._record = self._answer = None

    @property
    def asked(self) -> bool:
        """Whether a move is awaited."""
        return self._answer is not None and not self._answer.done()

    def submit(self, move: int) -> None:
        """Hand in a move; raises a sentence if it is not this player's turn or not legal."""
        if self._answer is None or self._record is None or self._answer.done():
            raise NotYourTurn("It is not your turn.")
        position = self._record.position()
        if not position.is_legal(move):
            raise IllegalMove.of(position.why_illegal(move))
        self._answer.set_result(Decision(move))
