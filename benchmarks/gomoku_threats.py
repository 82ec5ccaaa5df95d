"""Gomoku: how many hard forced wins without continuous fours ``boyi solve gomoku`` proves in one second.

    python -m benchmarks.gomoku_threats [--seconds S]
    python -m benchmarks.gomoku_threats --make N [--seed N]

The positions are in ``gomoku_threats.txt``: the kind of the win, its plies, and the position. ``--make``
writes that file anew. Each position is the earliest of a game of the engine against itself (40,000 nodes a
move) that is proven won for the side to move when the game is searched from its end to its beginning: each
search finds the proofs of the later positions in the table, so it proves wins that a search of the position
alone does not. Wins by continuous fours are left out. The kind is ``vct`` if the solver by threats proves it
with 3,000,000 nodes, else ``search``.

Seconds are those of the clock, so the machine must be quiet.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

import boyi
from boyi._native import MemorySlot
from boyi.core.game import Position
from boyi.native.alphabeta import alphabeta
from boyi.native.solve_request import SolveRequest
from boyi.native.vcf import vcf, vct

FILE = Path(__file__).with_name("gomoku_threats.txt")
MOVE_NODES, FIRST_NODES, BACK_NODES = 40_000, 300_000, 1_500_000
FOURS_NODES, THREAT_NODES = 200_000, 3_000_000
EVEN = (0.25, 0.75)
"""Win rates between which the opening of a game has to be."""
SHORTEST = 9
"""Plies of a win that is worth asking for."""


def game_positions(random: Random) -> list[Position]:
    """The positions of one game up to the first that its side sees decided; none if it is uneven or drawn."""
    position: Position = boyi.game("gomoku", backend="native").start()
    slots, found, opening = (MemorySlot(), MemorySlot()), list[Position](), random.randint(3, 6)
    while position.outcome is None:
        found.append(position)
        if len(found) <= opening:
            row, column = random.randint(4, 10), random.randint(4, 10)
            move = row * 15 + column
            if move not in position.legal_moves:
                found.pop()
                continue
        else:
            seed = random.getrandbits(32)
            result = alphabeta(position, nodes=MOVE_NODES, slot=slots[position.turn], seed=seed)
            if len(found) == opening + 1 and not EVEN[0] < result.win_rate < EVEN[1]:
                return []
            if result.proven in ("win", "loss"):
                return found
            move = result.move
        position = position.play(move)
    return []


def earliest_win(positions: list[Position]) -> tuple[Position, int] | None:
    """The earliest position that is proven won without continuous fours, and the plies of the win."""
    slot, best = MemorySlot(), None
    last = len(positions) - 1
    if alphabeta(positions[last], nodes=FIRST_NODES, slot=slot).proven != "win":
        last -= 1  # its side has lost
    for position in positions[last:4:-2]:
        found = alphabeta(position, nodes=BACK_NODES, slot=slot)
        plies = found.candidates[0].plies if found.proven == "win" else None
        if plies is None:
            break
        if vcf(SolveRequest(position, nodes=FOURS_NODES, seconds=60)).line is None:
            best = position, plies
    return best


def make(count: int, seed: int) -> None:
    """Write the file; at most one position from a game."""
    random, lines = Random(seed), list[str]()
    while len(lines) < count:
        positions = game_positions(random)
        found = earliest_win(positions) if len(positions) >= 8 else None
        if found is None or found[1] < SHORTEST:
            continue
        position, plies = found
        kind = "vct" if vct(SolveRequest(position, nodes=THREAT_NODES, seconds=60)).line else "search"
        lines.append(f"{kind} {plies} {position.game.format_position(position)}")
        print(len(lines), kind, plies, file=sys.stderr, flush=True)
    FILE.write_text("\n".join(lines) + "\n")


def read() -> list[tuple[str, Position]]:
    """The positions and how they were proven."""
    game = boyi.game("gomoku", backend="native")
    found: list[tuple[str, Position]] = []
    for line in FILE.read_text().splitlines():
        kind, _, text = line.split(" ", 2)
        found.append((kind, game.parse_position(text)))
    return found


def judge(position: Position, seconds: float) -> str | None:
    """How the win is proven in so many seconds, or None."""
    from boyi.games.gomoku.solver import solve_gomoku

    answer = solve_gomoku(SolveRequest(position, kind="vct", seconds=seconds))
    return answer.kind if answer.win else None


def main() -> int:
    """Make the file, or print the table."""
    parser = argparse.ArgumentParser(description="Forced wins of Gomoku without continuous fours.")
    parser.add_argument("--make", type=int, metavar="N", help="write the file with N positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    options = parser.parse_args()
    if options.make is not None:
        make(options.make, options.seed)
        return 0
    solved = {"vct": [0, 0], "search": [0, 0]}
    for kind, position in read():
        solved[kind][0] += 1
        solved[kind][1] += judge(position, options.seconds) is not None
    print(f"{'proven by':>9} {'positions':>9} {'solved':>6} {'share':>6}")
    for kind, (positions, won) in solved.items():
        print(f"{kind:>9} {positions:>9} {won:>6} {won / max(positions, 1):>6.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
