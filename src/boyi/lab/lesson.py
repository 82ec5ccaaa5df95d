"""Lessons: files that name searches to look at, with text in every language.

A lesson is one TOML file; its name without ``.toml`` is the name of the lesson. docs/lab.md says what is in
one. Those of Boyi are in the folder beside this module; other folders can be given.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from boyi.core.errors import BoyiError, UnknownName, did_you_mean, shorten
from boyi.core.game import Position
from boyi.core.language import language_codes
from boyi.core.message import Message, listing
from boyi.core.registry import make_game
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.recorder import Level
from boyi.lab.searches import explain
from boyi.lab.view import View

FOLDER = Path(__file__).parent / "lessons"
LARGEST = 1 << 20
Texts = Mapping[str, str]
"""A text by the code of its language."""


class BadLesson(BoyiError):
    """A file that is no lesson."""


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
        game = make_game(self.game, **self.options)
        start = game.parse_position(self.position) if self.position else game.start()
        return start.play_text(self.moves)

    def explain(self) -> Explanation | Comparison:
        """Run the search."""
        position = self.make_position()
        if self.versus:
            return Comparison.of(self.search, self.versus, position)
        return explain(self.search, position)

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
        try:
            if path.stat().st_size > LARGEST:
                raise BadLesson("The file is larger than a lesson can be.")
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            return cls.from_data(path.stem, data)
        except BadLesson as error:
            raise BadLesson("{file}: {why}", file=path.name, why=error) from None
        except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
            raise BadLesson("{file} cannot be read: {why}.", file=path.name, why=str(error)) from None

    @classmethod
    def from_data(cls, name: str, data: Mapping[str, Any]) -> Lesson:
        """Make a lesson of the tables of a file."""
        _check_keys(data, ("title", "text", "parts"))
        parts = data.get("parts")
        if not isinstance(parts, list) or not parts:
            raise BadLesson("A lesson has at least one [[parts]].")
        return cls(name, _texts(data, "title"), _texts(data, "text"), tuple(map(_part, parts)))


def _part(data: object) -> Part:
    if not isinstance(data, Mapping):
        raise BadLesson("A lesson has at least one [[parts]].")
    words = ("search", "versus", "game", "position", "moves", "level")
    _check_keys(data, (*words, "options", "title", "text", "look"))
    for name in words:
        if not isinstance(data.get(name, ""), str):
            raise BadLesson("{key} is a text in quotation marks.", key=name)
    if not data.get("search"):
        raise BadLesson("A part needs a search, for example search = {example}.", example='"mcts"')
    if data.get("level", "phase") not in (levels := get_args(Level)):
        raise BadLesson("The level is one of {offered}.", offered=listing(levels))
    if not isinstance(data.get("options", {}), Mapping):
        raise BadLesson("{key} is a table, for example {example}.", key="options", example="{ size = 6 }")
    texts = {name: _texts(data, name) for name in ("title", "text", "look")}
    found: dict[str, Any] = {name: data[name] for name in (*words, "options") if name in data}
    return Part(**found | texts)


def _check_keys(data: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in data:
        if key not in known:
            message = Message("There is no key {key}; keys: {known}.", key=shorten(key), known=listing(known))
            raise BadLesson.of(did_you_mean(message, key, known))


def _texts(data: Mapping[str, Any], key: str) -> Texts:
    found = data.get(key)
    for code in language_codes():
        if not isinstance(found, Mapping) or not isinstance(found.get(code), str):
            raise BadLesson("{key} needs a text in each language; {code} is missing.", key=key, code=code)
    assert isinstance(found, Mapping)
    return {code: str(found[code]).strip() for code in language_codes()}


def lesson_files(folders: Sequence[str | Path] = ()) -> dict[str, Path]:
    """The files of all lessons by name; those of given folders go before ours."""
    found = {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise BadLesson("There is no folder {folder} with lessons.", folder=shorten(folder))
        found |= {path.stem: path for path in sorted(folder.glob("*.toml"))}
    return found


def lessons(folders: Sequence[str | Path] = ()) -> dict[str, Lesson]:
    """All lessons by name."""
    return {name: Lesson.read(path) for name, path in lesson_files(folders).items()}


def find_lesson(name: str, folders: Sequence[str | Path] = ()) -> Lesson:
    """The lesson of that name.

    >>> find_lesson("thesis").title["en"]
    'The worked example of the thesis'
    """
    files = lesson_files(folders)
    if name not in files:
        message = Message(
            "There is no lesson {name}: choose {offered}.", name=shorten(name), offered=listing(files)
        )
        raise UnknownName.of(did_you_mean(message, name, files))
    return Lesson.read(files[name])
