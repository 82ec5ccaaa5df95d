"""The settings of Monte Carlo tree search."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from boyi.core.game import Game
from boyi.core.message import Term
from boyi.settings.limits import SearchLimits
from boyi.settings.setting import Configuration, number, settings_in, switch, word

MOST = 1_000_000


@dataclass(frozen=True)
class MctsSettings(Configuration):
    """What the textbook search and the native search both know."""

    c: float = number("weight of exploration in UCB1", 1.0, 0, MOST)
    factor: Literal[1, 2] = number("UCB1 = Q/N + c * sqrt(factor * ln N_parent / N)", 2, 1, 2)
    scale: Literal["signed", "unit"] = word(
        "whether UCB1 sees means from -1 to 1, or win rates from 0 to 1", "signed", ("signed", "unit")
    )
    rollouts: int = number("random games from each leaf, each with its own back-up", 1, 1, MOST)
    cap: int = number("plies after which a random game is cut short; 0: the game's own cap", 0, 0, MOST)
    cap_value: Literal["half", "black-loss"] = word(
        "what a cut game counts: a draw, or a loss for the first player", "half", ("half", "black-loss")
    )
    reward: str = word(
        "what an ended game counts: +1, -1, 0; or the point lead divided by N (games with a score)",
        "win",
        ("win",),
        pattern=r"lead/[1-9][0-9]{0,3}",
        sample="lead/16",
    )
    backup: Literal["negamax", "computer"] = word(
        "for whom Q counts: who moved into the node, or the root's player", "negamax", ("negamax", "computer")
    )
    final: Literal["visits", "rate", "ucb"] = word(
        "the move played: most visits, best mean, or best UCB1 value", "visits", ("visits", "rate", "ucb")
    )
    tie: Literal["first", "last", "random"] = word(
        "which of equally good children is taken", "first", ("first", "last", "random")
    )
    shuffle: bool = switch("untried moves are tried in random order", True)


@dataclass(frozen=True)
class FastMctsConfig(MctsSettings):
    """What the native search knows."""

    solver: bool = switch(
        "proven results are carried up the tree; a proven position ends the search", True, native=True
    )
    lookahead: bool = switch(
        "with the solver: the first two plies are checked for ends of the game", True, native=True
    )
    forced: bool = switch("a single legal move is played after one simulation", True, native=True)
    rave: bool = switch(
        "moves are also judged by how they do later in the games (RAVE, GRAVE)", False, native=True
    )
    rave_bias: float = number(
        "how soon RAVE gives way to a move's own results; 0: slowest", 1e-4, 0, MOST, native=True
    )
    grave_ref: int = number(
        "nodes with fewer visits use the RAVE statistics of an ancestor", 50, 0, MOST, native=True
    )
    bias: float = number(
        "weight of the game's own knowledge of moves, where it has some", 1.0, 0, MOST, native=True
    )
    decisive: bool = switch(
        "random games take wins and parry threats, where the game can see them", True, native=True
    )
    fpu: float = number(
        "first-play urgency, an untried move's mean; inf: each move is tried once first; "
        "nan: the mean of its tried siblings",
        math.inf,
        -MOST,
        MOST,
        words=("inf", "nan"),
        native=True,
    )
    expand: int = number(
        "visits after which a leaf gets children; 0: by the number of moves", 0, 0, MOST, native=True
    )
    virtual_loss: float = number(
        "how lost a move looks to other threads while one is below it", 1.0, 0, 1, native=True
    )
    learned: float = number(
        "share of the game's learned evaluation in a leaf's value; the rest is a random game",
        0.0,
        0,
        1,
        native=True,
    )
    policy: float = number("weight of the game's learned policy (PUCT); 0: UCB1", 0.0, 0, MOST, native=True)
    reduction: float = number(
        "with a policy: how much worse than its tried siblings an untried move counts", 0.0, 0, 2, native=True
    )
    endgame: int = number(
        "cells open to both sides from which on an endgame is solved; 0: never", 16, 0, 784, native=True
    )
    solve_after: float = number(
        "visits below the root, for each node the endgame solver will probably need, before it is asked; "
        "0: only the root is solved",
        0.0,
        0,
        MOST,
        native=True,
    )

    @classmethod
    def strong(cls, game: Game) -> FastMctsConfig:
        """The settings that play a game best, as far as matches have shown."""
        return replace(cls(), **game.tree_settings())


@dataclass(frozen=True)
class TreeReuse(Configuration):
    """What happens to the tree between two moves (native search)."""

    reuse: bool | None = switch(
        "the tree is kept for the next move",
        None,
        otherwise=Term("yes, but no if nodes are limited"),
        native=True,
    )
    ponder: bool = switch("searches while the opponent thinks; needs reuse", False, native=True)


MCTS = (*settings_in(SearchLimits), *settings_in(FastMctsConfig), *settings_in(TreeReuse))
"""What ``mcts:`` can be given."""
