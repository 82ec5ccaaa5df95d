"""Someone at the teacher's machine who guesses the code of the lock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from benchmarks.attack.target import Target

CODE = "4711"


async def run(target: Target) -> None:
    """All codes of four digits in turn, many at once; few may be tried, and the lock holds."""
    locked = await target.ask("POST", "/api/class/lock", json={"on": True, "code": CODE})
    assert locked is not None
    assert locked.status_code == 200
    guesses = iter(f"{number:04}" for number in range(target.some(4_000, 40)))
    found = await asyncio.gather(*(_guess(target, guesses) for _ in range(20)))
    target.promise(1 <= sum(found) <= 12, f"{sum(found)} codes were compared")
    still = await target.ask("GET", "/api/class")
    target.promise(still is not None and still.json()["locked"], "the lock was lifted")


async def _guess(target: Target, guesses: Iterator[str]) -> int:
    """How many guesses of this client were compared with the code."""
    compared = 0
    for code in guesses:
        answer = await target.ask("POST", "/api/class/lock", json={"on": False, "code": code})
        compared += answer is not None and answer.json().get("error", {}).get("code") == "locked"
    return compared
