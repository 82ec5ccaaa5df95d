"""How Botzone writes moves: ``{"x": column, "y": row}`` from the top left, or ``x y``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boyi.core.errors import shorten
from boyi.core.grid import GridGame
from boyi.core.message import listing
from boyi.protocols.errors import ProtocolError
from boyi.protocols.numbers import integer

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
PLACE = ("x", "y")
STEP = ("x0", "y0", "x1", "y1")


class BotzoneMoves:
    """The moves of one game; ``transposed`` makes x the row and y the column.

    On Botzone's own boards (NoGo, Gomoku, Renju, Reversi) the choice changes nothing but the picture: their
    starting positions look the same in a mirror along the diagonal. Lines of Action is our own addition.

    >>> import boyi
    >>> moves = BotzoneMoves(boyi.game("nogo"))
    >>> moves.write(3), moves.write_plain(3), moves.read({"x": -1, "y": -1})
    ({'x': 3, 'y': 0}, '3 0', None)
    """

    def __init__(self, game: GridGame, *, transposed: bool = False) -> None:
        self.game = game
        self.transposed = transposed
        self.keys = STEP if game.moves_pieces else PLACE

    def read(self, value: object) -> int | None:
        """The move of an object; None if it says that there is none (minus one everywhere)."""
        if not isinstance(value, Mapping):
            raise ProtocolError(
                "{text} is not a move: send {form}",
                text=shorten(value),
                form=f"{'{'}{', '.join(self.keys)}{'}'}",
            )
        return self._move([value.get(key) for key in self.keys])

    def read_plain(self, line: str) -> int | None:
        """The same from numbers separated by spaces."""
        words = line.split()
        if len(words) != len(self.keys):
            raise ProtocolError(
                "{text} is not a move: send {form}", text=shorten(line), form=" ".join(self.keys)
            )
        return self._move([integer(word) for word in words])

    def write(self, move: int | None) -> dict[str, int]:
        """The object of a move; None and a pass are minus one everywhere."""
        return dict(zip(self.keys, self._numbers(move), strict=True))

    def write_plain(self, move: int | None) -> str:
        """The same as numbers separated by spaces."""
        return " ".join(map(str, self._numbers(move)))

    def _move(self, numbers: list[Any]) -> int | None:
        if any(type(number) is not int for number in numbers):
            raise ProtocolError("a move needs whole numbers {offered}", offered=listing(self.keys))
        if all(number == -1 for number in numbers):
            return None
        size = self.game.size
        if not all(0 <= number < size for number in numbers):
            raise ProtocolError("{text} is outside the {size}x{size} board", text=shorten(numbers), size=size)
        move = 0
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            row, column = (x, y) if self.transposed else (y, x)
            move = move * self.game.area + row * size + column
        return move

    def _numbers(self, move: int | None) -> list[int]:
        if move is None or move == self.game.pass_move:
            return [-1] * len(self.keys)
        numbers = []
        for cell in divmod(move, self.game.area) if self.keys == STEP else (move,):
            row, column = divmod(cell, self.game.size)
            numbers += [row, column] if self.transposed else [column, row]
        return numbers
