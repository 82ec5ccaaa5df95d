"""The folder of a series: its settings and one file for each finished game, whole at every moment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from boyi.arena.results import GameResult
from boyi.arena.settings import BadSeries, SeriesSettings
from boyi.core.errors import BoyiError, shorten
from boyi.core.record import GameRecord
from boyi.core.system import system_reason
from boyi.formats import BadFile, read

SETTINGS = "match.json"
FORMAT, VERSION = "boyi-match", 1
LOCK = ".lock"


class BadFolder(BoyiError):
    """A folder that cannot be written to, or holds something else."""


class Folder:
    """Where a series is kept. Files appear whole or not at all, whenever the program is killed."""

    def __init__(self, path: Path, settings: SeriesSettings) -> None:
        self.path, self.settings = path, settings
        self._lock: IO[str] | None = None

    @classmethod
    def create(cls, path: Path, settings: SeriesSettings) -> Folder:
        """A new folder for a new series."""
        folder = cls(path, settings)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if (path / SETTINGS).exists():
                raise BadFolder("{path} holds a match already: resume it with --resume {path}.", path=path)
            # What starts with a dot may be left from a start that was killed.
            if any(not entry.name.startswith(".") for entry in path.iterdir()):
                raise BadFolder("{path} is not empty: give a new folder for the games.", path=path)
            folder.lock()
            document = {"format": FORMAT, "version": VERSION, "settings": settings.to_data()}
            folder._write(SETTINGS, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise _broken(path, error) from None
        return folder

    @classmethod
    def open(cls, path: Path) -> Folder:
        """The folder of a series that was begun."""
        try:
            text = (path / SETTINGS).read_text("utf-8")
        except FileNotFoundError:
            raise BadFolder(
                "{path} holds no match: there is no {settings} in it; start one with --out.",
                path=path,
                settings=SETTINGS,
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise _broken(path, error) from None
        try:
            document = json.loads(text)
            if document["format"] != FORMAT or document["version"] != VERSION:
                raise BadSeries("It is of another kind or version.")
            settings = SeriesSettings.from_data(document["settings"])
        except (ValueError, KeyError, TypeError, RecursionError, BoyiError) as error:
            raise BadFolder(
                "{file} cannot be read: {why}",
                file=path / SETTINGS,
                why=error if isinstance(error, BoyiError) else shorten(error, 200),
            ) from None
        folder = cls(path, settings)
        folder.lock()
        return folder

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
            raise BadFolder("Another program is playing the match in {path}.", path=self.path) from None
        except OSError as error:
            self.close()
            raise _broken(self.path, error) from None

    def __enter__(self) -> Folder:
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

    def save(self, number: int, text: str) -> None:
        """Keep a finished game."""
        try:
            self._write(self.file(number).name, text)
        except OSError as error:
            raise _broken(self.path, error) from None

    def _write(self, name: str, text: str) -> None:
        whole, part = self.path / name, self.path / f".{name}.part"
        part.write_text(text, "utf-8", newline="\n")
        part.replace(whole)

    def games(self) -> Iterator[tuple[int, GameRecord]]:
        """The finished games by number; a file that is none is named in a sentence."""
        pattern = re.compile(rf"game-([0-9]{{6,}})\.{self.settings.file_format}")
        found = (pattern.fullmatch(entry.name) for entry in self.path.iterdir())
        for number in sorted(int(match[1]) for match in found if match is not None):
            if not 1 <= number <= self.settings.games:
                continue
            try:
                record = read(self.file(number).read_bytes(), game=self.settings.rules_of_game)
                if record.headers.get("round") != str(number) or record.outcome is None:
                    raise BadFile("It is not a finished game of this match.")
            except (OSError, BoyiError) as error:
                raise BadFolder(
                    "{file} cannot be used: {error} Delete it to have the game played again.",
                    file=self.file(number),
                    error=error,
                ) from None
            yield number, record

    def results(self) -> dict[int, GameResult]:
        """How the finished games ended."""
        return {number: GameResult.of(number, record) for number, record in self.games()}


def _broken(path: Path, error: Exception) -> BadFolder:
    reason = system_reason(error)
    return BadFolder("{path} cannot be used for a match: {reason}.", path=path, reason=reason)
