"""Visitors of the guides who try as much as a request may hold, all at once, without any token."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

from benchmarks.attack.target import Target

GAMES = ("gomoku", "othello", "loa", "nogo")


async def run(target: Target) -> None:
    """Long games on the small boards, cells and lessons that are not there, games that are none."""
    numbers = count()
    await asyncio.gather(*(_try(target, numbers) for _ in range(target.some(60, 3))))


async def _try(target: Target, numbers: count[int]) -> None:
    for _ in range(target.some(40, 4)):
        number = next(numbers)
        game = GAMES[number % len(GAMES)] if number % 9 else "../../etc"
        body: dict[str, Any] = {"lesson": number % 7, "moves": list(range(200))}
        match number % 5:
            case 0:
                body = {"lesson": number % 7, "cell": 1023, "origin": number % 1024}
            case 1:
                body["moves"] = [1_000_000] * 200
            case 2:
                body["moves"] = [0] * 100_000
        answer = await target.ask("POST", f"/api/guides/{game}", json=body)
        status = None if answer is None else answer.status_code
        target.promise(status is not None and status < 500, f"an attempt at a guide: {status}")
        shown = await target.ask("GET", f"/api/guides/{game}")
        status = None if shown is None else shown.status_code
        target.promise(status is not None and status < 500, f"a guide: {status}")
