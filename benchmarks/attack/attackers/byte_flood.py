"""A program that prints without a line's end."""

from __future__ import annotations

import asyncio

from benchmarks.attack.target import Target


async def run(target: Target) -> None:
    """Two games against it at once."""
    ends = await asyncio.gather(*(target.play_against("flood", 25) for _ in range(target.some(2, 1))))
    target.promise(all(end is not None for end in ends), "the program outlived its limits")
