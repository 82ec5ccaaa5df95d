"""``boyi perft``: count the move sequences of each length, the check and the speed test of rules."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from time import perf_counter

from boyi.cli.options import add_game, add_json, add_position, read_game, read_record, whole_number
from boyi.cli.words import heading

DEEPEST = 99


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi perft``."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", help=f"0 to {DEEPEST} plies. 深度")
    add_position(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Count and print."""
    deepest = whole_number(arguments.depth, "DEPTH", 0, DEEPEST)
    game = read_game(arguments)
    start = read_record(game, arguments).position()
    nodes: list[int] = []
    total = 0.0
    if not arguments.json:
        print(
            f"{heading(game)}\ndepth {'nodes':>18} {'seconds':>9} {'nodes/s':>15}",
            flush=True,
        )
    for plies in range(1, deepest + 1):
        began = perf_counter()
        count = start.perft(plies)
        spent = perf_counter() - began
        nodes.append(count)
        total += spent
        if not arguments.json:
            # The clock can stand still for the first depths.
            rate = f"{count / spent:,.0f}" if spent > 0 else "–"
            print(f"{plies:>5} {count:>18,} {spent:>9.3f} {rate:>15}", flush=True)
    if arguments.json:
        answer = {"game": game.name, "depth": deepest, "nodes": nodes}
        print(json.dumps({**answer, "seconds": round(total, 6), "backend": game.backend}))
