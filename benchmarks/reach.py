"""How far the levels of Othello look: plies in the middle game, and from where on they play perfectly.

    python -m benchmarks.reach [--games N] [--seed N]

Positions of quick games from random openings are searched by the work of each level. ``plies`` is the median
depth with 44 empty cells; ``perfect from`` is the largest even number of empty cells up to which four in five
positions are solved exactly (0: fewer than 12). Levels with lapses look so far in the moves that they do not
make at a glance.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median

import boyi
from boyi.games.othello.levels import LEVELS
from boyi.players.engine import Engine, SearchRequest
from boyi.players.limit import Limit
from boyi.players.spec import make_engine

MIDDLE = 44
LATE = range(12, 27, 2)
OPENING = 8
SHARE = 0.8
QUICK = 2000
"""Nodes of a move in the games that give the positions."""


def positions(games: int, seed: int) -> dict[int, list[boyi.Position]]:
    """Positions of games by their empty cells."""
    random, found = Random(seed), dict[int, list[boyi.Position]]()
    for _ in range(games):
        position = boyi.game("othello").start()
        while position.outcome is None:
            empty = str(position.cells).count(".")  # type: ignore[attr-defined]
            found.setdefault(empty, []).append(position)
            if empty > 60 - OPENING:
                position = position.play(random.choice(position.moves()))
            else:
                position = position.play(boyi.search(position, nodes=QUICK).move)
    return found


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = positions(arguments.games, arguments.seed)
    print("level  work             at a glance  plies  perfect from")
    for number, level in enumerate(LEVELS, start=1):
        limit = Limit(None if level.nodes else level.time, level.nodes, level.depth)
        engine = make_engine(level.engine, 0, 1, limit)
        assert isinstance(engine, Engine)
        plies = median(engine.search(SearchRequest.of(one)).depth for one in found[MIDDLE])
        perfect = 0
        for empty in LATE:
            results = [engine.search(SearchRequest.of(one)) for one in found.get(empty, ())]
            if sum(result.confidence == 100 for result in results) < SHARE * len(results):
                break
            perfect = empty
        work = f"{level.nodes:,} nodes" if level.nodes else f"{level.time:g} s"
        print(f"{number:5}  {work:<15}  {level.lapse:>11.1%}  {plies:5g}  {perfect:12}", flush=True)


if __name__ == "__main__":
    main()
