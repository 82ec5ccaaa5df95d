"""A program whose processes want to outlive it."""

from __future__ import annotations

from benchmarks.attack.target import Target


async def run(target: Target) -> None:
    """One game; the bound on processes left judges it."""
    await target.play_against("forks", 20)
