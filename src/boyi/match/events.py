"""What a match says while it goes on; every event is a frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boyi.core.clock import Clock
from boyi.core.outcome import Outcome
from boyi.core.result import SearchResult

Request = Literal["draw", "take back"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins, or goes on after an interruption."""

    game: str
    names: tuple[str, str]
    ply: int
    """How many moves stand on the record already."""
    clock: Clock


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was made and is on the record."""

    ply: int
    """Its number, from 1."""
    player: int
    move: int
    text: str
    clock: Clock
    spent: float = 0.0
    """Seconds it was charged for."""
    win_rate: float | None = None
    """How the mover sees its chances, if it says so."""
    forced: bool = False
    """A pass that nobody was asked about, because it was the only move."""


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """From now on this player's time runs."""

    player: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the player to move has found so far."""

    player: int
    result: SearchResult


@dataclass(frozen=True, slots=True)
class Requested:
    """A player asks the other for something."""

    request: Request
    player: int


@dataclass(frozen=True, slots=True)
class Answered:
    """A request was granted or refused by ``player``, or lapsed because a move was made."""

    request: Request
    player: int
    granted: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Moves were taken back; ``ply`` are left."""

    ply: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class GameOver:
    """The end, with a sentence on what happened where the reason alone does not say it."""

    outcome: Outcome
    detail: str = ""


Event = GameStarted | MovePlayed | ClockChanged | Thinking | Requested | Answered | TakenBack | GameOver
