"""Lessons: files that name searches to look at, with text in every language.

A lesson is one TOML file; its name without ``.toml`` is the name of the lesson. docs/lab.md says what is in
one. Those of Boyi are in the folder beside this module; other folders can be given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_args

from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.game import Position
from boyi.core.message import Message, listing
from boyi.core.registry import make_game
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.recorder import Level
from boyi.lab.searches import explain, read_search
from boyi.lab.toml_file import (
    BadTomlFile,
    Texts,
    check_keys,
    inside,
    read_texts,
    read_toml_file,
    toml_files,
)
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import View

FOLDER = Path(__file__).parent / "lessons"
T = TypeVar("T")


class BadLesson(BadTomlFile):
    """A file that is no lesson."""

    one, many = Message("a lesson"), Message("lessons")


@dataclass(frozen=True)
class Part:
    """One search to look at."""

    search: str
    """As ``boyi explain`` takes it: ``mcts:c=0.7,iterations=50``."""
    title: Texts
    text: Texts
    look: Texts
    """What to look at."""
    versus: str = ""
    """Another search of the same position, side by side."""
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    position: str = ""
    moves: str = ""
    level: Level = "phase"
    """Where a reader begins."""

    def make_position(self) -> Position | None:
        """The position that is searched; None where the search needs none."""
        if not self.game:
            return None
        with inside(BadLesson, "game"):
            game = make_game(self.game, **self.options)
        with inside(BadLesson, "position"):
            start = game.parse_position(self.position) if self.position else game.start()
        with inside(BadLesson, "moves"):
            return start.play_text(self.moves)

    def check(self) -> None:
        """Raise a sentence if it cannot be explained; nothing is run."""
        position = self.make_position()
        for key, search in (("search", self.search), ("versus", self.versus)):
            if search:
                with inside(BadLesson, key):
                    read_search(search, position)

    def explain(self, limit: TraceLimit | None = None) -> Explanation | Comparison:
        """Run the search."""
        position = self.make_position()
        if self.versus:
            return Comparison.of(self.search, self.versus, position, limit)
        return explain(self.search, position, limit=limit)

    def to_data(self) -> View:
        """The texts and settings as plain data."""
        return {
            "title": dict(self.title),
            "text": dict(self.text),
            "look": dict(self.look),
            "search": self.search,
            "versus": self.versus,
            "level": self.level,
        }


@dataclass(frozen=True)
class Lesson:
    """A title, an introduction and what to look at, one after the other."""

    name: str
    title: Texts
    text: Texts
    parts: tuple[Part, ...]

    @classmethod
    def read(cls, path: Path) -> Lesson:
        """Read a file, or say what is wrong with it."""
        return read_toml_file(path, BadLesson, lambda data: cls.from_data(path.stem, data))

    @classmethod
    def from_data(cls, name: str, data: Mapping[str, Any]) -> Lesson:
        """Make a lesson of the tables of a file."""
        check_keys(data, ("title", "text", "parts"), BadLesson)
        title, text = (read_texts(data, key, BadLesson) for key in ("title", "text"))
        tables = data.get("parts")
        if not isinstance(tables, list) or not tables:
            raise BadLesson("A lesson has at least one [[parts]].").at("parts")
        parts = []
        for place, table in enumerate(tables):
            with inside(BadLesson, "parts", place):
                parts.append(_part(table))
                parts[-1].check()
        return cls(name, title, text, tuple(parts))


def _part(data: object) -> Part:
    if not isinstance(data, Mapping):
        raise BadLesson("A lesson has at least one [[parts]].")
    words = ("search", "versus", "game", "position", "moves", "level")
    check_keys(data, (*words, "options", "title", "text", "look"), BadLesson)
    for name in words:
        if not isinstance(data.get(name, ""), str):
            raise BadLesson("{key} is a text in quotation marks.", key=name).at(name)
    if not data.get("search"):
        raise BadLesson("A part needs a search, for example search = {example}.", example='"mcts"')
    if data.get("level", "phase") not in (levels := get_args(Level)):
        raise BadLesson("The level is one of {offered}.", offered=listing(levels)).at("level")
    if not isinstance(data.get("options", {}), Mapping):
        example = "{ size = 6 }"
        raise BadLesson("{key} is a table, for example {example}.", key="options", example=example).at(
            "options"
        )
    texts = {name: read_texts(data, name, BadLesson) for name in ("title", "text", "look")}
    found: dict[str, Any] = {name: data[name] for name in (*words, "options") if name in data}
    return Part(**found | texts)


def lesson_files(folders: Sequence[str | Path] = ()) -> dict[str, Path]:
    """The files of all lessons by name, in the order of a course; those of given folders replace ours."""
    return toml_files(FOLDER, folders, BadLesson)


def lessons(folders: Sequence[str | Path] = ()) -> dict[str, Lesson]:
    """All lessons by name."""
    return {name: Lesson.read(path) for name, path in lesson_files(folders).items()}


def readable_lessons(folders: Sequence[str | Path] = ()) -> tuple[dict[str, Lesson], list[BadLesson]]:
    """The lessons by name, and what is wrong with the files that are none."""
    found: dict[str, Lesson] = {}
    wrong: list[BadLesson] = []
    for name, path in lesson_files(folders).items():
        try:
            found[name] = Lesson.read(path)
        except BadLesson as error:
            wrong.append(error)
    return found, wrong


def find_lesson(name: str, folders: Sequence[str | Path] = ()) -> Lesson:
    """The lesson of that name.

    >>> find_lesson("thesis").title["en"]
    'The worked example of the thesis'
    """
    return Lesson.read(choose_lesson(name, lesson_files(folders)))


def choose_lesson(name: str, offered: Mapping[str, T]) -> T:
    """What is offered under the name of a lesson, or a sentence on which there are."""
    if name not in offered:
        message = Message(
            "There is no lesson {name}: choose {offered}.", name=shorten(name), offered=listing(offered)
        )
        raise UnknownName.of(did_you_mean(message, name, offered))
    return offered[name]
