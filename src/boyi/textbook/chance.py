"""The weakest search: any legal move, all equally likely. Whatever does not beat it is no search."""

from __future__ import annotations

import random
import time

from boyi.core.game import Position
from boyi.core.result import Candidate, SearchResult, require_ongoing
from boyi.textbook.trace import Choose, Trace


def search(position: Position, seed: int = 0, trace: Trace | None = None) -> SearchResult:
    """Choose a move by lot; the same seed gives the same move.

    >>> import boyi
    >>> position = boyi.game("tictactoe").start()
    >>> search(position, seed=4).move == search(position, seed=4).move
    True
    """
    start = time.perf_counter()
    require_ongoing(position.outcome)
    moves = tuple(position.moves())
    chosen = random.Random(seed).choice(moves)
    if trace is not None:
        trace.position = position
        trace.add(Choose(moves, (1,) * len(moves), chosen))
    candidate = Candidate(chosen, 1, 0.5, None, (chosen,), bound="none")
    seconds = time.perf_counter() - start
    return SearchResult(chosen, None, 0.5, (chosen,), (candidate,), 1, 1, seconds).at(position)
