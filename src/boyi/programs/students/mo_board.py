"""The board that a student's file of the Mo platform sees as ``from board import Board``.

Our own, on plain lists, since students read and copy ``_board`` directly. The names are the platform's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Action = str | Sequence[int]
"""``'D3'``, or ``(row, column)`` from 0."""

SIZE = 8
STEPS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))


class Board:
    """Discs ``X`` (black) and ``O``; a letter is the column, a digit the row from the top.

    >>> board = Board()
    >>> sorted(board.get_legal_actions("X")), board._move("D3", "X")
    (['C4', 'D3', 'E6', 'F5'], ['D4'])
    >>> board.backpropagation("D3", ["D4"], "X")
    >>> board.get_winner(), board.board_num("G6"), board.num_board((5, 6))
    ((2, 0), (5, 6), 'G6')
    """

    def __init__(self) -> None:
        self.empty = "."
        self._board = [[self.empty] * SIZE for _ in range(SIZE)]
        self._board[3][4] = self._board[4][3] = "X"
        self._board[3][3] = self._board[4][4] = "O"

    def __getitem__(self, index: int) -> list[str]:
        return self._board[index]

    def display(self, step_time: object = None, total_time: object = None) -> None:
        """Print the board, the discs and the times of both sides (``{'X': …, 'O': …}`` in seconds)."""
        print("  A B C D E F G H")
        for number, row in enumerate(self._board, 1):
            print(number, *row)
        for colour in "XO":
            spent = [
                f"{float(times.get(colour, 0)):.1f} s"
                for times in (step_time, total_time)
                if isinstance(times, dict)
            ]
            print(f"{colour}: {self.count(colour)} discs", *spent)

    def count(self, color: str) -> int:
        """How many discs a colour has (or how many cells are empty, for ``'.'``)."""
        return sum(row.count(color) for row in self._board)

    def get_winner(self) -> tuple[int, int]:
        """0 black, 1 white or 2 for a draw, and by how many discs; empty cells count for nobody."""
        lead = self.count("X") - self.count("O")
        return (2, 0) if lead == 0 else (int(lead < 0), abs(lead))

    def get_legal_actions(self, color: str) -> Iterator[str]:
        """Each legal move of a colour, one by one."""
        for row in range(SIZE):
            for column in range(SIZE):
                if self._board[row][column] == self.empty and self._turned(row, column, color, first=True):
                    yield self.num_board((row, column))

    def _can_fliped(self, action: Action, color: str) -> list[str] | bool:
        """The discs that a move turns over, or False if it is not allowed."""
        row, column = self.board_num(action) if isinstance(action, str) else action
        if not self.is_on_board(row, column) or self._board[row][column] != self.empty:
            return False
        turned = self._turned(row, column, color)
        return [self.num_board(cell) for cell in turned] if turned else False

    def _move(self, action: Action, color: str) -> list[str] | bool:
        """Play a move; return the discs it turned over, or False (nothing is changed) if it is illegal."""
        turned = self._can_fliped(action, color)
        if isinstance(turned, list):
            row, column = self.board_num(action) if isinstance(action, str) else action
            self._board[row][column] = color
            for cell in turned:
                row, column = self.board_num(cell)
                self._board[row][column] = color
        return turned

    def backpropagation(self, action: Action, flipped_pos: Sequence[Action], color: str) -> None:
        """Take a move back: its cell becomes empty, what it turned over turns again."""
        row, column = self.board_num(action) if isinstance(action, str) else action
        self._board[row][column] = self.empty
        other = "O" if color == "X" else "X"
        for cell in flipped_pos:
            row, column = self.board_num(cell) if isinstance(cell, str) else cell
            self._board[row][column] = other

    def is_on_board(self, x: int, y: int) -> bool:
        """Whether there is such a row and column."""
        return 0 <= x < SIZE and 0 <= y < SIZE

    def board_num(self, action: str) -> tuple[int, int]:
        """Row and column of a move's name."""
        return int(action[1]) - 1, ord(action[0].upper()) - ord("A")

    def num_board(self, action: Sequence[int]) -> str:
        """The name of a move's row and column."""
        row, column = action
        return f"{chr(ord('A') + column)}{row + 1}"

    def _turned(self, row: int, column: int, color: str, *, first: bool = False) -> list[tuple[int, int]]:
        """The cells that a disc would turn over; with ``first`` those of one direction are enough."""
        cells, turned = self._board, []
        other = "O" if color == "X" else "X"
        for down, right in STEPS:
            r, c = row + down, column + right
            line = []
            while 0 <= r < SIZE and 0 <= c < SIZE and cells[r][c] == other:
                line.append((r, c))
                r, c = r + down, c + right
            if line and 0 <= r < SIZE and 0 <= c < SIZE and cells[r][c] == color:
                turned += line
                if first:
                    break
        return turned
