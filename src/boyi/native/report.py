"""What a native search reports, as the result that every search gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.result import Candidate, Proven, SearchResult

if TYPE_CHECKING:
    from boyi._native import Report

PROVEN: tuple[Proven | None, ...] = (None, "win", "loss", "draw")
"""The names of the native search's numbers."""


def to_result(report: Report, seconds: float, *, evaluated: bool) -> SearchResult:
    """The report of a search that has taken so long; ``evaluated``: its values are an evaluation's."""
    lines, nodes, depth, proven = report
    candidates = tuple(
        Candidate(move, visits, rate, score if evaluated else None, tuple(pv))
        for move, visits, rate, score, pv in lines
    )
    best = candidates[0]
    return SearchResult(
        best.move, best.score, best.win_rate, best.pv, candidates, nodes, depth, seconds, PROVEN[proven]
    )
