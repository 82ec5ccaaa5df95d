"""A board as text: coordinates on the left and below, the last move in brackets."""

from __future__ import annotations

from collections.abc import Collection

from boyi.core.coordinates import Coordinates

STONES = {"x": "X", "o": "O", ".": "."}


def draw_text(cells: str, coordinates: Coordinates, marked: Collection[int] = ()) -> str:
    """Draw a board.

    >>> print(draw_text("x..o", Coordinates(2), marked=[3]))
    2 X .
    1 .[O]
      a b
    """
    size = coordinates.size
    margin = len(str(size))
    lines = []
    for row, label in enumerate(coordinates.rows):
        line = f"{label:>{margin}}"
        closed = False
        for column in range(size):
            cell = row * size + column
            opened = cell in marked
            line += ("[" if opened else "]" if closed else " ") + STONES[cells[cell]]
            closed = opened
        lines.append(line + ("]" if closed else ""))
    return "\n".join(lines + column_labels(coordinates))


def column_labels(coordinates: Coordinates) -> list[str]:
    """The lines of letters below a board; two letters stand one below the other, to keep boards narrow."""
    margin = len(str(coordinates.size))
    lines = []
    for place in range(max(map(len, coordinates.columns))):
        letters = (f" {letter[place : place + 1]:1}" for letter in coordinates.columns)
        lines.append((" " * margin + "".join(letters)).rstrip())
    return lines
