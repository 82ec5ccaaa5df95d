"""A setting: its name, what it accepts, its default, one line of help; and classes made of settings.

A class of settings is a frozen dataclass whose fields are declared with ``number``, ``word`` and ``switch``.
The checks of the class, the specs of players, ``boyi players`` and docs/players.md read these declarations.

>>> @dataclass(frozen=True)
... class Example(Configuration):
...     rollouts: int = number("random games from each leaf", 1, 1, 100)
>>> Example(rollouts=0)
Traceback (most recent call last):
    ...
boyi.core.errors.BadOption: rollouts=0 is not accepted: give a whole number from 1 to 100.
>>> settings_in(Example)[0].read("7")
7
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.message import Message, Term, listing

LONGEST = 30
"""Characters of a refused value that are quoted."""
WHOLE = r"[+-]?[0-9]+"
DECIMAL = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"


class BadSpec(BoyiError):
    """Text that names no player."""


@dataclass(frozen=True)
class Setting(ABC):
    """One thing that a search or a program can be given."""

    help: str
    default: Any = None
    """What holds where it is not given; None: as ``otherwise`` says."""
    otherwise: Message | Term | None = None
    """What holds where it is not given, in words, if that is no single value."""
    native: bool = False
    """Whether only the native search knows it."""
    name: str = ""

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """Whether a value may be given from Python."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The value that a text stands for; None if it is not accepted."""

    @property
    @abstractmethod
    def wanted(self) -> Message:
        """What is accepted, in words."""

    @property
    @abstractmethod
    def advice(self) -> Message:
        """What to do instead, for the sentence that refuses a value."""

    @property
    @abstractmethod
    def example(self) -> str:
        """One of the texts that are accepted."""

    def check(self, value: object) -> None:
        """Refuse a value from Python that is not accepted."""
        if not self.accepts(value):
            raise BadOption.of(self._refusal(_quoted(value)))

    def read(self, text: str) -> Any:
        """The value that a spec gives, or a sentence on what is accepted."""
        if (value := self.parse(text)) is None:
            raise BadSpec.of(self._refusal(text[:LONGEST]))
        return value

    def _refusal(self, value: str) -> Message:
        return Message(
            "{name}={value} is not accepted: {advice}.", name=self.name, value=value, advice=self.advice
        )

    def write(self, value: Any) -> str:
        """The text of a spec for a value."""
        return str(value)

    @property
    def usual(self) -> Message | Term | str:
        """What holds where nothing is given."""
        return self.otherwise or ("" if self.default is None else self.write(self.default))


@dataclass(frozen=True)
class Number(Setting):
    """A whole number or a decimal one in a range."""

    type: type[int] | type[float] = int
    low: float = 0
    high: float = 0
    unit: int = 1
    """Specs count in this unit, Python in ones."""
    words: tuple[str, ...] = ()
    """Names of numbers that are accepted beside the range: ``inf``, ``nan``."""

    def accepts(self, value: object) -> bool:
        known = (int,) if self.type is int else (int, float)
        if isinstance(value, bool) or not isinstance(value, known):
            return False
        return self.low <= value <= self.high or (isinstance(value, float) and str(value) in self.words)

    def parse(self, text: str) -> int | float | None:
        # Python also reads 1_0 and ３ as numbers; the other readers of a spec do not.
        form = WHOLE if self.type is int else DECIMAL
        if text in self.words:
            return self.type(text)
        if len(text) >= LONGEST or not re.fullmatch(form, text, re.I | re.A):
            return None
        value = self.type(text) * self.unit
        return value if self.accepts(value) else None

    def write(self, value: float) -> str:
        return _digits(value / self.unit if self.unit > 1 else value)

    @property
    def wanted(self) -> Message:
        low = _digits(-(-self.low // self.unit) if self.unit > 1 else self.low)
        high = self.write(self.high)
        if self.words:
            words = listing(self.words)
            return Message("a number from {low} to {high}, {words}", low=low, high=high, words=words)
        if self.type is int:
            return Message("a whole number from {low} to {high}", low=low, high=high)
        return Message("a number from {low} to {high}", low=low, high=high)

    @property
    def advice(self) -> Message:
        return Message("give {wanted}", wanted=self.wanted)

    @property
    def example(self) -> str:
        return _digits(self.type((self.low + self.high) / 2 / self.unit))


@dataclass(frozen=True)
class Word(Setting):
    """A word: one of a list, or one that has a pattern."""

    words: tuple[str, ...] = ()
    pattern: str = ""
    sample: str | Term = ""
    """What a word of the pattern looks like."""

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and self.parse(value) is not None

    def parse(self, text: str) -> str | None:
        fits = text in self.words or (self.pattern and re.fullmatch(self.pattern, text))
        return text if fits else None

    @property
    def wanted(self) -> Message:
        return listing([*self.words, *([self.sample] if self.sample else [])])

    @property
    def advice(self) -> Message:
        return Message("choose {wanted}", wanted=self.wanted)

    @property
    def example(self) -> str:
        return str(self.sample) or self.words[0]


@dataclass(frozen=True)
class Switch(Setting):
    """Something that can be on or off."""

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)

    def parse(self, text: str) -> bool | None:
        return text == "yes" if text in ("yes", "no") else None

    def write(self, value: bool) -> str:
        return "yes" if value else "no"

    @property
    def wanted(self) -> Message:
        return Message("yes or no")

    @property
    def advice(self) -> Message:
        return Message("choose {wanted}", wanted=self.wanted)

    @property
    def example(self) -> str:
        return "yes"


@dataclass(frozen=True)
class FileSwitch(Switch):
    """Something that can be on or off, or on with a file of one's own.

    >>> FileSwitch("openings").read("no"), FileSwitch("openings").read("my%2Cbook.json").name
    (False, 'my,book.json')
    """

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool | Path)

    def parse(self, text: str) -> bool | Path | None:  # type: ignore[override]
        switched = super().parse(text)
        return Path(text.replace("%2C", ",").replace("%25", "%")) if switched is None else switched

    def write(self, value: bool | Path) -> str:
        """The text of a spec, in which a comma ends a setting."""
        if isinstance(value, bool):
            return super().write(value)
        return str(value).replace("%", "%25").replace(",", "%2C")

    @property
    def wanted(self) -> Message:
        return Message("yes, no or the path of a file")


