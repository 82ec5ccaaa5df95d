"""Plays jobs, several at once: series, tournaments and rating runs differ only in which jobs they ask for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from functools import partial

from boyi.arena.executors import Executor, Workers
from boyi.arena.jobs import Job, PlayedGame

Finished = tuple[Job, PlayedGame]


async def run_jobs(
    next_job: Callable[[], Job | None],
    concurrency: Workers | int = 1,
    tell: Callable[[Job, str], object] | None = None,
) -> AsyncGenerator[list[Finished]]:
    """Play the jobs that ``next_job`` names until it names none and none runs.

    ``next_job`` is asked again after each group of finished games, so what it names may depend on them. An
    executor that fails ends the run after the games that finished together with it. Whoever stops listening
    stops the games. ``tell`` hears the moves of games that are played, now and then.
    """
    idle = Workers.of(concurrency).executors()
    executors = tuple(idle)
    running: dict[asyncio.Task[PlayedGame], tuple[Executor, Job]] = {}
    try:
        while True:
            while idle and (job := next_job()) is not None:
                executor = _suited(idle, job)
                idle.remove(executor)
                listen = None if tell is None else partial(tell, job)
                running[asyncio.create_task(executor.play(job, listen))] = (executor, job)
            if not running:
                return
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            finished: list[Finished] = []
            failed: list[BaseException] = []
            for task in done:
                executor, job = running.pop(task)
                idle.append(executor)
                if (error := task.exception()) is not None:
                    failed.append(error)
                else:
                    finished.append((job, task.result()))
            yield sorted(finished, key=lambda game: (game[0].key, game[0].number))
            if failed:
                raise failed[0]
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await asyncio.gather(*(executor.close() for executor in executors), return_exceptions=True)


def _suited(idle: list[Executor], job: Job) -> Executor:
    """The executor whose players are those of the job already, else the one that has rested longest."""
    return next((one for one in idle if one.settings is job.settings), idle[0])
