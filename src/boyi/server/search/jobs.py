"""What the server and its workers say to each other about searches: jobs, pauses, cancellations, reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be searched, as plain data."""

    number: int
    key: str
    """Jobs of one player have one key: they go to the same engine, which may remember the game."""
    spec: str
    seed: int
    game: str
    options: Mapping[str, Any]
    start: str
    moves: tuple[int, ...]
    seconds: float | None = None
    """How long it may take."""

    @classmethod
    def of(
        cls, number: int, key: str, spec: str, seed: int, record: GameRecord, node: int, seconds: float | None
    ) -> Job:
        """The job of searching at a node of a record."""
        game = record.game
        start = game.format_position(record.start)
        moves = tuple(record.moves_to(node))
        return cls(number, key, spec, seed, game.name, dict(game.settings), start, moves, seconds)


@dataclass(frozen=True, slots=True)
class Cancel:
    """A job is to end now; what it has found so far is its result."""

    number: int


@dataclass(frozen=True, slots=True)
class Pause:
    """A job is to wait where it is, with all it has in memory, until ``Resume`` or ``Cancel``."""

    number: int


@dataclass(frozen=True, slots=True)
class Resume:
    """A paused job continues."""

    number: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a ``Pong``: is the process alive?"""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a job has found so far."""

    number: int
    result: SearchResult


@dataclass(frozen=True, slots=True)
class Finished:
    """A job's end: a result, or None with the sentence why there is none (a player that resigns: neither)."""

    number: int
    result: SearchResult | None
    error: Message | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """A job waits; another may run."""

    number: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to ``Ping``."""


Order = Job | Cancel | Pause | Resume | Ping
Report = Progress | Finished | Paused | Pong
