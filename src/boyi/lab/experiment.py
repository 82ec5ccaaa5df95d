"""An experiment: a question, the players that answer it by games, and what the sources claim.

An experiment is one TOML file; its name without ``.toml`` is the name of the experiment. docs/lab.md says
what is in one. Those of Boyi are in the folder beside this module; other folders can be given. The folder of
a played experiment keeps the same data, so that it can be resumed whatever becomes of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, ClassVar

from boyi.arena.jobs import Job
from boyi.arena.kept import FolderKind
from boyi.arena.plain_data import fields_of
from boyi.arena.seats import Seats
from boyi.arena.settings import SeriesSettings
from boyi.arena.timing import chosen_timing
from boyi.core.clock import Timing
from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.game import Game
from boyi.core.message import Message, Template, listing
from boyi.core.registry import game_class, make_game
from boyi.lab.experiment_parts import Claim, Contestant, Work
from boyi.lab.toml_file import (
    BadTomlFile,
    Texts,
    check_keys,
    inside,
    read_texts,
    read_toml_file,
    toml_files,
)
from boyi.players.spec import Spec

FOLDER = Path(__file__).parent / "experiments"
EXPERIMENT = FolderKind(
    "experiment",
    Template("{path} holds an experiment already: resume it with --resume."),
    Template("{path} holds no experiment: there is no {file} in it."),
    Template("Another program is playing the games in {path}."),
)
SCHEDULES = ("all", "neighbours", "first", "opponents")
"""Who meets whom: everybody, each the next one, everybody the first one, or only the opponents."""
NUMBERS = ("games", "seed", "nodes", "time", "max_plies")
MOST_GAMES = 100_000


class BadExperiment(BadTomlFile):
    """A file that is no experiment, or one that cannot be played so."""

    one, many = Message("an experiment"), Message("experiments")


@dataclass(frozen=True)
class Experiment:
    """Players, who meets whom, and how much each may think; everything that decides about the games.

    >>> experiment = find_experiment("reward")
    >>> experiment.game, [player.name for player in experiment.players]
    ('othello', ['win', 'lead/64', 'lead/16', 'lead/4'])
    """

    folder_kind: ClassVar[FolderKind] = EXPERIMENT

    name: str
    title: Texts
    question: Texts
    game: str
    players: tuple[Contestant, ...]
    schedule: str = "all"
    opponents: tuple[Contestant, ...] = ()
    """Players that only meet the others, not each other."""
    claims: tuple[Claim, ...] = ()
    """What the sources say about players of this experiment."""
    games: int = 100
    """Of each pairing."""
    seed: int = 1
    nodes: int | None = None
    """What each player may look at for a move, times its share, where it counts nodes."""
    time: float | None = None
    """Seconds a move, times the player's share; with neither, the players' own settings hold."""
    timing: Timing = "processor"
    """What is charged: an experiment is about strength, so a busy machine must not decide its games."""
    openings: str = ""
    max_plies: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    work: Work | None = None
    """What is measured beside the games."""
    format: str = "sgf"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.rules_of_game.settings))
        chosen_timing(self.timing, ())
        names = [player.name for player in self.everybody]
        if len(self.players) < 2 and not self.opponents:
            raise BadExperiment("An experiment needs at least two [[players]].")
        if len(set(names)) < len(names):
            raise BadExperiment("Two players have the same name.")
        if self.schedule not in SCHEDULES:
            raise BadExperiment("The schedule is one of {offered}.", offered=listing(SCHEDULES))
        if not 2 <= self.games <= MOST_GAMES:
            raise BadExperiment(
                "A pairing has {low} to {high:,} games, not {games:,}.",
                low=2,
                high=MOST_GAMES,
                games=self.games,
            )
        if self.time is not None and self.nodes is not None:
            raise BadExperiment("An experiment is limited by time or by nodes, not by both.")
        if self.nodes is not None and not any(player.is_counted for player in self.everybody):
            raise BadExperiment("No player of {name} counts nodes: give seconds instead.", name=self.name)
        for claim in self.claims:
            if self.pairing_of(claim.a, claim.b) is None:
                raise BadExperiment("{a} and {b} of a claim do not meet.", a=claim.a, b=claim.b)

    # What follows from the settings

    @property
    def everybody(self) -> tuple[Contestant, ...]:
        """The players and the opponents."""
        return self.players + self.opponents

    @cached_property
    def rules_of_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game, **self.options)

    @cached_property
    def pairings(self) -> tuple[tuple[Contestant, Contestant], ...]:
        """Who meets whom; results are told from the side of the first."""
        players = self.players
        found: list[tuple[Contestant, Contestant]] = []
        if self.schedule == "all":
            found += combinations(players, 2)
        elif self.schedule == "neighbours":
            found += ((later, earlier) for earlier, later in pairwise(players))
        elif self.schedule == "first":
            found += ((player, players[0]) for player in players[1:])
        found += ((player, opponent) for player in players for opponent in self.opponents)
        return tuple(found)

    @cached_property
    def series(self) -> tuple[SeriesSettings, ...]:
        """The games of each pairing; all begin with the same openings."""
        return tuple(self._series(a, b) for a, b in self.pairings)

    def _series(self, a: Contestant, b: Contestant) -> SeriesSettings:
        limits: dict[str, Any] = {}
        if self.time is not None:
            times = self.time * a.share, self.time * b.share
            limits = {"time": self.time} if times == (self.time,) * 2 else {"odds": times}
        return SeriesSettings(
            self.game,
            self.spec_of(a),
            self.spec_of(b),
            games=self.games,
            seed=self.seed,
            options=self.options,
            names=(a.name, b.name),
            openings=self.openings,
            timing=self.timing,
            max_plies=self.max_plies,
            format=self.format,
            event=self.name,
            **limits,
        )

    def spec_of(self, player: Contestant) -> str:
        """The spec with its share of the nodes."""
        if self.nodes is None or not player.is_counted:
            return player.spec
        nodes = {"nodes": str(max(1, round(self.nodes * player.share)))}
        return str(Spec.parse(player.spec).with_settings(nodes))

    def pairing_of(self, a: str, b: str) -> int | None:
        """The place of the pairing of two players, whoever is named first in it."""
        for place, pair in enumerate(self.pairings):
            if {a, b} == {player.name for player in pair}:
                return place
        return None

    def check(self) -> None:
        """Raise a sentence if a player cannot be made or does not play this game."""
        for series in self.series:
            Seats(series).check()

    # Its games

    def job(self, key: int) -> Job:
        """A game by its number: first all first games, then all second ones; more games come behind them."""
        number, place = divmod(key - 1, len(self.pairings))
        return Job(self.series[place], number + 1, key)

    @property
    def all_games(self) -> int:
        """The games of all pairings."""
        return self.games * len(self.pairings)

    @property
    def file_format(self) -> str:
        """The format of the saved games."""
        return self.series[0].file_format

    def game_of(self, key: int) -> Game | None:
        """The rules of a game of this number; None if there is no such game."""
        return self.rules_of_game if 1 <= key <= self.all_games else None

    # Changed settings

    def changed(self, game: Game | None = None, **given: Any) -> Experiment:
        """The experiment with other settings; on another game nothing is claimed, and openings are usual.

        >>> find_experiment("time").changed(games=10, time=0.5).nodes is None
        True
        """
        if given.get("time") is not None:
            given["nodes"] = None
        elif given.get("nodes") is not None:
            given["time"] = None
        if game is None or (game.name, game.settings) == (self.game, self.options):
            return replace(self, **given)
        other = {"game": game.name, "options": dict(game.settings), "claims": (), "openings": ""}
        return replace(self, **other | given)

    # Crossing layers: plain data, as the file has it

    def to_data(self) -> dict[str, Any]:
        """Everything as plain JSON-ready data."""
        data = fields_of(self)
        for name in ("players", "opponents", "claims"):
            data[name] = [one.to_data() for one in data[name]]
        data["work"] = self.work and self.work.to_data()
        return {name: value for name, value in data.items() if value is not None}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Experiment:
        """What a file or a folder says; anything else is refused in a sentence."""
        known = [entry.name for entry in fields(cls)]
        check_keys(data, known, BadExperiment)
        values: dict[str, Any] = dict(data)
        for name in ("title", "question"):
            values[name] = read_texts(data, name, BadExperiment)
        for name in ("name", "game", "schedule", "openings", "format", "timing"):
            if not isinstance(data.get(name, ""), str):
                raise BadExperiment("{key} is a text in quotation marks.", key=name).at(name)
        if not data.get("game"):
            raise BadExperiment('An experiment needs a line game = "NAME".')
        with inside(BadExperiment, "game"):
            game_class(data["game"])
        for name in NUMBERS:
            value = data.get(name, 1)
            kinds = int | float if name == "time" else int
            if isinstance(value, bool) or not isinstance(value, kinds) or value < 0:
                raise BadExperiment("{key} is a number.", key=name).at(name)
        if not isinstance(data.get("options", {}), Mapping):
            raise BadExperiment(
                "{key} is a table, for example {example}.", key="options", example="{ size = 6 }"
            ).at("options")
        values["players"] = _tables(data, "players", Contestant)
        values["opponents"] = _tables(data, "opponents", Contestant)
        values["claims"] = _tables(data, "claims", Claim)
        if data.get("work") is not None:
            with inside(BadExperiment, "work"):
                values["work"] = Work.from_data(data["work"])
        return cls(**values)

    @classmethod
    def read(cls, path: Path) -> Experiment:
        """Read a file, or say what is wrong with it."""
        return read_toml_file(path, BadExperiment, lambda data: cls.from_data({**data, "name": path.stem}))


def _tables(data: Mapping[str, Any], key: str, kind: Any) -> tuple[Any, ...]:
    found = data.get(key, ())
    if not isinstance(found, list | tuple) or not all(isinstance(one, Mapping) for one in found):
        raise BadExperiment("{key} are tables, each below its own [[{key}]].", key=key).at(key)
    made = []
    for place, one in enumerate(found):
        with inside(BadExperiment, key, place):
            made.append(kind.from_data(one))
    return tuple(made)


def experiment_files(folders: Sequence[str | Path] = ()) -> dict[str, Path]:
    """The files of all experiments by name; those of given folders go before ours."""
    return toml_files(FOLDER, folders, BadExperiment)


def experiments(folders: Sequence[str | Path] = ()) -> dict[str, Experiment]:
    """All experiments by name."""
    return {name: Experiment.read(path) for name, path in experiment_files(folders).items()}


def find_experiment(name: str, folders: Sequence[str | Path] = ()) -> Experiment:
    """The experiment of that name."""
    files = experiment_files(folders)
    if name not in files:
        message = Message(
            "There is no experiment {name}: choose {offered}.", name=shorten(name), offered=listing(files)
        )
        raise UnknownName.of(did_you_mean(message, name, files))
    return Experiment.read(files[name])
