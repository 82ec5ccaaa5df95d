"""Swap2, the way to a balanced opening: three stones, then colours are chosen."""

from __future__ import annotations

from boyi.core.result import SearchResult
from boyi.protocols.actions import Choice, Result

# Black, white, black as (right, down) from the centre. ``tools/find_openings.py`` found them: on boards of 15
# and 20, under several rules, a search of 200,000 nodes gives either side 40 to 60 per cent.
OPENINGS = (
    ((0, 5), (4, -2), (3, 2)),
    ((1, 2), (2, 0), (1, 5)),
    ((-1, 0), (-4, -3), (-3, -2)),
    ((1, 2), (2, 0), (5, 0)),
    ((-2, -1), (-3, 1), (1, 1)),
    ((1, 3), (5, 3), (4, -1)),
    ((-2, 4), (-5, 0), (-6, 2)),
    ((0, -4), (3, -5), (4, -2)),
)


def opening(size: int, number: int = 0) -> tuple[int, int, int]:
    """The cells of one of our openings, drawn together on boards that are too small for it."""
    half = size // 2
    reach = 6
    cells = []
    for right, down in OPENINGS[number % len(OPENINGS)]:
        if half <= reach:
            right, down = right * (half - 1) // reach, down * (half - 1) // reach
        cell = (half + down) * size + half + right
        while cell in cells:
            cell += 1
        cells.append(cell)
    return cells[0], cells[1], cells[2]


def choose(result: Result) -> Choice:
    """The choice of an engine that has only judged the position for white, who is to move.

    White's stone is played if white stands no worse, else black is taken. Placing two more stones would let
    the other side choose, and so never be better than the better side by one's own judgement.
    """
    if not isinstance(result, SearchResult):
        return Choice()
    return Choice((result.move,)) if result.win_rate >= 0.5 else Choice(swap=True)
