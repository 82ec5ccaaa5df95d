"""Gomoku's evaluations; ``native/gomoku/{evaluation,patterns,sixcell}.hpp`` have the same numbers.

``patterns`` adds up what each side could make on every empty cell. ``sixcell`` is the source program's table
of six-cell windows (see ``sixcell.py``).
"""

from __future__ import annotations

from functools import cache

from boyi.core.evaluation import Evaluation
from boyi.core.game import Position
from boyi.games.gomoku.patterns import Lines, Shapes, Threat, combine
from boyi.games.gomoku.sixcell import SIX_CELL

WORTH = ((0, 0, 0, 3, 3, 18, 35, 69, 150, 150), (0, 0, 0, 2, 2, 19, 27, 74, 159, 150))
"""What a line through an empty cell adds by its shape to the side to move, and to the side that waits."""
WORTH_BONUS = ((0, 0, 0, 0, 0, 145, 60, 0, 0), (0, 0, 0, 0, 0, 189, 60, 0, 0))
"""What the cell adds by its threat."""
URGE = (
    (0, 25, 20, 65, 230, 235, 370, 380, 900, 3000),
    (0, 0, 0, 0, 30, 105, 215, 420, 700, 2000),
)
"""How much a line puts its cell forward in the order of moves, by what either side would make."""
URGE_BONUS = ((0, 0, 180, 420, 230, 600, 700, 1500, 4000), (0, 0, 80, 100, 0, 180, 250, 300, 3000))
"""The same by threat."""
WINNING, LOSING, OPEN_FOUR = 9_000, -8_000, 7_000
"""A five next move; two fives of the enemy; an open four next move."""
TEMPO = 87
"""To be the one to move."""


@cache
def _worth(shapes: Shapes, waits: int) -> int:
    return sum(WORTH[waits][shape] for shape in shapes) + WORTH_BONUS[waits][combine(shapes)]


@cache
def _urge(shapes: Shapes, waits: int) -> int:
    return sum(URGE[waits][shape] for shape in shapes) + URGE_BONUS[waits][combine(shapes)]


def patterns(position: Position) -> int:
    """The difference of what both sides could make, or a fixed value where the next moves are clear."""
    lines = Lines(position)
    sides = []
    for waits, side in enumerate((lines.turn, 1 - lines.turn)):
        worth, threats = 0, [0] * len(Threat)
        for cell in lines.empty:
            shapes = lines.shapes(cell, side)
            worth += _worth(shapes, waits)
            threats[combine(shapes)] += 1
        sides.append((worth, threats))
    (own, own_threats), (enemy, enemy_threats) = sides
    if own_threats[Threat.FIVE]:
        return WINNING
    if enemy_threats[Threat.FIVE] > 1:
        return LOSING
    if own_threats[Threat.OPEN_FOUR] and not enemy_threats[Threat.FIVE]:
        return OPEN_FOUR
    return max(LOSING + 1, min(own - enemy + TEMPO, OPEN_FOUR - 1))


def patterns_gain(position: Position, move: int) -> int:
    """What the cell is to both sides: a stone there makes something and keeps the enemy from it."""
    lines = Lines(position)
    return sum(_urge(lines.shapes(move, side), side != lines.turn) for side in (0, 1))


EVALUATIONS = (Evaluation("patterns", patterns, patterns_gain, scale=400), *SIX_CELL)
