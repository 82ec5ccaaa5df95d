"""``mcts:``: Monte Carlo tree search, native where the position is, else the textbook's."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from boyi.core.errors import BadOption
from boyi.core.game import Position
from boyi.core.result import SearchResult
from boyi.engines.tree_reuse import LONGEST_WAIT, KeptTree
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, SearchRequest, Stop, least

if TYPE_CHECKING:
    from boyi.native.mcts import FastMcts

LIMITS = ("time", "nodes", "threads", "seed", "memory")
HABITS = ("reuse", "ponder")
DEFAULT_TIME = 1.0
BEAT = 0.1
"""Seconds between two reports."""


class MctsEngine(Engine):
    """A tree search with settings as a spec writes them; what is not given is the search's default."""

    def __init__(self, settings: Mapping[str, Any], native: Mapping[str, Any] | None = None) -> None:
        """``native`` are settings of the native search that the textbook search need not be told."""
        self.native = native or {}
        self.limits = {name: settings[name] for name in LIMITS if name in settings}
        self.knobs = {name: value for name, value in settings.items() if name not in (*LIMITS, *HABITS)}
        # Whoever limits nodes wants each search to cost and to say the same, whatever was searched before.
        self.reuse = settings.get("reuse", "nodes" not in self.limits)
        self.ponder = settings.get("ponder", False)
        if self.ponder and not self.reuse:
            raise BadOption("ponder=yes needs reuse=yes: what is found meanwhile would be forgotten.")
        self.tree = KeptTree()

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        limit = least(self.limits.get("time"), seconds)
        if limit is None and "nodes" not in self.limits:
            limit = DEFAULT_TIME
        run = self._native if isinstance(request.position, NativePosition) else self._textbook
        return run(request, limit, progress, stop or Stop())

    def _native(
        self, request: SearchRequest, seconds: float | None, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        from boyi.native.mcts import MctsLimits

        began = time.perf_counter()
        search = (self.tree.take(request) if self.reuse else None) or self._search(request)
        stop.call(search.stop)
        limits = {name: value for name, value in self.limits.items() if name not in ("time", "memory")}
        if "memory" in self.limits:
            limits["memory"] = self.limits["memory"] << 20
        if seconds is not None:  # taking the tree along may take a while
            seconds = max(0.0, seconds - (time.perf_counter() - began))
        # A stop before the search has begun is forgotten by it, so the reports look at it too.
        result = search.run(
            MctsLimits(seconds=seconds, **limits), lambda result: _tell(result, progress, stop)
        )
        if self.reuse:
            self.tree.keep(search, request.plies)
        if self.ponder:
            self.tree.ponder(result.move, MctsLimits(**{**limits, "seconds": LONGEST_WAIT, "nodes": None}))
        return result

    def _search(self, request: SearchRequest) -> FastMcts:
        from boyi.native.mcts import FastMcts, FastMctsConfig

        strong = FastMctsConfig.strong(request.position.game)
        config = replace(strong, **{**self.native, **self.knobs})
        return FastMcts(request.position, config, request.history)

    def _textbook(
        self, request: SearchRequest, seconds: float | None, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        from boyi.textbook.mcts import Mcts, MctsConfig

        search = Mcts(request.position, MctsConfig(**self._readable(request.position)))
        nodes = self.limits.get("nodes")
        began = beat = time.perf_counter()
        if seconds is not None:
            search.deadline = began + seconds

        def end_now() -> None:
            search.deadline = -math.inf  # also in the middle of a step of many random games

        stop.call(end_now)
        while True:
            search.step()
            now = time.perf_counter()
            if (seconds is not None and now - began >= seconds) or (
                nodes is not None and search.root.n >= nodes
            ):
                break
            if now - beat >= BEAT:
                beat = now
                if _tell(search.result(now - began), progress, stop):
                    break
        return search.result(time.perf_counter() - began)

    def _readable(self, position: Position) -> dict[str, Any]:
        """The settings the textbook search knows."""
        from boyi.textbook.mcts import MctsConfig

        known = {field.name for field in fields(MctsConfig)}
        for name in self.knobs:
            if name not in known:
                raise BadOption(
                    f"{name} is a setting of the native search, and this {position.game.name} runs on Python."
                )
        return {**self.knobs, "seed": self.limits.get("seed", 0)}


def _tell(result: SearchResult, progress: Progress | None, stop: Stop) -> bool:
    return stop.is_set() or (progress is not None and bool(progress(result)))
