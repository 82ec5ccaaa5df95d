"""Searches that are no moves: the value of a position, and what a move that someone tries would cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.judging import Worth, worth_of_end
from boyi.engines.search import best_spec
from boyi.server.rooms.judging import with_move
from boyi.server.search.scheduler import STUDY, Urgency
from boyi.server.search.workers import Workers

TRIED = 0.7
"""Seconds for each of the two positions around a move that someone tries."""
PATIENCE = 1, 4, 16, 64
"""How many times as long a search may take as long as nothing is known."""
SEVERAL = 3
"""Moves that a review gives a value of their own."""


@dataclass(frozen=True, slots=True)
class Study:
    """The workers' time that someone uses to look at positions."""

    workers: Workers
    owner: str
    """Whose share of the workers it is."""
    key: str
    """Searches with one key go to one engine, which may remember the game."""
    urgency: Urgency = STUDY

    async def search(
        self,
        record: GameRecord,
        node: int,
        candidates: int,
        seconds: float,
        watch: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult | None:
        """Search with the game's best engine, with a value for several moves."""
        spec = str(best_spec(record.game))
        candidates = min(candidates, len(record.position_at(node).moves()))
        return await self.workers.search(
            record,
            node,
            f"{spec}:multi={candidates}" if spec == "alphabeta" else spec,
            owner=self.owner,
            key=self.key,
            seconds=seconds,
            urgency=self.urgency,
            watch=watch,
        )

    async def value(self, record: GameRecord, node: int, seconds: float) -> SearchResult | None:
        """Search until the value is known: a busy machine may have no time for the first iteration."""
        result: SearchResult | None = None
        for longer in PATIENCE:
            result = await self.search(record, node, SEVERAL, seconds * longer)
            if result is None or result.rated:
                break
        return result

    async def cost(self, record: GameRecord, node: int, move: int) -> tuple[float | None, float | None]:
        """What a move at a node costs, in win rate and in points; None: not known."""
        mover, tried = record.position_at(node).turn, with_move(record, node, move)
        before = await self.value(record, node, TRIED)
        if (outcome := tried.outcome) is not None:
            worth = worth_of_end(outcome, mover)
        else:
            after = await self.value(tried, tried.end, TRIED)
            worth = Worth.of(after, turned=tried.position.turn != mover)
        if before is not None and before.move == move:
            return 0.0, None
        return Worth.of(before).loss_by(worth)
