"""A program that holds more than its limit by way of its children."""

from __future__ import annotations

from benchmarks.attack.target import Target


async def run(target: Target) -> None:
    """One game; it answers only if it was let."""
    end = await target.play_against("hog", 25)
    ended = end is not None and end["type"] == "over"
    target.promise(ended, "a program limited to 1 GB held 1.4 GB in five processes, or was not ended")
