"""What a search answers: the same shape for every search, game and back end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from boyi.core.errors import BoyiError
from boyi.core.message import Message, Term
from boyi.core.outcome import Outcome
from boyi.core.renderer import renderer

if TYPE_CHECKING:
    from boyi.core.game import Position

Proven = Literal["win", "loss", "draw"]
Kind = Literal["heuristic", "selective", "exact"]
"""What a value is based on: an evaluation at some depth, a search to the end of the game with cuts that are
probably right, or a proof."""
Bound = Literal["exact", "lower", "upper", "none"]
"""What a value says: just so much, at least so much (fail high), at most so much (fail low), or nothing."""

WIN = 100_000_000
"""The score of a won game without points; a win after ``n`` plies is ``WIN - n``, the quickest the best."""
DECIDED = WIN - 10_000
"""Scores beyond this are proven wins (or, negated, losses)."""


LEAST_SHARE = 0.01
"""Of the most visited move's visits: with fewer a tree search has hardly looked at a move."""


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
    depth: int | None = None
    """Plies of the finished iteration that gave the value; None in searches without iterations (their measure
    is ``visits``). Values of one result are compared only at equal depths."""
    bound: Bound = "exact"
    """``none``: the value is not known, ``win_rate`` and ``score`` mean nothing. Of a proven move only the
    ``score`` can be a bound."""
    proven: Proven | None = None
    """What the rules alone say of the move; the value is then no estimate."""
    plies: int | None = None
    """Moves of both sides until the proven end, this one counted; None: not known."""


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

    position: Position | None = field(default=None, compare=False, repr=False)
    """What was searched, for drawing the answer; engines that are asked by programs leave it out."""

    def at(self, position: Position) -> Self:
        """The same answer, which knows its position."""
        return replace(self, position=position)

    def choosing(self, move: int) -> Self:
        """The same answer with another move in front."""
        chosen = next(
            (candidate for candidate in self.candidates if candidate.move == move),
            Candidate(move, 0, self.win_rate, self.score, (move,), bound="none"),
        )
        rest = tuple(candidate for candidate in self.candidates if candidate is not chosen)
        return replace(
            self,
            move=move,
            score=chosen.score,
            win_rate=chosen.win_rate,
            pv=chosen.pv or (move,),
            candidates=(chosen, *rest),
        )

    @property
    def rated(self) -> bool:
        """Whether the win rate is known; else it is a placeholder that must not be shown."""
        return all(one.bound != "none" for one in self.candidates[:1])

    @property
    def counts_visits(self) -> bool:
        """Whether ``visits`` measure how much was looked at each move; searches with an evaluation do not."""
        return any(one.visits for one in self.candidates) and all(
            one.score is None for one in self.candidates
        )

    @property
    def comparable(self) -> tuple[Candidate, ...]:
        """The candidates whose values may stand side by side: of one finished depth, or proven; no bounds.

        In a tree search these are the moves with at least a hundredth of the visits of the most visited one.

        >>> best, other = Candidate(3, 9, 0.6, depth=5), Candidate(4, 2, 0.7, depth=4)
        >>> SearchResult(3, None, 0.6, (3,), (best, other), 11, 5, 0.1).comparable == (best,)
        True
        """
        known = [one for one in self.candidates if one.bound == "exact" or one.proven]
        depth = max((one.depth for one in known if one.depth is not None and not one.proven), default=None)
        visits = max((one.visits for one in known), default=0)
        return tuple(
            one
            for one in known
            if one.proven or (one.depth == depth if depth else one.visits >= visits * LEAST_SHARE)
        )

    def to_data(self, position: Position | None = None) -> dict[str, Any]:
        """Plain data: moves as numbers, or as text where the position that was searched is given."""
        data = asdict(replace(self, position=None, seconds=round(self.seconds, 6)))
        del data["position"]
        if position is not None:
            for one in (data, *data["candidates"]):
                one["move"] = position.game.format_move(one["move"], position)
                one["pv"] = move_texts(position, one["pv"])
        return data

    def _repr_html_(self) -> str | None:
        return None if self.position is None else renderer().result_html(self, self.position)


def move_texts(position: Position, moves: Sequence[int]) -> list[str]:
    """A line of moves in the game's notation; some notations need the position before each."""
    words = []
    for move in moves:
        words.append(position.game.format_move(move, position))
        position = position.play(move)
    return words


def require_ongoing(outcome: Outcome | None) -> None:
    """Refuse to search a game that is over."""
    if outcome is not None:
        raise BoyiError(
            "There is nothing to search: the game is over ({reason}).", reason=Term(outcome.reason)
        )


def score_text(score: float | None) -> Message | str:
    """A score for people; a win that is only known by its length says so."""
    if score is None:
        return ""
    if score > DECIDED:
        return Message("win in {plies:g}", plies=WIN - score)
    if score < -DECIDED:
        return Message("loss in {plies:g}", plies=WIN + score)
    return f"{score:+.1f}" if score % 1 else f"{score:+.0f}"
