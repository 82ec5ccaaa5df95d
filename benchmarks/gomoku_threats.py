"""Gomoku: how many forced wins without continuous fours ``boyi solve gomoku`` proves in one second.

    python -m benchmarks.gomoku_threats [--seconds S]
    python -m benchmarks.gomoku_threats --make N [--seed N]

The positions are in ``gomoku_threats.txt``: how they were proven, the plies of the win, and the position.
``--make`` writes that file anew: N positions of games of quick searches in which the side to move has no win
by continuous fours, but one that the solver by threats or the strong search proves with hundreds of times the
nodes of a move.

Seconds are those of the clock, so the machine must be quiet.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

import boyi
from boyi.core.game import Position
from boyi.native.alphabeta import alphabeta
from boyi.native.vcf import vcf, vct

FILE = Path(__file__).with_name("gomoku_threats.txt")
MOVE_NODES, THREAT_NODES, SEARCH_NODES = 2_000, 600_000, 1_500_000
FOURS_NODES = 200_000
SHORTEST = 7
"""Plies of a win that is worth asking for."""


def game_positions(random: Random) -> list[Position]:
    """The positions of one game at which the winner was to move."""
    position: Position = boyi.game("gomoku", backend="native").start()
    found: list[Position] = []
    opening = random.randint(2, 6)
    while position.outcome is None and len(found) < 120:
        if len(found) < opening:
            row, column = random.randint(4, 10), random.randint(4, 10)
            move = row * 15 + column
            if move not in position.legal_moves:
                continue
        else:
            move = alphabeta(position, nodes=MOVE_NODES, seed=random.getrandbits(32)).move
        found.append(position)
        position = position.play(move)
    if position.outcome is None or position.outcome.winner is None:
        return []
    return [one for one in found[opening:] if one.turn == position.outcome.winner]


def proof(position: Position) -> tuple[str, int] | None:
    """How the win was proven and its plies; None if fours give it or nothing does."""
    fours = vcf(position, nodes=FOURS_NODES, seconds=60)
    if fours.line is not None:
        return None
    threats = vct(position, nodes=THREAT_NODES, seconds=60)
    if threats.line is not None:
        return "vct", len(threats.line)
    searched = alphabeta(position, nodes=SEARCH_NODES)
    if searched.proven == "win" and searched.candidates[0].plies is not None:
        return "search", searched.candidates[0].plies
    return None


def make(count: int, seed: int) -> None:
    """Write the file; at most one position from a game, the first that is proven."""
    random, lines = Random(seed), list[str]()
    while len(lines) < count:
        for position in game_positions(random)[-8:-2]:
            found = proof(position)
            if found is not None and found[1] >= SHORTEST:
                lines.append(f"{found[0]} {found[1]} {position.game.format_position(position)}")
                print(len(lines), *found, file=sys.stderr, flush=True)
                break
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
    from boyi.engines.solvers import SolveRequest
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
