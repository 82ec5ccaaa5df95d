"""What an experiment is made of: its players, what is claimed about them, and what work is measured."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from boyi.core.message import Message
from boyi.lab.toml_file import BadTomlFile, Texts, check_keys, read_texts
from boyi.players.spec import settings_of

Verdict = Literal["holds", "fails", "open"]
VERDICTS: Mapping[Verdict, Message] = {
    "holds": Message("holds"),
    "fails": Message("does not hold"),
    "open": Message("open: more games are needed"),
}


class BadPart(BadTomlFile):
    """A player, a claim or a measurement that cannot be."""


@dataclass(frozen=True)
class Contestant:
    """A player of an experiment."""

    name: str
    spec: str
    share: float = 1.0
    """How much of the budget it gets."""
    fixed: bool = False
    """Whether it keeps its own settings, whatever nodes the others get."""

    @property
    def is_counted(self) -> bool:
        """Whether a number of nodes can be given to it."""
        return not self.fixed and "nodes" in settings_of(self.spec)

    def to_data(self) -> dict[str, Any]:
        """The player as plain data."""
        return {"name": self.name, "spec": self.spec, "share": self.share, "fixed": self.fixed}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Contestant:
        """What a file says about a player."""
        check_keys(data, ("name", "spec", "share", "fixed"), BadPart)
        for key in ("name", "spec"):
            if not isinstance(data.get(key), str) or not data[key].strip():
                raise BadPart("A player needs a {key}, a text in quotation marks.", key=key)
        share = _number(data, "share", 1.0)
        if not 0 < share <= 10_000:
            raise BadPart("The share of {name} is a number above 0, at most 10,000.", name=data["name"])
        settings_of(data["spec"])  # says what is wrong with it
        return cls(data["name"], data["spec"], share, bool(data.get("fixed", False)))


@dataclass(frozen=True)
class Claim:
    """Something that a source says about two players, as a range of the Elo difference.

    >>> claim = Claim("C4", {"en": "win is stronger"}, "win", "lead/64", least=0)
    >>> claim.judge(20, 90), claim.judge(-90, -20), claim.judge(-20, 90)
    ('holds', 'fails', 'open')
    """

    source: str
    text: Texts
    a: str
    b: str
    least: float = -math.inf
    most: float = math.inf
    """The claim holds if A is so much stronger than B, in Elo."""

    def judge(self, low: float, high: float) -> Verdict:
        """What follows from the interval of the measured difference."""
        if low >= self.least and high <= self.most:
            return "holds"
        return "fails" if high < self.least or low > self.most else "open"

    def to_data(self) -> dict[str, Any]:
        """The claim as plain data."""
        data = {"source": self.source, "text": dict(self.text), "a": self.a, "b": self.b}
        limits = {"least": self.least, "most": self.most}
        return data | {name: value for name, value in limits.items() if math.isfinite(value)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Claim:
        """What a file says."""
        check_keys(data, ("source", "text", "a", "b", "least", "most"), BadPart)
        for key in ("source", "a", "b"):
            if not isinstance(data.get(key), str):
                raise BadPart("A claim needs a {key}, a text in quotation marks.", key=key)
        least, most = _number(data, "least", -math.inf), _number(data, "most", math.inf)
        if "least" not in data and "most" not in data:
            raise BadPart("A claim says the least or the most Elo difference, or both.")
        return cls(data["source"], read_texts(data, "text", BadPart), data["a"], data["b"], least, most)


@dataclass(frozen=True)
class Work:
    """Searches of the same positions by all players: what they cost."""

    positions: int = 20
    """Taken from the middle of the played games."""
    settings: Mapping[str, str] | None = None
    """Laid over the specs, such as a depth; None: as in the games."""

    def to_data(self) -> dict[str, Any]:
        """The measurement as plain data."""
        return {"positions": self.positions, "settings": dict(self.settings or {})}

    @classmethod
    def from_data(cls, data: Any) -> Work:
        """What a file says."""
        if not isinstance(data, Mapping):
            raise BadPart(
                "{key} is a table, for example {example}.", key="work", example="{ positions = 20 }"
            )
        check_keys(data, ("positions", "settings"), BadPart)
        positions = _number(data, "positions", 20)
        settings = data.get("settings", {})
        if not isinstance(settings, Mapping) or not 1 <= positions <= 1000:
            raise BadPart("Work is measured on 1 to 1,000 positions, with a table of settings.")
        return cls(int(positions), {str(key): str(value) for key, value in settings.items()} or None)


def _number(data: Mapping[str, Any], key: str, usual: float) -> float:
    value = data.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadPart("{key} is a number.", key=key)
    return float(value)
