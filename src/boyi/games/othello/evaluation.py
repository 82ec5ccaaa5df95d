"""Othello's evaluations; ``native/othello/evaluation.hpp`` has the same numbers.

``lead`` counts discs, as beginners and the source programs do. ``positional`` knows what matters before the
end: corners, the cells that give corners away, and who runs out of moves. ``patterns`` has learned from
games what edges, corners, rows and diagonals are worth (see ``patterns.py``), in sixteenths of a disc.
"""

from __future__ import annotations

from functools import cache

from boyi.core.evaluation import Evaluation
from boyi.core.game import Position
from boyi.core.grid import GridPosition
from boyi.games.othello.patterns import weigh
from boyi.games.othello.rules import Othello, OthelloPosition

CORNER = 80
DIAGONAL = -40
"""The cell diagonally next to a corner (X square), as long as the corner is empty."""
BESIDE = -15
"""The edge cells next to a corner (C squares), as long as the corner is empty."""
MOBILITY = 9
"""Each move more than the opponent has."""
POTENTIAL = 4
"""Each empty cell next to the opponent's discs: moves to come."""
LATE = 14
"""With fewer empty cells than this, discs begin to count."""


def _readable(position: Position) -> OthelloPosition:
    assert isinstance(position, GridPosition)
    found = position.game.python_position(position)
    assert isinstance(found, OthelloPosition)
    return found


def lead(position: Position) -> int:
    """Own discs minus the opponent's."""
    here = _readable(position)
    return here.own.bit_count() - here.other.bit_count()


def lead_gain(position: Position, move: int) -> int:
    """The lead after the move."""
    return -lead(position.play(move))


@cache
def _corner_cells(size: int) -> tuple[tuple[int, int, int], ...]:
    """For each corner as bit sets: itself, its two neighbours on the edges, its diagonal neighbour."""
    top = size - 1
    return tuple(
        (
            1 << row * size + column,
            1 << row * size + inward_column | 1 << inward_row * size + column,
            1 << inward_row * size + inward_column,
        )
        for row, inward_row in ((0, 1), (top, top - 1))
        for column, inward_column in ((0, 1), (top, top - 1))
    )


def _places(discs: int, empty: int, size: int) -> int:
    """What these discs are worth by where they lie."""
    value = 0
    for corner, beside, diagonal in _corner_cells(size):
        if discs & corner:
            value += CORNER
        elif empty & corner:
            value += BESIDE * (discs & beside).bit_count() + DIAGONAL * (discs & diagonal).bit_count()
    return value


def _around(discs: int, game: Othello) -> int:
    """The cells next to these discs."""
    found = 0
    for shift, inside in game.forward:
        found |= discs << shift & inside
    for shift, inside in game.backward:
        found |= discs >> shift & inside
    return found


def positional(position: Position) -> int:
    """Corners, moves and moves to come; near the end also discs."""
    here = _readable(position)
    own, other, empty, game = here.own, here.other, here.empty, here.game
    choices = here.placements.bit_count() - here._find_placements(other, own).bit_count()
    frontier = (_around(other, game) & empty).bit_count() - (_around(own, game) & empty).bit_count()
    hurry = max(0, LATE - empty.bit_count())
    return (
        _places(own, empty, game.size)
        - _places(other, empty, game.size)
        + MOBILITY * choices
        + POTENTIAL * frontier
        + hurry * (own.bit_count() - other.bit_count())
    )


def positional_gain(position: Position, move: int) -> int:
    """What the cell is worth, and how few replies it leaves."""
    here = _readable(position)
    if move == here.game.pass_move:
        return 0
    after = here._after(move)
    return _places(1 << move, after.empty, here.game.size) - MOBILITY * after.placements.bit_count()


def patterns(position: Position) -> int:
    """What the learned weights say on the 8x8 board; other boards are judged by ``positional``."""
    here = _readable(position)
    own, other, empty, game = here.own, here.other, here.empty, here.game
    if game.size != 8:
        return positional(position)
    counts = (
        here.placements.bit_count(),
        here._find_placements(other, own).bit_count(),
        (_around(own, game) & empty).bit_count(),
        (_around(other, game) & empty).bit_count(),
    )
    return weigh(own, other, counts)


EVALUATIONS = (
    Evaluation("patterns", patterns, positional_gain, scale=300, point=16),
    # Not made of discs: a point is what changes the odds as much as a disc does for the patterns.
    Evaluation("positional", positional, positional_gain, scale=200, point=200 * 16 / 300),
    Evaluation("lead", lead, lead_gain, scale=24, point=1),
)
