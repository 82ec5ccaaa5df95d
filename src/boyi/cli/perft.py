"""``boyi perft``: count the move sequences of each length, the check and the speed test of rules."""

from __future__ import annotations

import json
from argparse import Namespace
from time import perf_counter

from boyi.cli.columns import head
from boyi.cli.heading import heading
from boyi.cli.options import add_game, add_json, add_position, read_game, read_record, whole_number
from boyi.cli.parser import Parser
from boyi.core.message import Message

DEEPEST = 99
COLUMNS = (
    (Message("depth"), 5),
    (Message("nodes"), -18),
    (Message("seconds"), -9),
    (Message("nodes/s"), -15),
)


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi perft``."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", help=Message("0 to {depth} plies.", depth=DEEPEST))
    add_position(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Count and print."""
    deepest = whole_number(arguments.depth, "DEPTH", 0, DEEPEST)
    game = read_game(arguments)
    start = read_record(game, arguments).position
    nodes: list[int] = []
    total = 0.0
    if not arguments.json:
        print(heading(game))
        print(head(arguments.language, *COLUMNS), flush=True)
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
