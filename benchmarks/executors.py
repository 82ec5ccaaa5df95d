"""What a game costs beside itself: in a process of its own and on Ray, compared with this process.

    python -m benchmarks.executors [--games N] [--rounds R]

Games of a few milliseconds are played one at a time in each place, in turns, and the shortest round counts.
What a place takes longer than this process is its overhead a game; it must be under 5% of a game of a second.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from time import perf_counter

from boyi.arena import SeriesSettings
from boyi.arena.executors import Executor, LocalExecutor, ProcessExecutor
from boyi.arena.jobs import Job

MOST = 0.05
"""Seconds of overhead a game that are allowed: 5% of a second."""


async def measure(games: int, rounds: int, address: str) -> dict[str, tuple[float, float]]:
    """For each place: seconds until the first game is played, and seconds of each game after it."""
    from boyi.arena.ray_executor import ray_executors

    settings = SeriesSettings("tictactoe", "random", "random", games=games, seed=1)
    places: dict[str, Executor] = {"this process": LocalExecutor(), "a process": ProcessExecutor()}
    places["Ray"] = ray_executors(address, 1)[0]
    first: dict[str, float] = {}
    each: dict[str, list[float]] = {name: [] for name in places}
    try:
        for name, place in places.items():
            began = perf_counter()
            await place.play(Job(settings, 1))
            first[name] = perf_counter() - began
        for _ in range(rounds):
            for name, place in places.items():
                began = perf_counter()
                for number in range(1, games + 1):
                    await place.play(Job(settings, number))
                each[name].append((perf_counter() - began) / games)
    finally:
        for place in places.values():
            await place.close()
    return {name: (first[name], min(each[name])) for name in places}


def main() -> int:
    """Measure, print, and fail if a place takes too much."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ray", default="local", metavar="ADDRESS|local")
    arguments = parser.parse_args()
    found = asyncio.run(measure(arguments.games, arguments.rounds, arguments.ray))
    own = found["this process"][1]
    print("place          first game   each game   overhead   of a game of 1 s")
    for name, (first, each) in found.items():
        more = each - own
        print(f"{name:<13} {first:8.2f} s {1000 * each:8.2f} ms {1000 * more:7.2f} ms {more:14.2%}")
    return int(any(each - own > MOST for _, each in found.values()))


if __name__ == "__main__":
    sys.exit(main())
