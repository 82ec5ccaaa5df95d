"""Swap2 of Gomoku's engine: how often it takes which colour, whether openings repeat, and which are even.

    python -m benchmarks.swap2 [--openings N] [--nodes N] [--seed N]
    python -m benchmarks.swap2 --find N [--seed N]

On boards of 15 and 20, freestyle and standard, the engine proposes N openings of three stones and chooses a
colour in each by a search of so many nodes. ``white`` and ``black``: how often it took that colour;
``even``: how often the search gave white 40 to 60 per cent; ``different``: openings that were not repeated.

``--find`` looks for openings that are even on all these boards: the table in ``protocols/swap2.py`` is what
it printed. Random stones are judged first quickly, then with more nodes; what stays near one half is printed,
with white's win rates of the last stage.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import boyi
from boyi.core.game import Position
from boyi.engines.opening import propose
from boyi.protocols import swap2

BOARDS = ((15, "freestyle"), (20, "freestyle"), (15, "standard"), (20, "standard"))
REACH = 6
STAGES = ((4_000, 0.2), (40_000, 0.1))
"""Nodes, and how far from one half white's win rate may be."""


def after(game: boyi.Game, stones: tuple[int, ...]) -> Position:
    """The position with these stones."""
    position = game.start()
    for stone in stones:
        position = position.play(stone)
    return position


def proposed(size: int, rule: str, openings: int, nodes: int, seed: int) -> str:
    """The row of a board."""
    game, chance = boyi.game("gomoku", size=size, rule=rule), Random(seed)
    white = even = 0
    seen = set()
    for _ in range(openings):
        stones = propose(game, chance.getrandbits(32)).stones
        found = boyi.search(after(game, stones), nodes=nodes)
        white += not swap2.choose(found).swap
        even += 0.4 <= found.win_rate <= 0.6
        seen.add(stones)
    return f"{size:4}  {rule:9}  {openings:8}  {white:5}  {openings - white:5}  {even:4}  {len(seen):9}"


def even_openings(seed: int) -> Iterator[str]:
    """Stones as (right, down) from the centre, and white's win rates on all boards."""
    chance = Random(seed)
    cells = [(right, down) for right in range(-REACH, REACH + 1) for down in range(-REACH, REACH + 1)]
    while True:
        stones = chance.sample(cells, 3)
        if rates := last_rates(stones):
            yield f"{tuple(stones)} {' '.join(f'{rate:.2f}' for rate in rates)}"


def last_rates(stones: list[tuple[int, int]]) -> list[float]:
    """White's win rates of the last stage on every board; empty if a stage finds it uneven."""
    rates: list[float] = []
    for nodes, slack in STAGES:
        rates.clear()
        for size, rule in BOARDS:
            places = tuple((size // 2 + down) * size + size // 2 + right for right, down in stones)
            position = after(boyi.game("gomoku", size=size, rule=rule), places)
            rates.append(boyi.search(position, nodes=nodes).win_rate)
            if abs(rates[-1] - 0.5) > slack:
                return []
    return rates


def main() -> None:
    """Propose and choose, or look for openings, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--openings", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=400_000)
    parser.add_argument("--find", type=int, metavar="N", help="so many even openings")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.find is not None:
        for _, line in zip(range(given.find), even_openings(given.seed), strict=False):
            print(line, flush=True)
        return
    print("size  rule       openings  white  black  even  different")
    for size, rule in BOARDS:
        print(proposed(size, rule, given.openings, given.nodes, given.seed), flush=True)


if __name__ == "__main__":
    main()
