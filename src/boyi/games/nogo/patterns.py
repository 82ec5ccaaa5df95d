"""The windows that NoGo's learned evaluation looks at, the same as in ``native/nogo/windows.hpp``.

Each cell has a code: edge 0, own stone 1, other stone 2, and an empty cell 3, plus 1 if the side to move may
play it, plus 2 if the other side may. Every window of 2x3 cells, across or down, is read as a number to base
7. Every window of 3x3 cells is read as its middle's code less one, followed by the eight others to base 4,
empty cells alike. Tables learned from games say what each window is worth at this stage of the game, in parts
of a logit; windows that are mirrored or turned share the weight of the one with the least index.
``boyi train nogo`` made the tables in ``patterns.bin``.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pkgutil import get_data

from boyi.core.grid import GridPosition
from boyi.games.nogo.rules import NoGoPosition

STAGES, MOVE_STAGES = 4, 2
"""Of the value and of the moves, by the share of cells that both sides may play."""
UNIT, MOVE_UNIT = 64, 32
"""Parts of a logit in which the weights of the value and of the moves are kept."""
PAIRS, RINGS = 7**6, 4**8
SQUARES = 6 * RINGS
CONTESTED, AHEAD = 32, 32
"""The table after the windows: by the number of contested cells and by the lead in moves of one's own."""
VALUE_SIZE = PAIRS + SQUARES + CONTESTED * 2 * AHEAD
MOVE_SIZE = 2 * PAIRS + SQUARES
FILE_SIZE = STAGES * VALUE_SIZE + MOVE_STAGES * MOVE_SIZE

EDGE, OWN, OTHER, EMPTY = range(4)
BOTH = EMPTY + 3

Window = tuple[int, ...]


