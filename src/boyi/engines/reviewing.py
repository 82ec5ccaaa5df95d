"""A whole game judged move by move, and one move that someone tries."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeAlias

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.images import Image
from boyi.engines.judging import Judgement, Worth, end_at, judge_move, worth_of_end
from boyi.engines.search import best_spec, search

Look: TypeAlias = Generator[GameRecord, SearchResult | None, SearchResult | None]
Steps: TypeAlias = Generator[GameRecord | Judgement, SearchResult | None, None]
"""What is to be searched (at the end of a record), answered by the search; and what was judged by it."""


def review(
    record: GameRecord, *, time: float | None = None, nodes: int | None = None, seed: int = 0
) -> Iterator[Judgement]:
    """Judge every move of the main line, one after the other; the record is not changed.

    ``time`` or ``nodes`` is what each position gets; with ``nodes`` and a seed the answer repeats. A mark is
    confirmed by one more search, after the move that was thought better.

    >>> import boyi
    >>> record = boyi.GameRecord(boyi.game("tictactoe"))
    >>> _ = record.play_text("b2 a1 a3 c2 c1")
    >>> [(judged.move, judged.mark) for judged in review(record, nodes=2000)]
    [('b2', ''), ('a1', ''), ('a3', ''), ('c2', 'blunder'), ('c1', '')]
    """
    limit = {"time": time, "nodes": nodes} if time or nodes else {"time": 0.5}
    spec = best_spec(record.game)
    return answered(judge_line(record), lambda line: search(line, player=spec, seed=seed, **limit))


def answered(steps: Steps, look: Callable[[GameRecord], SearchResult | None]) -> Iterator[Judgement]:
    """The judgements of a review whose searches are made by ``look``."""
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
            result = look(step)


def judge_line(record: GameRecord) -> Steps:
    """Judge every move of the main line."""
    line = record.main_line()
    before = (yield from _look(record, line[0])) if len(line) > 1 else None
    for node in line[1:]:
        after = yield from _look(record, node)
        yield (yield from _judge(record, node, before, after))
        before = after


def judge_last(record: GameRecord) -> Steps:
    """Judge the last move of a game alone."""
    *_, parent, node = record.main_line()
    before = yield from _look(record, parent)
    after = yield from _look(record, node)
    yield (yield from _judge(record, node, before, after))


def _look(record: GameRecord, node: int) -> Look:
    """The search of a position; all its images are searched as one, so that they are judged alike."""
    if end_at(record, node) is not None or not record.position_at(node).moves():
        return None
    image = Image.of(record, node)
    result = yield image.record
    return None if result is None else image.restored(result)


def _judge(
    record: GameRecord, node: int, before: SearchResult | None, after: SearchResult | None
) -> Generator[GameRecord, SearchResult | None, Judgement]:
    """What a move cost; a mark is confirmed by the search after the best move, unless that is proven."""
    judged = judge_move(record, node, before, after)
    if not judged.mark or before is None or before.proven is not None:
        return judged
    parent = record.nodes[node].parent
    assert parent is not None
    best = GameRecord(record.game, record.start)
    best.play_line([*record.moves_to(parent), before.move])
    mover = record.position_at(parent).turn
    if (outcome := best.outcome) is not None:
        return judge_move(record, node, before, after, worth_of_end(outcome, mover))
    found = yield from _look(best, best.end)
    return judge_move(record, node, before, after, Worth.of(found, turned=best.position.turn != mover))
