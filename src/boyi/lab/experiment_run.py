"""An experiment that is played, or played on: a fixed list of games, kept in a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boyi.arena.executors import Workers
from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.results import GameResult
from boyi.arena.runner import run_jobs
from boyi.core.event_loop import run_blocking
from boyi.core.game import Position
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.formats import read
from boyi.lab.experiment import Experiment
from boyi.lab.experiment_results import ExperimentResults
from boyi.lab.experiment_work import Measured, measure_work


@dataclass(frozen=True)
class ExperimentGame:
    """One more game of an experiment is over and, where there is a folder, kept."""

    job: Job
    result: GameResult
    played: int
    known: int


class ExperimentRun:
    """An experiment with its results; each finished game is counted once."""

    def __init__(
        self,
        settings: Experiment,
        folder: GameFolder[Experiment] | None = None,
        concurrency: Workers | int = 1,
    ) -> None:
        settings.check()
        self.settings, self.folder, self.concurrency = settings, folder, concurrency
        self.games: dict[int, GameResult] = {}
        self._positions: dict[int, Position] = {}
        """From the middle of games of the first pairing, by the number of the game."""
        for key, record in () if folder is None else folder.games():
            job = settings.job(key)
            if not job.owns(record):
                assert folder is not None
                raise folder.unusable(key, Message("It is not a finished game of this match."))
            self._count(job, GameResult.of(job.number, record), partial(_same, record))

    def _count(self, job: Job, result: GameResult, record: Callable[[], GameRecord]) -> None:
        self.games[job.name] = result
        work = self.settings.work
        if work is not None and job.settings is self.settings.series[0] and job.number <= work.positions:
            found = record()
            self._positions[job.number] = found.position_at(found.main_line()[found.plies // 2])

    def results(self) -> ExperimentResults:
        """What the games so far come to; where work is measured, after all games."""
        work = self.settings.work
        measured: Mapping[str, Measured] = {}
        if work is not None and self.is_over:
            positions = [position for _, position in sorted(self._positions.items())]
            measured = measure_work(self.settings, work, positions)
        return ExperimentResults(self.settings, self.games, measured)

    def _read(self, text: str) -> GameRecord:
        return read(text.encode(), game=self.settings.rules_of_game)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return len(self.games) == self.settings.all_games

    async def play(self) -> AsyncIterator[ExperimentGame]:
        """Play what is left; whoever stops listening stops the games, finished ones are kept."""
        missing = (key for key in range(1, self.settings.all_games + 1) if key not in self.games)

        def next_job() -> Job | None:
            key = next(missing, None)
            return None if key is None else self.settings.job(key)

        async with aclosing(run_jobs(next_job, self.concurrency)) as groups:
            async for group in groups:
                for job, game in group:
                    if self.folder is not None:
                        self.folder.save(job.name, game.text, game.log)
                    self._count(job, game.result, partial(self._read, game.text))
                    yield ExperimentGame(job, game.result, len(self.games), self.settings.all_games)


def open_experiment(settings: Experiment, path: Path, *, resume: bool = False) -> GameFolder[Experiment]:
    """The folder of an experiment: a new one, or one that was begun."""
    if resume and (path / settings.folder_kind.file).exists():
        return GameFolder.open(path, Experiment)
    settings.check()
    return GameFolder.create(path, settings)


def run_experiment(
    settings: Experiment,
    folder: GameFolder[Experiment] | None = None,
    concurrency: Workers | int = 1,
    listen: Callable[[ExperimentGame], object] = lambda game: None,
) -> ExperimentResults:
    """Play an experiment to its end; blocks until then.

    >>> import boyi
    >>> from boyi.lab import find_experiment
    >>> experiment = find_experiment("time").changed(boyi.game("tictactoe"), games=2, nodes=5)
    >>> results = run_experiment(experiment)
    >>> len(results.pairings), results.pairings[0].tally.games
    (5, 2)
    """

    async def play() -> ExperimentResults:
        run = ExperimentRun(settings, folder, concurrency)
        async for game in run.play():
            listen(game)
        return run.results()

    return run_blocking(play)


def _same(record: GameRecord) -> GameRecord:
    return record
