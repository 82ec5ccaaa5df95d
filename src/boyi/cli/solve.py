"""``boyi solve``: the proven result of a position, by the game's solver."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from time import perf_counter
from typing import Any

from boyi.cli.heading import heading
from boyi.cli.options import (
    add_game,
    add_json,
    add_position,
    read_game,
    read_record,
    read_setting,
    seconds,
)
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.status_line import StatusLine
from boyi.cli.stopping import StopSignals
from boyi.core.game import Position
from boyi.core.language import ENGLISH, Language
from boyi.core.message import Message, node_count
from boyi.core.result import move_texts
from boyi.engines.solvers import SolveAnswer, solve
from boyi.settings.limits import THREADS

RESULTS = {
    "win": Message("a win"),
    "draw": Message("a draw"),
    "loss": Message("a loss"),
    True: Message("a win"),
    False: Message("no win"),
    None: Message("not decided"),
}
"""What is proven, by the result if the solver tells it, else by whether it is a win."""


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi solve``."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--kind", metavar="K", help=Message("What to prove: score or wld in Othello."))
    parser.add_argument("--wld", action="store_true", help=Message("Only win, loss or draw."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))
    parser.add_argument("--time", metavar="S", help=Message("Seconds; no limit if not given."))
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Solve and print; what is known where it was stopped."""
    if arguments.wld and arguments.kind not in (None, "wld"):
        raise BadArgument("--wld and --kind contradict each other: give one of them.")
    limit = None if arguments.time is None else seconds(arguments.time, "--time")
    threads = read_setting(arguments.threads, "--threads", THREADS)
    game = read_game(arguments)
    position = read_record(game, arguments).position
    kind = "wld" if arguments.wld else arguments.kind
    answer, code = watched(position, kind, limit, threads, arguments.language)
    if arguments.json:
        print(json.dumps(as_data(answer, position)))
    else:
        print(f"{heading(game)}, {answer.kind}")
        print(as_text(answer, position, arguments.language))
    if code:
        print(arguments.language(Message("Stopped before the end.")), file=sys.stderr)
    return code


def watched(
    position: Position, kind: str | None, limit: float | None, threads: int, say: Language
) -> tuple[SolveAnswer, int]:
    """The answer, and the exit code of what stopped the solver; a terminal shows meanwhile how far it is."""
    line, began = StatusLine(), perf_counter()
    with StopSignals() as signals:

        def follow(nodes: int) -> bool:
            so_far = Message(
                "{seconds:5.1f} s  {nodes}  (Ctrl-C stops)",
                seconds=perf_counter() - began,
                nodes=node_count(nodes),
            )
            line.show(say(so_far))
            return signals.code != 0

        try:
            answer = solve(position, kind=kind, seconds=limit, threads=threads, progress=follow)
        finally:
            line.clear()
    return answer, signals.code


def as_data(answer: SolveAnswer, position: Position) -> dict[str, Any]:
    """The answer with moves as text."""
    return {
        "win": answer.win,
        "result": answer.result,
        "kind": answer.kind,
        "score": answer.score,
        "exact": answer.exact,
        "best": [position.game.format_move(move, position) for move in answer.best],
        "pv": move_texts(position, answer.pv),
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def as_text(answer: SolveAnswer, position: Position, say: Language = ENGLISH) -> str:
    """The answer for people."""
    data = as_data(answer, position)
    if answer.score:
        result = Message("score {score:+}", score=answer.score)
    elif answer.score is not None:
        result = Message("score 0 (a draw)")
    else:
        result = RESULTS[answer.win if answer.result is None else answer.result]
    lines = [
        Message(
            "{result} for the side to move; {nodes}, {seconds:.2f} s",
            result=result,
            nodes=node_count(answer.nodes),
            seconds=answer.seconds,
        )
    ]
    if data["best"]:
        lines.append(Message("best: {moves}", moves=" ".join(data["best"])))
    if data["pv"]:
        lines.append(Message("line: {moves}", moves=" ".join(data["pv"])))
    return "\n".join(map(say, lines))
