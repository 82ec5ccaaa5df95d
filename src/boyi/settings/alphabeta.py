"""The settings of the minimax family: minimax, negamax, alpha-beta, aspiration, PVS and the strong search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from boyi.core.errors import BadOption
from boyi.settings.limits import AlphaBetaLimits
from boyi.settings.setting import Settings, number, settings_in, switch, word

PlainMethod = Literal["minimax", "negamax", "alphabeta", "aspiration", "pvs"]
"""The methods of the textbook, without table and history."""
Method = Literal["strong", "minimax", "negamax", "alphabeta", "aspiration", "pvs"]


@dataclass(frozen=True)
class AlphaBetaSettings(Settings):
    """What the textbook searches and the native ones both know."""

    width: int = number(0, 0, 10_000, "plain methods: only the best so many moves of each node; 0: all")
    window: int = number(50, 1, 1 << 26, "aspiration: half the width of the first window")
    multi: int = number(1, 1, 1_000, "so many moves of the root get a value and a line of their own")


@dataclass(frozen=True)
class FastAlphaBetaConfig(AlphaBetaSettings):
    """What an alpha-beta player and the native search can be given."""

    method: Method = word(
        "strong", get_args(Method), "strong uses everything there is; the others have no table and no history"
    )
    evaluation: str | None = word(
        None,
        (),
        "values leaves and orders moves",
        pattern=r"[a-z][a-z0-9-]{0,29}",
        sample="an evaluation of the game",
        otherwise="the game's first",
    )
    ordered: bool = switch(True, "plain methods: moves are ordered by gain, not as the game lists them")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.method == "strong" and self.width:
            raise BadOption("A width belongs to the plain methods; strong looks at all moves.")


ALPHABETA = (*settings_in(AlphaBetaLimits), *settings_in(FastAlphaBetaConfig))
"""What ``alphabeta:`` and ``minimax:`` can be given."""
