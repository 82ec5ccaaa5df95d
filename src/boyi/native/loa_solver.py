"""Lines of Action solved by the C++ proof-number search."""

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


class LoaSolution(NamedTuple):
    """Who can force a win."""

    result: Literal["win", "loss"] | None
    """For the side to move; None if the limits did not suffice, or if nobody can."""
    line: tuple[int, ...]
    """The winner's moves are proven; the loser's last longest of those that were searched."""
    nodes: int
    seconds: float


def solve(
    position: Position,
    *,
    seconds: float = math.inf,
    nodes: int = _MOST,
    memory: int = 256 << 20,
    cancel: object = None,
) -> LoaSolution:
    """Look for a forced win of either side.

    ``cancel`` is a ``boyi._native.Cancel`` by which another thread can stop the solver.

    >>> import boyi
    >>> game = boyi.game("loa", backend="native")
    >>> position = game.parse_position("8/8/3xx3/3x4/8/5x2/o6o/o6o x")
    >>> [game.format_move(move, position) for move in solve(position, seconds=10).line]
    ['f3-c6']
    """
    if not isinstance(position, NativePosition) or position.game.name != "loa":
        raise BoyiError("The solver needs a native Lines of Action position.")
    require_ongoing(position.outcome)
    import boyi._native as native

    begin = time.perf_counter()
    with explained(memory):
        result, line, visited = native.loa_solve(
            position.board,
            seconds=seconds,
            nodes=nodes,
            memory=memory,
            cancel=cancel,  # type: ignore[arg-type]
        )
    return LoaSolution(_RESULTS[result], tuple(line), visited, time.perf_counter() - begin)
