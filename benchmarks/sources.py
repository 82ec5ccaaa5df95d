"""The source programs at their own settings, beside the seconds that their reports give.

    python benchmarks/sources.py

Each line is the best of five searches from positions that a game brings; the sources' figures are for their
machines and their positions, so only the order of magnitude means anything.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

import boyi

REPEATS = 5


@dataclass(frozen=True)
class Work:
    """One setting of a source."""

    title: str
    game: str
    moves: str
    player: str
    published: float
    """Seconds a move."""


B6 = ((3, 20, 2.5), (3, 10, 1.0), (4, 10, 6.0), (4, 5, 2.6), (6, 4, 7.8), (6, 2, 1.3))
"""Depth, width, seconds."""
GOMOKU = "h8 h9 i9 g7 j10 k11 i10 g8"
TABLE = (
    Work("LOA, 4096 x 16 x 24 plies", "loa", "b8-b6 a7-c7", "classic:loa-mcts", 5.0),
    *(
        Work(
            f"Gomoku alpha-beta ({depth},{width})",
            "gomoku",
            GOMOKU,
            f"classic:alphabeta,depth={depth},width={width}",
            published,
        )
        for depth, width, published in B6
    ),
    Work("NoGo alpha-beta, 90% of 3 s", "nogo", "E5 D4 F6", "classic:nogo-alphabeta", 2.7),
)


def main() -> int:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'setting':<32} {'published s':>12} {'here s':>10} {'nodes':>10} {'times':>8}", flush=True)
    for work in TABLE:
        position = boyi.game(work.game).start().play_text(work.moves)
        found = [boyi.search(position, player=work.player) for _ in range(REPEATS)]
        best = min(found, key=lambda result: result.seconds)
        times = work.published / best.seconds
        figures = f"{work.published:>12.1f} {best.seconds:>10.4f} {best.nodes:>10,} {times:>7,.0f}x"
        print(f"{work.title:<32} {figures}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
