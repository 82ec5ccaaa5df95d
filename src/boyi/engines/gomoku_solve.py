"""Gomoku's solver for ``boyi solve``: wins by continuous fours, or by continuous fours and threes."""

from __future__ import annotations

import math

from boyi.engines.solvers import SolveAnswer, SolveRequest
from boyi.native.vcf import vcf, vct

MOST_NODES = (1 << 63) - 1


def solve_gomoku(request: SolveRequest) -> SolveAnswer:
    """Answer ``vct``, which tries continuous fours first, or ``vcf``.

    ``win`` is True for a proven win, False if there surely is no win of that kind, None where the time ended.
    """
    seconds = math.inf if request.seconds is None else request.seconds
    kind = "vcf"
    found = vcf(request.position, nodes=MOST_NODES, seconds=seconds if request.kind == "vcf" else seconds / 4)
    nodes, spent = found.nodes, found.seconds
    if request.kind == "vct" and found.line is None:
        kind = "vct"
        found = vct(request.position, nodes=MOST_NODES, seconds=max(0.0, seconds - spent))
        nodes, spent = nodes + found.nodes, spent + found.seconds
    if found.line is None:
        return SolveAnswer(False if found.proven else None, kind, (), (), nodes, spent)
    return SolveAnswer(True, kind, found.line[:1], found.line, nodes, spent)
