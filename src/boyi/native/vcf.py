"""Gomoku's forced wins: by continuous fours (VCF) and by continuous threats (VCT).

In continuous fours each reply is forced.
Continuous threats are fours and open threes; the solver tries every reply that could stop one.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.game import Position
from boyi.core.result import require_ongoing
from boyi.native.position import NativePosition
from boyi.native.watching import SolverProgress, answering, checked_cancel

_MOST = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class FoursResult:
    """What the search for a forced win found."""

    line: tuple[int, ...] | None
    """The moves of both sides up to the five, if the side to move wins; it need not be the shortest win."""
    proven: bool
    """Whether the answer is certain; False: nothing was found before a limit was met."""
    nodes: int
    seconds: float


def vcf(
    position: Position,
    *,
    nodes: int = 1_000_000,
    seconds: float = math.inf,
    progress: SolverProgress | None = None,
    cancel: object = None,
) -> FoursResult:
    """Search for a win of the side to move by fours and fives alone.

    ``progress`` is called about ten times a second with the nodes so far and stops the search by a true
    answer; ``cancel`` is a ``boyi._native.Cancel`` by which another thread can stop it.

    >>> import boyi
    >>> game = boyi.game("gomoku", backend="native")
    >>> result = vcf(game.start().play_text("h8 a1 i8 a3 h9 a5 i9 a7"))
    >>> result.line, result.proven
    (None, True)
    >>> result = vcf(game.start().play_text("h8 a1 i8 a3 j8 a5"))
    >>> " ".join(game.format_move(move) for move in result.line)
    'k8 g8 l8'
    """
    return _solve("gomoku_vcf", position, nodes, seconds, progress, cancel)


def vct(
    position: Position,
    *,
    nodes: int = 1_000_000,
    seconds: float = math.inf,
    progress: SolverProgress | None = None,
    cancel: object = None,
) -> FoursResult:
    """Search for a win of the side to move by fours and open threes.

    ``progress`` and ``cancel`` are those of ``vcf``.

    >>> import boyi
    >>> game = boyi.game("gomoku", backend="native")
    >>> vct(game.start().play_text("h8 a1 i9 a3 j8 a5 i7 a7")).proven
    True
    """
    return _solve("gomoku_vct", position, nodes, seconds, progress, cancel)


def _solve(
    solver: str,
    position: Position,
    nodes: int,
    seconds: float,
    progress: SolverProgress | None,
    cancel: object,
) -> FoursResult:
    if position.game.name != "gomoku" or not isinstance(position, NativePosition):
        raise BoyiError("Continuous fours and threats need a native gomoku position.")
    if isinstance(nodes, bool) or not isinstance(nodes, int) or not 1 <= nodes <= _MOST:
        raise BadOption("nodes is a whole number of at least 1, not {nodes}.", nodes=shorten(nodes))
    if not isinstance(seconds, (int, float)) or not seconds >= 0:
        raise BadOption("seconds is a number of at least 0, not {seconds}.", seconds=shorten(seconds))
    require_ongoing(position.outcome)
    token = checked_cancel(cancel)
    import boyi._native as native

    begin = time.perf_counter()
    line, proven, looked_at = getattr(native, solver)(
        position.board, seconds=seconds, nodes=nodes, progress=answering(progress), cancel=token
    )
    return FoursResult(tuple(line) or None, proven, looked_at, time.perf_counter() - begin)
