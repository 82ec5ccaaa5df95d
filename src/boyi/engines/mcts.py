"""``mcts:``: Monte Carlo tree search, native where the position is, else the textbook's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boyi.core.errors import BadOption
from boyi.core.game import Position
from boyi.core.message import Term
from boyi.core.result import SearchResult
from boyi.core.search_clock import search_time
from boyi.engines.pondering import LONGEST_WAIT
from boyi.engines.tree_reuse import KeptTree
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, SearchRequest, Stop
from boyi.settings.limits import SearchLimits
from boyi.settings.mcts import FastMctsConfig, TreeReuse
from boyi.settings.setting import setting_in

if TYPE_CHECKING:
    from boyi.native.mcts import FastMcts

BEAT = 0.1
"""Seconds between two reports."""


class MctsEngine(Engine):
    """A tree search with settings as a spec writes them; what is not given is the search's default."""

    def __init__(self, settings: Mapping[str, Any], native: Mapping[str, Any] | None = None) -> None:
        """``native`` are settings of the native search that the textbook search need not be told."""
        self.limits = SearchLimits.of(settings)
        self.threads = self.limits.threads
        self.given = FastMctsConfig.pick(settings)
        self.native = native or {}
        FastMctsConfig(**{**self.native, **self.given})  # refuses what is not accepted
        between = TreeReuse.of(settings)
        # A limit of nodes asks that each search costs and answers the same, whatever was searched before.
        self.reuse = self.limits.nodes is None if between.reuse is None else between.reuse
        self.ponder = between.ponder
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
        run = self._native if isinstance(request.position, NativePosition) else self._textbook
        return run(request, self.limits.within(seconds), progress, stop or Stop())

    def _native(
        self, request: SearchRequest, limits: SearchLimits, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        began = search_time()
        search = (self.tree.take(request) if self.reuse else None) or self._search(request)
        stop.call(search.stop)
        if limits.time is not None:  # taking the tree along may take a while
            limits = limits.within(limits.time - (search_time() - began))
        # A stop before the search has begun is forgotten by it, so the reports look at it too.
        result = search.run(limits, lambda result: _tell(result, progress, stop))
        if self.reuse:
            self.tree.keep(search, request.plies)
        if self.ponder:
            self.tree.ponder(result.move, replace(limits, time=LONGEST_WAIT, nodes=None))
        return result

    def _search(self, request: SearchRequest) -> FastMcts:
        from boyi.native.mcts import FastMcts

        strong = FastMctsConfig.strong(request.position.game)
        config = replace(strong, **{**self.native, **self.given})
        return FastMcts(request.position, config, request.history)

    def _textbook(
        self, request: SearchRequest, limits: SearchLimits, progress: Progress | None, stop: Stop
    ) -> SearchResult:
        from boyi.textbook.mcts import Mcts, MctsConfig

        self._check_readable(request.position)
        search = Mcts(request.position, MctsConfig(**self.given, seed=limits.seed))
        seconds, nodes = limits.time, limits.nodes
        began = beat = search_time()
        if seconds is not None:
            search.deadline = began + seconds

        def end_now() -> None:
            search.deadline = -math.inf  # also in the middle of a step of many random games

        stop.call(end_now)
        while True:
            search.step()
            now = search_time()
            if (seconds is not None and now - began >= seconds) or (
                nodes is not None and search.root.n >= nodes
            ):
                break
            if now - beat >= BEAT:
                beat = now
                if _tell(search.result(now - began), progress, stop):
                    break
        return search.result(search_time() - began)

    def _check_readable(self, position: Position) -> None:
        """Refuse settings that the textbook search does not know."""
        for name in self.given:
            if setting_in(FastMctsConfig, name).native:
                raise BadOption(
                    "{name} is a setting of the native search, and this {game} runs on Python.",
                    name=name,
                    game=Term(position.game.name),
                )


def _tell(result: SearchResult, progress: Progress | None, stop: Stop) -> bool:
    return stop.is_set() or (progress is not None and bool(progress(result)))
