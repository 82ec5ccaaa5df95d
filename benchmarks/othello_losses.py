"""Discs that the moves of Othello's engine lose, by empty cells.

    python -m benchmarks.othello_losses OPENINGS [--games N] [--empties 40,36,…] [--nodes N] [--reference N]
        [--solved E] [--seed N]

Positions are those of ``benchmarks.othello_error``. The engine chooses a move with ``--nodes`` (1,300,000 are
about 0.1 s); its loss is the value of the position minus that of the move. Up to ``--solved`` empty cells
both are exact, before that they are searches of ``--reference`` nodes, and a move that the reference chooses
too loses nothing. ``wrong`` is how many moves lose anything, ``loss`` the discs lost a move on average.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from benchmarks.othello_error import play

import boyi
from boyi.arena.openings import read_openings
from boyi.native.othello_solver import solve
from boyi.native.position import NativePosition


def exact(position: boyi.Position) -> int:
    """The score for the side to move with the empty cells to the winner."""
    if (outcome := position.outcome) is None:
        score = solve(position).score
        assert score is not None
        return score
    assert outcome.score is not None
    empty = str(position.cells).count(".")  # type: ignore[attr-defined]
    return final_score(outcome.score if position.turn == 0 else -outcome.score, empty)


def final_score(discs: int, empty: int) -> int:
    """A finished game's difference of discs with the empty cells to the winner.

    >>> final_score(-10, 3), final_score(0, 2)
    (-13, 0)
    """
    return discs + (empty if discs > 0 else -empty if discs < 0 else 0)


def loss(position: NativePosition, nodes: int, reference: int, solved: int) -> float:
    """What the engine's move with so many nodes loses."""
    move = boyi.search(position, nodes=nodes).move
    after = position.play(move)
    if position.cells.count(".") <= solved:
        return max(0, exact(position) + exact(after))
    best = boyi.search(position, nodes=reference)
    if best.move == move or after.outcome is not None:
        return 0.0
    reply = boyi.search(after, nodes=reference)
    return max(0.0, (best.score or 0.0) + (reply.score or 0.0))


def main() -> None:
    """Play, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("openings", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--empties", default="48,44,40,36,32,28,26,24,22,20")
    parser.add_argument("--nodes", type=int, default=1_300_000)
    parser.add_argument("--reference", type=int, default=26_000_000)
    parser.add_argument("--solved", type=int, default=22)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random = Random(arguments.seed)
    game = boyi.game("othello", backend="native")
    openings = random.sample(read_openings(arguments.openings.read_bytes(), game), arguments.games)
    games = [play(opening.record(game).position, 3000, random) for opening in openings]
    print("empty  positions  wrong  loss")
    for empty in map(int, arguments.empties.split(",")):
        losses = [
            loss(one[empty], arguments.nodes, arguments.reference, arguments.solved)
            for one in games
            if empty in one
        ]
        wrong = sum(one > 0 for one in losses)
        print(f"{empty:5}  {len(losses):9}  {wrong:5}  {sum(losses) / max(len(losses), 1):4.2f}", flush=True)


if __name__ == "__main__":
    main()
