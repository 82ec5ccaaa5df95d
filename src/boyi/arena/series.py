"""A series of games between two players, told as events and kept in a folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal

from boyi.arena.executors import Executor, LocalExecutor, ProcessExecutor
from boyi.arena.folder import Folder
from boyi.arena.results import GameResult, Standing
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

    def __init__(self, settings: SeriesSettings, folder: Folder | None = None, concurrency: int = 1) -> None:
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
        make = LocalExecutor if self.concurrency == 1 else ProcessExecutor
        idle: list[Executor] = [make(self.settings) for _ in range(self.concurrency)]
        executors = tuple(idle)
        running: dict[asyncio.Task[tuple[GameResult, str]], Executor] = {}
        try:
            while self._verdict is None:
                while idle and (number := next(numbers, None)) is not None:
                    executor = idle.pop()
                    running[asyncio.create_task(executor.play(number))] = executor
                if not running:
                    break
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                idle += [running.pop(task) for task in done]
                failed = [error for task in done if (error := task.exception()) is not None]
                for event in self._keep([task.result() for task in done if task.exception() is None]):
                    yield event
                if failed:
                    raise failed[0]
        finally:
            await _stop(running, executors)
        yield SeriesOver(
            "all games" if self._verdict is None else "test",
            deepcopy(self.standing if self._verdict is None else self._tested),
            self._verdict,
        )

    def _keep(self, finished: list[tuple[GameResult, str]]) -> Iterator[GameFinished]:
        for result, text in sorted(finished, key=lambda game: game[0].number):
            if self.folder is not None:
                self.folder.save(result.number, text)
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


async def _stop(
    running: dict[asyncio.Task[tuple[GameResult, str]], Executor], executors: tuple[Executor, ...]
) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await asyncio.gather(*(executor.close() for executor in executors), return_exceptions=True)
