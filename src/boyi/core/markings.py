"""Sets of cells of a square board: star points, and stones in a row."""

from __future__ import annotations

from collections.abc import Iterator


def star_points(size: int) -> tuple[int, ...]:
    """The crossings that are marked with a dot on boards of this size.

    >>> star_points(9)
    (20, 24, 40, 56, 60)
    """
    if size < 7:
        return ()
    edge, middle = (2 if size < 13 else 3), size // 2
    lines = [edge, size - 1 - edge]
    cells = {row * size + column for row in lines for column in lines}
    if size % 2:
        cells.add(middle * size + middle)
        if size >= 19:
            cells |= {middle * size + line for line in lines} | {line * size + middle for line in lines}
    return tuple(sorted(cells))


def stones_in_rows(cells: str, side: str, size: int, least: int) -> Iterator[list[int]]:
    """The unbroken rows of at least so many stones of one side, in all four directions.

    >>> list(stones_in_rows("xx.xo.x.o", "x", 3, 3))
    [[0, 3, 6]]
    """
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for cell, content in enumerate(cells):
            row, column = divmod(cell, size)
            behind = row - down, column - right
            inside = 0 <= behind[0] < size and 0 <= behind[1] < size
            if content != side or (inside and cells[behind[0] * size + behind[1]] == side):
                continue
            found = []
            while 0 <= row < size and 0 <= column < size and cells[row * size + column] == side:
                found.append(row * size + column)
                row, column = row + down, column + right
            if len(found) >= least:
                yield found
