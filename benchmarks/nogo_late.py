"""NoGo: how often the engine's win rate is on the right side of one half in late positions.

    python -m benchmarks.nogo_late [--player SPEC] [--nodes N] [--games N] [--from P] [--to P] [--seed N]

The positions are those of games on 9x9 against itself at these plies; the solver says who wins. Positions
that it does not solve within ``SOLVER_NODES`` are counted and left out. Proven: the engine said so itself.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

import boyi
from boyi.core.game import Position
from boyi.games.nogo.solver import solve
from boyi.native.solve_request import SolveRequest

OPENING, GAME_NODES, SOLVER_NODES = 4, 2_000, 400_000


def game_positions(random: Random, last: int) -> list[Position]:
    """The positions of one game, up to a ply."""
    position: Position = boyi.game("nogo", backend="native").start()
    found = [position]
    while position.outcome is None and len(found) <= last:
        if len(found) <= OPENING:
            move = random.choice(list(position.legal_moves))
        else:
            move = boyi.search(position, player="mcts:", nodes=GAME_NODES, seed=random.getrandbits(30)).move
        position = position.play(move)
        found.append(position)
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="NoGo's win rate in late positions.")
    parser.add_argument("--player", default="mcts:", help="whose win rate is judged")
    parser.add_argument("--nodes", type=int, default=20_000, help="of each search")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--from", dest="first", type=int, default=50)
    parser.add_argument("--to", dest="last", type=int, default=59)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = Random(options.seed)
    solved, right, proven, unsolved = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    wrong_proofs = 0
    for _ in range(options.games):
        positions = game_positions(random, options.last)
        for ply in range(options.first, min(options.last + 1, len(positions))):
            position = positions[ply]
            if position.outcome is not None:
                break
            truth = solve(SolveRequest(position, nodes=SOLVER_NODES)).result
            if truth is None:
                unsolved[ply] += 1
                continue
            found = boyi.search(position, player=options.player, nodes=options.nodes)
            solved[ply] += 1
            right[ply] += (found.win_rate > 0.5) == (truth == "win")
            proven[ply] += found.proven is not None
            wrong_proofs += found.proven not in (None, truth)
    print("ply solved right  share proven unsolved")
    for ply in [*range(options.first, options.last + 1), None]:
        count, good, sure, left = (
            table.total() if ply is None else table[ply] for table in (solved, right, proven, unsolved)
        )
        share = good / max(1, count)
        print(f"{'all' if ply is None else ply:>3} {count:>6} {good:>5} {share:6.1%} {sure:>6} {left:>8}")
    if wrong_proofs:
        print(f"{wrong_proofs} proofs were wrong", file=sys.stderr)
    return 1 if wrong_proofs else 0


if __name__ == "__main__":
    sys.exit(main())
