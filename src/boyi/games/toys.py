"""Two tiny games for lessons and tests: tic-tac-toe, and the 2x2 board won by the toss of a coin."""

from __future__ import annotations

from boyi.core.grid import GridGame, StonePosition, bits
from boyi.core.message import Message, Template
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.reasons import Reason
from boyi.core.zobrist import mix

LINES = tuple(
    sum(1 << cell for cell in line)
    for line in (
        *((3 * row, 3 * row + 1, 3 * row + 2) for row in range(3)),
        *((column, column + 3, column + 6) for column in range(3)),
        (0, 4, 8),
        (2, 4, 6),
    )
)


class PlacingPosition(StonePosition):
    """A stone on any empty cell is a legal move."""

    __slots__ = ()

    def _find_moves(self) -> list[int]:
        return bits(self.empty)

    def _after(self, move: int) -> PlacingPosition:
        return self._with(self.own | 1 << move, self.other)

    def _refusal(self, move: int) -> Message:
        if 0 <= move < self.game.area:
            return Message("{cell} is taken.", cell=self.game.format_move(move))
        return super()._refusal(move)


class TicTacToePosition(PlacingPosition):
    """Three in a row wins."""

    __slots__ = ()

    def _find_outcome(self) -> Outcome | None:
        for player in (1 - self.turn, self.turn):
            if any(self.stones[player] & line == line for line in LINES):
                return Outcome(player, "three")
        return None if self.empty else Outcome(None, "full board")


class TicTacToe(GridGame):
    """Three in a row on a board of nine cells; solved, so searches can be checked against it."""

    name = "tictactoe"
    title = Message("Tic-tac-toe")
    about = Message("Three in a row wins.")
    reasons = (Reason("three", Template("three in a row")),)
    is_listed = False
    winning_rows = {"three": 3}
    engine = "alphabeta"  # which sees it to its end in a moment
    opening_plies = 1
    position_type = TicTacToePosition
    options = (Option("size", 3, (3,), Message("board size")),)


class CoinPosition(PlacingPosition):
    """A full board is decided by the coin that belongs to the way the stones lie."""

    __slots__ = ()

    game: Coin2x2

    def _find_outcome(self) -> Outcome | None:
        if self.empty:
            return None
        return Outcome(self.game.toss(self.stones[0]), "coin toss")


class Coin2x2(GridGame):
    """Players fill four cells in turn, then a coin decides (the board of the thesis's worked example).

    The toss is a fixed function of the full board, so positions stay values. ``toss`` scripts it: sixteen
    letters, one for each set of cells the first player can have taken (bit i of the place is cell i),
    ``x`` where the first player wins and ``o`` where the second does.
    """

    name = "coin2x2"
    title = Message("2x2 coin toss")
    about = Message("Four cells, then a coin decides.")
    reasons = (Reason("coin toss", Template("the coin decided")),)
    is_listed = False
    position_type = CoinPosition
    options = (
        Option("size", 2, (2,), Message("board size")),
        Option("toss", "fair", ("fair",), Message("who wins which full board"), pattern="[xo]{16}"),
    )

    def toss(self, black: int) -> int:
        """The winner of the full board on which the first player holds the cells ``black``."""
        script = str(self.settings["toss"])
        return mix(black) & 1 if script == "fair" else "xo".index(script[black])
