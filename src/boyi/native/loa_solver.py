"""Lines of Action solved by the C++ proof-number search."""

from __future__ import annotations

import math

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.native.solution import UNLIMITED_NODES, Solution, solve_position
from boyi.native.watching import SolverProgress


def solve(
    position: Position,
    *,
    seconds: float = math.inf,
    nodes: int = UNLIMITED_NODES,
    memory: int = 256 << 20,
    progress: SolverProgress | None = None,
    cancel: object = None,
) -> Solution:
    """Look for a forced win of either side; a position that nobody wins stays undecided.

    ``progress`` is called about ten times a second with the nodes so far and stops the solver by a true
    answer; ``cancel`` is a ``boyi._native.Cancel`` by which another thread can stop it.

    >>> import boyi
    >>> game = boyi.game("loa", backend="native")
    >>> position = game.parse_position("8/8/3xx3/3x4/8/5x2/o6o/o6o x")
    >>> [game.format_move(move, position) for move in solve(position, seconds=10).line]
    ['f3-c6']
    """
    import boyi._native as native

    return solve_position(
        native.loa_solve,
        position,
        BoyiError("The solver needs a native Lines of Action position."),
        seconds=seconds,
        nodes=nodes,
        memory=memory,
        progress=progress,
        cancel=cancel,
        game="loa",
    )
