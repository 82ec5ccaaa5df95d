"""What a stone on an empty cell would make of the lines through it; as in ``native/gomoku/patterns.hpp``.

A line is judged only by the ways in which it can still become a five through that cell, so the definitions
build on each other: a *four* needs one more stone, and it is *open* if the enemy cannot stop it with one
stone; a *three* can become a four, an *open three* an open four, and so on down to a single stone.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache

from boyi.core.game import Position
from boyi.core.grid import SIDES, GridPosition
from boyi.games.gomoku.lines import DIRECTIONS


class Shape(IntEnum):
    """What the stone makes of one line, weakest first."""

    DEAD = 0
    ONE = 1
    OPEN_ONE = 2
    TWO = 3
    OPEN_TWO = 4
    THREE = 5
    OPEN_THREE = 6
    FOUR = 7
    OPEN_FOUR = 8
    FIVE = 9


class Threat(IntEnum):
    """What the stone makes of its four lines together, in rising order of force."""

    ALONE = 0
    """It works together with no other stone."""
    QUIET = 1
    THREE = 2
    DOUBLE_THREE = 3
    FOUR = 4
    FOUR_THREE = 5
    DOUBLE_FOUR = 6
    OPEN_FOUR = 7
    FIVE = 8


OWN, ENEMY, EMPTY = "xo."
_SWAP = str.maketrans("xo", "ox")

Shapes = tuple[int, int, int, int]
"""One ``Shape`` for each direction."""


def winning_five(rule: str, side: int) -> str:
    """What wins: ``any`` five or more, ``exact`` five, or ``open``: exactly five, not between two enemies."""
    if rule == "freestyle" or (rule == "renju" and side == 1):
        return "any"
    return "open" if rule == "caro" else "exact"


@cache
def shape(five: str, before: str, after: str) -> Shape:
    """What an own stone makes of its line; ``before`` and ``after`` are its neighbours, the nearest first.

    They are written ``x`` own, ``o`` enemy, ``.`` empty, up to five cells or to the edge.

    >>> shape("any", "xx.", ".x..").name, shape("any", "xxx", "o").name, shape("any", "xx..", "....").name
    ('FOUR', 'DEAD', 'OPEN_THREE')
    """
    back, ahead = (len(side) - len(side.lstrip(OWN)) for side in (before, after))
    length = back + 1 + ahead
    if length >= 5:
        if five == "any":
            return Shape.FIVE
        if length > 5:
            return Shape.DEAD
        if five == "exact" or before[back : back + 1] != ENEMY or after[ahead : ahead + 1] != ENEMY:
            return Shape.FIVE
    best, completions, stopped = Shape.DEAD, 0, False
    for owns, enemies in zip(
        _with_one_more(before, after, OWN), _with_one_more(before, after, ENEMY), strict=True
    ):
        following = shape(five, *owns)
        best = max(best, following)
        if following == Shape.FIVE:
            completions += 1
            # In caro an enemy stone can also close the other five.
            stopped = stopped or shape(five, *enemies) < Shape.FOUR
    if best == Shape.FIVE:
        return Shape.OPEN_FOUR if completions >= 2 and not stopped else Shape.FOUR
    return Shape(best - 2) if best >= Shape.TWO else Shape.DEAD


def _with_one_more(before: str, after: str, stone: str) -> Iterator[tuple[str, str]]:
    """The line with ``stone`` on each of its empty cells in turn."""
    for i, cell in enumerate(before):
        if cell == EMPTY:
            yield before[:i] + stone + before[i + 1 :], after
    for i, cell in enumerate(after):
        if cell == EMPTY:
            yield before, after[:i] + stone + after[i + 1 :]


@cache
def _neighbours(size: int, reach: int) -> tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]:
    """For each cell and direction, the cells before and after it, the nearest first."""

    def walk(row: int, column: int, down: int, right: int) -> tuple[int, ...]:
        places = ((row + down * i, column + right * i) for i in range(1, reach + 1))
        return tuple(r * size + c for r, c in places if 0 <= r < size and 0 <= c < size)

    return tuple(
        tuple(
            (walk(row, column, -down, -right), walk(row, column, down, right)) for down, right in DIRECTIONS
        )
        for row in range(size)
        for column in range(size)
    )


class Lines:
    """The lines of one position, to ask for shapes."""

    def __init__(self, position: Position) -> None:
        assert isinstance(position, GridPosition)
        self.turn = position.turn
        self.cells = position.cells
        self.rule = str(position.game.settings["rule"])
        self.empty = [cell for cell, content in enumerate(self.cells) if content == EMPTY]
        # Only five cells in a row can win, so a neighbour five cells off matters only where six do not.
        self._neighbours = _neighbours(position.game.size, 4 if self.rule == "freestyle" else 5)

    def shapes(self, cell: int, side: int) -> Shapes:
        """What ``side`` would make on an empty cell, for each direction."""
        cells = self.cells if SIDES[side] == OWN else self.cells.translate(_SWAP)
        five = winning_five(self.rule, side)
        found = [
            shape(five, "".join([cells[i] for i in before]), "".join([cells[i] for i in after]))
            for before, after in self._neighbours[cell]
        ]
        return found[0], found[1], found[2], found[3]


@cache
def combine(shapes: Shapes) -> Threat:
    """The four shapes of a cell taken together."""
    best = max(shapes)
    if best >= Shape.OPEN_FOUR:
        return Threat.FIVE if best == Shape.FIVE else Threat.OPEN_FOUR
    fours, threes = shapes.count(Shape.FOUR), shapes.count(Shape.OPEN_THREE)
    if fours:
        return Threat.DOUBLE_FOUR if fours > 1 else Threat.FOUR_THREE if threes else Threat.FOUR
    if threes:
        return Threat.DOUBLE_THREE if threes > 1 else Threat.THREE
    return Threat.QUIET if best >= Shape.TWO else Threat.ALONE
