"""What a match says; every event is a frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from boyi.core.clock import Clock
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.result import SearchResult

Request = Literal["draw", "take back"]
OpeningStep = Literal["place3", "choose", "place2", "choose2"]
"""The steps of swap2: three stones, a choice, perhaps two more stones and another choice."""
OpeningChoice = Literal["black", "white", "more"]
"""A colour for oneself, or two more stones and the other player's choice."""


@dataclass(frozen=True, slots=True)
class OpeningState:
    """Where a swap2 opening stands."""

    step: OpeningStep
    player: int
    """Who acts, by the seat before any swap."""
    stones: int
    """How many stones are still to be placed in this step."""
    choices: tuple[OpeningChoice, ...]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins, or is resumed."""

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
    playouts: int | None = field(default=None, compare=False)
    """How many random games the mover played to decide, if it says so; the record does not hold it."""


@dataclass(frozen=True, slots=True)
class MoveReplaced:
    """An illegal answer was forgiven: the move that follows was drawn instead."""

    player: int
    text: str
    """The move, in the game's notation."""
    fault: Message
    """What was wrong with the answer."""


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
    reopened: bool = False
    """The game was over and is resumed."""


@dataclass(frozen=True, slots=True)
class OpeningChanged:
    """A step of a swap2 opening was made or taken back; None: the game has ended in it."""

    opening: OpeningState | None


@dataclass(frozen=True, slots=True)
class ColoursChosen:
    """A swap2 opening is over."""

    by: int
    """Who chose: the first player (0), who placed the three stones, or the second."""
    black: int
    """Who plays black."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The end, with a sentence on what happened where the reason alone does not say it."""

    outcome: Outcome
    detail: Message | None = None


Event = (
    GameStarted
    | MovePlayed
    | MoveReplaced
    | ClockChanged
    | Thinking
    | Requested
    | Answered
    | TakenBack
    | OpeningChanged
    | ColoursChosen
    | GameOver
)
