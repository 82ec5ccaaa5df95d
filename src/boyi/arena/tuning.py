"""Tuning: settings of a player improved by games of its variants against each other.

Two methods. SPSA (simultaneous perturbation stochastic approximation) lets two opposite variants of the
present values play, and moves towards the better one. Annealing tries a random step; a better variant is
kept, a worse one with a probability that falls as the temperature does.
"""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Literal, get_args

from boyi.arena.executors import Workers
from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.kept import FolderKind
from boyi.arena.plain_data import fields_of, restore
from boyi.arena.restoring import restored
from boyi.arena.results import GameResult
from boyi.arena.runner import run_jobs
from boyi.arena.seats import Seats
from boyi.arena.settings import SeriesSettings, derived_seed
from boyi.arena.timing import BEFORE, chosen_timing
from boyi.core.clock import Timing
from boyi.core.errors import BoyiError, shorten
from boyi.core.event_loop import run_blocking
from boyi.core.game import Game
from boyi.core.message import Template, listing
from boyi.core.registry import make_game
from boyi.players.spec import Spec, settings_of

Method = Literal["spsa", "annealing"]
METHODS: tuple[Method, ...] = get_args(Method)
TUNING = FolderKind(
    "tuning",
    Template("{path} holds a tuning already: resume it with --resume {path}."),
    Template("{path} holds no tuning: there is no {file} in it; start one with --out."),
    Template("Another program is playing the games in {path}."),
)
NO_TUNING = Template("These are not the settings of a tuning ({error}).")
STEP, STEP_POWER = 0.15, 0.602
"""SPSA: the first step of a whole win, as a share of the range, and how it shrinks."""
REACH, REACH_POWER = 0.15, 0.101
"""SPSA: how far the two variants are from the values, and how that shrinks."""
CALM = 0.1
"""SPSA: the share of all steps after which steps begin to shrink."""
HEAT, COOLING = 0.25, 0.97
"""Annealing: the first width of a step, as a share of the range, and what each step leaves of it."""
FORGIVEN = 0.15
"""Annealing: how much of the score a worse variant may lack, at the first temperature, to be kept every third
time."""


