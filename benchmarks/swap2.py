"""Swap2 of Gomoku's engine against itself: how often it takes which colour, and whether openings repeat.

    python -m benchmarks.swap2 [--openings N] [--nodes N] [--seed N]

On boards of 15 and 20, freestyle and standard, the engine proposes N openings of three stones and chooses a
colour in each by a search of so many nodes. ``white`` and ``black``: how often it took that colour;
``even``: how often the search gave white 40 to 60 per cent; ``different``: openings that were not repeated.
"""

from __future__ import annotations

import argparse
from random import Random

import boyi
from boyi.core.game import Position
from boyi.engines.opening import propose
from boyi.protocols import swap2

BOARDS = ((15, "freestyle"), (20, "freestyle"), (15, "standard"), (20, "standard"))


def main() -> None:
    """Propose, choose and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("size  rule       openings  white  black  even  different")
    for size, rule in BOARDS:
        game, chance = boyi.game("gomoku", size=size, rule=rule), Random(given.seed)
        white = even = 0
        seen = set()
        for _ in range(given.openings):
            stones = propose(game, chance.getrandbits(32)).stones
            position: Position = game.start()
            for stone in stones:
                position = position.play(stone)
            found = boyi.search(position, nodes=given.nodes)
            white += not swap2.choose(found).swap
            even += 0.4 <= found.win_rate <= 0.6
            seen.add(stones)
        black = given.openings - white
        print(
            f"{size:4}  {rule:9}  {given.openings:8}  {white:5}  {black:5}  {even:4}  {len(seen):9}",
            flush=True,
        )


if __name__ == "__main__":
    main()
