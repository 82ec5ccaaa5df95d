"""Looks for swap2 openings that are even: the table in ``protocols/swap2.py`` is what this printed.

Random stones (black, white, black) are judged with white to move, first quickly, then with more and more
nodes, on boards of 15 and 20, freestyle and standard. What stays near one half all the way is printed, with
white's win rates of the last stage.
"""

from __future__ import annotations

import argparse
from random import Random

import boyi

BOARDS = ((15, "freestyle"), (20, "freestyle"), (15, "standard"), (20, "standard"))
REACH = 6
STAGES = ((4_000, 0.2), (40_000, 0.1))
"""Nodes, and how far from one half white's win rate may be."""

Stone = tuple[int, int]


def judge(stones: list[Stone], size: int, rule: str, nodes: int) -> float:
    """White's win rate."""
    position = boyi.game("gomoku", size=size, rule=rule).start()
    for right, down in stones:
        position = position.play((size // 2 + down) * size + size // 2 + right)
    return boyi.search(position, nodes=nodes).win_rate


def last_rates(stones: list[Stone]) -> list[float]:
    """White's win rates of the last stage on every board; empty if a stage finds it uneven."""
    rates: list[float] = []
    for nodes, slack in STAGES:
        rates.clear()
        for size, rule in BOARDS:
            rates.append(judge(stones, size, rule, nodes))
            if abs(rates[-1] - 0.5) > slack:
                return []
    return rates


def main() -> None:
    """Print so many even openings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = Random(given.seed)
    cells = [(right, down) for right in range(-REACH, REACH + 1) for down in range(-REACH, REACH + 1)]
    found = 0
    while found < given.count:
        stones = chance.sample(cells, 3)
        if rates := last_rates(stones):
            found += 1
            print(tuple(stones), " ".join(f"{rate:.2f}" for rate in rates), flush=True)


if __name__ == "__main__":
    main()
