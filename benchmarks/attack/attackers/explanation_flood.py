"""Many explanations at once with huge budgets, steps far beyond the end, trees with everything unfolded."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

from benchmarks.attack.target import Target

SEARCHES: tuple[dict[str, Any], ...] = (
    {"search": "mcts:iterations=100000,rollouts=1000", "game": "gomoku"},
    {"search": "alphabeta:depth=20", "game": "gomoku"},
    {"search": "minimax:depth=20", "versus": "alphabeta:depth=20,table=yes", "game": "othello"},
    {"search": "annealing:depth=4,plies=100", "game": "nogo"},
    {"search": "pi:points=1000000"},
    {"search": "mcts:iterations=99999999", "game": "loa"},
    {"search": "mcts:" + "c=1," * 300, "game": "loa"},
    {"search": "mcts", "game": "../../etc", "start": {"moves": "a1 " * 5_000}},
    {"lesson": "../lessons/pi", "part": 99},
)


async def run(target: Target) -> None:
    """Open whatever can be opened, ask everything about it, never close it; and guess at puzzles."""
    numbers = count()
    await asyncio.gather(*(_explain(target, numbers) for _ in range(target.some(24, 2))))


async def _explain(target: Target, numbers: count[int]) -> None:
    for _ in range(target.some(12, 3)):
        number = next(numbers)
        body = SEARCHES[number % len(SEARCHES)]
        opened = await _ask(target, "POST", "/api/lab/explanations", json=body)
        if opened is not None and opened.status_code == 201:
            path = f"/api/lab/explanations/{opened.json()['explanation']['id']}"
            everything = {"level": "phase", "step": 50, "unfolded": list(range(500))}
            await asyncio.gather(
                _ask(target, "GET", f"{path}/steps?level=phase&first=9999999&count=64"),
                _ask(target, "GET", f"{path}/steps?level=iteration&first=0&count=64"),
                _ask(target, "POST", f"{path}/tree", json=everything),
                _ask(
                    target, "POST", f"{path}/predictions", json={"level": "phase", "step": 0, "option": 9_999}
                ),
            )
        guess = {"move": number % 225}
        await _ask(target, "POST", f"/api/lab/puzzles/gomoku/{number % 60 + 1}", json=guess)


async def _ask(target: Target, method: str, path: str, **more: Any) -> Any:
    """Ask; what is refused is refused with a sentence, never with a failure of the server."""
    answer = await target.ask(method, path, **more)
    status = None if answer is None else answer.status_code
    kept = status is not None and (status < 500 or status == 503)
    target.promise(kept, f"{method} {path.split('?')[0].rsplit('/', 1)[-1]}: {status}")
    return answer
