"""The learned evaluation of Lines of Action on the 8x8 board, the same as in ``native/loa/network.hpp``.

The value is the sum of two parts, both for the side to move, and both learned from games of the engine
against itself (``boyi train loa`` made ``network.bin``):

- A network with one hidden layer. Its inputs are the cells of the own pieces, those of the other pieces, and
  the Euler numbers of both sides (groups minus holes). The layer is computed for the side to move and for the
  other side by the same weights; each unit is clipped to 0 … 1 and squared.
- Tables of weights for every content of a row, file or diagonal of at least three cells, by the number of
  pieces on the board. They hold what depends on lines: mobility, captures, blocking and walls. Lines that are
  mirrored or turned share a weight.
"""

from __future__ import annotations

import zlib
from functools import cache
from pkgutil import get_data
from sys import byteorder
from typing import NamedTuple

from boyi.core.evaluation import Evaluation
from boyi.core.game import Position
from boyi.core.grid import bits
from boyi.games.loa.evaluation import connections, gain, readable
from boyi.games.loa.evaluation import value as features_value

HIDDEN, STAGES, GROUPS = 32, 3, 8
INPUTS = 128 + 2 * GROUPS
UNIT, LOGIT = 256, 869
"""One unit of the hidden layer, and the value of one logit."""


class Line(NamedTuple):
    """A row, file or diagonal."""

    cells: tuple[int, ...]
    kind: int
    """Lines of one kind share their weights."""


def _walk(row: int, column: int, down: int, right: int) -> tuple[int, ...]:
    cells = []
    while 0 <= row < 8 and 0 <= column < 8:
        cells.append(8 * row + column)
        row, column = row + down, column + right
    return tuple(cells)


def _lines() -> tuple[Line, ...]:
    found = [Line(_walk(row, 0, 0, 1), min(row, 7 - row)) for row in range(8)]
    found += [Line(_walk(0, column, 1, 0), min(column, 7 - column)) for column in range(8)]
    for slope in range(-5, 6):
        kind = 8 - abs(slope) + 1
        found.append(Line(_walk(max(-slope, 0), max(slope, 0), 1, 1), kind))
        found.append(Line(_walk(max(-slope, 0), 7 - max(slope, 0), 1, -1), kind))
    return tuple(found)


LINES = _lines()
LENGTHS = (8, 8, 8, 8, 3, 4, 5, 6, 7, 8)
"""Cells of the lines of each kind."""
FIRST = tuple(sum(3**length for length in LENGTHS[:kind]) for kind in range(len(LENGTHS)))
"""Where the weights of each kind begin."""
LINE_WEIGHTS = sum(3**length for length in LENGTHS)
BIAS = INPUTS * HIDDEN
OUT = BIAS + HIDDEN
LINE_TABLES = OUT + 2 * HIDDEN + 1
SIZE = LINE_TABLES + STAGES * LINE_WEIGHTS


def packed_weights() -> bytes:
    """All weights as 16-bit numbers, the low byte first."""
    packed = get_data(__package__, "network.bin")
    assert packed is not None
    return zlib.decompress(packed)


@cache
def _weights() -> memoryview[int]:
    weights = packed_weights()
    if byteorder == "big":
        weights = b"".join(weights[place : place + 2][::-1] for place in range(0, len(weights), 2))
    return memoryview(weights).cast("h")


def stage(pieces: int) -> int:
    """The table of the lines, by the number of pieces of both sides."""
    return 0 if pieces >= 22 else 1 if pieces >= 18 else 2


def _to_number(digits: list[int]) -> int:
    number = 0
    for digit in reversed(digits):
        number = 3 * number + digit
    return number


def line_number(line: Line, own: int, other: int) -> int:
    """Its content as a number to base 3, read from the end that gives the least one."""
    digits = [1 if own >> cell & 1 else 2 if other >> cell & 1 else 0 for cell in line.cells]
    return min(_to_number(digits), _to_number(digits[::-1]))


def _layer(own: int, other: int, groups: tuple[int, int]) -> list[int]:
    """The hidden layer as the side of ``own`` sees it, clipped and squared."""
    weights = _weights()
    inputs = [*bits(own), *(64 + cell for cell in bits(other)), 128 + groups[0], 128 + GROUPS + groups[1]]
    sums = list(weights[BIAS:OUT])
    for source in inputs:
        for unit, weight in enumerate(weights[source * HIDDEN : (source + 1) * HIDDEN]):
            sums[unit] += weight
    return [min(max(total, 0), UNIT - 1) ** 2 for total in sums]


def value(position: Position) -> int:
    """The learned value for the side to move; that of the features on boards that are not 8x8."""
    here = readable(position)
    if here.game.size != 8:
        return features_value(position)
    weights, own, other = _weights(), here.own, here.other
    groups = tuple(min(max(connections(side, 8)[1], 1), GROUPS) - 1 for side in (own, other))
    layer = _layer(own, other, (groups[0], groups[1])) + _layer(other, own, (groups[1], groups[0]))
    out: int = sum(a * b for a, b in zip(layer, weights[OUT : OUT + 2 * HIDDEN], strict=True))
    begin = LINE_TABLES + stage(own.bit_count() + other.bit_count()) * LINE_WEIGHTS
    on_lines: int = sum(weights[begin + FIRST[line.kind] + line_number(line, own, other)] for line in LINES)
    bias: int = weights[OUT + 2 * HIDDEN]
    return ((out >> 8) * LOGIT >> 14) + bias + on_lines


EVALUATIONS = (
    Evaluation("network", value, gain, scale=2000),
    Evaluation("features", features_value, gain, scale=2000),
)
"""Those of the game; searches use the first one unless another is named."""
