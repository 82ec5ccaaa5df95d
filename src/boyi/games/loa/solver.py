"""The solver of Lines of Action: the C++ proof-number search, and what ``boyi solve`` makes of it."""

from __future__ import annotations

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest, won_or_lost
from boyi.native.solution import Solution, solve_position


def solve(asked: Position | SolveRequest) -> Solution:
    """Look for a forced win of either side; a position that nobody wins stays undecided.

    >>> import boyi
    >>> game = boyi.game("loa", backend="native")
    >>> position = game.parse_position("8/8/3xx3/3x4/8/5x2/o6o/o6o x")
    >>> [game.format_move(move, position) for move in solve(SolveRequest(position, seconds=10)).line]
    ['f3-c6']
    """
    import boyi._native as native

    error = BoyiError("The solver needs a native Lines of Action position.")
    return solve_position(native.loa_solve, SolveRequest.of(asked), "loa", error)


def solve_loa(request: SolveRequest) -> SolveAnswer:
    """Who can force a win; a position that nobody wins stays undecided."""
    return won_or_lost(request, solve(request))


SOLVER = GameSolver(solve_loa, ("win",))
