"""What SGF calls our games and how it writes their cells and moves."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.errors import BadMove, shorten
from boyi.core.game import Position
from boyi.core.grid import SIDES, GridGame, as_grid
from boyi.core.message import Message, Term
from boyi.core.registry import game_class
from boyi.formats.sgf.tree import MOVES, unescape

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Dialect:
    """How SGF speaks of one game."""

    name: str
    number: int
    """The value of GM."""
    letters: bool
    """Cells are two letters, column and row from the top left (Go); otherwise the game's own names."""


DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect("nogo", 1, letters=True),
        Dialect("othello", 2, letters=False),
        Dialect("gomoku", 4, letters=True),
        Dialect("loa", 9, letters=False),
    )
}
BY_NUMBER = {str(dialect.number): dialect for dialect in DIALECTS.values()}
HEADERS = {
    "PB": "black",
    "PW": "white",
    "BR": "black rank",
    "WR": "white rank",
    "BT": "black team",
    "WT": "white team",
    "DT": "date",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "GN": "name",
    "GC": "remark",
    "ON": "opening",
    "SO": "source",
    "AN": "annotator",
    "US": "user",
    "CP": "copyright",
    "TM": "time",
    "OT": "overtime",
    "AP": "application",
}
"""Game information in SGF and as a record's header; other headers travel in ``BYHD[name:value]``."""
SETUP = ("AB", "AW", "AE")
OWN_APPLICATION = "Boyi"
ROOT_PROPERTIES = frozenset(
    {"FF", "GM", "SZ", "CA", "RE", "RU", "PL", "BYOP", "BYHD", "BYRE", *MOVES, *SETUP, *HEADERS}
)
"""What the root says about the whole game, and we understand; all else is kept as it is."""
OTHER_GAMES = {
    "1": Message("Go"),
    "3": Message("chess"),
    "5": Message("Nine Men's Morris"),
    "6": Message("backgammon"),
    "7": Message("Chinese chess"),
}


def format_cell(game: GridGame, cell: int) -> str:
    """The name of a cell in SGF."""
    if not DIALECTS[game.name].letters:
        return game.coordinates.name(cell)
    row, column = divmod(cell, game.size)
    return LETTERS[column] + LETTERS[row]


def parse_cell(game: GridGame, text: str) -> int:
    """The cell that a value names: two letters, or a name in the game's own coordinates."""
    word = text.strip()
    if len(word) == 2 and word.isascii() and word.isalpha():
        column, row = LETTERS.index(word[0]), LETTERS.index(word[1])
        if max(column, row) >= game.size:
            raise BadMove("{text} is outside the {size}x{size} board.", text=shorten(word), size=game.size)
        return row * game.size + column
    return game.coordinates.index(word)


def parse_cells(game: GridGame, values: list[str]) -> list[int]:
    """The cells of a list of points; ``aa:cc`` is the rectangle between two corners."""
    cells = []
    for value in values:
        first, colon, last = unescape(value).partition(":")
        corners = [parse_cell(game, first), parse_cell(game, last if colon else first)]
        rows, columns = zip(*(divmod(corner, game.size) for corner in corners), strict=True)
        cells += [
            row * game.size + column
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
        ]
        if len(cells) > 4 * game.area:
            raise BadMove("There are more stones than cells.")
    return cells


def format_move(game: GridGame, move: int, position: Position) -> str:
    """A move as the value of B or W."""
    if game.has_pass and move == game.pass_move:
        return "pass" if game.moves_pieces else ""
    if not game.moves_pieces:
        return format_cell(game, move)
    start, target = game.move_cells(move)
    captures = as_grid(position).cells[target] == SIDES[1 - position.turn]
    return f"{game.coordinates.name(start)}{':' if captures else '-'}{game.coordinates.name(target)}"


def parse_move(game: GridGame, text: str) -> int:
    """The move that the value of B or W says."""
    word = text.strip()
    if game.has_pass and (word.lower() in ("", "pass", "pa", "--") or (word == "tt" and game.size <= 19)):
        return game.pass_move
    if game.moves_pieces:
        return game.parse_move(word.rstrip("+!?#"))
    if not word:
        raise BadMove("A pass is not a move of {game}.", game=Term(game.name))
    return parse_cell(game, word)


def known_rule(game: str, text: str) -> str | None:
    """The choice of the game's option ``rule`` that a value of RU names, if it names one."""
    choices = next((option.choices for option in game_class(game).options if option.name == "rule"), ())
    return next((str(word) for word in choices if plain(text).startswith(str(word))), None)


def plain(text: str) -> str:
    """Letters and digits only, small: how names are compared."""
    return "".join(character for character in text.lower() if character.isalnum())
