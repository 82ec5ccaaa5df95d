"""The solver of Lines of Action for ``boyi solve``."""

from __future__ import annotations

import math

from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest, won_or_lost
from boyi.native.loa_solver import solve


def solve_loa(request: SolveRequest) -> SolveAnswer:
    """Who can force a win; a position that nobody wins stays undecided."""
    limit = math.inf if request.seconds is None else request.seconds
    found = solve(request.position, seconds=limit, progress=request.progress, cancel=request.cancel)
    return won_or_lost(request, found)


SOLVER = GameSolver(solve_loa, ("win",))
