"""``alphabeta:`` and ``minimax:``: the minimax family, native where the position is, else the textbook's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from boyi.core.game import Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.result import Candidate, SearchResult
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, SearchRequest, Stop, least

LIMITS = ("time", "nodes", "depth", "threads", "seed", "memory")
DEFAULT_TIME = 1.0
DEEPEST = 99
NEAR = 2
"""Cells between two stones that have to do with each other."""
SHIFT = 12
"""Bits for the place of a move, below those for its gain."""


class AlphaBetaEngine(Engine):
    """A member of the family with settings as a spec writes them."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.limits = {name: settings[name] for name in LIMITS if name in settings}
        self.knobs = {name: value for name, value in settings.items() if name not in LIMITS}

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        limit = least(self.limits.get("time"), seconds)
        if limit is None and not {"nodes", "depth"} & set(self.limits):
            limit = DEFAULT_TIME
        run = self._native if isinstance(request.position, NativePosition) else self._textbook
        return as_shares(run(request, limit, progress, stop or Stop()))

    def _native(
        self, request: SearchRequest, seconds: float | None, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        from boyi._native import Cancel
        from boyi.native.alphabeta import alphabeta

        cancel = Cancel()
        stop.call(cancel.cancel)
        limits = {name: value for name, value in self.limits.items() if name != "time"}
        if "memory" in limits:
            limits["memory"] <<= 20
        if seconds is not None:
            limits["seconds"] = seconds
        tell = None if progress is None else lambda result: progress(as_shares(result))
        knobs = {**self.knobs, **limits}
        return alphabeta(request.position, history=request.history, progress=tell, cancel=cancel, **knobs)

    def _textbook(
        self, request: SearchRequest, seconds: float | None, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        # Here, because a native search need not wait until the textbook is loaded.
        from boyi.engines.monitored import MonitoredAlphaBeta
        from boyi.textbook.alphabeta import AlphaBetaConfig

        position = request.position
        knobs = dict(self.knobs)
        judge = position.game.evaluation(knobs.pop("evaluation", None))
        strong = knobs.setdefault("method", "strong") == "strong"
        if strong:
            knobs |= {"method": "pvs", "table": True, "history": True, "iterative": True}
        ordered = knobs.pop("ordered", True)
        config = AlphaBetaConfig(
            depth=self.limits.get("depth", DEEPEST),
            evaluate=judge.value,
            gain=(sensible(judge.gain) if strong else judge.gain) if ordered else None,
            **({"iterative": True} if "depth" not in self.limits else {}) | knobs,
        )
        nodes = self.limits.get("nodes")
        return MonitoredAlphaBeta(position, config, judge, seconds, nodes, progress, stop).run()


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


def as_shares(result: SearchResult) -> SearchResult:
    """The same answer with scores from 0 to 1; what the evaluation said goes to ``value``."""

    def share(candidate: Candidate) -> Candidate:
        return replace(candidate, score=candidate.win_rate, value=candidate.score)

    candidates = tuple(share(candidate) for candidate in result.candidates)
    return replace(result, score=result.win_rate, value=result.score, candidates=candidates)


def make_alphabeta(settings: Mapping[str, Any]) -> AlphaBetaEngine:
    """``alphabeta:``, by default the strong search; a width is a matter of the plain ones."""
    return AlphaBetaEngine({"method": "alphabeta", **settings} if settings.get("width") else settings)


def make_minimax(settings: Mapping[str, Any]) -> AlphaBetaEngine:
    """``minimax:``, by default three plies deep."""
    return AlphaBetaEngine({"method": "minimax", "depth": 3, **settings})
