"""The solver of Lines of Action for ``boyi solve``."""

from __future__ import annotations

from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest, won_or_lost
from boyi.native.loa_solver import solve


def solve_loa(request: SolveRequest) -> SolveAnswer:
    """Who can force a win; a position that nobody wins stays undecided."""
    return won_or_lost(request, solve(request))


SOLVER = GameSolver(solve_loa, ("win",))
