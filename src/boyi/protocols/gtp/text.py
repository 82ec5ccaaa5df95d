"""The Go Text Protocol's words: commands, vertices, colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from boyi.core.coordinates import Coordinates
from boyi.core.grid import GridGame

LARGEST = 25
"""GTP's letters A to Z without I name no more columns."""

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ID = re.compile(r"([0-9]{1,18})(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Command:
    """One command with its optional number."""

    number: str
    name: str
    arguments: tuple[str, ...]
    rest: str
    """The arguments as they were written (a path may hold spaces)."""


def parse_command(line: str) -> Command | None:
    r"""Read a command; None for a line that is empty or only a comment.

    >>> parse_command("7 play\tblack D4 # why not")
    Command(number='7', name='play', arguments=('black', 'D4'), rest='black D4')
    """
    text = _CONTROL.sub("", line).partition("#")[0].replace("\t", " ").strip()
    if not text:
        return None
    found = _ID.match(text)
    number = found[1] if found else ""
    name, _, rest = text[len(number) :].strip().partition(" ")
    return Command(number, name, tuple(rest.split()), rest.strip())


@cache
def vertices(size: int) -> Coordinates:
    """GTP's names of the cells, whatever the game itself calls them: I is skipped, row 1 at the bottom."""
    return Coordinates(size, skip_i=True, upper=True)


def format_vertex(game: GridGame, move: int) -> str:
    """A move as GTP writes it; where pieces move, as the game itself writes it.

    >>> import boyi
    >>> othello, loa = boyi.game("othello"), boyi.game("loa")
    >>> format_vertex(othello, othello.parse_move("f5")), format_vertex(othello, othello.pass_move)
    ('F4', 'pass')
    >>> format_vertex(loa, loa.parse_move("b1-b3"))
    'b1-b3'
    """
    if game.moves_pieces:
        return game.format_move(move)
    return "pass" if not 0 <= move < game.area else vertices(game.size).name(move)


def parse_vertex(game: GridGame, text: str) -> int:
    """A move from GTP's text; the pass of a game that has none is a number that is never legal."""
    if game.moves_pieces:
        return game.parse_move(text)
    return game.pass_move if text.strip().lower() == "pass" else vertices(game.size).index(text)


def parse_colour(text: str) -> int | None:
    """0 for black, 1 for white, None for anything else."""
    return {"b": 0, "black": 0, "w": 1, "white": 1}.get(text.lower())


def looks_like_vertex(text: str) -> bool:
    """Whether a word could be a vertex, the move of a piece, a pass or a resignation."""
    return re.fullmatch(r"(?i)([a-z]{1,2}[0-9]{1,2}[-:x]?){1,2}(?<![-:x])|pass|resign", text) is not None
