"""The solver of Lines of Action for ``boyi solve``."""

from __future__ import annotations

import math

from boyi.engines.solvers import SolveAnswer, SolveRequest
from boyi.native.loa_solver import solve


def solve_loa(request: SolveRequest) -> SolveAnswer:
    """Who can force a win; a position that nobody wins stays undecided."""
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
