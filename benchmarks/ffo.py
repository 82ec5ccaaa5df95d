"""The FFO endgame positions, solved exactly: scores, nodes and seconds.

    python -m benchmarks.ffo FILE [--first 40] [--last 49] [--threads T]

FILE holds a position a line: number, empty cells, board, side to move, best moves, score and the rest, apart
by ``|``. ``processor`` counts the seconds of all threads.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter, process_time

import boyi
from boyi.core.grid import GridGame
from boyi.native.othello_solver import solve
from boyi.native.solve_request import SolveRequest

GROUP = 5
"""Positions of one sum."""


def positions(file: Path, first: int, last: int) -> list[tuple[int, boyi.Position, set[str], int]]:
    """Number, position, best moves and score of the side to move."""
    game = boyi.game("othello", backend="native")
    assert isinstance(game, GridGame)
    found = []
    for row in file.read_text().splitlines():
        if row.startswith("#"):
            continue
        number, _, board, side, best, score, _ = (field.strip() for field in row.split("|"))
        if first <= int(number) <= last:
            position = game.from_cells(board.lower().replace("-", "."), "XO".index(side))
            found.append((int(number), position, set(best.lower().split()), int(score)))
    return found


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--first", type=int, default=40)
    parser.add_argument("--last", type=int, default=49)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    print("number  score        nodes  processor    clock")
    group, processor, clock = [], 0.0, 0.0
    for number, position, moves, score in positions(arguments.file, arguments.first, arguments.last):
        began, worked = perf_counter(), process_time()
        found = solve(SolveRequest(position, threads=arguments.threads))
        worked, began = process_time() - worked, perf_counter() - began
        right = found.score == score and position.game.format_move(found.move or 0) in moves
        verdict = "" if right else f"  wrong: {score:+} by {' '.join(moves)}"
        print(
            f"{number:6}  {found.score:+5}  {found.nodes:11,}  {worked:9.2f}  {began:7.2f}{verdict}",
            flush=True,
        )
        group.append(number)
        processor, clock = processor + worked, clock + began
        if len(group) == GROUP or number == arguments.last:
            print(f"{group[0]} to {group[-1]:<24}  {processor:9.2f}  {clock:7.2f}", flush=True)
            group, processor, clock = [], 0.0, 0.0


if __name__ == "__main__":
    main()
