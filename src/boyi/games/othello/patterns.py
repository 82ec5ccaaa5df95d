"""The patterns of the 8x8 board and their learned weights, the same as in ``native/othello/patterns.hpp``.

A pattern is a list of cells: an edge, a corner, a diagonal. What lies on them (empty 0, own 1, other 2) is
read as a number to base three, and a table learned from self-play says what that is worth, in eighths of a
disc, at this stage of the game. ``boyi train othello`` made the tables in ``patterns.bin``.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data

STAGES = 30
"""A stage is two empty cells long; the first begins with the game."""
COUNTS = (32, 32, 64, 64, 64)
"""Sizes of the tables after the patterns: own and other moves, own and other frontier, empty cells."""


def _cells(*names: str) -> tuple[int, ...]:
    return tuple(8 * (int(name[1]) - 1) + "abcdefgh".index(name[0]) for name in names)


BASES = (
    _cells("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2"),
    *(tuple(range(8 * row, 8 * row + 8)) for row in (1, 2, 3)),
    _cells("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
    _cells("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"),
    *(tuple(9 * row + offset for row in range(8 - offset)) for offset in range(5)),
    _cells("a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"),
    _cells("a1", "c1", "d1", "e1", "f1", "h1", "c2", "d2", "e2", "f2"),
)
"""One copy of each pattern; the others are its images under the symmetries of the board."""


def _image(cells: tuple[int, ...], symmetry: int) -> tuple[int, ...]:
    """The cells after one of the eight turns and reflections."""
    found = []
    for cell in cells:
        row, column = divmod(cell, 8)
        if symmetry & 1:
            row = 7 - row
        if symmetry & 2:
            column = 7 - column
        found.append(8 * column + row if symmetry & 4 else 8 * row + column)
    return tuple(found)


@dataclass(frozen=True)
class Pattern:
    """All copies of one pattern on the board, which share their weights."""

    copies: tuple[tuple[int, ...], ...]
    mirror: tuple[int, ...]
    """The order in which a reflection that leaves the cells in place visits them."""

    @property
    def size(self) -> int:
        """The number of ways to fill the cells."""
        return int(3 ** len(self.mirror))

    def twin(self, index: int) -> int:
        """The same discs seen in the mirror."""
        digits = [index // 3**place % 3 for place in range(len(self.mirror))]
        return sum(digits[source] * 3**place for place, source in enumerate(self.mirror))

    @property
    def places(self) -> list[int]:
        """Where each index has its weight: twins share one."""
        places: list[int] = []
        fresh = 0
        for index in range(self.size):
            twin = self.twin(index)
            places.append(places[twin] if twin < index else fresh)
            fresh += twin >= index
        return places


@cache
def patterns() -> tuple[Pattern, ...]:
    """All patterns, in the order of the file."""
    found = []
    for base in BASES:
        copies: dict[frozenset[int], tuple[int, ...]] = {}
        mirror = tuple(range(len(base)))
        for symmetry in range(8):
            image = _image(base, symmetry)
            if set(image) == set(base) and image != base:
                mirror = tuple(base.index(cell) for cell in image)
            copies.setdefault(frozenset(image), image)
        found.append(Pattern(tuple(copies.values()), mirror))
    return tuple(found)


def packed_weights() -> bytes:
    """All weights as signed bytes: stage by stage, in each the patterns (twins once) and then the counts."""
    packed = get_data(__package__, "patterns.bin")  # importlib.resources takes longer to load than to read
    assert packed is not None
    return zlib.decompress(packed)


@cache
def _tables() -> tuple[tuple[Sequence[int], ...], tuple[tuple[int, ...], ...]]:
    """For each pattern where its weights are, and for each stage the beginnings of all tables."""
    places = tuple(pattern.places for pattern in patterns())
    begins, begin = [], 0
    for _ in range(STAGES):
        row = []
        for length in (*(max(place) + 1 for place in places), *COUNTS):
            row.append(begin)
            begin += length
        begins.append(tuple(row))
    return places, tuple(begins)


@cache
def _weights() -> memoryview:
    return memoryview(packed_weights()).cast("b")


def stage_of(empties: int) -> int:
    """The stage of the game."""
    return min(max(60 - empties, 0), 2 * STAGES - 1) // 2


def weigh(own: int, other: int, counts: tuple[int, int, int, int]) -> int:
    """The value for the owner of ``own`` in sixteenths of a disc.

    ``counts``: own and other moves, own and other frontier.
    """
    weights = _weights()
    places, begins = _tables()
    empties = 64 - (own | other).bit_count()
    begin = begins[stage_of(empties)]
    discs = [(own >> cell & 1) + 2 * (other >> cell & 1) for cell in range(64)]
    value = 0
    for pattern, place, start in zip(patterns(), places, begin, strict=False):
        for copy in pattern.copies:
            index = sum(discs[cell] * 3**digit for digit, cell in enumerate(copy))
            value += weights[start + place[index]]
    numbers = (*counts, empties)
    for number, size, start in zip(numbers, COUNTS, begin[-len(COUNTS) :], strict=True):
        value += weights[start + min(number, size - 1)]
    return 2 * value  # from eighths to sixteenths
