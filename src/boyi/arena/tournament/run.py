"""A tournament that is played, or played on: jobs that follow from the results, kept in a folder."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from time import monotonic

from boyi.arena.executors import Workers
from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job, PlayedGame
from boyi.arena.restoring import restored
from boyi.arena.results import GameResult
from boyi.arena.runner import run_jobs
from boyi.arena.tournament.pairings import jobs_of
from boyi.arena.tournament.settings import TournamentSettings
from boyi.core.event_loop import run_blocking
from boyi.core.record import GameRecord

LIVE = "live.json"
"""What is played now, for those who look at the folder."""
BEAT = 0.5


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
        concurrency: Workers | int | None = None,
        kept: Mapping[int, GameRecord] | None = None,
    ) -> None:
        """``kept``: the finished games, where they are known already and nothing is to be played."""
        self.settings, self.folder = settings, folder
        self.concurrency = concurrency or settings.concurrency
        self.results: dict[int, GameResult] = {}
        self.running: dict[int, tuple[Job, str]] = {}
        """The games that are played now: their moves so far."""
        self._told = 0.0
        if kept is None:
            settings.check()
        if folder is not None:
            # Those that follow from the results before them.
            for job, result in restored(self.missing, folder, kept):
                self.results[job.name] = result

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

        async with aclosing(run_jobs(next_job, self.concurrency, self._heard)) as groups:
            async for group in groups:
                for job, game in group:
                    self.running.pop(job.name, None)
                    if self.folder is not None:
                        self.folder.save(job.name, game.text, game.log)
                    self.results[job.name] = game.result
                    running.discard(job.name)
                    self._show()
                    yield GamePlayed(job, game, len(self.results), len(self.jobs()))
        self.running.clear()
        self._show(always=True)

    def _heard(self, job: Job, moves: str) -> None:
        self.running[job.name] = (job, moves)
        self._show()

    def _show(self, *, always: bool = False) -> None:
        """Let whoever looks at the folder see which games are played, twice a second at most."""
        if self.folder is None or (monotonic() - self._told < BEAT and not always):
            return
        self._told = monotonic()
        shown = [
            {
                "number": key,
                "names": list(job.settings.names),
                "a_is_black": job.number % 2 == 1,
                "moves": moves,
            }
            for key, (job, moves) in sorted(self.running.items())
        ]
        with suppress(OSError):  # nobody can look then; the games go on
            self.folder.write(LIVE, json.dumps({"running": shown}, ensure_ascii=False))


def play_tournament(
    settings: TournamentSettings,
    folder: GameFolder[TournamentSettings] | None = None,
    concurrency: Workers | int | None = None,
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
