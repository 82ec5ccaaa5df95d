"""Searches without a reasonable end, as many as there are workers and more."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from benchmarks.attack.target import HUMAN, Target

SPECS = (f"mcts:nodes={2**63 - 1}", "alphabeta:depth=99", "minimax:depth=99")


async def run(target: Target) -> None:
    """Rooms whose computer has such a spec; the computer's answer in the innocent room judges it."""
    async with AsyncExitStack() as rooms:
        for spec in SPECS[: target.some(3, 1)]:
            for _ in range(target.some(2, 1)):
                made = await target.make([HUMAN, {"kind": "computer", "spec": spec}])
                if made is None:
                    continue
                socket = await rooms.enter_async_context(target.room(made["id"], made["tokens"]["owner"]))
                await target.send(socket, type="play", ref=1, ply=1, move=112)
        await asyncio.sleep(target.some(15, 1))
