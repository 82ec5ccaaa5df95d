"""What a search answers: the same shape for every search, game and back end."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from boyi.core.errors import BoyiError
from boyi.core.message import Term
from boyi.core.outcome import Outcome

Proven = Literal["win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A root move the search looked at; ``score`` and ``win_rate`` (0..1) are for the side to move."""

    move: int
    visits: int
    win_rate: float
    score: float
    pv: tuple[int, ...] = ()
    value: float | None = None
    """What the search's evaluation says, in its own unit."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search's choice and what it is based on; numbers are for the side to move at the root."""

    move: int
    score: float
    win_rate: float
    pv: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    nodes: int
    depth: int
    seconds: float
    proven: Proven | None = None
    value: float | None = None
    """What the search's evaluation says, in its own unit."""

    def to_data(self) -> dict[str, Any]:
        """Plain data, moves as numbers."""
        return asdict(self)


def require_ongoing(outcome: Outcome | None) -> None:
    """Refuse to search a game that is over."""
    if outcome is not None:
        raise BoyiError(
            "There is nothing to search: the game is over ({reason}).", reason=Term(outcome.reason)
        )
