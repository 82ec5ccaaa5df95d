"""Swap2, the way to a balanced opening: three stones, then colours are chosen."""

from __future__ import annotations

from boyi.core.result import SearchResult
from boyi.protocols.actions import Choice, Result

# Black, white, black as (right, down) from the centre. Far-apart stones keep black's first-move advantage
# small, so that neither colour is an obvious choice.
OPENINGS = (
    ((-6, -6), (-5, -4), (6, -5)),
    ((-6, 5), (-4, 6), (5, 6)),
    ((6, -6), (6, -4), (-5, -6)),
    ((0, -6), (2, -5), (-6, 6)),
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

    White's stone is played if white stands no worse, else black is taken: both are always allowed, and
    placing two more stones is left to experts.
    """
    if not isinstance(result, SearchResult):
        return Choice()
    return Choice((result.move,)) if result.win_rate >= 0.5 else Choice(swap=True)
