"""Renju's forbidden points: where black would make an overline, a double four or a double three.

The definitions are those of the Renju International Federation. A *four* is four stones of a line that one
more stone turns into exactly five. A *straight four* is an unbroken row of four that either of two stones
turns into exactly five. A *three* is three stones of a line that one more stone, which must not itself be
forbidden and must not make a five, turns into a straight four. Exactly five wins, whatever else it makes.
"""

from __future__ import annotations

from boyi.core.grid import GridPosition, StonePosition, bits
from boyi.games.gomoku.lines import DIRECTIONS, directions

OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = "overline", "double four", "double three"
FIVE = "five"

EMPTY, BLACK, BLOCKED = range(3)


def foul(position: GridPosition, cell: int) -> str | None:
    """What makes ``cell`` forbidden for black: ``overline``, ``double four``, ``double three``, or None.

    The side to move does not matter. Under other rules than renju, and for taken cells, the answer is None.
    """
    if position.game.settings.get("rule") != "renju" or not 0 <= cell < position.game.area:
        return None
    stones = _stones(position)
    if (stones[0] | stones[1]) >> cell & 1:
        return None
    return Judge(position.game.size, *stones).foul(cell)


def forbidden_points(position: GridPosition) -> tuple[int, ...]:
    """The empty cells that are forbidden for black, ascending; none under other rules than renju."""
    if position.game.settings.get("rule") != "renju":
        return ()
    size, stones = position.game.size, _stones(position)
    judge = Judge(size, *stones)
    return tuple(cell for cell in bits(suspects(size, *stones)) if judge.foul(cell))


def _stones(position: GridPosition) -> tuple[int, int]:
    if isinstance(position, StonePosition):
        return position.stones
    return position.game.python_position(position).stones


def suspects(size: int, black: int, white: int) -> int:
    """A set of empty cells that holds every forbidden point, found quickly; most of it is not forbidden."""
    seen = crossings = dense = 0
    for direction in directions(size):
        open_windows = ~direction.touching(white)
        two, three = direction.holding(black)
        # A three needs a window with two other stones, in two directions; all else needs three in one.
        cells = direction.cells(two & open_windows)
        crossings |= seen & cells
        seen |= cells
        dense |= direction.cells(three & open_windows)
    return (crossings | dense) & ~(black | white)


class Judge:
    """Judges black's moves on one board, by putting stones down and taking them up again."""

    def __init__(self, size: int, black: int, white: int) -> None:
        self.size = size
        # A border of blocked places (the one on the right also serves on the left) ends every walk.
        self.stride = size + 1
        self.steps = tuple(down * self.stride + right for down, right in DIRECTIONS)
        self.board = bytearray([BLOCKED]) * ((size + 2) * self.stride + 1)
        for row in range(size):
            start = self._place(row * size)
            self.board[start : start + size] = bytes(size)
        for stones, content in ((black, BLACK), (white, BLOCKED)):
            for cell in bits(stones):
                self.board[self._place(cell)] = content

    def _place(self, cell: int) -> int:
        row, column = divmod(cell, self.size)
        return (row + 1) * self.stride + column + 1

    def foul(self, cell: int) -> str | None:
        """Which foul a black stone on the empty ``cell`` would be, or None."""
        made = self._made(self._place(cell))
        return None if made == FIVE else made

    def _made(self, place: int) -> str | None:
        """What a black stone on ``place`` makes: five, a foul, or None for anything else."""
        self.board[place] = BLACK
        try:
            return self._look(place)
        finally:
            self.board[place] = EMPTY

    def _look(self, place: int) -> str | None:
        rows = [(step, *self._row(place, step)) for step in self.steps]
        lengths = [(high - low) // step - 1 for step, low, high in rows]
        if 5 in lengths:
            return FIVE
        if max(lengths) > 5:
            return OVERLINE
        if sum(self._fours(*row) for row in rows) > 1:
            return DOUBLE_FOUR
        # Shapes first: only where two lines look like threes is it worth asking whether they really are.
        shapes = [found for row in rows if (found := self._completions(*row))]
        if len(shapes) > 1:
            threes = sum(any(self._made(place) is None for place in found) for found in shapes)
            return DOUBLE_THREE if threes > 1 else None
        return None

    def _row(self, place: int, step: int) -> tuple[int, int]:
        """The first places on either side of the unbroken row through ``place`` that are not black."""
        return self._walk(place, -step), self._walk(place, step)

    def _walk(self, place: int, step: int) -> int:
        board = self.board
        place += step
        while board[place] == BLACK:
            place += step
        return place

    def _fours(self, step: int, low: int, high: int) -> int:
        """How many fours the row between ``low`` and ``high`` is part of: one line may hold two."""
        length = (high - low) // step - 1
        count = 0
        for end, outward in ((low, -step), (high, step)):
            if self.board[end] == EMPTY:
                beyond = (self._walk(end, outward) - end) // outward - 1
                count += length + 1 + beyond == 5
        # The two ways to complete an unbroken row of four complete one and the same four.
        return min(count, 1) if length == 4 else count

    def _completions(self, step: int, low: int, high: int) -> list[int]:
        """Where one more stone makes a straight four of this row, fouls not yet considered."""
        board = self.board
        length = (high - low) // step - 1
        found = []
        for end, outward, back in ((low, -step, high), (high, step, low)):
            if board[end] != EMPTY:
                continue
            front = self._walk(end, outward)
            if length + (front - end) // outward != 4:
                continue
            if board[front] != EMPTY or board[front + outward] == BLACK:
                continue
            if board[back] == EMPTY and board[back - outward] != BLACK:
                found.append(end)
        return found
