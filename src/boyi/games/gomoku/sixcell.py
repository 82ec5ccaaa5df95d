"""The source program's evaluation: every window of six cells in a line is worth something to one side.

The source's computer was white, and its opponent's stones weigh more because the opponent moves next at a
leaf. In general *the computer* is the side that searches, and there are two ways to say which side that is:

* ``sixcell``: the side that has just moved, so that the side to move weighs more, as the source explains its
  numbers. This is the source's search at odd depths, and what a search of any kind should use.
* ``sixcell-black`` and ``sixcell-white``: always that side, whoever moves at the leaf. With its own colour's
  one a program searches exactly as the source at every depth.

A window may stick out of the board by one cell. It counts once, as the best of these that one side has in it:

* five: five in a row; open four, three, two, one: so many stones on the four inner cells, all else empty;
* four, closed three, closed two: so many stones in the first or last five cells, without an enemy among them.
"""

from __future__ import annotations

from functools import cache

from boyi.core.evaluation import Evaluation
from boyi.core.game import Position
from boyi.core.grid import EMPTY, SIDES, GridPosition
from boyi.games.gomoku.lines import DIRECTIONS

FIVE, OPEN_FOUR, FOUR, OPEN_THREE, THREE, OPEN_TWO, TWO, OPEN_ONE = range(8)
COMPUTER = (1_000_000, 50_000, 400, 400, 20, 20, 1, 1)
"""What the computer's windows are worth."""
OPPONENT = (10_000_000, 100_000, 100_000, 8_000, 50, 50, 3, 3)
"""What its opponent's windows cost."""
FAR = -100_000_000
"""The gain of a cell more than three steps from every stone, less its distance from the centre."""
LIMIT = 99_989_999
"""Values and gains stay inside what searches take for undecided."""

OFF = "#"


@cache
def window_kind(window: str, own: str) -> int | None:
    """What a side has in a window of six cells; ``#`` is off the board."""
    if own * 5 in (window[:5], window[1:]):
        return FIVE
    inner = window[1:5]
    if window[0] == window[5] == EMPTY and set(inner) == {own, EMPTY}:
        return (OPEN_ONE, OPEN_TWO, OPEN_THREE)[inner.count(own) - 1]
    if window == EMPTY + own * 4 + EMPTY:
        return OPEN_FOUR
    halves = (window[:5], window[1:])
    most = max((half.count(own) for half in halves if set(half) <= {own, EMPTY}), default=0)
    return {4: FOUR, 3: THREE, 2: TWO}.get(most)


@cache
def window_score(window: str, computer: int) -> int:
    """What a window is worth to the computer."""
    own, enemy = (window_kind(window, SIDES[side]) for side in (computer, 1 - computer))
    return (COMPUTER[own] if own is not None else 0) - (OPPONENT[enemy] if enemy is not None else 0)


@cache
def _lines(size: int) -> tuple[tuple[int, ...], ...]:
    """The cells of every row, column and diagonal that can hold a window."""
    found = []
    for down, right in DIRECTIONS:
        for row in range(size):
            for column in range(size):
                if 0 <= row - down < size and 0 <= column - right < size:
                    continue  # the line begins before this cell
                places = ((row + down * i, column + right * i) for i in range(size))
                line = tuple(r * size + c for r, c in places if 0 <= r < size and 0 <= c < size)
                if len(line) >= 5:
                    found.append(line)
    return tuple(found)


@cache
def _lines_through(size: int) -> tuple[tuple[tuple[tuple[int, ...], int], ...], ...]:
    """For each cell, the lines through it, and its place in them."""
    through: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in range(size * size)]
    for line in _lines(size):
        for place, cell in enumerate(line):
            through[cell].append((line, place))
    return tuple(tuple(lines) for lines in through)


def _line_score(text: str, computer: int) -> int:
    """The windows of one line, which is written with a cell off the board at either end."""
    return sum(window_score(text[start : start + 6], computer) for start in range(len(text) - 5))


def _grid(position: Position) -> GridPosition:
    assert isinstance(position, GridPosition)
    return position


def _clip(score: int) -> int:
    return max(-LIMIT, min(score, LIMIT))


def board_score(position: Position, computer: int) -> int:
    """The sum of all windows for the computer."""
    here = _grid(position)
    cells = here.cells
    return sum(
        _line_score(OFF + "".join([cells[i] for i in line]) + OFF, computer)
        for line in _lines(here.game.size)
    )


def is_candidate(position: Position, cell: int) -> bool:
    """Whether a stone stands within three steps in one of the eight directions."""
    here = _grid(position)
    size, cells = here.game.size, here.cells
    row, column = divmod(cell, size)
    for down, right in DIRECTIONS:
        for i in (-3, -2, -1, 1, 2, 3):
            r, c = row + down * i, column + right * i
            if 0 <= r < size and 0 <= c < size and cells[r * size + c] != EMPTY:
                return True
    return False


def cell_gain(position: Position, move: int, computer: int) -> int:
    """By how much a stone of the side to move changes the four lines through its cell, for the computer."""
    here = _grid(position)
    cells, stone = here.cells, SIDES[here.turn]
    change = 0
    for line, place in _lines_through(here.game.size)[move]:
        before = OFF + "".join([cells[i] for i in line]) + OFF
        after = before[: place + 1] + stone + before[place + 2 :]
        change += _line_score(after, computer) - _line_score(before, computer)
    return change


def candidates(position: Position, computer: int) -> list[int]:
    """The source's candidates: near a stone, by gain (the computer wants much, its opponent little)."""
    gains = {
        move: cell_gain(position, move, computer) for move in position.moves() if is_candidate(position, move)
    }
    return sorted(gains, key=gains.__getitem__, reverse=position.turn == computer)


def _evaluation(name: str, fixed: int | None) -> Evaluation:
    def computer(unless_fixed: int) -> int:
        return unless_fixed if fixed is None else fixed

    def value(position: Position) -> int:
        side = computer(1 - position.turn)
        score = board_score(position, side)
        return _clip(score if side == position.turn else -score)

    def gain(position: Position, move: int) -> int:
        if not is_candidate(position, move):
            size = _grid(position).game.size
            row, column = divmod(move, size)
            return FAR - max(abs(2 * row - size + 1), abs(2 * column - size + 1))
        side = computer(position.turn)
        change = cell_gain(position, move, side)
        return _clip(change if side == position.turn else -change)

    return Evaluation(name, value, gain, scale=4_000)


SIX_CELL = (
    _evaluation("sixcell", None),
    _evaluation("sixcell-black", 0),
    _evaluation("sixcell-white", 1),
)
