"""The settings of Monte Carlo tree search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from boyi.settings.limits import SearchLimits
from boyi.settings.setting import Settings, number, settings_in, switch, word

MOST = 1_000_000


@dataclass(frozen=True)
class MctsSettings(Settings):
    """What the textbook search and the native search both know."""

    c: float = number(1.0, 0, MOST, "weight of exploration in UCB1")
    factor: Literal[1, 2] = number(2, 1, 2, "UCB1 = Q/N + c * sqrt(factor * ln N_parent / N)")
    scale: Literal["signed", "unit"] = word(
        "signed", ("signed", "unit"), "whether UCB1 sees means from -1 to 1, or win rates from 0 to 1"
    )
    rollouts: int = number(1, 1, MOST, "random games from each leaf, each with its own back-up")
    cap: int = number(0, 0, MOST, "plies after which a random game is cut short; 0: the game's own cap")
    cap_value: Literal["half", "black-loss"] = word(
        "half", ("half", "black-loss"), "what a cut game counts: a draw, or a loss for the first player"
    )
    reward: str = word(
        "win",
        ("win",),
        "what an ended game counts: +1, -1, 0; or the point lead divided by N (games with a score)",
        pattern=r"lead/[1-9][0-9]{0,3}",
        sample="lead/16",
    )
    backup: Literal["negamax", "computer"] = word(
        "negamax", ("negamax", "computer"), "for whom Q counts: who moved into the node, or the root's player"
    )
    final: Literal["visits", "rate", "ucb"] = word(
        "visits", ("visits", "rate", "ucb"), "the move played: most visits, best mean, or best UCB1 value"
    )
    tie: Literal["first", "last", "random"] = word(
        "first", ("first", "last", "random"), "which of equally good children is taken"
    )
    shuffle: bool = switch(True, "untried moves are tried in random order")


@dataclass(frozen=True)
class FastMctsConfig(MctsSettings):
    """What the native search knows."""

    solver: bool = switch(True, "proven results are carried up the tree; a proven position ends the search")
    lookahead: bool = switch(True, "with the solver: the first two plies are checked for ends of the game")
    forced: bool = switch(True, "a single legal move is played after one simulation")
    rave: bool = switch(False, "moves are also judged by how they do later in the games (RAVE, GRAVE)")
    rave_bias: float = number(1e-4, 0, MOST, "how soon RAVE gives way to a move's own results; 0: slowest")
    grave_ref: int = number(50, 0, MOST, "nodes with fewer visits use the RAVE statistics of an ancestor")
    bias: float = number(1.0, 0, MOST, "weight of the game's own knowledge of moves, where it has some")
    decisive: bool = switch(True, "random games take wins and parry threats, where the game can see them")
    fpu: float = number(
        math.inf,
        -MOST,
        MOST,
        "first-play urgency, an untried move's mean; inf: each move is tried once first; "
        "nan: the mean of its tried siblings",
        words=("inf", "nan"),
    )
    expand: int = number(0, 0, MOST, "visits after which a leaf gets children; 0: by the number of moves")
    virtual_loss: float = number(1.0, 0, 1, "how lost a move looks to other threads while one is below it")

    @classmethod
    def strong(cls, game: str) -> FastMctsConfig:
        """The settings that play a game best, as far as matches have shown."""
        return cls(c=0.2, rave=True) if game in ("gomoku", "nogo") else cls()


@dataclass(frozen=True)
class TreeReuse(Settings):
    """What happens to the tree between two moves (native search)."""

    reuse: bool | None = switch(
        None, "the tree is kept for the next move", otherwise="yes, but no if nodes are limited"
    )
    ponder: bool = switch(False, "searches while the opponent thinks; needs reuse")


MCTS = (*settings_in(SearchLimits), *settings_in(FastMctsConfig), *settings_in(TreeReuse))
"""What ``mcts:`` can be given."""
NATIVE_ONLY = frozenset(
    setting.name for setting in settings_in(FastMctsConfig) if setting not in settings_in(MctsSettings)
)
