"""``boyi solve``: the proven result of a position, by the game's solver."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from boyi.cli.options import (
    add_game,
    add_json,
    add_position,
    read_game,
    read_record,
    seconds,
    whole_number,
)
from boyi.cli.parser import BadArgument
from boyi.core.game import Position
from boyi.engines.solvers import SolveAnswer, solve


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi solve``."""
    add_game(parser)
    add_position(parser)
    parser.add_argument(
        "--kind", metavar="K", help="What to prove: score or wld in Othello, vct or vcf in gomoku. 求解的内容"
    )
    parser.add_argument("--wld", action="store_true", help="Only win, loss or draw. 只求胜负和")
    parser.add_argument("--threads", metavar="T", default="1", help="Processor threads. 线程数")
    parser.add_argument("--time", metavar="S", help="Seconds; no limit if not given. 秒数")
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Solve and print."""
    if arguments.wld and arguments.kind not in (None, "wld"):
        raise BadArgument("--wld and --kind contradict each other: give one of them.")
    limit = None if arguments.time is None else seconds(arguments.time, "--time")
    threads = whole_number(arguments.threads, "--threads", 1, 256)
    game = read_game(arguments)
    position = read_record(game, arguments).position()
    kind = "wld" if arguments.wld else arguments.kind
    answer = solve(position, kind=kind, seconds=limit, threads=threads)
    if arguments.json:
        print(json.dumps(as_data(answer, position)))
    else:
        print(f"{game!r} ({game.backend}), {answer.kind}")
        print(as_text(answer, position))


def as_data(answer: SolveAnswer, position: Position) -> dict[str, Any]:
    """The answer with moves as text."""
    return {
        "win": answer.win,
        "kind": answer.kind,
        "score": answer.score,
        "exact": answer.exact,
        "best": [position.game.format_move(move, position) for move in answer.best],
        "pv": _texts(position, answer.pv),
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def as_text(answer: SolveAnswer, position: Position) -> str:
    """The answer for people."""
    data = as_data(answer, position)
    if answer.score is not None:
        result = f"score {answer.score:+}" if answer.score else "score 0 (a draw)"
    else:
        result = {True: "a win", False: "no win", None: "not decided"}[answer.win]
    lines = [
        f"{result} for the side to move; {answer.nodes:,} nodes, {answer.seconds:.2f} s",
        *([f"best: {' '.join(data['best'])}"] if data["best"] else []),
        *([f"line: {' '.join(data['pv'])}"] if data["pv"] else []),
    ]
    return "\n".join(lines)


def _texts(position: Position, moves: tuple[int, ...]) -> list[str]:
    """A line of moves in the game's notation; some notations need the position before each."""
    words = []
    for move in moves:
        words.append(position.game.format_move(move, position))
        position = position.play(move)
    return words
