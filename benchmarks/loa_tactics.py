"""Lines of Action: how many forced wins of known length the engine proves in one second.

    python -m benchmarks.loa_tactics [--seconds S] [--nodes N]
    python -m benchmarks.loa_tactics --make N [--seed N]

The positions are in ``loa_tactics.txt``: the plies of the win and the position. ``--make`` writes that file
anew with N positions of each length. They come from games of quick searches; the general alpha-beta with the
hand-made evaluation finds the win and its length, the proof-number search proves it a second time, and the
textbook's alpha-beta sees no shorter one. None of these is the search that is judged.

Seconds are processor seconds of this process, because other programs can only take time away; a position is
solved if the win was proven within them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time

import boyi
from boyi.core.game import Position
from boyi.games.loa.solver import solve
from boyi.native.alphabeta import alphabeta
from boyi.native.solve_request import SolveRequest

FILE = Path(__file__).with_name("loa_tactics.txt")
LENGTHS = (3, 5, 7)
FINDER_NODES, PROVER_NODES = 400_000, 3_000_000


def game_positions(random: Random) -> list[Position]:
    """The positions of one game, without those of the opening."""
    position: Position = boyi.game("loa", backend="native").start()
    found: list[Position] = []
    opening = random.randint(4, 8)
    while position.outcome is None and len(found) < 120:
        if len(found) < opening or random.random() < 0.08:
            move = random.choice(list(position.legal_moves))
        else:
            move = alphabeta(position, nodes=500, seed=random.getrandbits(32)).move
        found.append(position)
        position = position.play(move)
    return found[opening:]


def winning_plies(position: Position) -> int | None:
    """The length of the forced win of the side to move, if two searches prove it and none is shorter."""
    found = alphabeta(position, evaluation="features", nodes=FINDER_NODES, depth=max(LENGTHS))
    plies = found.candidates[0].plies
    if found.proven != "win" or plies not in LENGTHS:
        return None
    if solve(SolveRequest(position, nodes=PROVER_NODES)).result != "win":
        return None
    shorter = alphabeta(position, evaluation="none", method="alphabeta", depth=plies - 2)
    return None if shorter.proven == "win" else plies


def make(count: int, seed: int) -> None:
    """Write the file; at most one position of each length from a game."""
    random, kept = Random(seed), {length: list[str]() for length in LENGTHS}
    while any(len(texts) < count for texts in kept.values()):
        wanted = {length for length in LENGTHS if len(kept[length]) < count}
        for position in reversed(game_positions(random)[-10:]):
            plies = winning_plies(position)
            if plies in wanted:
                wanted.remove(plies)
                kept[plies].append(position.game.format_position(position))
        print({length: len(texts) for length, texts in kept.items()}, file=sys.stderr, flush=True)
    lines = [f"{length} {text}" for length, texts in kept.items() for text in texts]
    FILE.write_text("\n".join(lines) + "\n")


def read() -> dict[int, list[Position]]:
    """The positions by the plies of their wins."""
    game = boyi.game("loa", backend="native")
    found: dict[int, list[Position]] = {length: [] for length in LENGTHS}
    for line in FILE.read_text().splitlines():
        length, _, text = line.partition(" ")
        found[int(length)].append(game.parse_position(text))
    return found


def judge(position: Position, seconds: float, nodes: int | None) -> float | None:
    """The processor seconds after which the engine had proven the win, or None."""
    begin = process_time()
    found = alphabeta(position, nodes=nodes, progress=lambda _: process_time() - begin > seconds)
    spent = process_time() - begin
    return spent if found.proven == "win" and spent <= seconds else None


def main() -> int:
    """Make the file, or print the table."""
    parser = argparse.ArgumentParser(description="Forced wins of Lines of Action.")
    parser.add_argument(
        "--make", type=int, metavar="N", help="write the file with N positions of each length"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="processor seconds for each position")
    parser.add_argument("--nodes", type=int, help="at most so many nodes, too")
    options = parser.parse_args()
    if options.make is not None:
        make(options.make, options.seed)
        return 0
    print(f"{'plies':>5} {'positions':>9} {'solved':>6} {'share':>6} {'mean s':>7} {'longest s':>9}")
    for length, positions in read().items():
        times = [judge(position, options.seconds, options.nodes) for position in positions]
        solved = [spent for spent in times if spent is not None]
        print(
            f"{length:>5} {len(positions):>9} {len(solved):>6} {len(solved) / len(positions):>6.1%} "
            f"{sum(solved) / max(len(solved), 1):>7.3f} {max(solved, default=0):>9.3f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
