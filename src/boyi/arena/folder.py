"""The folder of a match, a rating run or a tournament: its settings, and a file for each finished game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Generic, Self, TypeVar

from boyi.arena.kept import Kept
from boyi.arena.results import GameResult
from boyi.arena.settings import BadSeries, SeriesSettings
from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.system import system_reason
from boyi.formats import BadFile, read

LOCK, LOG = ".lock", ".log"


Settings = TypeVar("Settings", bound=Kept)


class BadFolder(BoyiError):
    """A folder that cannot be written to, or holds something else."""


class GameFolder(Generic[Settings]):
    """Where games are kept. Files appear whole or not at all, whenever the program is killed."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path, self.settings = path, settings
        self._lock: IO[str] | None = None

    @classmethod
    def create(cls, path: Path, settings: Settings) -> Self:
        """A new folder for new games."""
        folder, kind = cls(path, settings), settings.folder_kind
        try:
            path.mkdir(parents=True, exist_ok=True)
            if (path / kind.file).exists():
                raise BadFolder.of(kind.exists(path=path))
            # What starts with a dot may be left from a start that was killed.
            if any(not entry.name.startswith(".") for entry in path.iterdir()):
                raise BadFolder("{path} is not empty: give a new folder for the games.", path=path)
            folder.lock()
            folder.write_settings(settings)
        except OSError as error:
            raise _broken(path, error) from None
        return folder

    @classmethod
    def open(cls, path: Path, made_by: type[Settings], *, to_play: bool = True) -> Self:
        """The folder of games that were begun; to read it only, nobody else is kept out."""
        kind = made_by.folder_kind
        try:
            text = (path / kind.file).read_text("utf-8")
        except FileNotFoundError:
            raise BadFolder.of(kind.missing(path=path, file=kind.file)) from None
        except (OSError, UnicodeDecodeError) as error:
            raise _broken(path, error) from None
        try:
            document = json.loads(text)
            if document["format"] != f"boyi-{kind.name}" or document["version"] != kind.version:
                raise BadSeries("It is of another kind or version.")
            settings = made_by.from_data(document["settings"])
        except (ValueError, KeyError, TypeError, RecursionError, BoyiError) as error:
            raise BadFolder(
                "{file} cannot be read: {why}",
                file=path / kind.file,
                why=error if isinstance(error, BoyiError) else shorten(error, 200),
            ) from None
        folder = cls(path, settings)
        if to_play:
            folder.lock()
        return folder

    def write_settings(self, settings: Settings) -> None:
        """Keep settings, be it others than before."""
        kind = settings.folder_kind
        document = {"format": f"boyi-{kind.name}", "version": kind.version, "settings": settings.to_data()}
        self.write(kind.file, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        self.settings = settings

    def lock(self) -> None:
        """Keep a second program out, until this one ends in whatever way."""
        try:
            import fcntl
        except ImportError:  # Windows: two at a time play some games twice, the files stay whole
            return
        try:
            self._lock = (self.path / LOCK).open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise BadFolder.of(self.settings.folder_kind.busy(path=self.path)) from None
        except OSError as error:
            self.close()
            raise _broken(self.path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others use the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def file(self, number: int) -> Path:
        """The file of a game."""
        return self.path / f"game-{number:06}.{self.settings.file_format}"

    def log(self, number: int) -> Path:
        """The file of what the programs of a game said."""
        return self.file(number).with_suffix(LOG)

    def save(self, number: int, text: str, log: str = "") -> None:
        """Keep a finished game; what its programs said first, so that no game is without it."""
        try:
            if log:
                self.write(self.log(number).name, log)
            self.write(self.file(number).name, text)
        except OSError as error:
            raise _broken(self.path, error) from None

    def write(self, name: str, text: str) -> None:
        """Write a file that is there whole or not at all."""
        self.write_bytes(name, text.encode())

    def write_bytes(self, name: str, content: bytes) -> None:
        """Write a file that is no text in the same way."""
        whole, part = self.path / name, self.path / f".{name}.part"
        part.write_bytes(content)
        part.replace(whole)

    def games(self) -> Iterator[tuple[int, GameRecord]]:
        """The finished games by number; a file that is none is named in a sentence."""
        for number in self.numbers():
            yield number, self.load(number)

    def numbers(self) -> list[int]:
        """The numbers of the finished games."""
        pattern = re.compile(rf"game-([0-9]{{6,}})\.{self.settings.file_format}")
        found = (pattern.fullmatch(entry.name) for entry in self.path.iterdir())
        numbers = sorted(int(match[1]) for match in found if match is not None)
        return [number for number in numbers if self.settings.game_of(number) is not None]

    def load(self, number: int) -> GameRecord:
        """A finished game."""
        try:
            record = read(self.file(number).read_bytes(), game=self.settings.game_of(number))
            if record.headers.get("round") != str(number) or record.outcome is None:
                raise BadFile("It is not a finished game of this match.")
        except (OSError, BoyiError) as error:
            raise self.unusable(number, error) from None
        return record

    def unusable(self, number: int, why: Exception | Message) -> BadFolder:
        """The sentence about the file of a game that cannot be used."""
        return BadFolder(
            "{file} cannot be used: {error} Delete it to have the game played again.",
            file=self.file(number),
            error=why,
        )


class Folder(GameFolder[SeriesSettings]):
    """The folder of a match."""

    @classmethod
    def open(
        cls, path: Path, made_by: type[SeriesSettings] = SeriesSettings, *, to_play: bool = True
    ) -> Self:
        """The folder of a match that was begun."""
        return super().open(path, made_by, to_play=to_play)

    def results(self) -> dict[int, GameResult]:
        """How the finished games ended."""
        return {number: GameResult.of(number, record) for number, record in self.games()}


def _broken(path: Path, error: Exception) -> BadFolder:
    reason = system_reason(error)
    return BadFolder("{path} cannot be used for a match: {reason}.", path=path, reason=reason)
