"""Files that declare something with text in every language, such as lessons and experiments: reading them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.language import language_codes
from boyi.core.message import Message, listing

LARGEST = 1 << 20
Texts = Mapping[str, str]
"""A text by the code of its language."""


class BadDeclaration(BoyiError):
    """A file that does not declare what it should; each kind of file has its own."""

    one: ClassVar[Message]
    """What such a file declares: ``a lesson``."""
    many: ClassVar[Message]


def read_toml(path: Path, error: type[BadDeclaration]) -> dict[str, Any]:
    """The tables of a file, or a sentence that says why it cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise error.of(Message("{file} is larger than {one} can be.", file=path.name, one=error.one))
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as why:
        raise error.of(Message("{file} cannot be read: {why}.", file=path.name, why=str(why))) from None


def check_keys(data: Mapping[str, Any], known: Sequence[str], error: type[BadDeclaration]) -> None:
    """Refuse a key that nobody knows."""
    for key in data:
        if key not in known:
            message = Message("There is no key {key}; keys: {known}.", key=shorten(key), known=listing(known))
            raise error.of(did_you_mean(message, key, known))


def read_texts(data: Mapping[str, Any], key: str, error: type[BadDeclaration]) -> Texts:
    """A text that must be there in every language."""
    found = data.get(key)
    for code in language_codes():
        if not isinstance(found, Mapping) or not isinstance(found.get(code), str):
            missing = Message("{key} needs a text in each language; {code} is missing.", key=key, code=code)
            raise error.of(missing)
    assert isinstance(found, Mapping)
    return {code: str(found[code]).strip() for code in language_codes()}


def toml_files(own: Path, folders: Sequence[str | Path], error: type[BadDeclaration]) -> dict[str, Path]:
    """The files of a folder of ours and of given ones, by name; those of given folders go before ours."""
    found = {path.stem: path for path in sorted(own.glob("*.toml"))}
    for folder in map(Path, folders):
        if not folder.is_dir():
            missing = Message(
                "There is no folder {folder} with {many}.", folder=shorten(folder), many=error.many
            )
            raise error.of(missing)
        found |= {path.stem: path for path in sorted(folder.glob("*.toml"))}
    return found
