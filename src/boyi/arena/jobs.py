"""A game to be played, as a pure function of its settings, and what came of it; a file to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from boyi.arena.results import SWAP2, SWAPPED, GameResult
from boyi.arena.settings import SeriesSettings
from boyi.core.clock import Timing
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
class CheckJob:
    """One bot to be checked, and how."""

    bot: str
    """Its file, or a spec."""
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    positions: int = 8
    seed: int = 0
    opponent: str | None = None
    """Of the whole games; None: the usual one."""
    time: float | None = None
    """Seconds a move; None: the usual ones, or a file's own where it is told no time."""
    waiting: float = 0.0
    """Seconds that the bot may have to wait for the processor."""
    timing: Timing = "processor"
    """What counts as the time of a move, where the bot's processor time is known."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """More settings of its spec: its sandbox and quotas."""

    def to_data(self) -> dict[str, Any]:
        """The job as plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> CheckJob:
        """What ``to_data`` wrote."""
        return cls(**data)


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
