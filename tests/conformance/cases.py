"""Every registered game at its defaults, each choice of each option and extreme sizes, on each back end."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.option import Option, Value
from boyi.core.registry import game_class


@dataclass(frozen=True)
class Case:
    name: str
    settings: tuple[tuple[str, Value], ...]
    backend: str | None = None

    def game(self, backend: str | None = None) -> boyi.Game:
        return boyi.game(self.name, backend=backend or self.backend, **dict(self.settings))

    def __str__(self) -> str:
        words = [self.name, *(f"{key}={value}" for key, value in self.settings)]
        return "-".join([*words, self.backend] if self.backend else words)


def _values(option: Option) -> list[Value]:
    """The values worth a case of their own: all words; of a range the ends and the default."""
    if isinstance(option.choices, range):
        return sorted({option.choices[0], int(option.default), option.choices[-1]})
    return list(option.choices)


def settings_of(name: str) -> list[Case]:
    """The defaults, then each option varied by itself."""
    options = game_class(name).options
    cases = [Case(name, ())]
    for option in options:
        cases += [Case(name, ((option.name, v),)) for v in _values(option) if v != option.default]
    return cases


SETTINGS = [case for name in boyi.game_names() for case in settings_of(name)]
CASES = [
    Case(case.name, case.settings, backend) for case in SETTINGS for backend in available(case.game("python"))
]

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def random_line(game: boyi.Game, seed: int, limit: int = 400) -> list[boyi.Position]:
    """The positions of one random game, the start included."""
    chooser = random.Random(seed)
    line = [game.start()]
    while line[-1].outcome is None and len(line) <= limit:
        line.append(line[-1].play(chooser.choice(line[-1].moves())))
    return line
