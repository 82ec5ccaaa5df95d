"""The course platform for Reversi ("Mo"): how a student's ``get_move`` writes moves, colours and boards.

A letter is the column, a digit the row from the top, as in Othello's own notation; the platform takes capital
letters only. No move is None. The colours are ``X`` (black) and ``O``.
"""

from __future__ import annotations

from collections.abc import Sequence

from boyi.core.errors import BadMove, shorten
from boyi.core.game import Position
from boyi.core.grid import GridGame, as_grid

STOP = "Q"
"""A player's answer that ends the game; the discs are counted as they lie."""
COLOURS = "XO"
SIZE = 8


def format_colour(side: int) -> str:
    """The platform's letter for a side."""
    return COLOURS[side]


def parse_colour(text: object) -> int:
    """The side that a letter stands for."""
    if not isinstance(text, str) or text not in ("X", "O"):
        raise BadMove("{text} is not a colour of the platform: X or O.", text=shorten(text))
    return COLOURS.index(text)


def format_move(game: GridGame, move: int) -> str | None:
    """A move as ``get_move`` returns it.

    >>> import boyi
    >>> othello = boyi.game("othello")
    >>> format_move(othello, 19), format_move(othello, othello.pass_move)
    ('D3', None)
    """
    return None if move == game.pass_move else game.format_move(move).upper()


def parse_move(game: GridGame, answer: object) -> int:
    """The move that a student's program returned; raise ``BadMove`` if the platform would not take it."""
    if answer is None:
        return game.pass_move
    if not isinstance(answer, str) or len(answer) != 2 or answer != answer.upper() or not answer.isascii():
        raise BadMove(
            "{text} is not a move of the platform: write A1 to H8 in capitals.", text=shorten(answer)
        )
    return game.parse_move(answer)


def format_board(position: Position) -> list[list[str]]:
    """The rows of the platform's board: ``X``, ``O`` and dots."""
    grid = as_grid(position)
    cells, size = grid.cells.upper(), grid.game.size
    return [list(cells[row : row + size]) for row in range(0, size * size, size)]


def parse_board(game: GridGame, rows: Sequence[Sequence[str]], side: int) -> Position:
    """The position that such rows show, with ``side`` to move."""
    return game.from_cells("".join("".join(row) for row in rows).lower(), side)
