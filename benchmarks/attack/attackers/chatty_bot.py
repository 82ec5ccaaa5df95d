"""A program that prints short lines without end: its time limit must hold, and nobody else must wait."""

from __future__ import annotations

import asyncio

from benchmarks.attack.target import Target


async def run(target: Target) -> None:
    """Two games against it at once."""
    ends = await asyncio.gather(*(target.play_against("chatty", 25) for _ in range(target.some(2, 1))))
    target.promise(all(end is not None for end in ends), "the program outlived its limit of 4 s")
