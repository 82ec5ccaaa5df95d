"""What the server asks a worker about an explanation, as plain data, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boyi.core.message import Message
from boyi.lab.recorder import Level


class Request:
    """The base of all of them."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Prepare(Request):
    """Load what explanations need; it has no answer."""


@dataclass(frozen=True, slots=True)
class Begin(Request):
    """Run a search, or two beside each other, and explain it."""

    search: str
    versus: str = ""
    game: str = ""
    """Empty for a search that needs no position."""
    options: Mapping[str, Any] | None = None
    start: str = ""
    moves: tuple[int, ...] = ()
    events: int = 0
    """After so many the search is stopped."""
    seconds: float = 0.0
    """The same."""


@dataclass(frozen=True, slots=True)
class Look(Request):
    """Steps from ``first`` on; ``wait`` seconds for the first of them while the search runs."""

    level: Level
    first: int
    count: int
    conceal: bool = False
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class Tree(Request):
    """The drawn tree after a step; ``side``: ``left`` or ``right`` where two searches stand side by side."""

    level: Level
    step: int
    unfolded: tuple[int, ...] | None = None
    side: str = ""


@dataclass(frozen=True, slots=True)
class Predict(Request):
    """Judge a prediction and show the whole step."""

    level: Level
    step: int
    option: int


@dataclass(frozen=True, slots=True)
class Judge(Request):
    """Whether a move solves a puzzle, which is given as plain data."""

    puzzle: Mapping[str, Any]
    move: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to any of them: JSON, or why there is none."""

    data: bytes = b""
    packed: bool = False
    """Whether the JSON is packed with gzip: to pack a megabyte would hold the event loop up."""
    error: Message | None = None
