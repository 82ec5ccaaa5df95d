"""The hand-made evaluation of Lines of Action; ``native/loa/evaluation.hpp`` has the same numbers.

Both sides are measured by the same fourteen features, and the value is the weighted difference. The weights
were found by regression on the results of self-play (``tools/fit_evaluation.py``).
"""

from __future__ import annotations

from typing import NamedTuple

from boyi.core.game import Position
from boyi.core.grid import GridPosition, bits
from boyi.games.loa.rules import LinesOfAction, LinesOfActionPosition, lines


class Features(NamedTuple):
    """What matters about one side's pieces; averages over the pieces are in 64ths."""

    pieces: int
    """How many there are."""
    spread: int
    """Average distance to their centre of mass: concentration."""
    offset: int
    """Distance of the centre of mass to the centre of the board."""
    corners: int
    """Share of pieces in corners."""
    edges: int
    """Share of pieces at the edge, corners included."""
    middle: int
    """Share of pieces at least two cells from the edge: centralisation."""
    links: int
    """Pairs of pieces that touch, for each piece: connectedness."""
    euler: int
    """Groups minus holes in them, found by counting quads."""
    strays: int
    """Pieces outside the largest group."""
    area: int
    """Cells of the smallest rectangle around all pieces: uniformity."""
    quiet: int
    """Moves to empty cells inside the edge."""
    captures: int
    """Moves that capture."""
    outward: int
    """Moves to empty cells of the edge."""
    walls: int
    """Ways off the edge that are closed to pieces at the edge."""


WEIGHTS = Features(308, -23, 0, -12, 11, 2, 1, -25, -57, -14, 14, 68, 5, -82)
TEMPO = 233
"""To be on the move."""
NEARER, INWARDS, CAPTURE = 5, 30, 60
"""Gains: a piece comes nearer to the others, away from the edge, takes another."""


def readable(position: Position) -> LinesOfActionPosition:
    """The position on the Python back end."""
    assert isinstance(position, GridPosition)
    found = position.game.python_position(position)
    assert isinstance(found, LinesOfActionPosition)
    return found


def features(position: Position, side: int) -> Features:
    """The features of one side."""
    here = readable(position)
    own, enemy, game = here.stones[side], here.stones[1 - side], here.game
    cells = bits(own)
    number = len(cells)
    if number == 0:
        return Features(*[0] * len(Features._fields))
    last = game.size - 1
    rows, columns = [cell // game.size for cell in cells], [cell % game.size for cell in cells]
    rings = [min(row, column, last - row, last - column) for row, column in zip(rows, columns, strict=True)]
    corners = sum(row in (0, last) and column in (0, last) for row, column in zip(rows, columns, strict=True))
    pairs, euler = connections(own, game.size)
    return Features(
        number,
        64 * sum(_distances(cells, cells, game.size)) // (number * number),
        64 * max(abs(2 * sum(rows) - last * number), abs(2 * sum(columns) - last * number)) // (2 * number),
        64 * corners // number,
        64 * rings.count(0) // number,
        64 * sum(ring >= 2 for ring in rings) // number,
        64 * pairs // number,
        euler,
        number - _largest(own, game),
        (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1),
        *_moves(own, enemy, game.size),
    )


def _distances(cells: list[int], pieces: list[int], size: int) -> list[int]:
    """For each cell the distance to the pieces' centre of mass, times their number (so it stays whole)."""
    number = len(pieces)
    rows, columns = sum(piece // size for piece in pieces), sum(piece % size for piece in pieces)
    return [max(abs(number * (cell // size) - rows), abs(number * (cell % size) - columns)) for cell in cells]


def connections(own: int, size: int) -> tuple[int, int]:
    """Pairs of touching pieces, and the Euler number: pieces - pairs + triangles - tetrahedra of them."""
    pairs = euler = 0
    for cell in bits(own):
        right = cell % size < size - 1
        pairs += right and own >> cell + 1 & 1
        pairs += own >> cell + size & 1
        pairs += right and own >> cell + size + 1 & 1
        pairs += cell % size > 0 and own >> cell + size - 1 & 1
    for cell in range(size * (size - 1)):
        if cell % size < size - 1:
            quad = (own >> cell & 3).bit_count() + (own >> cell + size & 3).bit_count()
            euler += (0, 0, 0, 1, 3)[quad]
    return pairs, euler + own.bit_count() - pairs


def _largest(own: int, game: LinesOfAction) -> int:
    """The number of pieces of the largest group."""
    largest, rest = 0, own
    while rest:
        group, grown = 0, rest & -rest
        while group != grown:
            group, grown = grown, game.around(grown) & own
        largest = max(largest, group.bit_count())
        rest &= ~group
    return largest


def _moves(own: int, enemy: int, size: int) -> tuple[int, int, int, int]:
    """Moves inside, captures, moves to the edge, and walls."""
    last = size - 1
    quiet = captures = outward = walls = 0
    for cell in bits(own):
        row, column = divmod(cell, size)
        across, upright = row in (0, last), column in (0, last)
        # Three ways lead off an edge, one out of a corner; moves along the edge are none of them.
        if across or upright:
            walls += 1 if across and upright else 3
        for line in lines(size)[cell]:
            distance = ((own | enemy) & line.mask).bit_count()
            along = (across and line.name == "row") or (upright and line.name == "file")
            for ray in line.rays:
                if distance > len(ray):
                    continue
                target, between = ray[distance - 1]
                if own >> target & 1 or enemy & between:
                    continue
                if enemy >> target & 1:
                    captures += 1
                elif target // size in (0, last) or target % size in (0, last):
                    outward += 1
                else:
                    quiet += 1
                if (across or upright) and not along:
                    walls -= 1
    return quiet, captures, outward, walls


def value(position: Position) -> int:
    """The weighted difference of the features of both sides."""
    own, other = features(position, position.turn), features(position, 1 - position.turn)
    return TEMPO + sum(weight * (a - b) for weight, a, b in zip(WEIGHTS, own, other, strict=True))


def gain(position: Position, move: int) -> int:
    """How much nearer a piece comes to the others and to the middle, and whether it takes one."""
    here = readable(position)
    game, last = here.game, here.game.size - 1
    if move == game.pass_move:
        return 0
    cells = divmod(move, game.area)
    before, after = _distances(list(cells), bits(here.own), game.size)
    start, target = (
        min(row, column, last - row, last - column)
        for row, column in (divmod(cell, game.size) for cell in cells)
    )
    taken = CAPTURE if here.other >> cells[1] & 1 else 0
    return NEARER * (before - after) + INWARDS * (target - start) + taken
