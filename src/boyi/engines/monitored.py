"""The textbook's alpha-beta under a clock: limits, progress and stopping for players."""

from __future__ import annotations

from dataclasses import replace

from boyi.core.evaluation import Evaluation
from boyi.core.game import Position
from boyi.core.result import DECIDED, SearchResult
from boyi.core.search_clock import search_time
from boyi.players.engine import Progress, Stop
from boyi.settings.limits import AlphaBetaLimits
from boyi.textbook.alphabeta import AlphaBeta, AlphaBetaConfig, OutOfTime

BEAT = 0.1
"""Seconds between two reports."""


class MonitoredAlphaBeta(AlphaBeta):
    """The textbook search with limits that are looked at in every node."""

    def __init__(
        self,
        position: Position,
        config: AlphaBetaConfig,
        judge: Evaluation,
        limits: AlphaBetaLimits,
        progress: Progress | None,
        stop: Stop,
    ) -> None:
        super().__init__(position, config)
        self.judge = judge
        self.began = self.beat = search_time()
        self.ends = None if limits.time is None else self.began + limits.time
        self.limit, self.progress, self.stop = limits.nodes, progress, stop
        self.latest: SearchResult | None = None

    def leaf(self, position: Position, depth: int, ply: int) -> int | None:
        now = search_time()
        if self.stop.is_set() or (self.ends is not None and now >= self.ends) or self.nodes == self.limit:
            raise OutOfTime
        if self.progress is not None and self.latest is not None and now - self.beat >= BEAT:
            self.beat = now
            if self.progress(replace(self.latest, nodes=self.nodes, seconds=now - self.began)):
                raise OutOfTime
        return super().leaf(position, depth, ply)

    def report(self, value: int, depth: int, seconds: float) -> SearchResult:
        found = super().report(value, depth, seconds)
        candidates = tuple(
            replace(candidate, win_rate=self._rate(candidate.score or 0)) for candidate in found.candidates
        )
        self.latest = replace(found, win_rate=self._rate(value), candidates=candidates)
        return self.latest

    def _rate(self, value: float) -> float:
        return self.judge.win_rate(round(value)) if abs(value) <= DECIDED else float(value > 0)

    def run(self) -> SearchResult:
        return replace(super().run(), nodes=self.nodes, seconds=search_time() - self.began)
