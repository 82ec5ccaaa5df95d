"""The settings of the minimax family: minimax, negamax, alpha-beta, aspiration, PVS and the strong search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from boyi.core.errors import BadOption
from boyi.core.message import Term
from boyi.settings.limits import AlphaBetaLimits
from boyi.settings.setting import (
    Configuration,
    Switch,
    Word,
    declare,
    number,
    settings_in,
    switch,
    word,
)

PlainMethod = Literal["minimax", "negamax", "alphabeta", "aspiration", "pvs"]
"""The methods of the textbook, without table and history."""
Method = Literal["strong", PlainMethod]

METHOD = Word("which member of the family searches", "alphabeta", words=get_args(PlainMethod), name="method")
ORDERED = Switch("moves are ordered by gain, not as the game lists them", True, name="ordered")
TABLE = Switch("positions reached by several orders of moves are remembered", False, name="table")
HISTORY = Switch(
    "moves that cut elsewhere are tried first, within the width chosen by gain", False, name="history"
)
ITERATIVE = Switch("depth 1, 2, …, each begun with the best line of the one before", False, name="iterative")


@dataclass(frozen=True)
class AlphaBetaSettings(Configuration):
    """What the textbook searches and the native ones both know."""

    width: int = number("plain methods: only the best so many moves of each node; 0: all", 0, 0, 10_000)
    window: int = number("aspiration: half the width of the first window", 50, 1, 1 << 26)
    multi: int = number("so many moves of the root get a value and a line of their own", 1, 1, 1_000)


@dataclass(frozen=True)
class FastAlphaBetaConfig(AlphaBetaSettings):
    """What an alpha-beta player and the native search can be given."""

    method: Method = declare(
        METHOD,
        Term("strong uses everything there is; the others have no table and no history"),
        default="strong",
        words=get_args(Method),
    )
    evaluation: str | None = word(
        "values leaves and orders moves",
        None,
        (),
        pattern=r"[a-z][a-z0-9-]{0,29}",
        sample=Term("an evaluation of the game"),
        otherwise=Term("the game's first"),
    )
    ordered: bool = declare(
        ORDERED, Term("plain methods: moves are ordered by gain, not as the game lists them")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.method == "strong" and self.width:
            raise BadOption("A width belongs to the plain methods; strong looks at all moves.")


@dataclass(frozen=True)
class AlphaBetaBetweenMoves(Configuration):
    """What an alpha-beta player does between two moves (native search)."""

    ponder: bool = switch(
        "searches while the opponent thinks; needs a search that is not limited by nodes or depth",
        False,
        native=True,
    )


ALPHABETA = (
    *settings_in(AlphaBetaLimits),
    *settings_in(FastAlphaBetaConfig),
    *settings_in(AlphaBetaBetweenMoves),
)
"""What ``alphabeta:`` and ``minimax:`` can be given."""
