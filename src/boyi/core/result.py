"""What a search answers: the same shape for every search, game and back end."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from boyi.core.errors import BoyiError
from boyi.core.message import Term
from boyi.core.outcome import Outcome

Proven = Literal["win", "loss", "draw"]
Kind = Literal["heuristic", "selective", "exact"]
"""What a value is based on: an evaluation at some depth, a search to the end of the game with cuts that are
probably right, or a proof."""

WIN = 100_000_000
"""The score of a won game without points; a win after ``n`` plies is ``WIN - n``, the quickest the best."""
DECIDED = WIN - 10_000
"""Scores beyond this are proven wins (or, negated, losses)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A root move the search looked at; ``score`` and ``win_rate`` (0..1) are for the side to move."""

    move: int
    visits: int
    win_rate: float
    score: float | None = None
    """As in ``SearchResult``."""
    pv: tuple[int, ...] = ()
    kind: Kind | None = None
    """None: the search does not say."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search's choice and what it is based on; numbers are for the side to move at the root.

    Where several candidates have a value, all are of one finished depth, so that they can be compared.
    """

    move: int
    score: float | None
    """What the search's evaluation expects: discs in Othello, its own unit in games without points; a proven
    win of those is ``WIN`` less the plies to it. None: the search has no evaluation (random games)."""
    win_rate: float
    """The chance to win, 0 to 1, a draw counted half."""
    pv: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    nodes: int
    depth: int
    seconds: float
    proven: Proven | None = None
    confidence: int | None = None
    """Of a selective search to the end of the game: how probable its cuts are, in percent; 100 is exact."""

    def to_data(self) -> dict[str, Any]:
        """Plain data, moves as numbers."""
        return asdict(self)


def require_ongoing(outcome: Outcome | None) -> None:
    """Refuse to search a game that is over."""
    if outcome is not None:
        raise BoyiError(
            "There is nothing to search: the game is over ({reason}).", reason=Term(outcome.reason)
        )
