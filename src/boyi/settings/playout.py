"""The settings of plain playout search."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.message import Message, Term
from boyi.settings.limits import SEED, TIME
from boyi.settings.setting import Configuration, declare, number

USUAL_TIME = 0.5


@dataclass(frozen=True)
class PlayoutConfig(Configuration):
    """What the search can be given."""

    time: float | None = declare(
        TIME, otherwise=Message("{time:g} if no playouts are given", time=USUAL_TIME)
    )
    playouts: int | None = number(
        "random games a move; a seed then repeats a game",
        None,
        1,
        10**12,
        type=int,
        otherwise=Term("no limit"),
    )
    c: float = number("exploration: how far UCB1 strays from the best mean", 0.3, 0, 1_000_000)
    seed: int = declare(SEED)

    @property
    def seconds(self) -> float | None:
        """The time limit that holds."""
        return USUAL_TIME if self.time is None and self.playouts is None else self.time
