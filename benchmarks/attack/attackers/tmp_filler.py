"""A program that fills /tmp."""

from __future__ import annotations

from benchmarks.attack.target import Target

MOST = 300
"""Megabytes: the limit is 256 (``Allowance.scratch``), and the program counts in steps of 50."""


async def run(target: Target) -> None:
    """One game; its answer says how much it wrote, so that no answer proves nothing."""
    end = await target.play_against("filler", 25)
    if end is None or end["type"] == "over":
        target.promise(False, "the program that fills /tmp did not say how much it wrote")
        return
    written = 50 * (end["node"]["move"] % 15)
    target.promise(written <= MOST, f"a program put {written} MB into /tmp")
    target.promise(written > 0, "a program could not write to its own /tmp at all")
