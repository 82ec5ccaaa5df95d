"""What a tournament is: players, games and how they meet, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from boyi.arena.kept import FolderKind
from boyi.arena.openings import Opening
from boyi.arena.plain_data import fields_of, restore
from boyi.arena.settings import SeriesSettings, derived_seed
from boyi.arena.timing import BEFORE, check_timing, chosen_timing
from boyi.core.clock import Timing
from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.game import Game
from boyi.core.message import Message, Template, listing
from boyi.core.registry import make_game
from boyi.match.rules import MARGIN
from boyi.players.limit import Limit
from boyi.players.spec import COMMAND, FILES, Spec, make_player, settings_of

Format = Literal["round-robin", "gauntlet", "swiss", "knockout"]
FORMATS: tuple[Format, ...] = get_args(Format)
TIE_BREAKS = 6
"""More games of a knock-out pairing that ends in a tie; after them the player who is listed first goes on."""
MOST_PLAYERS, MOST_GAMES = 1_000, 1_000
LONGEST_NAME = 40
TOURNAMENT = FolderKind(
    "tournament",
    Template("{path} holds a tournament already: resume it with --resume."),
    Template("{path} holds no tournament: there is no {file} in it."),
    Template("Another program is playing the tournament in {path}."),
)
NO_TOURNAMENT = Template("These are not the settings of a tournament ({error}).")


class BadTournament(BoyiError):
    """A tournament that cannot be played as it is described."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament."""

    name: str
    spec: str
    head: bool = False
    """In a gauntlet: whether it meets all the others; if nobody does, the first one."""


@dataclass(frozen=True)
class EventSettings:
    """One game and rule that everybody plays; what is None is as the tournament says."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    openings: str = ""
    time: float | None = None
    clock: str | None = None
    nodes: int | None = None
    opening_list: tuple[Opening, ...] = ()
    """What the file that ``openings`` names holds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.rules_of_game.settings))

    @cached_property
    def rules_of_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game, **self.options)

    @property
    def title(self) -> Message:
        """The game and what is unusual about it."""
        game = self.rules_of_game
        changed = [
            f"{option.name}={game.settings[option.name]}"
            for option in game.options
            if game.settings[option.name] != option.default
        ]
        return (
            Message("{game} {options}", game=game.title, options=" ".join(changed)) if changed else game.title
        )


