"""How the time of Othello's solver of 6x6 grows with the empty cells.

    python -m benchmarks.othello_small [--empties 16,18,20,22,24] [--positions 10] [--seed 1]

The positions are of random games. ``processor`` is the mean of a position in seconds, ``growth`` the factor
to the row before it.
"""

from __future__ import annotations

import argparse
import random
from time import process_time

import boyi
from boyi.core.grid import GridGame
from boyi.native.othello_solver import solve


def random_position(game: GridGame, empties: int, chooser: random.Random) -> boyi.Position:
    """A position of a random game with so many empty cells, in which the game is not over."""
    while True:
        position = game.start()
        while position.outcome is None and str(position.cells).count(".") > empties:  # type: ignore[attr-defined]
            position = position.play(chooser.choice(position.moves()))
        if position.outcome is None:
            return position


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(description="How the time of Othello's solver of 6x6 grows.")
    parser.add_argument("--empties", default="16,18,20,22,24")
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = boyi.game("othello", size=6, backend="native")
    assert isinstance(game, GridGame)
    print("empty  positions        nodes  processor  growth")
    before = 0.0
    for empties in map(int, arguments.empties.split(",")):
        chooser = random.Random(arguments.seed)
        nodes, began = 0, process_time()
        for _ in range(arguments.positions):
            nodes += solve(random_position(game, empties, chooser)).nodes
        nodes //= arguments.positions
        seconds = (process_time() - began) / arguments.positions
        growth = f"{seconds / before:6.1f}" if before else ""
        print(f"{empties:5}  {arguments.positions:9}  {nodes:11,}  {seconds:9.3f}  {growth}", flush=True)
        before = seconds


if __name__ == "__main__":
    main()
