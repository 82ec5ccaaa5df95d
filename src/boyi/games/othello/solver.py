"""Othello's solver for ``boyi solve``."""

from __future__ import annotations

from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest
from boyi.native.othello_solver import KINDS, solve


def solve_othello(request: SolveRequest) -> SolveAnswer:
    """The exact score (kind ``score``), or only who wins (kind ``wld``: win, loss or draw)."""
    found = solve(request)
    decided = found.result is not None
    return SolveAnswer(
        win=found.result == "win" if decided else None,
        kind=request.kind,
        best=() if found.move is None or not decided else (found.move,),
        pv=found.pv,
        nodes=found.nodes,
        seconds=found.seconds,
        score=found.score,
        exact=found.score is not None,
        result=found.result,
    )


SOLVER = GameSolver(solve_othello, KINDS)