@dataclass(frozen=True)
class TournamentSettings:
    """Players, events and the rules of the tournament.

    >>> players = (Entrant("one", "random"), Entrant("two", "level:1"), Entrant("three", "level:2"))
    >>> settings = TournamentSettings("Cup", players, (EventSettings("tictactoe"),))
    >>> settings.format, settings.slot
    ('round-robin', 2)
    """

    folder_kind: ClassVar[FolderKind] = TOURNAMENT

    name: str
    players: tuple[Entrant, ...]
    events: tuple[EventSettings, ...]
    format: Format = "round-robin"
    games: int = 2
    """Games of each pairing, in pairs with colours swapped."""
    rounds: int = 1
    """Swiss: how many rounds; round robin and gauntlet: how often each pair meets."""
    seed: int = 0
    time: float | None = None
    clock: str | None = None
    nodes: int | None = None
    timing: Timing | None = None
    """What is charged; None: processor time where programs of other people take part and it is known."""
    margin: float = MARGIN
    max_plies: int | None = None
    openings: str = ""
    memory: int | None = None
    """Megabytes for each program of other people; None: as its spec says."""
    timeout: float | None = None
    """Seconds a move of such a program where no clock runs."""
    sandbox: str | None = None
    illegal_moves: int = 0
    """How many illegal answers of a player in a game are replaced by a random legal move; the next loses."""
    concurrency: int = 1
    save: str = "sgf"
    """The format of the saved games; those that it cannot hold are saved as JSON."""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            message = Message(
                "There is no format {name}: choose {offered}.",
                name=shorten(self.format),
                offered=listing(FORMATS),
            )
            raise BadTournament.of(did_you_mean(message, str(self.format), FORMATS))
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise BadTournament(
                "A tournament has 2 to {most:,} players, not {count}.",
                most=MOST_PLAYERS,
                count=len(self.players),
            )
        object.__setattr__(
            self, "timing", chosen_timing(self.timing, [player.spec for player in self.players])
        )
        names = [player.name for player in self.players]
        for name in names:
            if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
                raise BadTournament(
                    "{name} is no name of a player: it has 1 to {most} letters.",
                    name=shorten(name),
                    most=LONGEST_NAME,
                )
            if names.count(name) > 1:
                raise BadTournament(
                    "Two players are called {name}: give each its own name.", name=shorten(name)
                )
        if not self.events:
            raise BadTournament("A tournament needs at least one [[events]] with a game.")
        if not 1 <= self.games <= MOST_GAMES:
            raise BadTournament("A pairing has 1 to {most:,} games.", most=MOST_GAMES)
        if self.format == "knockout" and self.games % 2:
            raise BadTournament("A knock-out pairing has an even number of games, so that colours are equal.")
        if not 1 <= self.rounds <= MOST_GAMES:
            raise BadTournament("A tournament has 1 to {most:,} rounds.", most=MOST_GAMES)
        if not 0 <= self.illegal_moves <= MOST_GAMES:
            raise BadTournament("illegal_moves is a whole number from 0 to {most:,}.", most=MOST_GAMES)
        if not 1 <= self.concurrency <= 256:
            raise BadTournament("concurrency is a whole number from 1 to 256.")

    # What follows from the settings

    @property
    def slot(self) -> int:
        """Numbers that are set aside for the games of one pairing."""
        return self.games + (TIE_BREAKS if self.format == "knockout" else 0)

    @cached_property
    def pairings(self) -> int:
        """How many pairings each event has at most."""
        count = len(self.players)
        match self.format:
            case "round-robin":
                return self.rounds * count * (count - 1) // 2
            case "gauntlet":
                heads = len(self.heads)
                return self.rounds * (heads * (count - heads) + heads * (heads - 1) // 2)
            case "swiss":
                return self.rounds * (count // 2)
        return count - 1

    @property
    def heads(self) -> tuple[int, ...]:
        """In a gauntlet: the players who meet all the others."""
        return tuple(place for place, player in enumerate(self.players) if player.head) or (0,)

    def key(self, event: int, pairing: int, game: int) -> int:
        """The number of a game (from 1) of a pairing of an event (both from 0)."""
        return (event * self.pairings + pairing) * self.slot + game

    def event_of(self, key: int) -> int | None:
        """The event that a game belongs to; None if there is no such game."""
        event = (key - 1) // (self.pairings * self.slot)
        return event if 0 <= event < len(self.events) else None

    def game_of(self, key: int) -> Game | None:
        """The rules of a game of this number; None if there is no such game."""
        event = self.event_of(key)
        return None if event is None else self.events[event].rules_of_game

    @cached_property
    def file_format(self) -> str:
        """The format of the saved games: one that can hold every event."""
        series = [self.series(event, 0, 0, 1) for event in range(len(self.events))]
        return self.save if all(one.file_format == self.save for one in series) else "json"

    def series(self, event: int, pairing: int, first: int, second: int) -> SeriesSettings:
        """The games of a pairing, of which the first player has black in the odd ones."""
        chosen, known = self.events[event], self.__dict__.setdefault("_series", {})
        place = (event, pairing, first, second)
        if place not in known:
            a, b = self.players[first], self.players[second]
            own = (chosen.time, chosen.clock, chosen.nodes)
            time, clock, nodes = own if own != (None, None, None) else (self.time, self.clock, self.nodes)
            listed = chosen.opening_list
            # Each pairing goes on in the list where the one before it ended.
            first_used = pairing * ((self.slot + 1) // 2) % len(listed) if listed else 0
            known[place] = SeriesSettings(
                chosen.game,
                self.limited(a.spec),
                self.limited(b.spec),
                games=self.slot,
                seed=derived_seed(self.seed, self.name, event, pairing),
                options=chosen.options,
                names=(a.name, b.name),
                time=time,
                clock=clock,
                nodes=nodes,
                openings=chosen.openings or self.openings,
                opening_list=listed[first_used:] + listed[:first_used],
                timing=self.timing,
                margin=self.margin,
                max_plies=self.max_plies,
                format=self.save,
                event=self.name,
                illegal_moves=self.illegal_moves,
            )
        found: SeriesSettings = known[place]
        return found

    def limited(self, spec: str) -> str:
        """A spec with the tournament's limits for programs, where it has none of its own."""
        parsed = Spec.parse(spec)
        if parsed.kind not in (COMMAND, *FILES):
            return spec
        own = dict(parsed.settings)
        limits = {"memory": self.memory, "timeout": self.timeout, "sandbox": self.sandbox}
        added = {
            name: f"{value:g}" if isinstance(value, float) else str(value)
            for name, value in limits.items()
            if value is not None and name not in own
        }
        return str(replace(parsed, settings=(*parsed.settings, *added.items())))

    def check(self) -> None:
        """Raise a sentence if a player or an opening cannot be made or does not fit; nothing is started."""
        for event in range(len(self.events)):
            series = self.series(event, 0, 0, 1)
            series.plan(1)
            check_timing(self.timing or "wall", [player.spec for player in self.players])
            for player in self.players:
                try:
                    spec = self.limited(player.spec)
                    limit = Limit(series.time, series.nodes if "nodes" in settings_of(spec) else None)
                    make_player(spec, 0, limit=limit).check_game(series.rules_of_game)
                except BoyiError as error:
                    raise BadTournament("{name}: {error}", name=player.name, error=error) from None

    # Crossing layers: plain data

    def to_data(self) -> dict[str, Any]:
        """Everything as plain JSON-ready data."""
        data = fields_of(self)
        data["players"] = [{"name": one.name, "spec": one.spec, "head": one.head} for one in self.players]
        data["events"] = [
            fields_of(event) | {"opening_list": [opening.to_data() for opening in event.opening_list]}
            for event in self.events
        ]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TournamentSettings:
        """What ``to_data`` wrote; anything else is refused in a sentence."""
        return restore(
            cls,
            {**BEFORE, **data},
            (BadTournament, NO_TOURNAMENT),
            players=lambda all_: tuple(Entrant(**one) for one in all_),
            events=lambda all_: tuple(map(_event_from, all_)),
        )


def _event_from(data: Mapping[str, Any]) -> EventSettings:
    listed = tuple(map(Opening.from_data, data.get("opening_list", [])))
    return EventSettings(**{**data, "opening_list": listed})
