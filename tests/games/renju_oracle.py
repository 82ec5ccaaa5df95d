"""A slow judge of renju's forbidden points, written straight from the definitions.

It shares nothing with the rules it checks: stones are sets of (row, column), and every question is answered
by trying all segments of a line. The definitions are those of the Renju International Federation:

* five: exactly five black stones in an unbroken row; overline: more than five;
* four: four stones of one line such that some empty cell turns them into a five;
* straight four: four stones in an unbroken row that two different empty cells turn into a five;
* three: three stones of one line such that some empty cell, which makes no five and is not forbidden itself,
  turns them into a straight four;
* a move is forbidden if it makes no five and makes an overline, two fours or threes in two lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Cells = frozenset[Cell]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def _segments(size: int, through: Cell, direction: Cell, length: int) -> tuple[Cells, ...]:
    row, column = through
    down, right = direction
    found = []
    for first in range(1 - length, 1):
        places = range(first, first + length)
        cells = frozenset((row + place * down, column + place * right) for place in places)
        if all(0 <= r < size and 0 <= c < size for r, c in cells):
            found.append(cells)
    return tuple(found)


class Oracle:
    """Judges one board; nothing is ever changed, every trial is a new set of stones."""

    def __init__(self, size: int, black: Iterable[Cell], white: Iterable[Cell]) -> None:
        self.size = size
        self.board = frozenset((row, column) for row in range(size) for column in range(size))
        self.black = frozenset(black)
        self.white = frozenset(white)

    def forbidden(self) -> dict[Cell, str]:
        """All forbidden points with the kind of foul."""
        kinds = {cell: self.verdict(self.black, cell) for cell in self.empty(self.board, self.black)}
        return {cell: kind for cell, kind in sorted(kinds.items()) if kind not in ("five", "allowed")}

    def verdict(self, black: Cells, move: Cell) -> str:
        """What black's move is: ``five``, ``overline``, ``double four``, ``double three`` or ``allowed``."""
        after = black | {move}
        rows = [self.unbroken_row(after, move, direction) for direction in DIRECTIONS]
        if any(len(row) == 5 for row in rows):
            return "five"
        if any(len(row) > 5 for row in rows):
            return "overline"
        fours = {four for direction in DIRECTIONS for four in self.fours(after, move, direction)}
        if len(fours) >= 2:
            return "double four"
        if sum(self.has_three(after, move, direction) for direction in DIRECTIONS) >= 2:
            return "double three"
        return "allowed"

    def empty(self, cells: Cells, black: Cells) -> Cells:
        """Those of ``cells`` that are on the board and without a stone."""
        return (cells & self.board) - black - self.white

    def segments(self, through: Cell, direction: Cell, length: int) -> tuple[Cells, ...]:
        """All segments of so many cells of the board that contain a given one."""
        return _segments(self.size, through, direction, length)

    def unbroken_row(self, black: Cells, stone: Cell, direction: Cell) -> Cells:
        """The stone and all black stones that are joined to it along the line."""
        down, right = direction
        row, fresh = frozenset[Cell](), frozenset({stone})
        while fresh:
            row |= fresh
            beside = frozenset((r + sign * down, c + sign * right) for r, c in fresh for sign in (-1, 1))
            fresh = (beside & black) - row
        return row

    def fives(self, black: Cells, stones: Cells, direction: Cell) -> list[Cell]:
        """The empty cells that make a five of exactly these four stones and themselves."""
        stone = min(stones)
        near = frozenset(cell for cells in self.segments(stone, direction, 5) for cell in cells)
        return [
            cell
            for cell in sorted(self.empty(near, black))
            if self.unbroken_row(black | {cell}, stone, direction) == stones | {cell}
        ]

    def fours(self, black: Cells, stone: Cell, direction: Cell) -> set[Cells]:
        """Every four of this line that the stone is part of, as the set of its stones."""
        candidates = {cells & black for cells in self.segments(stone, direction, 5)}
        return {stones for stones in candidates if len(stones) == 4 and self.fives(black, stones, direction)}

    def has_three(self, black: Cells, stone: Cell, direction: Cell) -> bool:
        """Whether the stone is part of a three of this line."""
        for row in self.segments(stone, direction, 4):
            missing = row - black
            if len(missing) != 1 or not self.empty(missing, black):
                continue
            (cell,) = missing
            straight = len(self.fives(black | {cell}, row, direction)) == 2
            if straight and self.verdict(black, cell) == "allowed":
                return True
        return False
