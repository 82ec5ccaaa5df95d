"""``alphabeta:`` and ``minimax:``: the minimax family, native where the position is, else the textbook's."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boyi.core.game import Position
from boyi.core.result import Candidate, SearchResult
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, Situation, Stop, least
from boyi.textbook.alphabeta import AlphaBeta, AlphaBetaConfig, OutOfTime

LIMITS = ("time", "nodes", "depth", "threads", "seed", "memory")
DEFAULT_TIME = 1.0
DEEPEST = 99
BEAT = 0.1
"""Seconds between two reports."""


class AlphaBetaEngine(Engine):
    """A member of the family with settings as a spec writes them."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.limits = {name: settings[name] for name in LIMITS if name in settings}
        self.knobs = {name: value for name, value in settings.items() if name not in LIMITS}

    def search(
        self,
        situation: Situation,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        limit = least(self.limits.get("time"), seconds)
        if limit is None and not {"nodes", "depth"} & set(self.limits):
            limit = DEFAULT_TIME
        run = self._native if isinstance(situation.position, NativePosition) else self._textbook
        return as_shares(run(situation, limit, progress, stop or Stop()))

    def _native(
        self, situation: Situation, seconds: float | None, progress: Progress | None, stop: Stop
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
        return alphabeta(situation.position, history=situation.history, progress=tell, cancel=cancel, **knobs)

    def _textbook(
        self, situation: Situation, seconds: float | None, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        position = situation.position
        knobs = dict(self.knobs)
        judge = position.game.evaluation(knobs.pop("evaluation", None))
        knobs.pop("multi", None)
        strong = knobs.setdefault("method", "strong") == "strong"
        if strong:
            knobs |= {"method": "pvs", "table": True, "history": True, "iterative": True}
        ordered = knobs.pop("ordered", True)
        config = AlphaBetaConfig(
            depth=self.limits.get("depth", DEEPEST),
            evaluate=judge.value,
            gain=judge.gain if ordered else None,
            **({"iterative": True} if "depth" not in self.limits else {}) | knobs,
        )
        return _Watched(position, config, seconds, self.limits.get("nodes"), progress, stop).run()


class _Watched(AlphaBeta):
    """The textbook search with limits that are looked at in every node."""

    def __init__(
        self,
        position: Position,
        config: AlphaBetaConfig,
        seconds: float | None,
        limit: int | None,
        progress: Progress | None,
        stop: Stop,
    ) -> None:
        super().__init__(position, config)
        self.began = self.beat = time.perf_counter()
        self.ends = None if seconds is None else self.began + seconds
        self.limit, self.progress, self.stop = limit, progress, stop
        self.latest: SearchResult | None = None

    def leaf(self, position: Position, depth: int, ply: int) -> int | None:
        now = time.perf_counter()
        if self.stop.is_set() or (self.ends is not None and now >= self.ends) or self.nodes == self.limit:
            raise OutOfTime
        if self.progress is not None and self.latest is not None and now - self.beat >= BEAT:
            self.beat = now
            if self.progress(as_shares(replace(self.latest, nodes=self.nodes, seconds=now - self.began))):
                raise OutOfTime
        return super().leaf(position, depth, ply)

    def report(self, value: int, depth: int, seconds: float) -> SearchResult:
        self.latest = super().report(value, depth, seconds)
        return self.latest

    def run(self) -> SearchResult:
        return replace(super().run(), nodes=self.nodes, seconds=time.perf_counter() - self.began)


def as_shares(result: SearchResult) -> SearchResult:
    """The same answer with scores from 0 to 1; what the evaluation said goes to ``value``."""

    def share(candidate: Candidate) -> Candidate:
        return replace(candidate, score=candidate.win_rate, value=candidate.score)

    candidates = tuple(share(candidate) for candidate in result.candidates)
    return replace(result, score=result.win_rate, value=result.score, candidates=candidates)


def make_alphabeta(settings: Mapping[str, Any]) -> AlphaBetaEngine:
    """``alphabeta:``, by default the strong search."""
    return AlphaBetaEngine(settings)


def make_minimax(settings: Mapping[str, Any]) -> AlphaBetaEngine:
    """``minimax:``, by default three plies deep."""
    return AlphaBetaEngine({"method": "minimax", "depth": 3, **settings})
