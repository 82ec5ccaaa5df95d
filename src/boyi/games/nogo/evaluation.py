"""NoGo's evaluations; ``native/nogo/evaluation.hpp`` has the same numbers.

``patterns`` has learned from games what small windows of cells are worth (see ``patterns.py``), in parts of a
logit. ``territory`` is the source program's: a side is well off if many points are left that only it can
play. With ``x`` such points of its own, ``y`` of the opponent, ``z`` moves played and a board of size ``k``
its prospects are ``f = 1 - 2 ** -((x / y) ** 0.25 * (1 + z / k**2))``; an eye counts as two points.
"""

from __future__ import annotations

import math

from boyi.core.evaluation import Evaluation
from boyi.core.game import Position
from boyi.core.grid import GridPosition, bits
from boyi.games.nogo.patterns import UNIT as LOGIT
from boyi.games.nogo.patterns import weigh, weigh_move
from boyi.games.nogo.rules import NoGoPosition

UNIT = 1_000_000
"""The value of certainty; even prospects are worth nothing."""


def territory(position: Position) -> tuple[int, int]:
    """The points that only the first and only the second player can play; an eye counts as two."""
    assert isinstance(position, GridPosition)
    here = position.game.python_position(position)
    assert isinstance(here, NoGoPosition)
    passed = NoGoPosition(here.game, here.stones, 1 - here.turn)
    legal = (here.legal, passed.legal) if here.turn == 0 else (passed.legal, here.legal)
    counts = []
    for side in (0, 1):
        private = legal[side] & ~legal[1 - side]
        not_own = here.game.full & ~here.stones[side]
        eyes = [cell for cell in bits(private) if not here.game.beside(1 << cell) & not_own]
        counts.append(private.bit_count() + len(eyes))
    return counts[0], counts[1]


def prospects(own: int, other: int, moves: int, size: int) -> float:
    """The source's formula: from 0 (nothing left) over about one half (even) to 1.

    >>> prospects(5, 5, 0, 9), prospects(1, 0, 8, 9), prospects(0, 0, 8, 9), prospects(0, 3, 8, 9)
    (0.5, 1.0, 0.5, 0.0)
    """
    if other == 0:
        return 1.0 if own > 0 else 0.5
    return 1.0 - math.pow(2.0, -(math.pow(own / other, 0.25) * (1.0 + moves / size**2)))


def territory_value(position: Position) -> int:
    """The prospects of the side to move, as a number around 0."""
    assert isinstance(position, GridPosition)
    counts = territory(position)
    moves = len(position.cells) - position.cells.count(".")
    found = prospects(counts[position.turn], counts[1 - position.turn], moves, position.game.size)
    return int(found * UNIT + 0.5) - UNIT // 2


def no_gain(position: Position, move: int) -> int:
    """The source tries moves in random order: all look alike."""
    return 0


def patterns(position: Position) -> int:
    """The logit of the side to move's chance to win."""
    assert isinstance(position, GridPosition)
    return weigh(position)


def patterns_gain(position: Position, move: int) -> int:
    """The logit of the move's chance to be the best."""
    assert isinstance(position, GridPosition)
    return weigh_move(position, move)


EVALUATIONS = (
    Evaluation("territory", territory_value, no_gain, scale=UNIT // 2),
    Evaluation("patterns", patterns, patterns_gain, scale=round(LOGIT * math.log(10))),
)
