"""``boyi book``: make an opening book by searches of the engine."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from boyi.cli.options import add_game, read_game, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.engines.books import MARGIN, Book, BookBuilder, BookSettings


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi book``."""
    add_game(parser)
    parser.add_argument(
        "--out", metavar="FILE", required=True, help=Message("The book; resumed if it exists.")
    )
    parser.add_argument("--positions", metavar="N", default="200", help=Message("Positions of the book."))
    parser.add_argument("--nodes", metavar="N", default="20000", help=Message("Nodes of each position."))
    parser.add_argument("--candidates", metavar="N", default="4", help=Message("Moves of each position."))
    parser.add_argument(
        "--margin",
        metavar="RATE",
        default=str(MARGIN),
        help=Message("The win rate that variety may cost, e.g. 0.015; 0: always a best move."),
    )


def run(arguments: Namespace) -> None:
    """Search, save after every position, and print."""
    game = read_game(arguments)
    settings = BookSettings(
        game.name,
        {name: value for name, value in game.settings.items() if name != "backend"},
        whole_number(arguments.nodes, "--nodes", 1, 1_000_000_000),
        whole_number(arguments.candidates, "--candidates", 1, 100),
        _rate(arguments.margin),
    )
    positions = whole_number(arguments.positions, "--positions", 1, 1_000_000)
    path = Path(arguments.out)
    book = Book(settings)
    if path.exists():
        book = Book.open(path)
        if replace(book.settings, margin=settings.margin) != settings:
            raise BadArgument("The file is a book with other settings: choose another one.")
        # The margin only decides how the moves are used.
        book.settings = settings

    def report(count: int) -> None:
        book.write(path)
        if count % 10 == 0 or count == positions:
            print(arguments.language(Message("{count} positions", count=count)), flush=True)

    BookBuilder(book).grow(positions, report)
    book.write(path)
    print(path)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1:
        raise BadArgument(
            "{option} {text} is not accepted: give a win rate from 0 to 1.",
            option="--margin",
            text=shorten(text),
        )
    return rate
