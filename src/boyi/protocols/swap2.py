"""Swap2, the way to a balanced opening: three stones, then colours are chosen."""

from __future__ import annotations

from boyi.core.result import SearchResult
from boyi.protocols.actions import Choice, Result

# Black, white, black as (right, down) from the centre. ``benchmarks/swap2.py`` found them: on boards of 15
# and 20, freestyle and standard, a search of 40,000 nodes gave either side 40 to 60 per cent; those that a
# later evaluation found uneven are gone. Who offers one has it checked again, on its own board
# (``engines/opening.py``).
OPENINGS = (
    ((1, -5), (1, -4), (-1, 0)),
    ((-1, -3), (4, -3), (-5, -6)),
    ((6, 5), (5, 6), (0, 2)),
    ((6, -3), (6, 0), (4, 1)),
    ((-2, 1), (0, 3), (1, 1)),
    ((-4, 4), (-1, 4), (0, 2)),
    ((2, 2), (-2, 0), (-1, 1)),
    ((4, 0), (1, 2), (0, 2)),
    ((-6, 2), (-4, 5), (-3, 5)),
    ((-4, 2), (1, 4), (-1, 5)),
    ((2, -2), (5, -3), (6, 1)),
    ((2, -5), (1, -4), (5, -1)),
    ((-3, 2), (0, 1), (0, 5)),
    ((-1, 0), (1, 3), (1, 2)),
    ((2, -3), (1, -5), (5, -5)),
    ((-3, -4), (1, -4), (1, -3)),
    ((-2, -3), (2, -3), (1, -3)),
    ((-4, 0), (-3, 0), (0, 4)),
    ((5, -3), (3, -5), (2, -5)),
    ((-2, 4), (-2, 5), (0, 1)),
    ((0, -2), (-3, -3), (3, 1)),
)


REACH = 6
"""How far from the centre a stone of the table may be."""
FORMS, SHIFTS = 8, 9
"""Each opening is placed in eight symmetric forms, and on the larger boards up to a cell off the centre."""


def count() -> int:
    """How many openings there are."""
    return FORMS * SHIFTS * len(OPENINGS)


def opening(size: int, number: int = 0) -> tuple[int, int, int]:
    """The cells of one of our openings, drawn together on boards that are too small for it."""
    half = size // 2
    rest, index = divmod(number % count(), len(OPENINGS))
    shift, form = divmod(rest, FORMS)
    off_row, off_column = divmod((shift + SHIFTS // 2) % SHIFTS, 3)  # the first shift is none
    cells = []
    for right, down in OPENINGS[index]:
        right, down = _turned(right, down, form)
        if half <= REACH:
            right, down = right * (half - 1) // REACH, down * (half - 1) // REACH
        elif size > 2 * REACH + 2:
            right, down = right + off_column - 1, down + off_row - 1
        cell = (half + down) * size + half + right
        while cell in cells:
            cell += 1
        cells.append(cell)
    return cells[0], cells[1], cells[2]


def _turned(right: int, down: int, form: int) -> tuple[int, int]:
    """The stone in one of the eight symmetric forms."""
    if form & 1:
        right = -right
    if form & 2:
        down = -down
    return (down, right) if form & 4 else (right, down)


def choose(result: Result) -> Choice:
    """The choice of an engine that has only judged the position for white, who is to move.

    White's stone is played if white stands no worse, else black is taken. Placing two more stones would let
    the other side choose, and so never be better than the better side by one's own judgement.
    """
    if not isinstance(result, SearchResult):
        return Choice()
    return Choice((result.move,)) if result.win_rate >= 0.5 else Choice(swap=True)
