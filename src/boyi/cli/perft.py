"""``boyi perft``: count the move sequences of each length, the check and the speed test of rules."""

from __future__ import annotations

import json as json_module
from time import perf_counter
from typing import Annotated

import typer

from boyi.cli.app import QuickCommand, new_app
from boyi.cli.options import (
    Backend,
    GameName,
    Json,
    Moves,
    Options,
    PositionText,
    Rule,
    Size,
    make_game,
    start_record,
    whole_number,
)

DEEPEST = 99

app = new_app("Count the move sequences of every length up to DEPTH. 走法计数")


@app.command(cls=QuickCommand)
def perft(
    game: GameName,
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help=f"0 to {DEEPEST} plies. 深度")],
    size: Size = None,
    rule: Rule = None,
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    backend: Backend = None,
    json: Json = False,
) -> None:
    """Count the move sequences of every length up to DEPTH. 走法计数"""
    deepest = whole_number(depth, "DEPTH", 0, DEEPEST)
    played = make_game(game, size, rule, option, backend, position)
    start = start_record(played, position, moves).position()
    nodes: list[int] = []
    total = 0.0
    if not json:
        print(
            f"{played!r} ({played.backend})\ndepth {'nodes':>18} {'seconds':>9} {'nodes/s':>15}", flush=True
        )
    for plies in range(1, deepest + 1):
        began = perf_counter()
        count = start.perft(plies)
        spent = perf_counter() - began
        nodes.append(count)
        total += spent
        if not json:
            # The clock can stand still for the first depths.
            rate = f"{count / spent:,.0f}" if spent > 0 else "–"
            print(f"{plies:>5} {count:>18,} {spent:>9.3f} {rate:>15}", flush=True)
    if json:
        answer = {"game": played.name, "depth": deepest, "nodes": nodes}
        print(json_module.dumps({**answer, "seconds": round(total, 6), "backend": played.backend}))
