"""NoGo's solver for ``boyi solve``."""

from __future__ import annotations

import math

from boyi.engines.solvers import SolveAnswer, SolveRequest
from boyi.native.nogo_solver import solve


def solve_nogo(request: SolveRequest) -> SolveAnswer:
    """Who wins; there are no draws and no scores."""
    found = solve(request.position, seconds=math.inf if request.seconds is None else request.seconds)
    win = None if found.result is None else found.result == "win"
    return SolveAnswer(
        win=win,
        kind=request.kind,
        best=found.line[:1] if win else (),
        pv=found.line,
        nodes=found.nodes,
        seconds=found.seconds,
    )
