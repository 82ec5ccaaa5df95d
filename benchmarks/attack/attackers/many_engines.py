"""Thirty rooms with a program on each seat."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from benchmarks.attack.processes import tree
from benchmarks.attack.target import Target

MOST = 40
"""Processes of the server, its workers and all programs with their sandboxes together."""


async def run(target: Target) -> None:
    """Rooms that stay connected, so that nobody may end their programs."""
    seats = [{"kind": "engine", "spec": "sleeper"}, {"kind": "engine", "spec": "sleeper"}]
    async with AsyncExitStack() as rooms:
        for _ in range(target.some(30, 1)):
            made = await target.make(seats)
            if made is not None:
                await rooms.enter_async_context(target.room(made["id"], made["tokens"]["owner"]))
        await asyncio.sleep(target.some(8, 1))
        found = len(tree(target.process.pid, target.mark))
        target.promise(found <= MOST, f"{found} processes at once")
