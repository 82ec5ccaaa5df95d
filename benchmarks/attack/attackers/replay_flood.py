"""Many readers of the longest replays of a class at once, also of those who leave before the answer."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
from benchmarks.attack.student import write_class
from benchmarks.attack.target import Target

from boyi.arena.executors import LocalExecutor
from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.ladder.settings import read_class

LIBRARY = 5.0
"""Seconds for a page of the library meanwhile."""


def prepare(folder: Path) -> tuple[str, ...]:
    """A class with a long game of NoGo on the largest board."""
    arguments = write_class(folder / "class.toml", 1, "nogo", check=300)
    file = folder / "class.toml"
    file.write_text(f"options = {{size = 19}}\n{file.read_text('utf-8')}", "utf-8")
    settings = read_class(file.read_text("utf-8"), file.name)
    with GameFolder.create(folder / "class", settings) as games:
        series = settings.series(0, ("s0 #1", "random"), ("level:1", "random"))
        played = asyncio.run(LocalExecutor().play(Job(series, 1, 1)))
        games.save(1, played.text, played.log)
    return arguments


async def run(target: Target) -> None:
    """Replays without end, half of them given up at once; the library is read beside them."""
    reading = [asyncio.create_task(_read(target, number)) for number in range(target.some(60, 4))]
    try:
        for _ in range(target.some(10, 2)):
            began = time.monotonic()
            answer = await target.ask("GET", "/api/games")
            took = time.monotonic() - began
            status = None if answer is None else answer.status_code
            target.promise(status == 200, f"the library was answered {status}")
            target.promise(took < LIBRARY, f"the library took {took:.0f} s")
            await asyncio.sleep(0.5)
    finally:
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def _read(target: Target, number: int) -> None:
    for _ in range(target.some(5, 1)):
        target.requests += 1
        try:
            seconds = 0.05 if number % 2 else 60
            answer = await target.http.get("/api/ladder/games/1", timeout=seconds)
            target.promise(
                answer.status_code in (200, 429, 503), f"a replay was answered {answer.status_code}"
            )
        except httpx.HTTPError:
            continue
