"""Searches that are no moves: the value of a position, and what a move that someone tries would cost."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.judging import Judgement
from boyi.engines.reviewing import Steps, judge_last
from boyi.engines.search import best_spec
from boyi.server.search.scheduler import STUDY, Urgency
from boyi.server.search.workers import Workers

TRIED = 0.7
"""Seconds for each of the positions that a move is judged by."""
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

    async def judgements(self, steps: Steps, seconds: float) -> AsyncIterator[Judgement]:
        """What a review judges, with these seconds for each of its searches."""
        result: SearchResult | None = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration:
                return
            result = None
            if isinstance(step, Judgement):
                yield step
            else:
                result = await self.value(step, step.end, seconds)

    async def judge(self, record: GameRecord, node: int, move: int) -> Judgement:
        """What a move at a node costs, which is not played in the record."""
        return await anext(self.judgements(judge_last(with_move(record, node, move)), TRIED))


def with_move(record: GameRecord, node: int, move: int) -> GameRecord:
    """The game up to a node and one move more, apart from the record itself."""
    tried = GameRecord(record.game, record.start)
    tried.play_line([*record.moves_to(node), move])
    return tried


def main_line_of(record: GameRecord) -> GameRecord:
    """The main line of a game and its result, apart from the record, which may change meanwhile."""
    line = GameRecord(record.game, record.start)
    line.play_line(record.moves)
    line.result = record.result
    return line
