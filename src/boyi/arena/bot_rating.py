"""The rating of a bot on the scale of the levels: opponents near its strength, until enough is known."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from boyi.arena.bradley_terry import Rating, fit_ratings
from boyi.arena.executors import Workers
from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.kept import FolderKind
from boyi.arena.level_scale import LevelScale
from boyi.arena.plain_data import fields_of, restore
from boyi.arena.restoring import restored
from boyi.arena.results import GameResult
from boyi.arena.runner import run_jobs
from boyi.arena.seats import Seats
from boyi.arena.settings import BadSeries, SeriesSettings, derived_seed
from boyi.arena.timing import BEFORE, chosen_timing
from boyi.core.clock import Timing
from boyi.core.event_loop import run_blocking
from boyi.core.message import Template
from boyi.core.record import GameRecord

RATING = FolderKind(
    "rating",
    Template("{path} holds a rating already: resume it with --resume {path}."),
    Template("{path} holds no rating: there is no {file} in it; start one with --out."),
    Template("Another program is playing the games in {path}."),
)
NO_RATING = Template("These are not the settings of a rating ({error}).")
BOT = "bot"
PAIRS = 2
"""Pairs of games that are played before opponents are chosen again."""
PRECISION = 100.0
OUTSIDE = 20
"""Games against the lowest or the highest level after which a bot beyond it is no longer measured."""
Ending = Literal["precise", "all games", "below", "above"]


@dataclass(frozen=True)
class RatingSettings(LevelScale):
    """A bot, a game, and how exactly its strength is to be known.

    >>> settings = RatingSettings("tictactoe", "random", seed=1)
    >>> [(job.key, job.settings.b) for job in settings.next_jobs({})]
    [(1, 'level:5'), (2, 'level:5'), (3, 'level:4'), (4, 'level:4')]
    """

    folder_kind: ClassVar[FolderKind] = RATING

    game: str
    spec: str
    name: str = ""
    """What the bot is called; empty: its spec."""
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    precision: float = PRECISION
    """Elo: the run ends when half the 95% interval is no larger."""
    games: int = 200
    """How many games at most."""
    start: int = 5
    """The level that it meets first."""
    clock: str | None = None
    timing: Timing | None = None
    """What is charged; None: processor time where programs of other people take part and it is known."""
    openings: str = ""
    format: str = "sgf"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.rules_of_game.settings))
        object.__setattr__(self, "name", self.name or self.spec)
        object.__setattr__(self, "timing", chosen_timing(self.timing, (self.spec,)))
        if not 4 <= self.games <= 100_000:
            raise BadSeries(
                "A rating takes {low} to {high:,} games, not {games:,}.",
                low=4,
                high=100_000,
                games=self.games,
            )
        if not 10 <= self.precision <= 1000:
            raise BadSeries("The precision of a rating is a number of Elo points from 10 to 1000.")
        if not 1 <= self.start <= len(self.scale):
            raise BadSeries("The first opponent is a level from 1 to {most}.", most=len(self.scale))

    # What follows from the settings

    @property
    def file_format(self) -> str:
        """The format of the saved games."""
        return self._series("level:1", 0).file_format

    def check(self) -> None:
        """Raise a sentence if the bot cannot be made or does not play this game; nothing is started."""
        Seats(self._series(f"level:{self.start}", 0)).check()

    def job(self, key: int, level: str) -> Job:
        """A game (from 1) against a level."""
        return Job(self._series(level, (key - 1) // 2), (key - 1) % 2 + 1, key)

    def _series(self, level: str, pair: int) -> SeriesSettings:
        return SeriesSettings(
            self.game,
            self.spec,
            level,
            games=2,
            seed=derived_seed(self.seed, "rating", pair),
            options=self.options,
            names=(self.name, level),
            clock=self.clock,
            timing=self.timing,
            openings=self.openings,
            format=self.format,
        )

    # The games in their order

    def progress(self, results: Mapping[int, GameResult]) -> RatingProgress:
        """What the games say that form whole rounds; those after a missing one do not count yet."""
        progress = RatingProgress(self)
        while progress.ending is None:
            keys = range(progress.rounds * 2 * PAIRS + 1, (progress.rounds + 1) * 2 * PAIRS + 1)
            if any(key not in results for key in keys):
                break
            progress.add({key: results[key] for key in keys})
        return progress

    def next_jobs(self, results: Mapping[int, GameResult]) -> list[Job]:
        """The games of the present round that are not played yet; none: the rating is known."""
        progress = self.progress(results)
        if progress.ending is not None:
            return []
        return [job for key, job in progress.jobs().items() if key not in results]

    # Crossing layers: plain data

    def to_data(self) -> dict[str, Any]:
        """Everything as plain JSON-ready data."""
        return fields_of(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RatingSettings:
        """What ``to_data`` wrote; anything else is refused in a sentence."""
        return restore(cls, {**BEFORE, **data}, (BadSeries, NO_RATING))


class RatingProgress:
    """The rounds that are over, the rating that follows from them, and who comes next."""

    def __init__(self, settings: RatingSettings) -> None:
        self.settings = settings
        self.rounds = 0
        self.games: dict[int, tuple[str, GameResult]] = {}
        """Each counted game: the opponent and the result from the bot's side."""
        self.rating = Rating(BOT, settings.scale[f"level:{settings.start}"], float("inf"))
        self.history: list[tuple[float, float, float]] = []
        """After each round: games, rating, half its interval."""
        self.ending: Ending | None = None

    def opponents(self) -> list[str]:
        """The levels of the next round: the nearest, and the nearest on its other side if there is one."""
        scale, own = self.settings.scale, self.rating.elo
        ranked = sorted(scale, key=lambda level: abs(scale[level] - own))
        first = ranked[0]
        other = [level for level in ranked[1:] if (scale[level] < own) != (scale[first] < own)]
        return [first, other[0] if other else first]

    def jobs(self) -> dict[int, Job]:
        """The games of the next round."""
        first = self.rounds * 2 * PAIRS + 1
        levels = self.opponents()
        return {
            key: self.settings.job(key, levels[(key - first) // 2]) for key in range(first, first + 2 * PAIRS)
        }

    def add(self, results: Mapping[int, GameResult]) -> None:
        """Count a whole round."""
        for key, job in self.jobs().items():
            self.games[key] = (job.settings.b, results[key])
        self.rounds += 1
        played = [
            (BOT, level, result.points) if result.a_is_black else (level, BOT, 1 - result.points)
            for level, result in self.games.values()
        ]
        self.rating = fit_ratings(played, [BOT], self.settings.scale).by_name[BOT]
        self.history.append((len(self.games), self.rating.elo, self.rating.error))
        self.ending = self._ending()

    def _ending(self) -> Ending | None:
        scale = self.settings.scale
        lowest, *_, highest = scale
        met = [level for level, _ in self.games.values()]
        # Games that are nearly always lost, or won, say little about by how much.
        if met.count(lowest) >= OUTSIDE and self.rating.high < scale[lowest]:
            return "below"
        if met.count(highest) >= OUTSIDE and self.rating.low > scale[highest]:
            return "above"
        if self.rating.error <= self.settings.precision:
            return "precise"
        return "all games" if len(self.games) + 2 * PAIRS > self.settings.games else None


@dataclass(frozen=True)
class RatedGame:
    """One more game of a rating run."""

    opponent: str
    result: GameResult
    progress: RatingProgress


class RatingRun:
    """A rating to be found, or found on."""

    def __init__(
        self,
        settings: RatingSettings,
        folder: GameFolder[RatingSettings] | None = None,
        concurrency: Workers | int = 1,
    ) -> None:
        settings.check()
        self.settings, self.folder, self.concurrency = settings, folder, concurrency
        self.results: dict[int, GameResult] = {}
        if folder is not None:
            for job, result in restored(lambda: settings.next_jobs(self.results), folder):
                self.results[job.key] = result

    @property
    def progress(self) -> RatingProgress:
        """What is known so far."""
        return self.settings.progress(self.results)

    async def play(self) -> AsyncIterator[RatedGame]:
        """Play what is left; whoever stops listening stops the games, finished ones are kept."""
        running: set[int] = set()

        def next_job() -> Job | None:
            waiting = (job for job in self.settings.next_jobs(self.results) if job.key not in running)
            job = next(waiting, None)
            if job is not None:
                running.add(job.key)
            return job

        async with aclosing(run_jobs(next_job, self.concurrency)) as groups:
            async for group in groups:
                for job, game in group:
                    if self.folder is not None:
                        self.folder.save(job.key, game.text, game.log)
                    self.results[job.key] = game.result
                    yield RatedGame(job.settings.b, game.result, self.progress)

    def records(self) -> dict[int, GameRecord]:
        """The counted games, where a folder keeps them."""
        counted = self.progress.games
        return {} if self.folder is None else {k: r for k, r in self.folder.games() if k in counted}


def rate_bot(
    settings: RatingSettings,
    folder: GameFolder[RatingSettings] | None = None,
    concurrency: Workers | int = 1,
    listen: Callable[[RatedGame], object] = lambda game: None,
) -> RatingProgress:
    """Play until the rating is known; blocks until then.

    >>> import boyi
    >>> settings = boyi.RatingSettings("tictactoe", "random", seed=1, precision=300)
    >>> progress = boyi.rate_bot(settings)
    >>> progress.ending, progress.rating.error <= 300
    ('precise', True)
    """

    async def play() -> RatingProgress:
        run = RatingRun(settings, folder, concurrency)
        async for game in run.play():
            listen(game)
        return run.progress

    return run_blocking(play)
