"""What a search that cannot see the end believes: a value for positions and a first guess at moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boyi.core.errors import UnknownName, shorten
from boyi.core.loading import load
from boyi.core.message import Term, listing

if TYPE_CHECKING:
    from boyi.core.game import Position


def _no_gain(position: Position, move: int) -> int:
    return 0


@dataclass(frozen=True)
class Evaluation:
    """A named judgement; the native module has one of the same name with equal numbers where it can."""

    name: str
    value: Callable[[Position], int]
    """A position's value for the side to move."""
    gain: Callable[[Position, int], int] = _no_gain
    """How promising a legal move looks before it is searched; larger is better."""
    scale: int = 400
    """The value that stands for odds of ten to one."""
    point: float | None = None
    """The value of one point of the game's score (an Othello disc); None: the game has no points."""

    def win_rate(self, value: float) -> float:
        """A value as a share of points: 0 is even, ``scale`` is ten to one."""
        return 1 / (1 + 10 ** -max(min(value / self.scale, 10.0), -10.0))


def _no_value(position: Position) -> int:
    return 0


NONE = Evaluation("none", _no_value, _no_gain)
"""The evaluation of someone who knows only the rules."""


def all_evaluations(offered: tuple[Evaluation, ...] | str) -> tuple[Evaluation, ...]:
    """The evaluations of a game, the default first, and the one that every game has."""
    return (*load(offered), NONE)


def find_evaluation(game: str, offered: tuple[Evaluation, ...] | str, name: str | None) -> Evaluation:
    """The evaluation of that name among those a game offers, or the first one."""
    choices = {evaluation.name: evaluation for evaluation in all_evaluations(offered)}
    if name is None:
        return next(iter(choices.values()))
    if name not in choices:
        raise UnknownName(
            "{game} has no evaluation {name}: choose {offered}.",
            game=Term(game),
            name=shorten(name),
            offered=listing(choices),
        )
    return choices[name]
