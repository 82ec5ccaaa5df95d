"""Gomoku: what ``boyi review`` says of the ordinary replies to a first move in the centre.

    python -m benchmarks.gomoku_replies [--nodes N,N…]

Each reply stands for its images. Those beside the stone are ordinary and must not be marked; one that costs
6% of the win rate is an inaccuracy. Those two cells away are shown beside them.
"""

from __future__ import annotations

import argparse
import sys

import boyi
from boyi.core.record import GameRecord
from boyi.engines.judging import SIGNS
from boyi.engines.reviewing import review

ORDINARY, FAR = ("h9", "i9"), ("h10", "i10", "j10")
NODES = "10000,30000,100000,300000,1000000,2000000"


def main() -> int:
    """Print one line for each budget; 1 if an ordinary reply was marked."""
    parser = argparse.ArgumentParser(description="The ordinary replies to Gomoku's first move.")
    parser.add_argument("--nodes", default=NODES, metavar="N,N…", help="nodes a position")
    options = parser.parse_args()
    marked = 0
    print(f"{'nodes':>9} {'black':>6}", *(f"{reply:>7}" for reply in ORDINARY + FAR))
    for nodes in map(int, options.nodes.split(",")):
        cells, rate = [], 0.0
        for reply in ORDINARY + FAR:
            record = GameRecord(boyi.game("gomoku", backend="native"))
            record.play_text(f"h8 {reply}")
            first, judged = review(record, nodes=nodes)
            rate = first.rate or 0.0
            marked += judged.mark != "" and reply in ORDINARY
            cells.append(f"{judged.loss or 0:>5.1%}{SIGNS[judged.mark]:<2}")
        print(f"{nodes:>9} {rate:>6.1%}", *cells, flush=True)
    print("Black's win rate after h8, and what each reply costs; marked among the ordinary ones:", marked)
    return int(marked > 0)


if __name__ == "__main__":
    sys.exit(main())
