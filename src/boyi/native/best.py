"""Which native search plays each game best, and how it is set: found by matches (``boyi match``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from boyi.settings.alphabeta import FastAlphaBetaConfig
from boyi.settings.mcts import FastMctsConfig


@dataclass(frozen=True)
class BestEngine:
    """A search and its settings."""

    config: FastAlphaBetaConfig | FastMctsConfig

    @property
    def kind(self) -> Literal["alphabeta", "mcts"]:
        """The name of the search."""
        return "mcts" if isinstance(self.config, FastMctsConfig) else "alphabeta"


BEST: Mapping[str, BestEngine] = MappingProxyType(
    {
        "gomoku": BestEngine(FastAlphaBetaConfig()),
        "othello": BestEngine(FastAlphaBetaConfig()),
        "loa": BestEngine(FastAlphaBetaConfig()),
        "nogo": BestEngine(FastMctsConfig.strong("nogo")),
    }
)
"""By the name of the game."""
