"""The lines of a gomoku board, as masks and shifts on sets of cells (bit ``i`` is cell ``i``)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row and column steps: along a row, down a column, and the two diagonals."""


class Direction(NamedTuple):
    """One of the four directions; a window is five neighbouring cells, named by its first cell."""

    step: int
    starts: int
    """The first cells of the windows."""
    before: int
    """The cells with a neighbour on the board against the direction."""
    after: int
    """The first cells of the windows that are followed by a cell on the board."""

    def ends(self, stones: int) -> tuple[int, int]:
        """The windows with one of ``stones`` directly before them, and those with one directly after."""
        return stones << self.step & self.before, stones >> 5 * self.step & self.after

    def full(self, stones: int) -> int:
        """The windows that ``stones`` fill."""
        pairs = stones & stones >> self.step
        fours = pairs & pairs >> 2 * self.step
        return fours & stones >> 4 * self.step & self.starts

    def touching(self, stones: int) -> int:
        """The windows with at least one of ``stones``."""
        pairs = stones | stones >> self.step
        fours = pairs | pairs >> 2 * self.step
        return (fours | stones >> 4 * self.step) & self.starts

    def holding(self, stones: int) -> tuple[int, int]:
        """The windows with at least two of ``stones``, and those with at least three."""
        one = two = three = 0
        for place in range(5):
            here = stones >> place * self.step
            three |= two & here
            two |= one & here
            one |= here
        return two & self.starts, three & self.starts

    def cells(self, windows: int) -> int:
        """All cells of ``windows``."""
        pairs = windows | windows << self.step
        fours = pairs | pairs << 2 * self.step
        return fours | windows << 4 * self.step


@cache
def directions(size: int) -> tuple[Direction, ...]:
    """The four directions of a board."""

    def region(rows: int, columns: int) -> int:
        """The cells from which a step of this many rows and columns stays on the board."""
        return sum(
            1 << row * size + column
            for row in range(size)
            for column in range(size)
            if 0 <= row + rows < size and 0 <= column + columns < size
        )

    return tuple(
        Direction(
            step=down * size + right,
            starts=region(4 * down, 4 * right),
            before=region(-down, -right),
            after=region(5 * down, 5 * right),
        )
        for down, right in DIRECTIONS
    )
