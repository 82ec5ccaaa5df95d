"""A player with a time of its own, where two players of a match have different ones."""

from __future__ import annotations

import asyncio
from time import perf_counter

from boyi.core.clock import Clock, TimeControl
from boyi.core.outcome import TIME_OUT
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.wrapper import WrappedPlayer


class TimedPlayer(WrappedPlayer):
    """Is told a clock that runs only for it, and loses if it takes more; made anew for each game."""

    def __init__(self, player: Player, control: TimeControl, margin: float) -> None:
        super().__init__(player)
        self._clock, self._margin = Clock.start(control), margin

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        await self.player.prepare(record, self._clock)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        turn = record.position.turn
        left = self._clock.left(turn)
        assert left is not None
        began = perf_counter()
        try:
            async with asyncio.timeout(left + self._margin) as watch:
                decision = await self.player.choose(record, self._clock)
        except TimeoutError:
            if not watch.expired():
                raise
            raise PlayerFailed("There was no move within {seconds:g} s.", TIME_OUT, seconds=left) from None
        # What the margin allowed is not taken from the moves to come.
        self._clock = self._clock.spend(turn, min(perf_counter() - began, left)) or self._clock
        return decision
