"""A game to be played, as a pure function of its settings, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boyi.arena.results import SWAP2, SWAPPED, GameResult
from boyi.arena.settings import SeriesSettings
from boyi.core.record import GameRecord


@dataclass(frozen=True, slots=True)
class Job:
    """One game of a series. Whoever plays it, wherever and however often: the seeds are the same."""

    settings: SeriesSettings
    number: int
    """Which game of the series, from 1."""
    key: int = 0
    """What it is called where it is kept; 0: its number."""

    @property
    def name(self) -> int:
        """The number of its file and of its round."""
        return self.key or self.number

    def owns(self, record: GameRecord) -> bool:
        """Whether a record is of this game: its number, and who has which colour."""
        headers, names = record.headers, self.settings.names
        swapped = headers.get(SWAP2) == SWAPPED
        black, white = names if (self.number % 2 == 1) != swapped else names[::-1]
        said = (headers.get("round"), headers.get("black"), headers.get("white"))
        return said == (str(self.name), black, white)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its result, the file it is kept in, and what its programs said."""

    result: GameResult
    text: str
    log: str = ""
    """The dialogue with the programs that took part; empty if there were none."""

    def to_data(self) -> dict[str, Any]:
        """The game as plain data."""
        return {"result": self.result.to_data(), "text": self.text, "log": self.log}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> PlayedGame:
        """What ``to_data`` wrote."""
        return cls(GameResult.from_data(data["result"]), data["text"], data["log"])
