"""NoGo endgames solved exactly, by the C++ solver."""

from __future__ import annotations

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.native.solution import Solution, solve_position
from boyi.native.solve_request import SolveRequest


def solve(asked: Position | SolveRequest) -> Solution:
    """Solve a native NoGo position with at most 64 cells that a side may play.

    The loser's moves of the line are its first legal ones.

    >>> import boyi
    >>> solve(boyi.game("nogo", size=3, backend="native").start()).result
    'win'
    """
    import boyi._native as native

    error = BoyiError("The solver needs a native NoGo position.")
    return solve_position(native.nogo_solve, SolveRequest.of(asked), "nogo", error)
