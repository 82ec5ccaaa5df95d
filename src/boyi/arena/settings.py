"""What a series of games is: everything that decides about its games, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any, ClassVar

from boyi.arena.kept import MATCH, FolderKind
from boyi.arena.openings import Opening, made_openings, random_opening
from boyi.arena.plain_data import fields_of, restore
from boyi.arena.sprt import Sprt
from boyi.arena.timing import BEFORE, chosen_timing
from boyi.core.clock import TimeControl, Timing
from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.message import Template
from boyi.core.registry import make_game
from boyi.formats import FORMATS
from boyi.match import MatchRules
from boyi.match.adjudication import Adjudication
from boyi.match.rules import MARGIN
from boyi.players.limit import Limit
from boyi.players.spec import settings_of

MOST_GAMES = 10_000_000
SEED_BITS = 62
PAIRS = ("names", "sprt", "odds", "clock_odds", "adjudicate")
"""Settings that are two values."""
NO_SERIES = Template("These are not the settings of a series ({error}).")


class BadSeries(BoyiError):
    """A series that cannot be played as it is described."""


def derived_seed(*words: object) -> int:
    """A seed that follows from a seed and what it is for."""
    text = "/".join(map(str, words))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> (64 - SEED_BITS)


@dataclass(frozen=True)
class SeriesSettings:
    """Two players, a game, and how they meet: pairs of games on one opening, colours swapped.

    >>> settings = SeriesSettings("othello", "level:3", "random", games=4, seed=1)
    >>> [settings.plan(number).a_is_black for number in (1, 2, 3, 4)]
    [True, False, True, False]
    >>> settings.plan(1).opening == settings.plan(2).opening != settings.plan(3).opening
    True
    """

    folder_kind: ClassVar[FolderKind] = MATCH

    game: str
    a: str
    """The spec of the first player, from whose side the series is told."""
    b: str
    games: int = 100
    """How many games at most; a sequential test may end the series earlier."""
    seed: int = 0
    """Decides about the openings and about the players' own choices."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the game, all of them."""
    names: tuple[str, str] = ("", "")
    """What the players are called; empty: their specs."""
    time: float | None = None
    """Seconds a move for every computer player, and what the judge allows beside the margin."""
    clock: str | None = None
    """A time control such as ``60+1``; without it and without a time the players' own settings hold."""
    nodes: int | None = None
    openings: str = ""
    """``random:K``, ``even:K``, or the file that ``opening_list`` was read from; empty: the game's usual."""
    opening_list: tuple[Opening, ...] = ()
    timing: Timing | None = None
    """What is charged; None: processor time where programs of other people take part and it is known."""
    margin: float = MARGIN
    max_plies: int | None = None
    """A game of so many plies is a draw."""
    sprt: tuple[float, float] | None = None
    """Stop as soon as it is shown that A is better by the second number, or not by the first."""
    format: str = "sgf"
    """How games are saved; games that it cannot hold are saved as JSON."""
    backend: str | None = None
    odds: tuple[float, float] | None = None
    """Seconds a move of A and of B, where they are not the same; instead of a time and a clock."""
    clock_odds: tuple[str, str] | None = None
    """The clocks of A and of B, where they are not the same, such as ``60+1`` and ``30``."""
    adjudicate: tuple[float, int] | None = None
    """A win rate and a number of plies: a game in which both players see so much for so long is over."""
    solver: float | None = None
    """Seconds that the game's exact solver gets after each move; a proven game is over."""
    illegal_moves: int = 0
    """How many illegal answers of a player in a game are replaced by a random legal move."""
    event: str = ""
    """What the games are part of; empty: the two names."""

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise BadSeries(
                "A series has 1 to {most:,} games, not {games:,}.",
                most=MOST_GAMES,
                games=self.games,
            )
        if sum(given is not None for given in (self.time, self.clock, self.odds, self.clock_odds)) > 1:
            raise BadSeries("Give a time a move or a clock, not both.")
        if self.odds is not None and not all(0 < seconds <= 86_400 for seconds in self.odds):
            raise BadSeries("Time odds are two numbers of seconds a move, such as 1,0.5.")
        if self.clock_odds is not None and TimeControl() in map(TimeControl.parse, self.clock_odds):
            raise BadSeries("With time odds both players have a clock, such as 60+1,30.")
        if self.adjudicate is not None and not (
            0.5 < self.adjudicate[0] <= 1 and 1 <= self.adjudicate[1] <= 1000
        ):
            raise BadSeries("Games are adjudicated by a win rate above 0.5 and a number of plies: 0.95,6.")
        if self.solver is not None and not 0 < self.solver <= 3600:
            raise BadSeries("The solver gets a number of seconds up to 3600.")
        if not 0 <= self.margin <= 3600:
            raise BadSeries("The margin is a number of seconds from 0 to 3600.")
        if self.max_plies is not None and self.max_plies < 1:
            raise BadSeries("The longest game has at least one move.")
        if self.sprt is not None and not -10_000 < self.sprt[0] < self.sprt[1] < 10_000:
            raise BadSeries("A sequential test needs two Elo differences, the smaller first, such as 0,10.")
        if self.format not in ("sgf", "json"):
            raise BadSeries("Games are saved as sgf or json, not as {format}.", format=shorten(self.format))
        if self.begins_with_swap2 and (self.openings or self.opening_list):
            raise BadSeries("With swap2 the players make their openings: leave --openings away.")
        object.__setattr__(self, "timing", chosen_timing(self.timing, (self.a, self.b)))
        # Everything is written out, so that settings that mean the same are the same.
        object.__setattr__(self, "options", dict(self.rules_of_game.settings))
        object.__setattr__(self, "names", (self.names[0] or self.a, self.names[1] or self.b))
        _ = self.rules(0)
        if made_openings(self.openings) is None and self.openings and not self.opening_list:
            raise BadSeries("The openings of {openings} were not read.", openings=shorten(self.openings))

    # What follows from the settings

    @cached_property
    def rules_of_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game, backend=self.backend, **self.options)

    @property
    def begins_with_swap2(self) -> bool:
        """Whether the players choose the opening and the colours by swap2."""
        return bool(self.rules_of_game.settings.get("opening") == "swap2")

    def control(self, who: int) -> TimeControl:
        """What the judge allows A (0) or B (1)."""
        time = self.time if self.odds is None else self.odds[who]
        if time is not None:
            return TimeControl.parse(f"{time:g}/move")
        clock = self.clock if self.clock_odds is None else self.clock_odds[who]
        return TimeControl() if clock is None else TimeControl.parse(clock)

    def rules(self, first: int) -> MatchRules:
        """The rules of a game that A (0) or B (1) begins."""
        return MatchRules(
            self.control(first),
            self.control(1 - first),
            timing=self.timing or "wall",
            margin=self.margin,
            longest=self.max_plies,
            illegal_moves=(self.illegal_moves, self.illegal_moves),
        )

    @property
    def adjudication(self) -> Adjudication:
        """When games end early."""
        rate, plies = self.adjudicate or (None, 6)
        return Adjudication(rate, plies, self.solver)

    def limit(self, who: int) -> Limit:
        """What is laid over the own settings of A (0) or B (1)."""
        spec = (self.a, self.b)[who]
        time = self.time if self.odds is None else self.odds[who]
        return Limit(time=time, nodes=None if spec in self.uncounted else self.nodes)

    @property
    def uncounted(self) -> tuple[str, ...]:
        """The specs that the nodes do not limit, because these players count none; one of the two must.

        >>> SeriesSettings("othello", "level:3", "random", nodes=10).uncounted
        ('random',)
        """
        if self.nodes is None:
            return ()
        found = tuple(spec for spec in (self.a, self.b) if "nodes" not in settings_of(spec))
        return found if len(found) == 1 else ()

    @property
    def test(self) -> Sprt | None:
        """The sequential test, if there is one."""
        return None if self.sprt is None else Sprt(*self.sprt)

    @property
    def file_format(self) -> str:
        """The format of the saved games."""
        games = FORMATS[self.format].games
        return self.format if not games or self.game in games else "json"

    def game_of(self, key: int) -> Game | None:
        """The rules of a game of this number; None if there is no such game."""
        return self.rules_of_game if 1 <= key <= self.games else None

    def plan(self, number: int) -> GamePlan:
        """What is decided about a game (from 1) before it is played."""
        pair, swapped = divmod(number - 1, 2)
        seed_a, seed_b = (self._derive(pair, "AB"[swapped], who) for who in "ab")
        return GamePlan(number, self.opening(pair), not swapped, seed_a, seed_b)

    def opening(self, pair: int) -> Opening:
        """The opening of a pair (from 0); those of a file come in turn."""
        if self.begins_with_swap2:
            return Opening()
        if self.opening_list:
            return self.opening_list[pair % len(self.opening_list)]
        return random_opening(
            self.rules_of_game, Random(self._derive(pair, "opening")), made_openings(self.openings)
        )

    def _derive(self, *words: object) -> int:
        return derived_seed(self.seed, *words)

    # Crossing layers: plain data

    def to_data(self) -> dict[str, Any]:
        """Everything as plain JSON-ready data."""
        data = fields_of(self)
        data["opening_list"] = [opening.to_data() for opening in self.opening_list]
        for name in PAIRS:
            data[name] = data[name] and list(data[name])
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> SeriesSettings:
        """What ``to_data`` wrote; anything else is refused in a sentence."""
        pairs = dict.fromkeys(PAIRS, lambda pair: pair and tuple(pair))
        refused = (BadSeries, NO_SERIES)
        return restore(
            cls,
            {**BEFORE, **data},
            refused,
            opening_list=lambda all_: tuple(map(Opening.from_data, all_)),
            **pairs,
        )

    def differences(self, other: SeriesSettings) -> list[str]:
        """The names of the settings that are not the same."""
        return [e.name for e in fields(self) if getattr(self, e.name) != getattr(other, e.name)]


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One game of a series before it is played."""

    number: int
    opening: Opening
    a_is_black: bool
    """With swap2: whether A is the first player, who places the stones."""
    seed_a: int
    seed_b: int
