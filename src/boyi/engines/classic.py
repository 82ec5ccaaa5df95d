"""The five source programs as players, at their own settings (docs/sources.md says where these come from)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.game import Game
from boyi.core.result import SearchResult
from boyi.engines.mcts import MctsEngine
from boyi.players.engine import Engine, Progress, SearchRequest, Stop

PLAIN = {"solver": False, "decisive": False, "rave": False, "bias": 0.0, "forced": False, "expand": 1}
"""Turns off what the native tree search knows beyond the sources."""


class Classic(Engine):
    """An engine that plays one game only."""

    def __init__(self, name: str, game: str, engine: Engine) -> None:
        self.name, self.game, self.engine = name, game, engine

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        self.check_game(request.position.game)
        return self.engine.search(request, seconds, progress, stop)

    def check_game(self, game: Game) -> None:
        if game.name != self.game:
            raise BoyiError(f"classic:{self.name} plays {self.game}, not {game.name}.")


def make_five_tuple(settings: Mapping[str, Any]) -> Engine:
    """A2: no search, the dearest cell by the weights of all lines of five."""
    from boyi.engines.classic_gomoku import FiveTuple

    return Classic("five-tuple", "gomoku", FiveTuple(settings.get("seed")))


def make_alphabeta(settings: Mapping[str, Any]) -> Engine:
    """B2–B6: six-cell table, gains, three first rules; depth 4 and width 10 unless said otherwise."""
    from boyi.engines.classic_gomoku import SixCellAlphaBeta

    return Classic("alphabeta", "gomoku", SixCellAlphaBeta({"depth": 4, "width": 10, **settings}))


def make_thesis_mcts(settings: Mapping[str, Any]) -> Engine:
    """A4: Q for the computer at every node, best win rate, c = 1.414, one rollout, the match's time."""
    knobs = {"c": 1.414, "factor": 2, "backup": "computer", "final": "rate", "tie": "last", "rollouts": 1}
    return Classic("thesis-mcts", "gomoku", _tree_search(knobs, settings))


def make_reversi_mcts(settings: Mapping[str, Any]) -> Engine:
    """C4, C5: c = 1/sqrt(2), best mean, 55 seconds; a single legal move is played at once."""
    knobs = {"c": 1 / math.sqrt(2), "factor": 2, "final": "rate", "reward": "win", "time": 55.0}
    if "nodes" in settings:
        knobs.pop("time")
    return Classic("reversi-mcts", "othello", _tree_search(knobs, settings, forced=True))


def make_loa_mcts(settings: Mapping[str, Any]) -> Engine:
    """D2: 4096 leaves, 16 rollouts from each, cut after 24 plies as no win for black; no factor 2."""
    knobs = {
        "c": 1.0,
        "factor": 1,
        "scale": "unit",
        "rollouts": 16,
        "cap": 24,
        "cap_value": "black-loss",
        "final": "ucb",
        "nodes": 4096 * 16,
    }
    return Classic("loa-mcts", "loa", _tree_search(knobs, settings))


def _tree_search(knobs: Mapping[str, Any], settings: Mapping[str, Any], **native: Any) -> MctsEngine:
    """The sources began every move with an empty tree."""
    return MctsEngine({**knobs, "reuse": False, **settings}, {**PLAIN, **native})


def make_nogo_alphabeta(settings: Mapping[str, Any]) -> Engine:
    """E8: territory, random order, a window that is annealed from move to move."""
    from boyi.engines.classic_nogo import AnnealedAlphaBeta

    return Classic("nogo-alphabeta", "nogo", AnnealedAlphaBeta(**settings))
