"""What the commands share: the options that name a game, and reading them."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import PYTHON, VARIABLE
from boyi.core.errors import shorten
from boyi.core.game import Game
from boyi.core.message import Message, Term
from boyi.core.record import GameRecord
from boyi.core.registry import game_class
from boyi.core.registry import make_game as make
from boyi.native.provider import MISSING

if TYPE_CHECKING:
    from boyi.settings.setting import Number


def beside(arguments: Namespace) -> Callable[[Message], None]:
    """What says a sentence beside the output, on the standard error."""

    def tell(message: Message) -> None:
        print(arguments.language(message), file=sys.stderr, flush=True)

    return tell


def add_game(parser: Parser) -> None:
    """``GAME`` and the options that every command has that names one."""
    parser.add_argument("game", metavar="GAME", help=Message("gomoku, othello, … (see boyi games)."))
    add_game_options(parser)


def add_game_options(parser: Parser) -> None:
    """The options that say more about a game."""
    parser.add_argument("--size", metavar="N", help=Message("Board size."))
    parser.add_argument("--rule", metavar="R", help=Message("Rule set."))
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help=Message("Any option of the game; repeatable."),
    )
    parser.add_argument("--backend", metavar="python|native", help=Message("Which rules to run."))
    add_game_file(parser)


def add_game_file(parser: Parser) -> None:
    """``--game-file``, which every command has that names a game; ``cli.app`` reads it before the command."""
    parser.add_argument("--game-file", metavar="FILE", help=Message("A Python file with a game."))


def add_lessons(parser: Parser) -> None:
    """``--lessons``: a teacher's folder."""
    parser.add_argument("--lessons", metavar="DIR", help=Message("A folder with lessons of your own."))


def add_position(parser: Parser) -> None:
    """Where to begin."""
    parser.add_argument("--position", metavar="P", help=Message("Begin here, e.g. '3/1x1/3 o'."))
    parser.add_argument("--moves", metavar="'M M…'", help=Message("Play these first."))


def add_json(parser: Parser) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help=Message("Print JSON."))


def read_game(arguments: Namespace, name: str | None = None) -> Game:
    """The game that the options describe; the size of a given position is its number of rows."""
    name = arguments.game if name is None else name
    settings: dict[str, str] = {}
    for piece in arguments.option:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not (key and equals):
            raise BadArgument(
                "--option {piece} is not key=value, for example --option size=8.", piece=shorten(piece)
            )
        _add(settings, key, value)
    for key in ("size", "rule"):
        if (given := getattr(arguments, key)) is not None:
            _add(settings, key, given)
    position = getattr(arguments, "position", None)
    if position is not None and "size" not in settings and "/" in position:
        _infer_size(settings, name, position)
    game = make(name, backend=arguments.backend, **settings)
    if MISSING and PYTHON not in (arguments.backend, os.environ.get(VARIABLE)):
        slower = Message("Playing on Python, slower: {why}", why=MISSING)
        print(arguments.language(slower), file=sys.stderr)
    return game


def _add(settings: dict[str, str], key: str, value: str) -> None:
    if key in settings:
        raise BadArgument("The option {key} is given twice.", key=shorten(key))
    settings[key] = value


def _infer_size(settings: dict[str, str], name: str, position: str) -> None:
    option = next((option for option in game_class(name).options if option.name == "size"), None)
    rows = position.count("/") + 1
    if option is None or rows == option.default:
        return
    if rows not in option.choices:
        raise BadArgument(
            "The position has {rows} rows; {game} boards have {accepted}.",
            rows=rows,
            game=Term(name),
            accepted=option.accepted,
        )
    settings["size"] = str(rows)


def read_record(game: Game, arguments: Namespace) -> GameRecord:
    """A record that begins at the given position and has the given moves."""
    position = arguments.position
    record = GameRecord(game, None if position is None else game.parse_position(position))
    if arguments.moves:
        record.play_text(arguments.moves)
    return record


def whole_number(text: str, what: str, low: int, high: int) -> int:
    """Read a number in a range, or say what is accepted."""
    if not re.fullmatch(r"[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise BadArgument(
            "{option} {text} is not accepted: give a whole number from {low} to {high}.",
            option=what,
            text=shorten(text),
            low=low,
            high=high,
        )
    return int(text)


def read_setting(text: str, what: str, setting: Number) -> int:
    """Read a number that a setting accepts."""
    return whole_number(text, what, int(setting.low), int(setting.high))


def seconds(text: str, what: str) -> float:
    """Read a length of time, or say what is accepted."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,6})?|\.[0-9]{1,6}", text) or float(text) == 0:
        raise BadArgument(
            "{option} {text} is not accepted: give seconds, for example 2 or 0.5.",
            option=what,
            text=shorten(text),
        )
    return float(text)
