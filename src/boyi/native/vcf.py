"""Gomoku's forced wins: by continuous fours (VCF) and by continuous threats (VCT).

In continuous fours each reply is forced.
Continuous threats are fours and open threes; the solver tries every reply that could stop one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.result import require_ongoing
from boyi.native.position import NativePosition
from boyi.native.solve_request import SolveRequest

NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class FoursResult:
    """What the search for a forced win found."""

    line: tuple[int, ...] | None
    """The moves of both sides up to the five, if the side to move wins; it need not be the shortest win."""
    proven: bool
    """Whether the answer is certain; False: nothing was found before a limit was met."""
    nodes: int
    seconds: float


def vcf(asked: Position | SolveRequest) -> FoursResult:
    """Search for a win of the side to move by fours and fives alone; a million nodes if none are given.

    >>> import boyi
    >>> game = boyi.game("gomoku", backend="native")
    >>> result = vcf(game.start().play_text("h8 a1 i8 a3 h9 a5 i9 a7"))
    >>> result.line, result.proven
    (None, True)
    >>> result = vcf(game.start().play_text("h8 a1 i8 a3 j8 a5"))
    >>> " ".join(game.format_move(move) for move in result.line)
    'g8 f8 k8'
    """
    return _solve("gomoku_vcf", asked)


def vct(asked: Position | SolveRequest) -> FoursResult:
    """Search for a win of the side to move by fours and open threes; a million nodes if none are given.

    >>> import boyi
    >>> game = boyi.game("gomoku", backend="native")
    >>> vct(game.start().play_text("h8 a1 i9 a3 j8 a5 i7 a7")).proven
    True
    """
    return _solve("gomoku_vct", asked)


def _solve(solver: str, asked: Position | SolveRequest) -> FoursResult:
    request = SolveRequest.of(asked)
    position = request.position
    if position.game.name != "gomoku" or not isinstance(position, NativePosition):
        raise BoyiError("Continuous fours and threats need a native gomoku position.")
    require_ongoing(position.outcome)
    limits = replace(request, nodes=NODES if request.nodes is None else request.nodes).limits()
    import boyi._native as native

    begin = time.perf_counter()
    line, proven, looked_at = getattr(native, solver)(position.board, **limits)
    return FoursResult(tuple(line) or None, proven, looked_at, time.perf_counter() - begin)