class BadTuning(BoyiError):
    """A tuning that cannot be done as it is described."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting and its range.

    >>> Parameter.parse("c:0.2..2").at(0.5), Parameter.parse("rollouts:1..9").at(0.3)
    ('1.1', '3')
    """

    name: str
    low: float
    high: float
    whole: bool = False

    @classmethod
    def parse(cls, text: str) -> Parameter:
        """Read ``name:low..high``; whole numbers if both are written so."""
        number = r"-?[0-9]+(?:\.[0-9]+)?"
        found = re.fullmatch(rf"([a-z_]+):({number})\.\.({number})", text.strip())
        if found is None or not float(found[2]) < float(found[3]):
            raise BadTuning(
                "{text} is no parameter: write name:low..high, such as c:0.2..2.", text=shorten(text)
            )
        whole = "." not in found[2] + found[3]
        return cls(found[1], float(found[2]), float(found[3]), whole)

    def at(self, share: float) -> str:
        """The value at a share of the range, as a spec writes it."""
        value = self.low + min(max(share, 0.0), 1.0) * (self.high - self.low)
        return str(round(value)) if self.whole else f"{value:.6g}"

    def share(self, value: float) -> float:
        """Where a value lies in the range, from 0 to 1."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


@dataclass(frozen=True)
class TuningSettings:
    """A player, its parameters and how they are tuned.

    >>> settings = TuningSettings("tictactoe", "mcts:nodes=20", (Parameter("c", 0.1, 2.0),), steps=4)
    >>> settings.variant([0.5])
    'mcts:nodes=20,c=1.05'
    """

    folder_kind: ClassVar[FolderKind] = TUNING

    game: str
    spec: str
    parameters: tuple[Parameter, ...]
    method: Method = "spsa"
    steps: int = 50
    pairs: int = 4
    """Pairs of games of each step."""
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    time: float | None = None
    nodes: int | None = None
    timing: Timing | None = None
    """What is charged; None: processor time where programs of other people take part and it is known."""
    openings: str = ""
    format: str = "sgf"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.rules_of_game.settings))
        object.__setattr__(self, "timing", chosen_timing(self.timing, (self.spec,)))
        if self.method not in METHODS:
            raise BadTuning(
                "There is no method {name}: choose {offered}.",
                name=shorten(self.method),
                offered=listing(METHODS),
            )
        if not self.parameters:
            raise BadTuning("Name at least one parameter: --params c:0.2..2.")
        if not 1 <= self.steps <= 100_000 or not 1 <= self.pairs <= 10_000:
            raise BadTuning("A tuning has 1 to 100,000 steps of 1 to 10,000 pairs.")
        known = settings_of(self.spec)
        for parameter in self.parameters:
            if parameter.name not in known:
                raise BadTuning(
                    "{spec} has no setting {name}; it has {offered}.",
                    spec=self.spec,
                    name=parameter.name,
                    offered=listing(sorted(known)),
                )

    @cached_property
    def rules_of_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game, **self.options)

    @property
    def games_a_step(self) -> int:
        """Games of each step."""
        return 2 * self.pairs

    @property
    def file_format(self) -> str:
        """The format of the saved games."""
        return self.series(0, self.spec, self.spec).file_format

    def game_of(self, key: int) -> Game | None:
        """The rules of a game of this number; None if there is no such game."""
        return self.rules_of_game if 1 <= key <= self.steps * self.games_a_step else None

    @property
    def start(self) -> list[float]:
        """Where the values begin: those of the spec, else the middle of the range."""
        own = dict(Spec.parse(self.spec).settings)
        return [one.share(float(own[one.name])) if one.name in own else 0.5 for one in self.parameters]

    def variant(self, shares: list[float]) -> str:
        """The spec with these values."""
        new = {one.name: one.at(share) for one, share in zip(self.parameters, shares, strict=True)}
        return str(Spec.parse(self.spec).with_settings(new))

    def series(self, step: int, a: str, b: str) -> SeriesSettings:
        """The games of a step."""
        return SeriesSettings(
            self.game,
            a,
            b,
            games=self.games_a_step,
            seed=self.derive(step, "games"),
            options=self.options,
            names=("A", "B"),
            time=self.time,
            nodes=self.nodes,
            timing=self.timing,
            openings=self.openings,
            format=self.format,
            event=f"tuning, step {step + 1}",
        )

    def derive(self, *words: object) -> int:
        """A seed for something."""
        return derived_seed(self.seed, "tuning", *words)

    # Crossing layers: plain data

    def to_data(self) -> dict[str, Any]:
        """Everything as plain JSON-ready data."""
        data = fields_of(self)
        data["parameters"] = [[one.name, one.low, one.high, one.whole] for one in self.parameters]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TuningSettings:
        """What ``to_data`` wrote; anything else is refused in a sentence."""
        refused = (BadTuning, NO_TUNING)
        return restore(
            cls,
            {**BEFORE, **data},
            refused,
            parameters=lambda all_: tuple(Parameter(*one) for one in all_),
        )


class TuningProgress:
    """The steps that are done, the values that follow from them, and who plays next."""

    def __init__(self, settings: TuningSettings) -> None:
        self.settings = settings
        self.values = settings.start
        self.steps = 0
        self.history: list[tuple[list[float], float]] = []
        """After each step: the values, and the score of the first variant in it."""

    def variants(self) -> tuple[list[float], list[float]]:
        """The values of the two players of the next step."""
        random = Random(self.settings.derive(self.steps, "variants"))
        if self.settings.method == "spsa":
            return spsa_variants(self.values, self.steps, self._signs())
        width = HEAT * COOLING**self.steps
        return [_clipped(value + random.gauss(0, width)) for value in self.values], self.values

    def _signs(self) -> list[int]:
        random = Random(self.settings.derive(self.steps, "signs"))
        return [random.choice((-1, 1)) for _ in self.values]

    def series(self) -> SeriesSettings:
        """The games of the next step."""
        a, b = map(self.settings.variant, self.variants())
        return self.settings.series(self.steps, a, b)

    def add(self, score: float) -> None:
        """Count a step in which the first variant had this share of the points."""
        first, _ = self.variants()
        if self.settings.method == "spsa":
            self.values = spsa_step(self.values, self.steps, self.settings.steps, self._signs(), score)
        else:
            lack = max(0.0, 0.5 - score)
            heat = FORGIVEN * COOLING**self.steps
            chance = math.exp(-lack / heat)
            if score >= 0.5 or Random(self.settings.derive(self.steps, "accept")).random() < chance:
                self.values = first
        self.steps += 1
        self.history.append((self.values, score))

    @property
    def spec(self) -> str:
        """The player with the present values."""
        return self.settings.variant(self.result)

    @property
    def result(self) -> list[float]:
        """The values to use: with SPSA the mean of the last fifth of the steps, which wavers less."""
        if self.settings.method != "spsa" or not self.history:
            return self.values
        return spsa_result([values for values, _ in self.history])


def spsa_variants(values: list[float], step: int, signs: list[int]) -> tuple[list[float], list[float]]:
    """The shares of the two opposite variants of a step."""
    reach = REACH / (step + 1) ** REACH_POWER
    up = [_clipped(value + reach * sign) for value, sign in zip(values, signs, strict=True)]
    down = [_clipped(value - reach * sign) for value, sign in zip(values, signs, strict=True)]
    return up, down


def spsa_step(values: list[float], step: int, steps: int, signs: list[int], score: float) -> list[float]:
    """The shares after a step in which the first variant had this share of the points.

    >>> spsa_step([0.5, 0.5], 0, 10, [1, -1], score=1.0)
    [0.65, 0.35]
    """
    calm = CALM * steps
    length = STEP * (calm + 1) ** STEP_POWER / (step + 1 + calm) ** STEP_POWER
    return [
        _clipped(value + length * (2 * score - 1) * sign) for value, sign in zip(values, signs, strict=True)
    ]


def spsa_result(history: list[list[float]]) -> list[float]:
    """The mean of the last fifth of the steps."""
    last = history[-max(1, len(history) // 5) :]
    return [sum(column) / len(last) for column in zip(*last, strict=True)]


def _clipped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


class TuningRun:
    """A tuning to be done, or done on."""

    def __init__(
        self,
        settings: TuningSettings,
        folder: GameFolder[TuningSettings] | None = None,
        concurrency: Workers | int = 1,
    ) -> None:
        Seats(settings.series(0, settings.variant(settings.start), settings.spec)).check()
        self.settings, self.folder, self.concurrency = settings, folder, concurrency
        self.progress = TuningProgress(settings)
        self._found: dict[int, GameResult] = {}
        if folder is not None:
            for job, result in restored(self._missing, folder):
                self._count(job, result)

    def _missing(self) -> list[Job]:
        """The games of the present step that are not played yet."""
        if self.progress.steps >= self.settings.steps:
            return []
        series, first = self.progress.series(), self.progress.steps * self.settings.games_a_step
        numbers = range(1, self.settings.games_a_step + 1)
        return [Job(series, number, first + number) for number in numbers if number not in self._found]

    def _count(self, job: Job, result: GameResult) -> None:
        self._found[job.number] = result
        if len(self._found) == self.settings.games_a_step:
            score = sum(one.points for one in self._found.values()) / len(self._found)
            self._found = {}
            self.progress.add(score)

    async def play(self) -> AsyncIterator[TuningProgress]:
        """Play what is left, told after each game; finished games are kept."""
        running: set[int] = set()

        def next_job() -> Job | None:
            job = next((one for one in self._missing() if one.key not in running), None)
            if job is not None:
                running.add(job.key)
            return job

        async with aclosing(run_jobs(next_job, self.concurrency)) as groups:
            async for group in groups:
                for job, game in group:
                    if self.folder is not None:
                        self.folder.save(job.key, game.text, game.log)
                    self._count(job, game.result)
                    yield self.progress


def tune(
    settings: TuningSettings,
    folder: GameFolder[TuningSettings] | None = None,
    concurrency: Workers | int = 1,
    listen: Callable[[TuningProgress], object] = lambda progress: None,
) -> TuningProgress:
    """Tune to the end; blocks until then.

    >>> settings = TuningSettings("tictactoe", "mcts:nodes=20", (Parameter("c", 0.1, 2.0),), steps=2, pairs=1)
    >>> progress = tune(settings)
    >>> progress.steps, 0 <= progress.result[0] <= 1
    (2, True)
    """

    async def play() -> TuningProgress:
        run = TuningRun(settings, folder, concurrency)
        async for progress in run.play():
            listen(progress)
        return run.progress

    return run_blocking(play)
