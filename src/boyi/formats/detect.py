"""Opening any game file: the format is found from the content, never from the name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from boyi.core.errors import UnknownName, shorten
from boyi.core.message import listing
from boyi.core.record import GameRecord
from boyi.formats.boyi_json import read_json, write_json
from boyi.formats.choice import Hint, choose_game, hinted_name
from boyi.formats.dat import looks_like_dat, read_dat, write_dat
from boyi.formats.encoding import check_size, decode
from boyi.formats.errors import BadFile, CannotWrite, file_of
from boyi.formats.ggf import read_all_ggf, write_all_ggf
from boyi.formats.psq import HEAD, read_psq, write_psq
from boyi.formats.sgf.codec import read_all_sgf, write_all_sgf
from boyi.formats.transcript import read_transcript, write_transcript
from boyi.formats.wthor import NAMELESS, WthorNames, looks_like_wthor, read_wthor


class Reader(Protocol):
    """Reads the games of a file."""

    def __call__(
        self, data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
    ) -> Iterator[GameRecord]: ...


class _SingleReader(Protocol):
    def __call__(
        self, data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
    ) -> GameRecord: ...


Writer = Callable[[Iterable[GameRecord]], str]


@dataclass(frozen=True)
class Format:
    """A file format: what it is called, what it holds, and its codec."""

    name: str
    title: str
    extensions: tuple[str, ...]
    games: tuple[str, ...]
    """The games it holds; empty: every game."""
    reader: Reader
    writer: Writer | None
    collections: bool = False
    """Whether one file can hold several games."""

    @property
    def can_write(self) -> bool:
        """Whether files of this format are written."""
        return self.writer is not None


def _single(read: _SingleReader) -> Reader:
    def reader(
        data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
    ) -> Iterator[GameRecord]:
        yield read(data, game=game, size=size, lenient=lenient)

    return reader


def _one(write: Callable[[GameRecord], str]) -> Writer:
    def writer(records: Iterable[GameRecord]) -> str:
        several = list(records)
        if len(several) != 1:
            raise CannotWrite(
                "This format holds one game a file, not {count}: choose sgf or ggf.", count=len(several)
            )
        return write(several[0])

    return writer


def _read_wtb(
    data: bytes | str,
    *,
    game: Hint = None,
    size: int | None = None,
    lenient: bool = False,
    names: WthorNames = NAMELESS,
) -> Iterator[GameRecord]:
    if isinstance(data, str):
        raise BadFile("A WTHOR file is binary: open it as bytes.")
    choose_game(file_of("WTHOR"), "othello", {"size": 8}, hinted_name(game), size)
    return read_wthor(data, names=names, lenient=lenient)


FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format(
            "sgf",
            "Smart Game Format",
            (".sgf",),
            ("gomoku", "othello", "loa", "nogo"),
            read_all_sgf,
            write_all_sgf,
            collections=True,
        ),
        Format(
            "ggf",
            "Generic Game Format",
            (".ggf",),
            ("othello",),
            read_all_ggf,
            write_all_ggf,
            collections=True,
        ),
        Format("psq", "Piskvork", (".psq",), ("gomoku",), _single(read_psq), _one(write_psq)),
        Format("wthor", "WTHOR", (".wtb",), ("othello",), _read_wtb, None, collections=True),
        Format("dat", "NoGo program", (".dat",), ("nogo",), _single(read_dat), _one(write_dat)),
        Format("json", "Boyi JSON", (".json",), (), _single(read_json), _one(write_json)),
        Format("moves", "Move list", (".txt",), (), _single(read_transcript), _one(write_transcript)),
    )
}
"""Every format by name."""


def written_formats(game: str) -> list[Format]:
    """The formats in which games of this name can be written.

    >>> [known.name for known in written_formats("othello")]
    ['sgf', 'ggf', 'json', 'moves']
    """
    return [
        known for known in FORMATS.values() if known.can_write and (not known.games or game in known.games)
    ]


def detect(data: bytes | str) -> str:
    """The name of the format of a file, judged by its content; what nothing else claims is a move list.

    >>> detect("(;GM[2];B[f5])"), detect("f5d6c3"), detect("Piskvorky 15x15, 11:11, 0"), detect("2 0 A1 B4")
    ('sgf', 'moves', 'psq', 'dat')
    """
    check_size(data)
    if isinstance(data, bytes) and looks_like_wthor(data):
        return "wthor"
    text = decode(data)
    start = text[:4096].lstrip("\x00 \t\r\n\v\f")
    if start.startswith(("{", "[")):
        return "json"
    if HEAD.match(start):
        return "psq"
    if found := re.search(r"\([\s\x00]*;", text):
        kind = re.search(r"GM\s*\[\s*([A-Za-z]+)", text[found.start() : found.start() + 4096])
        return "ggf" if kind and kind[1].lower() in ("othello", "reversi") and _is_ggf(text) else "sgf"
    if re.match(r"\(\s*[A-Z]{1,2}\s*\[", start):
        return "sgf"
    return "dat" if looks_like_dat(text) else "moves"


def _is_ggf(text: str) -> bool:
    """Whether a game called by its name is of the servers' kind: a board, or moves without semicolons."""
    return re.search(r";\s*\)|BO\s*\[|\]\s*[BW]\s*\[", text) is not None


def read(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> GameRecord:
    """The game of a file or a pasted text, whatever its format; of several games the first.

    ``game`` and ``size`` help where the file does not say. An illegal move or a break in the file raises
    ``BadFile`` with one sentence; with ``lenient`` the legal part is kept and a comment says what is missing.

    >>> read("f5d6c3").text()
    'f5 d6 c3'
    """
    return next(read_all(data, game=game, size=size, lenient=lenient))


def read_all(
    data: bytes | str,
    *,
    game: Hint = None,
    size: int | None = None,
    lenient: bool = False,
    names: WthorNames = NAMELESS,
) -> Iterator[GameRecord]:
    """All games of a file, one by one; ``names`` are those of a WTHOR file's numbers."""
    found = detect(data)
    if found == "wthor":
        games = _read_wtb(data, game=game, size=size, lenient=lenient, names=names)
    else:
        games = FORMATS[found].reader(data, game=game, size=size, lenient=lenient)
    first = next(games, None)
    if first is None:
        raise BadFile("The file has no game in it.")
    yield from chain((first,), games)


def write(record: GameRecord, format_name: str) -> str | bytes:
    """A record in the format of this name; what the format cannot hold is left out (see docs/formats.md)."""
    return write_all([record], format_name)


def write_all(records: Iterable[GameRecord], format_name: str) -> str | bytes:
    """Several records in one file, where the format allows it."""
    chosen = FORMATS.get(format_name)
    if chosen is None:
        raise UnknownName(
            "There is no format {name}: choose {offered}.",
            name=shorten(format_name),
            offered=listing(FORMATS),
        )
    if chosen.writer is None:
        raise CannotWrite("Boyi reads {title} files and does not write them.", title=chosen.title)
    return chosen.writer(records)


def format_of_name(name: str) -> str | None:
    """The format that goes with a file name's extension, for choosing how to write."""
    lower = name.lower()
    return next((entry.name for entry in FORMATS.values() if lower.endswith(entry.extensions)), None)
