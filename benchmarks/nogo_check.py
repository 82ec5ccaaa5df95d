"""NoGo's solver against a second method: random positions of a small board, proven by both.

    python -m benchmarks.nogo_check [--size N] [--plies A,B,…] [--positions N] [--nodes N] [--seed N]

The second method is the general alpha-beta to the end of the game, without an evaluation: it plays the stones
of the board and knows no regions, no counted moves and no bounds. Seconds are processor seconds.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import process_time

import boyi
from boyi.core.game import Position
from boyi.games.nogo.solver import solve
from boyi.native.alphabeta import alphabeta


def random_position(size: int, plies: int, random: Random) -> Position:
    """A position after so many random moves in which the game goes on."""
    while True:
        position: Position = boyi.game("nogo", size=size, backend="native").start()
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(random.choice(list(position.legal_moves)))
        if position.outcome is None:
            return position


def main() -> int:
    """Print the table; fails if the two disagree."""
    parser = argparse.ArgumentParser(description="NoGo's solver against plain alpha-beta.")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--plies", default="8,6", help="random moves before the position")
    parser.add_argument("--positions", type=int, default=20, help="of each number of plies")
    parser.add_argument("--nodes", type=int, default=400_000_000, help="of alpha-beta for a position")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    print("plies positions  won lost open differ   solver nodes  s/position  alpha-beta nodes  s/position")
    for plies in map(int, options.plies.split(",")):
        random = Random(options.seed)
        results: dict[str | None, int] = {"win": 0, "loss": 0, None: 0}
        differ, nodes, seconds = 0, [0, 0], [0.0, 0.0]
        for _ in range(options.positions):
            position = random_position(options.size, plies, random)
            times = [process_time()]
            one = solve(position)
            times.append(process_time())
            two = alphabeta(position, evaluation="none", nodes=options.nodes)
            times.append(process_time())
            results[two.proven] += 1
            differ += two.proven is not None and one.result != two.proven
            for place, spent in enumerate((one.nodes, two.nodes)):
                nodes[place] += spent
                seconds[place] += times[place + 1] - times[place]
        wrong += differ
        counts = f"{results['win']:>4} {results['loss']:>4} {results[None]:>4} {differ:>6}"
        print(
            f"{plies:>5} {options.positions:>9} {counts}"
            f"   {nodes[0]:>12,} {seconds[0] / options.positions:>11.2f}"
            f"  {nodes[1]:>16,} {seconds[1] / options.positions:>11.2f}",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
