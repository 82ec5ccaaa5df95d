"""What a native search reports, as the result that every search gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.result import DECIDED, Candidate, Kind, Proven, SearchResult

if TYPE_CHECKING:
    from boyi._native import Report

PROVEN: tuple[Proven | None, ...] = (None, "win", "loss", "draw")
"""The names of the native search's numbers."""
KINDS: tuple[Kind | None, ...] = (None, "heuristic", "selective", "exact")


def to_result(report: Report, seconds: float, *, evaluated: bool) -> SearchResult:
    """The report of a search that has taken so long; ``evaluated``: its values are an evaluation's."""
    lines, nodes, depth, proven, confidence = report

    def kind_of(number: int, score: float) -> Kind | None:
        if not evaluated or KINDS[number]:
            return KINDS[number]
        return "exact" if abs(score) > DECIDED else "heuristic"

    candidates = tuple(
        Candidate(move, visits, rate, score if evaluated else None, tuple(pv), kind_of(kind, score))
        for move, visits, rate, score, pv, kind in lines
    )
    best = candidates[0]
    return SearchResult(
        best.move,
        best.score,
        best.win_rate,
        best.pv,
        candidates,
        nodes,
        depth,
        seconds,
        PROVEN[proven],
        confidence or None,
    )
