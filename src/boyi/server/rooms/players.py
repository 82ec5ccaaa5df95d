"""The computers of a room: searches in worker processes, and engines that are gone."""

from __future__ import annotations

from secrets import randbelow, token_hex

from boyi.core.clock import Clock
from boyi.core.grid import as_grid
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.engine import CONTENT_WITH_A_DRAW, share_of_clock
from boyi.protocols import swap2
from boyi.protocols.actions import Choice
from boyi.server.search.scheduler import MOVE
from boyi.server.search.workers import Workers

ADVISER = "level:10"
"""Who gives hints, plays for people who let it, and chooses colours in an opening."""


class WorkerPlayer(Player):
    """A computer whose search runs in a worker process."""

    def __init__(self, workers: Workers, spec: str) -> None:
        self.spec = spec
        self._workers = workers
        self._key, self._seed = token_hex(8), randbelow(1 << 30)
        self._win_rate = 0.5

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        seconds = None if clock is None else share_of_clock(clock, record.position)
        found = await self._workers.search(
            record,
            record.end,
            self.spec,
            owner=self.owner,
            key=self._key,
            seed=self._seed,
            seconds=seconds,
            urgency=MOVE,
            watch=self._saw,
        )
        if found is None:
            return Decision.resign()
        self._win_rate = found.win_rate
        return Decision(found.move, found.win_rate, found.candidates)

    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Choice:
        """A step of a swap2 opening, by the strongest level, whatever plays afterwards."""
        return await choose_opening(self._workers, record, self.owner, self._key)

    def accepts_draw(self) -> bool:
        """Whether half a point is welcome, by the last search."""
        return self._win_rate < CONTENT_WITH_A_DRAW

    def _saw(self, result: SearchResult) -> None:
        if self.watch is not None:
            self.watch(result)


async def choose_opening(workers: Workers, record: GameRecord, owner: str, key: str) -> Choice:
    """Three stones of one of our openings, or a colour by a search; the next stone is left to the game."""
    if record.plies == 0:
        return Choice(swap2.opening(as_grid(record.position).game.size, randbelow(swap2.count())))
    found = await workers.search(record, record.end, ADVISER, owner=owner, key=f"swap2 {key}", urgency=MOVE)
    return Choice(swap=found is not None and swap2.choose(found).swap)


class MissingPlayer(Player):
    """An engine that was registered when the game began and is not any more."""

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        raise PlayerFailed("The engine is no longer registered.")
