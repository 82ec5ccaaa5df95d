"""What a kind of player can be given: numbers, words, switches, and those that several kinds share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from boyi.core.errors import BoyiError


class BadSpec(BoyiError):
    """Text that names no player."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that a kind of player can be given."""

    name: str
    type: type[int] | type[float]
    low: float
    high: float
    help: str = ""

    def accept(self, text: str) -> int | float:
        """The value, or a sentence on what is accepted."""
        # Python also reads 1_0 and ３ as numbers; the other readers of a spec do not.
        form = r"[+-]?[0-9]+" if self.type is int else r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
        value = self.type(text) if len(text) < 30 and re.fullmatch(form, text, re.I | re.A) else inf
        if not self.low <= value <= self.high:
            raise BadSpec(f"{self.name}={text[:30]} is not accepted: give {self.wanted}.")
        return value

    @property
    def wanted(self) -> str:
        """What is accepted."""
        what = "a whole number" if self.type is int else "a number"
        return f"{what} from {self.low:g} to {self.high:g}"

    @property
    def example(self) -> str:
        """One of the values that are accepted."""
        return f"{self.type((self.low + self.high) / 2):g}"


@dataclass(frozen=True, slots=True)
class WordSetting:
    """A word that a kind of player can be given: one of a list, or one that has a pattern."""

    name: str
    words: tuple[str, ...] = ()
    pattern: str = ""
    example: str = ""
    help: str = ""

    def accept(self, text: str) -> str:
        """The word, or a sentence on what is accepted."""
        if text in self.words or (self.pattern and re.fullmatch(self.pattern, text)):
            return text
        raise BadSpec(f"{self.name}={text[:30]} is not accepted: choose {self.wanted}.")

    @property
    def wanted(self) -> str:
        """What is accepted."""
        return ", ".join([*self.words, *([self.example] if self.example else [])])


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that can be on or off."""

    name: str
    help: str = ""

    def accept(self, text: str) -> bool:
        """True or False, or a sentence on what is accepted."""
        if text not in ("yes", "no"):
            raise BadSpec(f"{self.name}={text[:30]} is not accepted: choose yes or no.")
        return text == "yes"


SEED = Setting("seed", int, 0, (1 << 63) - 1, "repeats its choices")
TIME = Setting("time", float, 0.001, 86_400, "seconds a move")
NODES = Setting("nodes", int, 1, (1 << 63) - 1, "positions or random games a move")
DEPTH = Setting("depth", int, 1, 99, "plies to look ahead")
