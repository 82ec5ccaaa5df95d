"""Games on a square grid whose moves take a piece from one cell to another."""

from __future__ import annotations

import re

from boyi.core.errors import BadMove, shorten
from boyi.core.game import Position
from boyi.core.grid import SIDES, GridGame, as_grid
from boyi.core.message import Term

MOVE = re.compile(r"([a-z][0-9]{1,2})[-x:]?([a-z][0-9]{1,2})")


def split_move(text: str) -> tuple[str, str] | None:
    """The names of the two cells of a move, or None if the text is not of that form.

    >>> split_move("b1-b3"), split_move("B1xH7"), split_move("b1b3"), split_move("b1")
    (('b1', 'b3'), ('b1', 'h7'), ('b1', 'b3'), None)
    """
    # Only ASCII: some foreign letters, such as the Kelvin sign, turn into ours when lowered.
    if not isinstance(text, str) or len(text) > 20 or not text.isascii():
        return None
    found = MOVE.fullmatch(text.strip().lower())
    return (found[1], found[2]) if found else None


class PieceGame(GridGame):
    """A game whose moves are numbered ``start * area + target``; a pass is ``area * area``.

    Moves are written ``b1-b3``, or ``b1xb3`` if they capture.
    """

    moves_pieces = True

    @property
    def pass_move(self) -> int:
        return self.area * self.area

    def number(self, start: int, target: int) -> int:
        """The number of the move from one cell to another; ``move_cells`` gives the cells back."""
        return start * self.area + target

    def move_cells(self, move: int) -> tuple[int, ...]:
        return divmod(move, self.area) if 0 <= move < self.pass_move else ()

    def parse_move(self, text: str, position: Position | None = None) -> int:
        if (names := split_move(text)) is not None:
            start, target = map(self.coordinates.index, names)
            if start == target:
                raise BadMove("{text} is not a move: a piece must go to another cell.", text=shorten(text))
            return self.number(start, target)
        if not self.has_pass:
            raise BadMove("{text} is not a move: write the two cells, for example b1-b3.", text=shorten(text))
        if isinstance(text, str) and text.strip().lower() in ("pass", "pa", "--"):
            return self.pass_move
        raise BadMove(
            "{text} is not a move: write the two cells, for example b1-b3, or pass.", text=shorten(text)
        )

    def format_move(self, move: int, position: Position | None = None) -> str:
        if self.has_pass and move == self.pass_move:
            return "pass"
        start, target = divmod(move, self.area)
        if not 0 <= move < self.pass_move or start == target:
            raise BadMove("{move} is not a move number of {game}.", move=shorten(move), game=Term(self.name))
        captures = position is not None and as_grid(position).cells[target] == SIDES[1 - position.turn]
        return f"{self.coordinates.name(start)}{'x' if captures else '-'}{self.coordinates.name(target)}"

    def transform_move(self, move: int, symmetry: int) -> int:
        if not 0 <= move < self.pass_move:
            return move
        start, target = (self.cell_images(symmetry)[cell] for cell in divmod(move, self.area))
        return self.number(start, target)
