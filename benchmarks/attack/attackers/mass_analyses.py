"""Spectators who analyse: many connections to many games, none of them an owner."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from benchmarks.attack.target import HUMAN, Target


async def run(target: Target) -> None:
    """Finished games, each looked at by strangers who ask for analysis and review."""
    async with AsyncExitStack() as rooms:
        for _ in range(target.some(20, 1)):
            made = await target.make([HUMAN, HUMAN])
            if made is None:
                continue
            async with target.room(made["id"], made["tokens"]["owner"]) as owner:
                await target.send(owner, type="play", ref=1, ply=1, move=112)
                await target.send(owner, type="act", ref=2, what="resign")
                await target.hear(owner, ("over",), 20)
            for _ in range(target.some(3, 1)):
                stranger = await rooms.enter_async_context(target.room(made["id"]))
                await target.send(stranger, type="analyse", ref=1, on=True, candidates=20)
                await target.send(stranger, type="review", ref=2, seconds=10)
        await asyncio.sleep(target.some(12, 1))
