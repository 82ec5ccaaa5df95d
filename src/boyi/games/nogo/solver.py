"""NoGo's solver for ``boyi solve``."""

from __future__ import annotations

import math

from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest, won_or_lost
from boyi.native.nogo_solver import solve


def solve_nogo(request: SolveRequest) -> SolveAnswer:
    """Who wins; there are no draws and no scores."""
    limit = math.inf if request.seconds is None else request.seconds
    return won_or_lost(request, solve(request.position, seconds=limit))


SOLVER = GameSolver(solve_nogo, ("win",))