def _turns(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """The orders in which the symmetries of a rectangle visit its cells."""
    found = []
    for flip, mirror, swap in product((False, True), (False, True), (False, True)):
        if swap and rows != columns:
            continue
        order = []
        for row, column in product(range(rows), range(columns)):
            there = (rows - 1 - row if flip else row), (columns - 1 - column if mirror else column)
            order.append(columns * there[1] + there[0] if swap else columns * there[0] + there[1])
        found.append(tuple(order))
    return tuple(found)


PAIR_TURNS, SQUARE_TURNS = _turns(2, 3), _turns(3, 3)


def _number(digits: Window, base: int) -> int:
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def pair_index(window: Window) -> int:
    """The index of a window of 2x3 cells and of all that are symmetric to it."""
    return min(_number(tuple(window[cell] for cell in turn), 7) for turn in PAIR_TURNS)


def pair_index_at(window: Window, place: int) -> int:
    """The index of a window with a move at this place, mirrored to have it at the first or the second."""
    return min(
        _number(tuple(window[cell] for cell in turn), 7)
        for turn in PAIR_TURNS
        if turn.index(place) == place % 3 % 2
    )


def square_index(window: Window) -> int:
    """The index of a window of 3x3 cells and of all that are symmetric to it."""
    plain = tuple(min(code, EMPTY) for code in window)
    rings = (tuple(plain[cell] for cell in turn if cell != 4) for turn in SQUARE_TURNS)
    return (window[4] - OWN) * RINGS + min(_number(ring, 4) for ring in rings)


class Cells:
    """A position as its side to move sees it, inside a frame of edge cells."""

    def __init__(self, position: GridPosition) -> None:
        here = position.game.python_position(position)
        assert isinstance(here, NoGoPosition)
        passed = NoGoPosition(here.game, here.stones, 1 - here.turn)
        self.size = here.game.size
        own, other = here.stones[here.turn], here.stones[1 - here.turn]
        self.codes = [[EDGE] * (self.size + 2) for _ in range(self.size + 2)]
        for cell in range(self.size**2):
            if own >> cell & 1:
                code = OWN
            elif other >> cell & 1:
                code = OTHER
            else:
                code = EMPTY + (here.legal >> cell & 1) + 2 * (passed.legal >> cell & 1)
            self.codes[cell // self.size + 1][cell % self.size + 1] = code

    def count(self, code: int) -> int:
        """The cells with this code."""
        return sum(row.count(code) for row in self.codes)

    @property
    def stage(self) -> int:
        """The stage of the value."""
        return STAGES - 1 - min(STAGES - 1, self.count(BOTH) * STAGES // self.size**2)

    def private_moves(self, side: int) -> int:
        """The moves that the side to move (0) or the other (1) will have in the cells that only it may play.

        Groups that touch such cells are joined by filling them; one cell must stay empty to be the last
        liberty, unless a group has one that nobody may play.
        """
        stone, private = OWN + side, EMPTY + 1 + side
        moves, reached = 0, set[tuple[int, int]]()
        inside = range(1, self.size + 1)
        for start in product(inside, inside):
            if self.codes[start[0]][start[1]] != private or start in reached:
                continue
            open_cells, safe = [start], False
            reached.add(start)
            while open_cells:
                row, column = open_cells.pop()
                here = self.codes[row][column]
                moves += here == private
                for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    code = self.codes[near[0]][near[1]]
                    safe = safe or (here == stone and code == EMPTY)
                    if code in (stone, private) and near not in reached:
                        reached.add(near)
                        open_cells.append(near)
            moves -= not safe
        return moves

    def window(self, row: int, column: int, rows: int, columns: int) -> Window:
        """The codes of a rectangle, row by row."""
        return tuple(
            self.codes[row + down][column + right] for down in range(rows) for right in range(columns)
        )

    def pair(self, row: int, column: int, *, down: bool) -> Window:
        """The window of 2x3 cells that begins here, or that of 3x2 cells read column by column."""
        if not down:
            return self.window(row, column, 2, 3)
        tall = self.window(row, column, 3, 2)
        return (*tall[::2], *tall[1::2])

    def pairs(self) -> Iterator[Window]:
        """All windows of 2x3 cells that touch the board."""
        for line, step in product(range(self.size + 1), range(self.size)):
            yield self.pair(line, step, down=False)
            yield self.pair(step, line, down=True)


def packed_weights() -> bytes:
    """All weights as signed bytes: the stages of the value, then those of the moves."""
    packed = get_data(__package__, "patterns.bin")
    assert packed is not None
    return zlib.decompress(packed)


@cache
def _weights() -> memoryview:
    return memoryview(packed_weights()).cast("b")


def weigh(position: GridPosition) -> int:
    """The logit of the side to move's chance to win, in parts of ``UNIT``."""
    cells, weights = Cells(position), _weights()
    begin = cells.stage * VALUE_SIZE
    value = sum(weights[begin + pair_index(window)] for window in cells.pairs())
    for row, column in product(range(cells.size), repeat=2):
        value += weights[begin + PAIRS + square_index(cells.window(row, column, 3, 3))]
    contested = min(cells.count(BOTH), CONTESTED - 1)
    ahead = min(max(cells.private_moves(0) - cells.private_moves(1) + AHEAD, 0), 2 * AHEAD - 1)
    return value + weights[begin + PAIRS + SQUARES + contested * 2 * AHEAD + ahead]


def weigh_move(position: GridPosition, move: int) -> int:
    """The logit of a move's chance to be the best, in parts of ``MOVE_UNIT``."""
    cells, weights = Cells(position), _weights()
    begin = STAGES * VALUE_SIZE + cells.stage * MOVE_STAGES // STAGES * MOVE_SIZE
    row, column = move // cells.size + 1, move % cells.size + 1
    value = weights[begin + 2 * PAIRS + square_index(cells.window(row - 1, column - 1, 3, 3))]
    for place in range(6):
        line, step = divmod(place, 3)
        table = begin + (PAIRS if step == 1 else 0)
        for down in (False, True):
            along = (row if down else column) - step
            if 0 <= along < cells.size:
                start = (along, column - line) if down else (row - line, along)
                value += weights[table + pair_index_at(cells.pair(*start, down=down), place)]
    return value
