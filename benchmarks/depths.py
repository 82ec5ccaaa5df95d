"""How deep Othello's search looks in a given time, from the openings of a file.

    python -m benchmarks.depths OPENINGS [--positions N] [--times 0.1,0.3,1] [--threads T]

OPENINGS has an opening a line (``f5d6c4…``), such as a list of XOT openings. ``plies`` is the median of the
finished depths, ``least`` and ``most`` their range, ``nodes/s`` counts processor seconds.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from time import process_time

import boyi
from boyi.arena.openings import read_openings
from boyi.players.engine import Engine, SearchRequest
from boyi.players.limit import Limit
from boyi.players.spec import make_engine


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("openings", type=Path)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--times", default="0.1,0.3,1")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    game = boyi.game("othello")
    openings = read_openings(arguments.openings.read_bytes(), game)[: arguments.positions]
    print("seconds  plies  least  most      nodes/s")
    for seconds in map(float, arguments.times.split(",")):
        depths, nodes, spent = [], 0, 0.0
        for opening in openings:
            # Each position is searched by an engine that remembers nothing.
            engine = make_engine("alphabeta", 0, arguments.threads, Limit(seconds, None, None))
            assert isinstance(engine, Engine)
            began = process_time()
            found = engine.search(SearchRequest.of(opening.record(game)), seconds)
            spent += process_time() - began
            nodes += found.nodes
            depths.append(found.depth)
        print(
            f"{seconds:7g}  {median(depths):5g}  {min(depths):5}  {max(depths):4}  {nodes / spent:11,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
