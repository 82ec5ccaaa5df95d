"""What the training runs of all games share: a folder that a stopped run resumes in, and what is told."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from json import dumps, loads
from pathlib import Path
from typing import Any, TypeVar

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.system import system_reason, write_whole, writing

Report = Callable[[Message], object]
Made = TypeVar("Made")


def open_run(folder: Path, settings: Mapping[str, Any]) -> None:
    """Make the folder of a run with these settings, or resume the run that it holds."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    document = loads(dumps(settings))  # as a file gives it back: lists for tuples
    known = folder / "settings.json"
    damaged = Message(
        "{file} is damaged: delete it if the run had these settings, else choose another folder.", file=known
    )
    if known.exists() and read_made(known, loads, damaged) != document:
        raise BoyiError("The folder holds a run with other settings: choose another folder.")
    write_whole(known, dumps(document, indent=1).encode())


def read_made(path: Path, read: Callable[[bytes], Made], damaged: Message | None = None) -> Made:
    """What ``read`` makes of a file of a run; a sentence if the file cannot be read or is damaged."""
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise BoyiError("{file} cannot be read: {reason}.", file=path, reason=system_reason(error)) from None
    except (ValueError, TypeError, RecursionError, zlib.error):
        again = Message("{file} is damaged: delete it, and the run makes it again.", file=path)
        raise BoyiError.of(damaged or again) from None


def checked(check: Callable[[bytes], object]) -> Callable[[bytes], bytes]:
    """Bytes as they are, once ``check`` has raised no error; for ``read_made``."""

    def read(data: bytes) -> bytes:
        check(data)
        return data

    return read


def games_of_round(
    folder: Path,
    turn: int,
    games: int,
    file: int,
    play: Callable[[int], bytes],
    check: Callable[[bytes], object],
    report: Report,
    threads: int = 1,
) -> bytes:
    """The records of a round's games, rounded down to whole files; ``play(first)`` gives those of a file.

    ``check`` raises a ValueError if the bytes of a file are no records.
    """

    def records(first: int) -> bytes:
        path = folder / f"round-{turn}-games-{first // file:05}.bin"
        if not path.exists():
            write_whole(path, play(first))
            report(games_told(turn, first, file))
        return read_made(path, checked(check))

    firsts = range(0, games - file + 1, file)
    if threads == 1:
        return b"".join(map(records, firsts))
    with ThreadPoolExecutor(threads) as pool:
        return b"".join(pool.map(records, firsts))


def games_told(turn: int, first: int, games: int) -> Message:
    """The line about games that were played."""
    last = first + games - 1
    return Message("round {turn}: games {first} to {last}", turn=turn, first=first, last=last)


def fit_told(turn: int, positions: int, before: float, after: float) -> Message:
    """The line about a fit."""
    return Message(
        "round {turn}: {positions} positions, cross entropy held out {before:.4f} before, {after:.4f} after",
        turn=turn,
        positions=positions,
        before=before,
        after=after,
    )
