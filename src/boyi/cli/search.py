"""``boyi search``: the best move in a position, and what speaks for it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
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
    whole_number,
)
from boyi.cli.parser import Parser
from boyi.cli.search_table import SHOWN, as_text, progress_text
from boyi.cli.status_line import StatusLine
from boyi.core.game import Position
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.result import SearchResult
from boyi.engines.search import best_spec, search
from boyi.settings.limits import DEPTH, NODES, SEED, THREADS
from boyi.store.specs import resolve_spec

CANDIDATES = 3
"""Moves that alpha-beta judges unless it is told otherwise; each costs time."""
MOST_CANDIDATES = 1_000
SHIPPED = ""
"""The book that comes with the game."""
NO_BOOK = Message("There is no opening book for this game; searching without one.")
INTERRUPTED = 130


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
    parser.add_argument(
        "--candidates",
        metavar="N",
        default=str(CANDIDATES),
        help=Message("Moves to judge; {number} by default.", number=CANDIDATES),
    )
    parser.add_argument(
        "--book",
        metavar="FILE",
        nargs="?",
        const=SHIPPED,
        help=Message("Answer from the opening book, or that in FILE, where it has the position."),
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Search and print."""
    limits: dict[str, Any] = {
        "time": None if arguments.time is None else seconds(arguments.time, "--time"),
        "nodes": None if arguments.nodes is None else read_setting(arguments.nodes, "--nodes", NODES),
        "depth": None if arguments.depth is None else read_setting(arguments.depth, "--depth", DEPTH),
        "threads": read_setting(arguments.threads, "--threads", THREADS),
        "seed": read_setting(arguments.seed, "--seed", SEED),
    }
    game = read_game(arguments)
    record = read_record(game, arguments)
    position = record.position
    if arguments.book is not None and answered_by_book(arguments, position):
        return 0
    player = None if arguments.player is None else resolve_spec(arguments.player, game=game.name)
    wanted = whole_number(arguments.candidates, "--candidates", 1, MOST_CANDIDATES)
    watch = _Watch(position, arguments.language)
    code = 0
    try:
        result = search(record, player=player, progress=watch, candidates=wanted, **limits)
    except KeyboardInterrupt:
        if watch.latest is None:
            raise
        result, code = watch.latest, INTERRUPTED
    finally:
        watch.line.clear()
    if arguments.json:
        print(json.dumps(result.to_data(position)))
    else:
        print(f"{heading(game)}, {player or best_spec(game, limits['depth'])}")
        print(as_text(result, position, max(SHOWN, wanted), arguments.language))
    return code


def answered_by_book(arguments: Namespace, position: Position) -> bool:
    """Print what the game's book, or that in a file, has to say; False if it has nothing."""
    from boyi.engines.books import Book, shipped_book

    if arguments.book != SHIPPED:
        book = Book.open(Path(arguments.book))
        book.check_game(position.game)
    elif (shipped := shipped_book(position.game)) is not None:
        book = shipped
    else:
        print(arguments.language(NO_BOOK), file=sys.stderr)
        return False
    result = book.answer(position)
    if result is None:
        return False
    if arguments.json:
        print(json.dumps(result.to_data(position)))
    else:
        print(f"{heading(position.game)}, {arguments.language(Message('opening book'))}")
        print(as_text(result, position, len(result.candidates), arguments.language))
    return True


class _Watch:
    """Keeps the answer so far, and shows it where there is someone to see it."""

    def __init__(self, position: Position, language: Language) -> None:
        self.position, self.language = position, language
        self.latest: SearchResult | None = None
        self.line = StatusLine()

    def __call__(self, result: SearchResult) -> bool:
        self.latest = result
        if self.line.shows:
            self.line.show(progress_text(result, self.position, self.language))
        return False
