"""TOML files with texts in every language, such as lessons and experiments: reading them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.language import language_codes
from boyi.core.message import Message, listing
from boyi.lab.toml_lines import Place, lines_of, nearest_line

LARGEST = 1 << 20
ORDER = "order.txt"
AT_LINE = re.compile(r" \(at line (?P<line>\d+), column \d+\)")
"""How ``tomllib`` names a place."""
T = TypeVar("T")
Texts = Mapping[str, str]
"""A text by the code of its language."""


class BadTomlFile(BoyiError):
    """A file that does not hold what it should; each kind of file has its own."""

    one: ClassVar[Message]
    """What such a file holds: ``a lesson``."""
    many: ClassVar[Message]
    place: Place = ()
    """Where in the file."""

    def at(self, *place: str | int) -> Self:
        """The error, further inside."""
        self.place = (*place, *self.place)
        return self


@contextmanager
def inside(error: type[BadTomlFile], *place: str | int) -> Iterator[None]:
    """What is wrong in here is wrong at this place of the file."""
    try:
        yield
    except BadTomlFile as why:
        raise why.at(*place) from None
    except BoyiError as why:
        raise error.of(why.message).at(*place) from None


def read_toml_file(path: Path, error: type[BadTomlFile], make: Callable[[dict[str, Any]], T]) -> T:
    """What ``make`` makes of the tables of a file, or a sentence that names the file and the line."""
    try:
        if path.stat().st_size > LARGEST:
            raise error.of(Message("{file} is larger than {one} can be.", file=path.name, one=error.one))
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as why:
        raise error.of(Message("{file} cannot be read: {why}.", file=path.name, why=str(why))) from None
    line: int | None
    try:
        return make(tomllib.loads(text))
    except tomllib.TOMLDecodeError as why:
        found = AT_LINE.search(str(why))
        line = int(found["line"]) if found else len(text.splitlines())
        reason: object = Message("this is not TOML: {why}.", why=AT_LINE.sub("", str(why)))
    except BoyiError as why:
        line = nearest_line(lines_of(text), why.place if isinstance(why, BadTomlFile) else ())
        reason = why
    if line is None:
        raise error.of(Message("{file}: {why}", file=path.name, why=reason))
    raise error.of(Message("{file}, line {line}: {why}", file=path.name, line=line, why=reason))


def check_keys(data: Mapping[str, Any], known: Sequence[str], error: type[BadTomlFile]) -> None:
    """Refuse an unknown key."""
    for key in data:
        if key not in known:
            message = Message("There is no key {key}; keys: {known}.", key=shorten(key), known=listing(known))
            raise error.of(did_you_mean(message, key, known)).at(key)


def read_texts(data: Mapping[str, Any], key: str, error: type[BadTomlFile]) -> Texts:
    """A text that must be there in every language."""
    found = data.get(key)
    for code in language_codes():
        if not isinstance(found, Mapping) or not isinstance(found.get(code), str):
            missing = Message("{key} needs a text in each language; {code} is missing.", key=key, code=code)
            raise error.of(missing).at(key, code)
    assert isinstance(found, Mapping)
    return {code: str(found[code]).strip() for code in language_codes()}


def toml_files(own: Path, folders: Sequence[str | Path], error: type[BadTomlFile]) -> dict[str, Path]:
    """The files of a folder of ours and of given ones, by name; those of given folders replace ours.

    A folder's ``order.txt`` names files in the order in which they are offered, one a line; others follow by
    name.
    """
    found = _in_order(own)
    for folder in map(Path, folders):
        if not folder.is_dir():
            missing = Message(
                "There is no folder {folder} with {many}.", folder=shorten(folder), many=error.many
            )
            raise error.of(missing)
        found |= _in_order(folder)
    return found


def _in_order(folder: Path) -> dict[str, Path]:
    try:
        names = (folder / ORDER).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeError):
        names = []
    places = {name.strip(): place for place, name in enumerate(names)}
    paths = sorted(folder.glob("*.toml"))
    paths.sort(key=lambda path: places.get(path.stem, len(places)))
    return {path.stem: path for path in paths}
