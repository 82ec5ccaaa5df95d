"""Gomoku's solver for ``boyi solve``: wins by continuous fours, by fours and threes, or by search."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest
from boyi.native.alphabeta import alphabeta
from boyi.native.solve_request import MOST
from boyi.native.vcf import vcf, vct

FOURS, THREATS = 0.25, 0.15
"""Shares of the time, and of what is left of it: the strong search proves most wins by threats as well."""
LEAST = 0.001


def solve_gomoku(request: SolveRequest) -> SolveAnswer:
    """Answer ``vct``, which tries continuous fours first, or ``vcf``.

    ``win`` is True for a proven win, False if there surely is no win of that kind, None where the time ended.
    If the time for ``vct`` is limited and threats give no win, the strong search has the rest of it: what it
    proves is answered as ``search``.
    """
    seconds = math.inf if request.seconds is None else request.seconds
    watch = _Watch(request)
    kind = "vcf"
    request = replace(request, nodes=MOST)
    time = seconds if request.kind == "vcf" else seconds * FOURS
    found = vcf(replace(request, seconds=time, progress=watch.after(0)))
    nodes, spent = found.nodes, found.seconds
    if request.kind == "vct" and found.line is None and not watch.ended:
        kind = "vct"
        time = max(0.0, (seconds - spent) * THREATS)
        found = vct(replace(request, seconds=time, progress=watch.after(nodes)))
        nodes, spent = nodes + found.nodes, spent + found.seconds
    if found.line is not None:
        return SolveAnswer(True, kind, found.line[:1], found.line, nodes, spent)
    win = False if found.proven else None
    if kind == "vct" and seconds - spent > LEAST and seconds < math.inf and not watch.ended:
        follow = watch.after(nodes)
        searched = alphabeta(
            request.position,
            time=seconds - spent,
            threads=request.threads,
            progress=lambda result: follow(result.nodes),
            cancel=request.cancel,
        )
        nodes, spent = nodes + searched.nodes, spent + searched.seconds
        if searched.proven == "win":
            return SolveAnswer(True, "search", searched.pv[:1], searched.pv, nodes, spent)
        if searched.proven is not None:
            return SolveAnswer(False, "search", (), searched.pv, nodes, spent)
    return SolveAnswer(win if kind == request.kind else None, request.kind, (), (), nodes, spent)


class _Watch:
    """Who follows the searches, one after the other."""

    def __init__(self, request: SolveRequest) -> None:
        self._request = request
        self._enough = False

    @property
    def ended(self) -> bool:
        """Whether somebody wants no further search."""
        return self._enough or (self._request.cancel is not None and self._request.cancel.cancelled)

    def after(self, before: int) -> Callable[[int], bool]:
        """The progress of a search that begins after so many nodes."""

        def follow(nodes: int) -> bool:
            if self._request.progress is not None:
                self._enough = bool(self._request.progress(before + nodes))
            return self._enough

        return follow


SOLVER = GameSolver(solve_gomoku, ("vct", "vcf"))
