"""What the commands on stored games share: the database, the filter, times."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING

from boyi.cli.options import whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import printable, shorten
from boyi.core.message import Message
from boyi.core.registry import game_class

if TYPE_CHECKING:
    from boyi.store.finding import GameFilter
    from boyi.store.store import Store

MOST = 1_000_000


def add_database(parser: Parser) -> None:
    """Where the games are."""
    parser.add_argument(
        "--db", metavar="FILE|URL", help=Message("Another database: a file, or postgresql+psycopg://…")
    )


def open_store(arguments: Namespace, *, create: bool = False) -> Store:
    """The store that is meant; a file that is named must be there already, unless it may be created."""
    from boyi.store.store import Store

    return Store.open(arguments.db, create=create or arguments.db is None)


def add_filter(parser: Parser) -> None:
    """Which games."""
    parser.add_argument("--game", metavar="GAME", help=Message("Only this game."))
    parser.add_argument("--player", metavar="NAME", help=Message("Part of a player's name."))
    parser.add_argument(
        "--result",
        metavar="R",
        help=Message("black, white, draw, finished or unfinished."),
    )
    parser.add_argument("--text", metavar="T", help=Message("Part of a name, header or comment."))
    parser.add_argument("--since", metavar="DATE", help=Message("Changed since, e.g. 2026-11-15."))


def read_filter(arguments: Namespace) -> GameFilter:
    """The filter of the options."""
    from boyi.store.finding import GameFilter

    if arguments.game is not None:
        game_class(arguments.game)  # a misspelt name is said
    since = None if arguments.since is None else _moment(arguments.since)
    return GameFilter(arguments.game, arguments.player, arguments.result, arguments.text, since)


def add_page(parser: Parser) -> None:
    """How many games, from where on."""
    parser.add_argument("--limit", metavar="N", default="50", help=Message("At most so many."))
    parser.add_argument("--offset", metavar="N", default="0", help=Message("Leave out the first so many."))
    parser.add_argument(
        "--order", metavar="O", default="newest", help=Message("newest, oldest, longest or name.")
    )


def read_page(arguments: Namespace) -> tuple[int, int]:
    """The limit and the offset."""
    limit = whole_number(arguments.limit, "--limit", 0, MOST)
    return limit, whole_number(arguments.offset, "--offset", 0, MOST)


def format_time(seconds: float) -> str:
    """A moment as people write it, in the local time."""
    return datetime.fromtimestamp(seconds).isoformat(" ", "minutes")


def one_line(text: str) -> str:
    """A text from outside for a terminal: on one line, without what would steer the terminal."""
    return " ".join(printable(text).split())


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise BadArgument(
            "--since {text} is not accepted: write 2026-11-15 or, with a time, 2026-11-15T18:30.",
            text=shorten(text),
        ) from None
