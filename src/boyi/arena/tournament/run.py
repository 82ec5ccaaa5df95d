"""A tournament that is played, or played on: jobs that follow from the results, kept in a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job, PlayedGame
from boyi.arena.results import GameResult
from boyi.arena.runner import run_jobs
from boyi.arena.tournament.pairings import jobs_of
from boyi.arena.tournament.settings import TournamentSettings
from boyi.core.event_loop import run_blocking
from boyi.core.message import Message


@dataclass(frozen=True)
class GamePlayed:
    """One more game of a tournament is over and, where there is a folder, kept."""

    job: Job
    game: PlayedGame
    played: int
    """Games that are over now."""
    known: int
    """Games that follow from the results so far; later rounds may add more."""


class TournamentRun:
    """A tournament with its results; each finished game is counted once, for the players of its pairing."""

    def __init__(
        self,
        settings: TournamentSettings,
        folder: GameFolder[TournamentSettings] | None = None,
        concurrency: int | None = None,
    ) -> None:
        settings.check()
        self.settings, self.folder = settings, folder
        self.concurrency = concurrency or settings.concurrency
        self.results: dict[int, GameResult] = {}
        self._restore()

    def _restore(self) -> None:
        """Take the games of the folder that follow from the results before them."""
        if self.folder is None:
            return
        kept = dict(self.folder.games())
        while found := [job for job in self.missing() if job.name in kept]:
            for job in found:
                record = kept[job.name]
                if not job.owns(record):
                    raise self.folder.unusable(job.name, Message("It is not a finished game of this match."))
                self.results[job.name] = GameResult.of(job.number, record)

    def jobs(self) -> list[Job]:
        """All games that follow from the results so far, finished ones too."""
        return list(jobs_of(self.settings, self.results))

    def missing(self) -> list[Job]:
        """The games that are still to be played, as far as they follow from the results so far."""
        return [job for job in self.jobs() if job.name not in self.results]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return not self.missing()

    async def play(self) -> AsyncIterator[GamePlayed]:
        """Play what is left; whoever stops listening stops the games, finished ones are kept."""
        running: set[int] = set()
        waiting = self.missing()

        def next_job() -> Job | None:
            nonlocal waiting
            if not waiting:
                waiting = [job for job in self.missing() if job.name not in running]
            if not waiting:
                return None
            running.add(waiting[0].name)
            return waiting.pop(0)

        async with aclosing(run_jobs(next_job, self.concurrency)) as groups:
            async for group in groups:
                for job, game in group:
                    if self.folder is not None:
                        self.folder.save(job.name, game.text, game.log)
                    self.results[job.name] = game.result
                    running.discard(job.name)
                    yield GamePlayed(job, game, len(self.results), len(self.jobs()))


def play_tournament(
    settings: TournamentSettings,
    folder: GameFolder[TournamentSettings] | None = None,
    concurrency: int | None = None,
    listen: Callable[[GamePlayed], object] = lambda game: None,
) -> TournamentRun:
    """Play a tournament to its end; blocks until then.

    >>> from boyi.arena.tournament import Entrant, EventSettings
    >>> players = (Entrant("a", "random"), Entrant("b", "random"), Entrant("c", "random"))
    >>> run = play_tournament(TournamentSettings("Cup", players, (EventSettings("tictactoe"),)))
    >>> len(run.results), run.is_over
    (6, True)
    """

    async def play() -> TournamentRun:
        run = TournamentRun(settings, folder, concurrency)
        async for game in run.play():
            listen(game)
        return run

    return run_blocking(play)
