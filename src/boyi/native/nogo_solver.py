"""NoGo endgames solved exactly, by the C++ solver."""

from __future__ import annotations

import math
import time
from typing import Literal, NamedTuple

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.result import require_ongoing
from boyi.native.position import NativePosition
from boyi.native.resources import explained

_MOST = (1 << 63) - 1
_RESULTS: tuple[Literal["win", "loss"] | None, ...] = (None, "win", "loss")


class NoGoSolution(NamedTuple):
    """Who wins with best play."""

    result: Literal["win", "loss"] | None
    """For the side to move; None if the limits did not suffice."""
    line: tuple[int, ...]
    """The winner's moves are proven to win; the loser's are its first legal ones."""
    nodes: int
    seconds: float


def solve(
    position: Position,
    *,
    seconds: float = math.inf,
    nodes: int = _MOST,
    memory: int = 256 << 20,
    cancel: object = None,
) -> NoGoSolution:
    """Solve a native NoGo position with at most 64 cells that somebody may play.

    ``cancel`` is a ``boyi._native.Cancel`` by which another thread can stop the solver.

    >>> import boyi
    >>> solve(boyi.game("nogo", size=3, backend="native").start()).result
    'win'
    """
    if not isinstance(position, NativePosition) or position.game.name != "nogo":
        raise BoyiError("The solver needs a native NoGo position.")
    require_ongoing(position.outcome)
    import boyi._native as native

    begin = time.perf_counter()
    with explained(memory):
        result, line, visited = native.nogo_solve(
            position.board,
            seconds=seconds,
            nodes=nodes,
            memory=memory,
            cancel=cancel,  # type: ignore[arg-type]
        )
    return NoGoSolution(_RESULTS[result], tuple(line), visited, time.perf_counter() - begin)
