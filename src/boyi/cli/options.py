"""What the commands share: the options that name a game, and reading them."""

from __future__ import annotations

import os
import re
import sys
from typing import Annotated

import typer

from boyi.core.backend import PYTHON, VARIABLE
from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.registry import game_class
from boyi.core.registry import make_game as make
from boyi.native.provider import MISSING

GameName = Annotated[str, typer.Argument(metavar="GAME", help="gomoku, othello, … (see boyi games). 棋类")]
Size = Annotated[str | None, typer.Option("--size", metavar="N", help="Board size. 棋盘大小")]
Rule = Annotated[str | None, typer.Option("--rule", metavar="R", help="Rule set. 规则")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="Any option of the game; repeatable. 其他选项"),
]
Backend = Annotated[
    str | None, typer.Option("--backend", metavar="python|native", help="Which rules to run. 后端")
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="P", help="Begin here, e.g. '3/1x1/3 o'. 起始局面")
]
Moves = Annotated[str | None, typer.Option("--moves", metavar="'M M…'", help="Play these first. 先走这些着")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON. 输出 JSON")]


class BadArgument(BoyiError):
    """A value on the command line that is not accepted."""


def make_game(
    name: str,
    size: str | None = None,
    rule: str | None = None,
    options: list[str] | None = None,
    backend: str | None = None,
    position: str | None = None,
) -> Game:
    """The game that the options describe; the size of a given position is its number of rows."""
    settings: dict[str, str] = {}
    for piece in options or []:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not (key and equals):
            raise BadArgument(f"--option {shorten(piece)} is not key=value, for example --option size=8.")
        _add(settings, key, value)
    for key, given in (("size", size), ("rule", rule)):
        if given is not None:
            _add(settings, key, given)
    if position is not None and "size" not in settings and "/" in position:
        _infer_size(settings, name, position)
    game = make(name, backend=backend, **settings)
    if MISSING and PYTHON not in (backend, os.environ.get(VARIABLE)):
        print(f"Playing on Python, slower: {MISSING}", file=sys.stderr)
    return game


def _add(settings: dict[str, str], key: str, value: str) -> None:
    if key in settings:
        raise BadArgument(f"The option {shorten(key)} is given twice.")
    settings[key] = value


def _infer_size(settings: dict[str, str], name: str, position: str) -> None:
    option = next((option for option in game_class(name).options if option.name == "size"), None)
    rows = position.count("/") + 1
    if option is None or rows == option.default:
        return
    if rows not in option.choices:
        raise BadArgument(f"The position has {rows} rows; {name} boards have {option.accepted}.")
    settings["size"] = str(rows)


def start_record(game: Game, position: str | None, moves: str | None) -> GameRecord:
    """A record that begins at the given position and has the given moves."""
    record = GameRecord(game, None if position is None else game.parse_position(position))
    if moves:
        record.play_text(moves)
    return record


def whole_number(text: str, what: str, low: int, high: int) -> int:
    """Read a number in a range, or say what is accepted."""
    if not re.fullmatch(r"[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise BadArgument(
            f"{what} {shorten(text)} is not accepted: give a whole number from {low} to {high}."
        )
    return int(text)


def seconds(text: str, what: str) -> float:
    """Read a length of time, or say what is accepted."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,6})?|\.[0-9]{1,6}", text) or float(text) == 0:
        raise BadArgument(f"{what} {shorten(text)} is not accepted: give seconds, for example 2 or 0.5.")
    return float(text)
