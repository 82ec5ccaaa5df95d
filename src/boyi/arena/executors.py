"""Where the games of a series are played: in this process, in one of its own, or on a cluster of Ray."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from boyi.arena.bot_check import run_check
from boyi.arena.jobs import CheckJob, Job, PlayedGame
from boyi.arena.seats import Seats, Tell
from boyi.arena.settings import SeriesSettings
from boyi.arena.worker import BACKGROUND, play_job
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.programs.bubblewrap import hiding
from boyi.programs.conformance import Finding

ATTEMPTS = 2
"""How often a game is begun whose process dies: it is played again once."""
PATIENCE = 8.0
"""Seconds that a process gets to put its players away."""
LONGEST_ANSWER = 1 << 28
Find = Callable[[Finding], object]
"""Hears what a check finds."""


class WorkerEnded(Exception):
    """The process of a check has ended: the bot or the check itself may be the cause."""


class WorkerFailed(BoyiError):
    """A check that could not be made, by no fault of the bot's."""


class SeriesFailed(BoyiError):
    """A series that cannot continue; what was finished is kept."""


class Executor(Protocol):
    """A place where one game at a time is played."""

    settings: SeriesSettings | None
    """Those of the game that was played last: its players may still run."""

    async def play(self, job: Job, tell: Tell | None = None) -> PlayedGame:
        """Play a game; ``tell`` hears its moves now and then."""
        ...

    async def close(self) -> None:
        """Stop, and put the players away."""
        ...


class Checker(Protocol):
    """A place where one bot at a time is checked."""

    async def check(self, job: CheckJob, tell: Find) -> str:
        """Check a bot; ``tell`` hears what is found. The style of its file, empty if it has none.

        OSError or ``WorkerFailed``: it could not be checked; ``WorkerEnded``: that ended the worker.
        """
        ...

    async def close(self) -> None:
        """Stop, and put the players away."""
        ...


@dataclass(frozen=True)
class Workers:
    """How many games are played at once, and where."""

    count: int | None = 1
    """Games at once; None: with Ray one for each processor of the cluster, else one."""
    ray: str | None = None
    """The address of a cluster of Ray, or ``local`` for one that is started for this run."""

    @classmethod
    def of(cls, concurrency: Workers | int) -> Workers:
        """A bare number means so many games at once on this machine."""
        return cls(concurrency) if isinstance(concurrency, int) else concurrency

    def executors(self) -> list[Executor]:
        """As many executors as there are games at once."""
        if self.ray is not None:
            from boyi.arena.ray_executor import ray_executors

            return list(ray_executors(self.ray, self.count))
        return list(local_executors(self.count or 1))


def local_executors(count: int) -> Sequence[LocalExecutor | ProcessExecutor]:
    """So many executors on this machine; a single one is this process."""
    return [LocalExecutor() if count == 1 else ProcessExecutor() for _ in range(count)]


class LocalExecutor:
    """Games in this process."""

    def __init__(self) -> None:
        self.settings: SeriesSettings | None = None
        self._seats: Seats | None = None

    async def play(self, job: Job, tell: Tell | None = None) -> PlayedGame:
        if self._seats is None or self.settings != job.settings:
            await self.close()
            self._seats, self.settings = Seats(job.settings), job.settings
        return await play_job(self._seats, job.number, job.name, tell)

    async def check(self, job: CheckJob, tell: Find) -> str:
        return await run_check(job, tell)

    async def close(self) -> None:
        seats, self._seats = self._seats, None
        if seats is not None:
            await seats.close()


class ProcessExecutor:
    """Games and checks in a process of its own, which is started for the first one.

    The players' own programs run below it, and the judge sees them fail. If the process itself dies nobody
    knows whose fault that was: its game is played again once, with the same seeds.
    """

    def __init__(self, *, background: bool = False, hidden: Sequence[Path] = ()) -> None:
        """``background``: at a low priority; ``hidden``: what programs behind bubblewrap never see."""
        self._background, self._hidden = background, hidden
        self.settings: SeriesSettings | None = None
        """What the process was told."""
        self._process: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None

    async def play(self, job: Job, tell: Tell | None = None) -> PlayedGame:
        for _ in range(ATTEMPTS):
            process = await self._running()
            told = None if self.settings == job.settings else job.settings.to_data()
            self.settings = job.settings
            data = await self._ask(process, {"settings": told, "number": job.number, "name": job.name})
            while data is not None and "moves" in data:
                if tell is not None:
                    tell(data["moves"])
                data = await self._ask(process)
            if data is not None:
                if "error" in data:
                    self.settings = None  # the worker may not have come to take them
                return played_game(job, data)
            await self.close()
        raise abandoned(job)

    async def check(self, job: CheckJob, tell: Find) -> str:
        process = await self._running()
        data = await self._ask(process, {"check": job.to_data()})
        while data is not None and "finding" in data:
            tell(Finding.from_data(data["finding"]))
            data = await self._ask(process)
        if data is None:
            await self.close()
            raise WorkerEnded
        if "error" in data:
            raise WorkerFailed.of(Message.from_data(data["error"]))
        return str(data["style"])

    async def _running(self) -> asyncio.subprocess.Process:
        """The process, which is started if need be."""
        if self._process is not None:
            return self._process
        # A start that is cancelled half-way would leave a process that nobody knows of.
        self._starting = asyncio.create_task(self._start())
        return await asyncio.shield(self._starting)

    async def _start(self) -> asyncio.subprocess.Process:
        # A session of its own: Ctrl-C at the terminal is for the program that shows the table.
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "boyi.arena.worker",
            *([BACKGROUND] if self._background else []),
            # The current folder is one that programs may read.
            cwd="/" if self._hidden else None,
            env={**os.environ, **hiding(self._hidden)} if self._hidden else None,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            limit=LONGEST_ANSWER,
        )
        self.settings = None
        return self._process

    async def _ask(
        self, process: asyncio.subprocess.Process, order: Mapping[str, Any] | None = None
    ) -> dict[str, Any] | None:
        """The next answer, to an order if one is given; None: the process has ended."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if order is not None:
                process.stdin.write(json.dumps(order).encode() + b"\n")
                await process.stdin.drain()
            line = await process.stdout.readline()
            answer: dict[str, Any] | None = json.loads(line) if line else None
        except (
            ConnectionError,
            ValueError,
            RuntimeError,
        ):  # the last one of uvloop, where its pipe is closed; a line that was cut off is a ValueError
            return None
        return answer

    async def close(self) -> None:
        if self._starting is not None:
            await asyncio.wait({self._starting})
            self._starting = None
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), PATIENCE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                if sys.platform != "win32":
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()
            await process.wait()
        # Only now: whoever is cancelled before this leaves it to the next call.
        self._process = None


def played_game(job: Job, data: Mapping[str, Any]) -> PlayedGame:
    """What a worker answered: a game, or the sentence why there is none."""
    if "error" in data:
        raise SeriesFailed(
            "Game {number} cannot be played: {why}",
            number=job.number,
            why=Message.from_data(data["error"]),
        )
    return PlayedGame.from_data(data)


def abandoned(job: Job) -> SeriesFailed:
    """The sentence about a game whose worker died both times."""
    return SeriesFailed(
        "Game {number} ended its process twice; without it there is no result.", number=job.number
    )
