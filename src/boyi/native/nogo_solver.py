"""NoGo endgames solved exactly, by the C++ solver."""

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
    """Solve a native NoGo position with at most 64 cells that somebody may play.

    The loser's moves of the line are its first legal ones. ``progress`` is called about ten times a second
    with the nodes so far and stops the solver by a true answer; ``cancel`` is a ``boyi._native.Cancel`` by
    which another thread can stop it.

    >>> import boyi
    >>> solve(boyi.game("nogo", size=3, backend="native").start()).result
    'win'
    """
    import boyi._native as native

    return solve_position(
        native.nogo_solve,
        position,
        BoyiError("The solver needs a native NoGo position."),
        seconds=seconds,
        nodes=nodes,
        memory=memory,
        progress=progress,
        cancel=cancel,
        game="nogo",
    )
