"""A series of games between two players, told as events and kept in a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal

from boyi.arena.executors import Workers
from boyi.arena.folder import Folder
from boyi.arena.jobs import Job
from boyi.arena.results import GameResult, Standing
from boyi.arena.runner import Finished, run_jobs
from boyi.arena.seats import Seats
from boyi.arena.settings import SeriesSettings
from boyi.arena.sprt import Verdict

Ending = Literal["all games", "test"]


@dataclass(frozen=True)
class SeriesStarted:
    """The series begins, or resumes after the games that its folder holds."""

    settings: SeriesSettings
    standing: Standing


@dataclass(frozen=True)
class GameFinished:
    """A game is over and, where there is a folder, kept."""

    result: GameResult
    text: str
    """The game as its file holds it."""
    standing: Standing


@dataclass(frozen=True)
class SeriesOver:
    """All games are played, or the sequential test has seen enough."""

    ending: Ending
    standing: Standing
    """With a test: of the pairs up to the one that decided."""
    verdict: Verdict | None = None


SeriesEvent = SeriesStarted | GameFinished | SeriesOver


class Series:
    """A series to be played, or played on."""

    def __init__(
        self, settings: SeriesSettings, folder: Folder | None = None, concurrency: Workers | int = 1
    ) -> None:
        Seats(settings).check()
        self.settings, self.folder = settings, folder
        self.concurrency = concurrency
        self.results: dict[int, GameResult] = {} if folder is None else folder.results()
        self.standing = Standing.of(self.results.values())
        self._judged = 0
        self._tested = Standing()
        self._verdict: Verdict | None = None

    async def play(self) -> AsyncIterator[SeriesEvent]:
        """Play what is left. Whoever stops listening stops the games; finished ones are kept."""
        yield SeriesStarted(self.settings, deepcopy(self.standing))
        self._test()
        numbers = (number for number in range(1, self.settings.games + 1) if number not in self.results)

        def next_job() -> Job | None:
            number = None if self._verdict is not None else next(numbers, None)
            return None if number is None else Job(self.settings, number)

        if self._verdict is None:
            async with aclosing(run_jobs(next_job, self.concurrency)) as games:
                async for finished in games:
                    for event in self._keep(finished):
                        yield event
                    if self._verdict is not None:
                        break  # games that still run are stopped
        yield SeriesOver(
            "all games" if self._verdict is None else "test",
            deepcopy(self.standing if self._verdict is None else self._tested),
            self._verdict,
        )

    def _keep(self, finished: list[Finished]) -> Iterator[GameFinished]:
        for _, game in finished:
            result, text = game.result, game.text
            if self.folder is not None:
                self.folder.save(result.number, text, game.log)
            self.results[result.number] = result
            self.standing.add(result)
            yield GameFinished(result, text, deepcopy(self.standing))
        self._test()

    def _test(self) -> None:
        """Look at the pairs in their order, however they came in: quick games must not come first."""
        test = self.settings.test
        while test is not None and self._verdict is None:
            pair = [self.results.get(2 * self._judged + game) for game in (1, 2)]
            if pair[0] is None or pair[1] is None:
                return
            for result in pair:
                assert result is not None
                self._tested.add(result)
            self._judged += 1
            self._verdict = test.verdict(self._tested.tally.pairs)
