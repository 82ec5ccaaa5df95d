"""A player with a time of its own, where two players of a match have different ones."""

from __future__ import annotations

import asyncio

from boyi.core.clock import Clock, TimeControl
from boyi.core.outcome import TIME_OUT
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.wrapper import WrappedPlayer


class TimedPlayer(WrappedPlayer):
    """Is told its own seconds a move, and loses if it takes more."""

    def __init__(self, player: Player, seconds: float, margin: float) -> None:
        super().__init__(player)
        self._seconds, self._margin = seconds, margin

    @property
    def _clock(self) -> Clock:
        return Clock.start(TimeControl(per_move=self._seconds))

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        await self.player.prepare(record, self._clock)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        try:
            async with asyncio.timeout(self._seconds + self._margin) as watch:
                return await self.player.choose(record, self._clock)
        except TimeoutError:
            if not watch.expired():
                raise
            raise PlayerFailed(
                "There was no move within {seconds:g} s.", TIME_OUT, seconds=self._seconds
            ) from None
