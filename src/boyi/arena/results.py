"""How the games of a series ended, and what they come to from the first player's side."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from boyi.arena.rating import MatchTally
from boyi.arena.settings import SeriesSettings
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.outcome import CRASH, FLOOD, STOPPED, TIME_OUT
from boyi.core.record import GameRecord
from boyi.match.replay import ending_of

SWAP2, SWAPPED, KEPT = "swap2", "swapped", "kept"
"""The header that tells of a swap2 opening, and whether the first player has white or black after it."""
ENDS = ("wins", "draws", "losses")
BREAKDOWNS = (CRASH, TIME_OUT, FLOOD)
"""Ends that say nothing about how well a side plays."""


class Unfinished(BoyiError):
    """A game that has no result."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a series from A's side."""

    number: int
    points: float
    """1, ½ or 0 for A."""
    reason: str
    detail: Message | str = ""
    """A sentence on the end, where the reason alone does not say it; text if it was read from a file."""
    plies: int = 0
    moves: tuple[int, int] = (0, 0)
    """How many moves A and B were asked for."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """What these took them."""
    swapped: bool = False
    """Whether A and B changed colours in a swap2 opening."""

    @property
    def pair(self) -> int:
        """The pair the game belongs to, from 0."""
        return (self.number - 1) // 2

    @property
    def a_is_black(self) -> bool:
        """Whether A has the first move."""
        return (self.number % 2 == 1) != self.swapped

    @classmethod
    def of(cls, number: int, record: GameRecord) -> GameResult:
        """The result of a record that was played to its end."""
        ended = record.outcome
        if ended is None:
            raise Unfinished("Game {number} is not over.", number=number)
        swapped = record.headers.get(SWAP2) == SWAPPED
        moves, seconds, first = [0, 0], [0.0, 0.0], (number - 1) % 2 ^ swapped  # black is A in odd games
        for step in record.main_line()[1:]:
            node = record.nodes[step]
            assert node.parent is not None
            if node.spent is not None:  # else it was played before the players were asked
                who = record.position_at(node.parent).turn ^ first
                moves[who] += 1
                seconds[who] += node.spent
        return cls(
            number,
            ended.value(first),
            ended.reason,
            ending_of(record) or "",
            record.plies,
            (moves[0], moves[1]),
            (round(seconds[0], 3), round(seconds[1], 3)),
            swapped,
        )

    def to_data(self) -> dict[str, Any]:
        """The result as plain data."""
        detail = self.detail.to_data() if isinstance(self.detail, Message) else self.detail
        return asdict(replace(self, detail="")) | {"detail": detail}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> GameResult:
        """What ``to_data`` wrote."""
        values = dict(data)
        if isinstance(values["detail"], Mapping):
            values["detail"] = Message.from_data(values["detail"])
        for name in ("moves", "seconds"):
            values[name] = tuple(values[name])
        return cls(**values)


def warning(reasons: Counter[str], games: int) -> Message | None:
    """What must be said of games that mostly ended by a crash or by the time; None: nothing.

    >>> str(warning(Counter({"crash": 2, "time out": 1}), 4))
    '3 of 4 games ended by a crash or by the time: the score does not tell who plays better.'
    >>> warning(Counter({"crash": 2, "five": 2}), 4)
    """
    count = sum(reasons[reason] for reason in BREAKDOWNS)
    if 2 * count <= games:
        return None
    return Message(
        "{count} of {games} games ended by a crash or by the time: the score does not tell who plays better.",
        count=count,
        games=games,
    )


@dataclass
class Standing:
    """What the games so far come to.

    >>> standing = Standing.of([GameResult(1, 1.0, "five"), GameResult(2, 0.5, "full board")])
    >>> standing.tally.score, standing.tally.pairs, standing.reasons["wins"]
    (0.75, [0, 0, 0, 1, 0], Counter({'five': 1}))
    """

    tally: MatchTally = field(default_factory=MatchTally)
    reasons: dict[str, Counter[str]] = field(default_factory=lambda: {end: Counter() for end in ENDS})
    """How often A won, drew and lost for each reason; a win by time out is one that B lost on time."""
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    plies: int = 0
    faults: list[Message | str] = field(default_factory=lambda: ["", ""])
    """What was said when A and B last lost by a fault of theirs."""
    halves: dict[int, float] = field(default_factory=dict)
    """The points of pairs of which one game is still missing."""
    halves_won: array[int] = field(default_factory=lambda: array("b"), compare=False)
    """A's half points game by game, as they came in."""

    @classmethod
    def of(cls, results: Iterable[GameResult]) -> Standing:
        """All these games."""
        standing = cls()
        for result in results:
            standing.add(result)
        return standing

    def add(self, result: GameResult) -> None:
        """Count one more game."""
        self.tally.add(result.points)
        self.halves_won.append(round(2 * result.points))
        if (other := self.halves.pop(result.pair, None)) is None:
            self.halves[result.pair] = result.points
        else:
            self.tally.pairs[round(2 * (other + result.points))] += 1
        self.reasons[ENDS[round(2 - 2 * result.points)]][result.reason] += 1
        self.plies += result.plies
        # Whoever is behind loses a game that the other side's program stopped: no fault of the loser's.
        if result.detail and result.points != 0.5 and result.reason != STOPPED:
            self.faults[round(result.points)] = result.detail
        for who in (0, 1):
            self.moves[who] += result.moves[who]
            self.seconds[who] += result.seconds[who]

    @property
    def warning(self) -> Message | None:
        """What must be said of games that mostly ended by a crash or by the time."""
        return warning(sum(self.reasons.values(), Counter()), self.tally.games)

    def seconds_a_move(self, who: int) -> float:
        """How long A (0) or B (1) thought about a move on average."""
        return self.seconds[who] / self.moves[who] if self.moves[who] else 0.0

    def as_data(
        self, settings: SeriesSettings, verdict: str | None = None, results: Iterable[GameResult] = ()
    ) -> dict[str, Any]:
        """The numbers as plain data from A's side, and the games; what has no end is None."""
        tally, test = self.tally, settings.test
        return {
            "a": settings.names[0],
            "b": settings.names[1],
            "game": settings.game,
            "options": dict(settings.options),
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": tally.score,
            "elo": _finite(tally.elo),
            "elo_error": _finite(tally.elo_error),
            "los": tally.los,
            "reasons": {end: dict(self.reasons[end].most_common()) for end in ENDS},
            "faults": [str(fault) for fault in self.faults],
            "warning": None if self.warning is None else str(self.warning),
            "pairs": list(tally.pairs),
            "seconds_a_move": [round(self.seconds_a_move(who), 6) for who in (0, 1)],
            "plies": self.plies,
            "timing": settings.timing,
            "nodes": settings.nodes,
            "uncounted": list(settings.uncounted),
            "sprt": None
            if test is None
            else {
                "elo": "normalised",
                "elo0": test.elo0,
                "elo1": test.elo1,
                "alpha": test.alpha,
                "beta": test.beta,
                "bounds": list(test.bounds),
                "llr": test.llr(tally.pairs),
                "llr_games": test.llr([tally.losses, tally.draws, tally.wins]),
                "verdict": verdict,
            },
            "seed": settings.seed,
            "results": [
                {**result.to_data(), "detail": str(result.detail), "a_is_black": result.a_is_black}
                for result in sorted(results, key=lambda result: result.number)
            ],
        }

    def _repr_html_(self) -> str:
        from boyi.arena.results_html import standing_html  # only notebooks need it

        return standing_html(self)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
