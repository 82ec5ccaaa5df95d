"""What a native search reports, as the result that every search gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.result import DECIDED, Bound, Candidate, Kind, Proven, SearchResult

if TYPE_CHECKING:
    from boyi._native import Line, Report

PROVEN: tuple[Proven | None, ...] = (None, "win", "loss", "draw")
"""The names of the native search's numbers."""
KINDS: tuple[Kind | None, ...] = (None, "heuristic", "selective", "exact")
BOUNDS: tuple[Bound, ...] = ("none", "lower", "upper", "exact")


def to_result(report: Report, seconds: float, *, evaluated: bool) -> SearchResult:
    """The report of a search that has taken so long; ``evaluated``: its values are an evaluation's."""
    lines, nodes, depth, proven, confidence, _ = report
    candidates = tuple(_candidate(line, evaluated=evaluated) for line in lines)
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


def _candidate(line: Line, *, evaluated: bool) -> Candidate:
    move, visits, rate, score, pv, kind, depth, bound, proven, plies = line
    return Candidate(
        move,
        visits,
        rate,
        score if evaluated else None,
        tuple(pv),
        _kind(kind, score) if evaluated else KINDS[kind],
        depth or None,
        BOUNDS[bound],
        PROVEN[proven],
        plies or None,
    )


def _kind(number: int, score: float) -> Kind:
    """What the value of an evaluation rests on; a search that does not say it proves by its score."""
    return KINDS[number] or ("exact" if abs(score) > DECIDED else "heuristic")
