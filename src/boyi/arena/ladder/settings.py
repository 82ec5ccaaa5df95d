"""The file of a class: who may upload, what is played, and the quotas."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from hmac import compare_digest
from typing import Any, ClassVar

from boyi.arena.kept import FolderKind
from boyi.arena.level_scale import LevelScale
from boyi.arena.plain_data import fields_of, restore
from boyi.arena.settings import SeriesSettings, derived_seed
from boyi.arena.timing import BEFORE, chosen_timing
from boyi.core.clock import Timing
from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.message import Message, Template, listing
from boyi.players.spec import COMMAND

LADDER = FolderKind(
    "ladder",
    Template("{path} holds a ladder already."),
    Template("{path} holds no ladder: there is no {file} in it."),
    Template("Another program plays the ladder in {path}."),
)
NO_CLASS = Template("These are not the settings of a class ({error}).")
SHORTEST_CODE = 8
LONGEST_NAME = 30
MOST_STUDENTS = 500


class BadClass(BoyiError):
    """A file of a class that cannot be used."""


@dataclass(frozen=True, slots=True)
class Student:
    """Someone who may upload."""

    name: str
    code: str = ""
    """The personal code; it is kept in the class's file alone."""


@dataclass(frozen=True)
class ClassSettings(LevelScale):
    """A class, its game, and what each of its students may use."""

    folder_kind: ClassVar[FolderKind] = LADDER

    name: str
    game: str
    students: tuple[Student, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    levels: tuple[int, ...] = (1, 3, 5)
    """The levels that play on the ladder."""
    time: float = 1.0
    """Seconds a move."""
    timing: Timing | None = None
    """What is charged; None: processor time where programs of other people take part and it is known."""
    games: int = 40
    """Games after which a bot is no longer sent out; others still meet it."""
    memory: int = 512
    """Megabytes of a program and its children."""
    tmp: int = 64
    """Megabytes of its private /tmp."""
    largest: int = 100
    """Kilobytes of a file."""
    uploads: int = 20
    """Files of a student in 24 hours."""
    check: float = 300.0
    """Seconds that the check of a file may take."""
    namespaces: bool = False
    """Whether namespaces are enough where there is no bubblewrap: programs can read files then."""
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.rules_of_game.settings))
        object.__setattr__(self, "timing", chosen_timing(self.timing, (COMMAND,)))
        names = [student.name for student in self.students]
        if not 1 <= len(names) <= MOST_STUDENTS:
            raise BadClass("A class has 1 to {most} [[students]].", most=MOST_STUDENTS)
        for name in names:
            if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or "#" in name:
                raise BadClass(
                    "{name} is no name of a student: it has 1 to {most} letters and no #.",
                    name=shorten(name),
                    most=LONGEST_NAME,
                )
            if names.count(name) > 1:
                raise BadClass("Two students are called {name}: give each a name of its own.", name=name)
        if not set(self.levels) <= set(range(1, len(self.scale) + 1)):
            raise BadClass("levels are numbers from 1 to {most}.", most=len(self.scale))
        limits = {
            "time": (0.05, 60),
            "games": (2, 10_000),
            "memory": (64, 1 << 20),
            "tmp": (1, 1 << 16),
            "largest": (1, 2_000),
            "uploads": (1, 1_000),
            "check": (10, 3_600),
        }
        for key, (low, high) in limits.items():
            if not low <= getattr(self, key) <= high:
                raise BadClass("{key} is a number from {low:g} to {high:g}.", key=key, low=low, high=high)

    @property
    def file_format(self) -> str:
        """The format of the saved games."""
        return self.series(0, ("a", "random"), ("b", "random")).file_format

    def series(self, pair: int, a: tuple[str, str], b: tuple[str, str]) -> SeriesSettings:
        """The two games of a pair; each player is a name and a spec."""
        return SeriesSettings(
            self.game,
            a[1],
            b[1],
            games=2,
            seed=derived_seed(self.seed, "ladder", pair),
            options=self.options,
            names=(a[0], b[0]),
            time=self.time,
            timing=self.timing,
            event=self.name,
        )

    def student_of(self, code: str) -> int | None:
        """Whose code this is; every code is compared, so that the time says nothing."""
        own = sha256(code.encode("utf-8", errors="replace")).digest()
        found = [place for place, other in enumerate(self._codes) if compare_digest(own, other)]
        return found[0] if found else None

    @cached_property
    def _codes(self) -> list[bytes]:
        return [sha256(student.code.encode()).digest() for student in self.students]

    # Crossing layers: plain data

    def to_data(self) -> dict[str, Any]:
        """Everything but the codes, as plain JSON-ready data."""
        data = fields_of(self)
        data["students"] = [student.name for student in self.students]
        data["levels"] = list(self.levels)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ClassSettings:
        """What ``to_data`` wrote."""
        return restore(
            cls,
            {**BEFORE, **data},
            (BadClass, NO_CLASS),
            students=lambda names: tuple(map(Student, names)),
            levels=tuple,
        )


KINDS: Mapping[str, tuple[type, ...]] = {
    "name": (str,),
    "game": (str,),
    "options": (dict,),
    "levels": (list,),
    "time": (int, float),
    "timing": (str,),
    "games": (int,),
    "memory": (int,),
    "tmp": (int,),
    "largest": (int,),
    "uploads": (int,),
    "check": (int, float),
    "namespaces": (bool,),
    "seed": (int,),
    "students": (list,),
}
"""What a file can say, and as what."""


def read_class(text: str, file: str = "class.toml") -> ClassSettings:
    r"""The settings that a file holds.

    >>> settings = read_class('game = "othello"\n[[students]]\nname = "Anna"\ncode = "k7-pine-42"')
    >>> settings.students[0].name, settings.student_of("k7-pine-42"), settings.student_of("k7-pine-43")
    ('Anna', 0, None)
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadClass("{file}: {error}", file=file, error=shorten(error, 200)[1:-1]) from None
    for key, value in data.items():
        if key not in KINDS:
            message = Message(
                "{file}: nothing is called {key} there; known are {offered}.",
                file=file,
                key=shorten(key),
                offered=listing(KINDS),
            )
            raise BadClass.of(did_you_mean(message, key, tuple(KINDS)))
        if not isinstance(value, KINDS[key]) or (isinstance(value, bool) and bool not in KINDS[key]):
            raise BadClass("{file}: {key} cannot be {value}.", file=file, key=key, value=shorten(value))
    if "game" not in data:
        raise BadClass("{file}: a class needs a game.", file=file)
    students = tuple(_student(entry, file) for entry in data.get("students", []))
    codes = [student.code for student in students]
    if len(set(codes)) < len(codes):
        raise BadClass("{file}: two students have the same code.", file=file)
    levels = data.get("levels", [1, 3, 5])
    if not all(isinstance(level, int) for level in levels):
        raise BadClass("{file}: {key} cannot be {value}.", file=file, key="levels", value=shorten(levels))
    values = {key: value for key, value in data.items() if key not in ("students", "levels")}
    values.setdefault("name", file.removesuffix(".toml"))
    return ClassSettings(students=students, levels=tuple(levels), **values)


def _student(entry: Any, file: str) -> Student:
    if not isinstance(entry, dict) or set(entry) != {"name", "code"}:
        raise BadClass("{file}: each of the [[students]] has a name and a code.", file=file)
    name, code = str(entry["name"]), str(entry["code"])
    if not SHORTEST_CODE <= len(code) <= 40:
        raise BadClass(
            "{file}: the code of {name} should have {least} to 40 characters.",
            file=file,
            name=shorten(name),
            least=SHORTEST_CODE,
        )
    return Student(name, code)