def _quoted(value: object) -> str:
    """A refused value; numbers as they are, unless they have too many digits to be written."""
    if isinstance(value, int | float) and abs(value) < 10**LONGEST:
        return str(value)
    return shorten(hex(value) if isinstance(value, int) else value, LONGEST)


def _digits(value: float) -> str:
    """A number without an exponent where that can be read: ``10000``, ``0.0001``, ``0.707``."""
    return str(int(value)) if value == value and abs(value) < 1e19 and value == int(value) else f"{value:g}"


# Fields of classes of settings. As with dataclasses.field, Any lets a field of every type have one.


def declare(setting: Setting, about: Term | None = None, **changes: Any) -> Any:
    """A field for a setting that several classes share, with the help and what else differs in this one."""
    setting = replace(setting, help=setting.help if about is None else about.text, **changes)
    return field(default=setting.default, metadata={Setting: setting})


def number(about: str, default: float | None, low: float, high: float, **more: Any) -> Any:
    """A field for a number; its type is that of the default, or ``type`` where there is none."""
    kind = more.pop("type", type(default))
    return declare(Number(about, default, type=kind, low=low, high=high, **more))


def word(about: str, default: str | None, words: tuple[str, ...] = (), **more: Any) -> Any:
    """A field for a word."""
    return declare(Word(about, default, words=words, **more))


def switch(about: str, default: bool | None, **more: Any) -> Any:
    """A field for something that can be on or off."""
    return declare(Switch(about, default, **more))


class Configuration:
    """The base of classes of settings: what is not accepted is refused when an object is made."""

    def __post_init__(self) -> None:
        for setting in settings_in(type(self)):
            value = getattr(self, setting.name)
            if value is not None or setting.default is not None:
                setting.check(value)

    @classmethod
    def pick(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the given values that are settings of this class."""
        known = {setting.name for setting in settings_in(cls)}
        return {name: value for name, value in given.items() if name in known}

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """An object of those of the given values that are settings of this class."""
        return cls(**cls.pick(given))


_declared: dict[type[Configuration], tuple[Setting, ...]] = {}


def settings_in(kind: type[Configuration]) -> tuple[Setting, ...]:
    """The settings that a class declares, in order."""
    if kind not in _declared:
        _declared[kind] = tuple(
            replace(entry.metadata[Setting], name=entry.name)
            for entry in fields(kind)  # type: ignore[arg-type]  # every class of settings is a dataclass
            if Setting in entry.metadata
        )
    return _declared[kind]


def setting_in(kind: type[Configuration], name: str) -> Setting:
    """The setting of that name."""
    return next(setting for setting in settings_in(kind) if setting.name == name)


def check_names(given: Mapping[str, Any], *kinds: type[Configuration]) -> None:
    """Refuse what is a setting of none of these classes."""
    known = [setting.name for kind in kinds for setting in settings_in(kind)]
    for name in given:
        if name not in known:
            raise BadOption(
                "The search has no setting {name}; its settings: {known}.",
                name=shorten(name),
                known=listing(known),
            )
