"""Which native search plays each game best, and how it is set: found by matches (``benchmarks/duel.py``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from boyi.native.alphabeta import AlphaBetaConfig
from boyi.native.mcts import FastMctsConfig


@dataclass(frozen=True)
class BestEngine:
    """A search and its settings."""

    config: AlphaBetaConfig | FastMctsConfig

    @property
    def kind(self) -> Literal["alphabeta", "mcts"]:
        """The name of the search."""
        return "mcts" if isinstance(self.config, FastMctsConfig) else "alphabeta"


BEST: Mapping[str, BestEngine] = MappingProxyType(
    {
        "gomoku": BestEngine(AlphaBetaConfig()),
        "othello": BestEngine(AlphaBetaConfig()),
        "loa": BestEngine(AlphaBetaConfig()),
        "nogo": BestEngine(FastMctsConfig.strong("nogo")),
    }
)
"""By the name of the game."""
