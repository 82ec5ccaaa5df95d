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
    wide = max(map(len, coordinates.columns))
    lines = []
    for row, label in enumerate(coordinates.rows):
        line = f"{label:>{margin}}"
        closed = False
        for column in range(size):
            cell = row * size + column
            opened = cell in marked
            gap = "[" if opened else "]" if closed else " "
            line += gap * wide if gap == " " else " " * (wide - 1) + gap
            line += STONES[cells[cell]]
            closed = opened
        lines.append(line + ("]" if closed else ""))
    lines.append(" " * margin + "".join(f" {letter:>{wide}}" for letter in coordinates.columns))
    return "\n".join(lines)
