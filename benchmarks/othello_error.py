"""The error of Othello's evaluation on positions whose true scores are known, by empty cells.

    python -m benchmarks.othello_error OPENINGS [--games N] [--empties 12,16,20,24] [--nodes N] [--seed N]

Games of the engine against itself (``--nodes`` a move) from openings of the file, each with one random move,
give a position of each number of empty cells. It is solved exactly; ``static`` is the root of the mean square
of the evaluation minus that score, in discs, ``one ply`` that of a search of one ply; ``within 16`` counts
only positions whose true score is that close. None of these positions was learned from.
"""

from __future__ import annotations

import argparse
from math import sqrt
from pathlib import Path
from random import Random

import boyi
import boyi._native as native
from boyi.arena.openings import read_openings
from boyi.native.othello_solver import solve
from boyi.native.position import NativePosition

CLOSE = 16
DISC = 16
"""Parts of a disc in which evaluations are counted."""
RANDOM = range(2, 16)
"""Before which of the engine's moves the random one may come."""


def play(position: boyi.Position, nodes: int, random: Random) -> dict[int, NativePosition]:
    """The positions of one game by their empty cells, those with a choice."""
    found, blunder, ply = dict[int, NativePosition](), random.choice(RANDOM), 0
    while position.outcome is None:
        moves = position.moves()
        assert isinstance(position, NativePosition)
        if len(moves) > 1:
            found[position.cells.count(".")] = position
        ply += 1
        position = position.play(
            random.choice(moves) if ply == blunder else boyi.search(position, nodes=nodes).move
        )
    return found


def root_mean_square(errors: list[float]) -> float:
    """0 if there are none."""
    return sqrt(sum(error * error for error in errors) / len(errors)) if errors else 0.0


def main() -> None:
    """Play, solve and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("openings", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--empties", default="12,16,20,24")
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random = Random(arguments.seed)
    game = boyi.game("othello", backend="native")
    openings = random.sample(read_openings(arguments.openings.read_bytes(), game), arguments.games)
    games = [play(opening.record(game).position, arguments.nodes, random) for opening in openings]
    print("empty  positions  static  one ply  within 16  static  one ply")
    for empty in map(int, arguments.empties.split(",")):
        rows = []
        for position in (one[empty] for one in games if empty in one):
            score = solve(position).score
            assert score is not None
            static = native.evaluate(position.board, "patterns") / DISC - score
            ply = (boyi.search(position, depth=1).score or 0.0) - score
            rows.append((score, static, ply))
        close = [row for row in rows if abs(row[0]) <= CLOSE]
        figures = [
            root_mean_square([row[part] for row in part_of]) for part_of in (rows, close) for part in (1, 2)
        ]
        print(
            f"{empty:5}  {len(rows):9}  {figures[0]:6.2f}  {figures[1]:7.2f}  {len(close):9}"
            f"  {figures[2]:6.2f}  {figures[3]:7.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
