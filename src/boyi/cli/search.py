"""``boyi search``: the best move in a position, and what speaks for it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from shutil import get_terminal_size
from time import perf_counter
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
from boyi.cli.parser import Parser
from boyi.core.game import Position
from boyi.core.message import Message
from boyi.core.result import SearchResult
from boyi.engines.search import best_spec, search
from boyi.store.specs import resolve_spec

SHOWN = 10
"""How many candidates the table has."""
LONGEST_LINE = 12
INTERRUPTED = 130
MOST = (1 << 63) - 1


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi search``."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--player", metavar="SPEC", help=Message("Who searches, e.g. mcts:c=0.7."))
    limits = parser.one_of()
    limits.add_argument("--time", metavar="S", help=Message("Seconds; 1 if nothing is given."))
    limits.add_argument("--nodes", metavar="N", help=Message("Positions or random games."))
    limits.add_argument("--depth", metavar="D", help=Message("Plies."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))
    parser.add_argument("--seed", metavar="N", default="0", help=Message("0 if not given."))
    parser.add_argument("--book", action="store_true", help=Message("Look into the opening book first."))
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Search and print."""
    limits: dict[str, Any] = {
        "time": None if arguments.time is None else seconds(arguments.time, "--time"),
        "nodes": None if arguments.nodes is None else whole_number(arguments.nodes, "--nodes", 1, MOST),
        "depth": None if arguments.depth is None else whole_number(arguments.depth, "--depth", 1, 99),
        "threads": whole_number(arguments.threads, "--threads", 1, 256),
        "seed": whole_number(arguments.seed, "--seed", 0, MOST),
    }
    game = read_game(arguments)
    record = read_record(game, arguments)
    position = record.position()
    if arguments.book:
        print("There is no opening book yet; searching without one.", file=sys.stderr)
    player = None if arguments.player is None else resolve_spec(arguments.player, game=game.name)
    watch = _Watch(position)
    code = 0
    try:
        result = search(record, player=player, progress=watch, **limits)
    except KeyboardInterrupt:
        if watch.latest is None:
            raise
        result, code = watch.latest, INTERRUPTED
    finally:
        watch.clear()
    if arguments.json:
        print(json.dumps(as_data(result, position)))
    else:
        player = player or str(best_spec(game, limits["depth"]))
        print(f"{game!r} ({game.backend}), {player}")
        print(as_text(result, position))
    return code


class _Watch:
    """Keeps the answer so far, and shows it where there is someone to see it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.latest: SearchResult | None = None
        self.began = perf_counter()
        self.shows = sys.stderr.isatty()
        self.shown = False

    def __call__(self, result: SearchResult) -> bool:
        self.latest = result
        if self.shows:
            line = _line(self.position, result.pv, 6)
            text = (
                f"{result.seconds:5.1f} s  {result.nodes:,} nodes  depth {result.depth}  "
                f"{result.win_rate:.1%}  {line}"
            )
            sys.stderr.write(f"\r\x1b[K{text[: get_terminal_size().columns - 1]}")
            sys.stderr.flush()
            self.shown = True
        return False

    def clear(self) -> None:
        """Take the line away again."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def as_data(result: SearchResult, position: Position) -> dict[str, Any]:
    """The answer with moves as text."""
    return {
        "move": position.game.format_move(result.move, position),
        "score": result.score,
        "win_rate": result.win_rate,
        "pv": _texts(position, result.pv),
        "candidates": [
            {
                "move": position.game.format_move(candidate.move, position),
                "visits": candidate.visits,
                "win_rate": candidate.win_rate,
                "score": candidate.score,
                "pv": _texts(position, candidate.pv),
            }
            for candidate in result.candidates
        ],
        "nodes": result.nodes,
        "depth": result.depth,
        "seconds": round(result.seconds, 6),
        "proven": result.proven,
    }


def as_text(result: SearchResult, position: Position) -> str:
    """The answer for people."""
    name = position.game.format_move(result.move, position)
    proven = f", proven {result.proven}" if result.proven else ""
    speed = result.nodes / result.seconds if result.seconds > 0 else 0
    lines = [
        f"{name}  win rate {result.win_rate:.1%}{proven}; {result.nodes:,} nodes, depth {result.depth}, "
        f"{result.seconds:.2f} s, {speed:,.0f} nodes/s",
        f"{'move':<8} {'visits':>12} {'win rate':>9}  line",
    ]
    for candidate in result.candidates[:SHOWN]:
        move = position.game.format_move(candidate.move, position)
        line = _line(position, candidate.pv, LONGEST_LINE)
        lines.append(f"{move:<8} {candidate.visits:>12,} {candidate.win_rate:>9.1%}  {line}")
    return "\n".join(lines)


def _line(position: Position, moves: tuple[int, ...], most: int) -> str:
    return " ".join(_texts(position, moves[:most])) + (" …" if len(moves) > most else "")


def _texts(position: Position, moves: tuple[int, ...]) -> list[str]:
    """A line of moves in the game's notation; some notations need the position before each."""
    words = []
    for move in moves:
        words.append(position.game.format_move(move, position))
        position = position.play(move)
    return words
