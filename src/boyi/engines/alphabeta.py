"""``alphabeta:`` and ``minimax:``: the minimax family, native where the position is, else the textbook's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import finalize

from boyi.core.errors import BadOption
from boyi.core.evaluation import Evaluation
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.result import SearchResult
from boyi.engines.pondering import LONGEST_WAIT, Pondering
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, SearchRequest, Stop
from boyi.settings.alphabeta import AlphaBetaBetweenMoves, FastAlphaBetaConfig
from boyi.settings.limits import DEPTH, AlphaBetaLimits

if TYPE_CHECKING:
    from boyi._native import MemorySlot

DEEPEST = int(DEPTH.high)
NEAR = 2
"""Cells between two stones that have to do with each other."""
SHIFT = 12
"""Bits for the place of a move, below those for its gain."""


class AlphaBetaEngine(Engine):
    """A member of the family with settings as a spec writes them."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.limits = AlphaBetaLimits.of(settings)
        self.threads = self.limits.threads
        self.config = FastAlphaBetaConfig.of(settings)
        # Whoever limits nodes or depth wants each search to say the same, whatever was searched before.
        self.reuse = self.limits.nodes is None and self.limits.depth is None
        self.slot: MemorySlot | None = None
        self.ponder = AlphaBetaBetweenMoves.of(settings).ponder
        if self.ponder and not self.reuse:
            raise BadOption("ponder=yes needs a search that is limited by neither nodes nor depth.")
        self._pondering: Pondering | None = None

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        game = request.position.game
        points = Points.of(game, game.evaluation(self.config.evaluation))
        tell = None if progress is None else lambda result: progress(points.told(result))
        run = self._native if isinstance(request.position, NativePosition) else self._textbook
        return points.told(run(request, self.limits.within(seconds), tell, stop or Stop()))

    def _native(
        self, request: SearchRequest, limits: AlphaBetaLimits, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        from boyi._native import Cancel, MemorySlot
        from boyi.native.alphabeta import alphabeta

        self._end_pondering()
        cancel = Cancel()
        stop.call(cancel.cancel)
        if self.reuse and self.slot is None:
            self.slot = MemorySlot()
        result = alphabeta(
            request.position,
            self.config,
            limits,
            history=request.history,
            progress=progress,
            cancel=cancel,
            slot=self.slot,
        )
        if self.ponder:
            self._start_pondering(request, result.move, limits)
        return result

    def _start_pondering(self, request: SearchRequest, move: int, limits: AlphaBetaLimits) -> None:
        """Fill the table of the game behind ``move`` until the next search."""
        from boyi._native import Cancel
        from boyi.native.alphabeta import alphabeta

        position, cancel, slot = request.position.play(move), Cancel(), self.slot
        if position.outcome is not None:
            return
        config, limits = replace(self.config, multi=1), replace(limits, time=LONGEST_WAIT)
        history = (*request.history, request.position.key)
        self._pondering = Pondering(
            lambda: alphabeta(position, config, limits, history=history, cancel=cancel, slot=slot),
            cancel.cancel,
        )
        # A thread inside native code while the interpreter ends would abort the process.
        finalize(self, self._pondering.end)

    def _end_pondering(self) -> None:
        if self._pondering is not None:
            self._pondering.end()
            self._pondering = None

    def _textbook(
        self, request: SearchRequest, limits: AlphaBetaLimits, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        # Here, because a native search need not wait until the textbook is loaded.
        from boyi.engines.monitored import MonitoredAlphaBeta
        from boyi.textbook.alphabeta import AlphaBetaConfig

        position, given = request.position, self.config
        judge = position.game.evaluation(given.evaluation)
        strong = given.method == "strong"
        gain = sensible(judge.gain) if strong else judge.gain
        config = AlphaBetaConfig(
            width=given.width,
            window=given.window,
            multi=given.multi,
            depth=limits.depth or DEEPEST,
            method="pvs" if given.method == "strong" else given.method,
            evaluate=judge.value,
            gain=gain if given.ordered else None,
            table=strong,
            history=strong,
            iterative=strong or limits.depth is None,
        )
        return MonitoredAlphaBeta(position, config, judge, limits, progress, stop).run()


def sensible(gain: Callable[[Position, int], int]) -> Callable[[Position, int], int]:
    """The same order of moves, but those far from every stone last, and of equals the most central first.

    Time may end before all were looked at; those of the top row, which come first otherwise, are seldom best.
    """

    def order(position: Position, move: int) -> int:
        game = position.game
        if not isinstance(game, GridGame) or not (cells := game.move_cells(move)):
            return gain(position, move) << SHIFT
        size, content = game.size, as_grid(position).cells
        row, column = divmod(cells[-1], size)
        left, right = max(column - NEAR, 0), column + NEAR + 1
        near = any(
            content[line * size + left : min(line * size + right, line * size + size)].strip(".")
            for line in range(max(row - NEAR, 0), min(row + NEAR + 1, size))
        )
        worth = gain(position, move) << SHIFT if near else 0
        return worth - (2 * row - size + 1) ** 2 - (2 * column - size + 1) ** 2

    return order


@dataclass(frozen=True, slots=True)
class Points:
    """Tells an evaluation's values in points of the game's score, where the game has one."""

    point: float | None
    most: int
    """The points of a game that is only known to be won."""

    @classmethod
    def of(cls, game: Game, evaluation: Evaluation) -> Points:
        """How the values of an evaluation are told: at most one point a cell."""
        return cls(evaluation.point, game.size**2 if isinstance(game, GridGame) else 0)

    def told(self, result: SearchResult) -> SearchResult:
        """The same answer with scores in points."""
        if self.point is None:
            return result
        candidates = tuple(replace(one, score=self._points(one.score)) for one in result.candidates)
        return replace(result, score=self._points(result.score), candidates=candidates)

    def _points(self, value: float | None) -> float | None:
        if value is None or self.point is None:
            return None
        return max(-self.most, min(self.most, value / self.point))


def make_alphabeta(settings: Mapping[str, Any]) -> AlphaBetaEngine:
    """``alphabeta:``, by default the strong search; a width is a matter of the plain ones."""
    return AlphaBetaEngine({"method": "alphabeta", **settings} if settings.get("width") else settings)
