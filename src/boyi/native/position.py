"""The native back end's position: an adapter over a board of ``boyi._native``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boyi.core.grid import GridGame, GridPosition
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.playout import PlayoutTally

if TYPE_CHECKING:
    from boyi._native import Board

SEEDS = (1 << 64) - 1
"""Native seeds have 64 bits; any Python integer is cut to them."""


class NativePosition(GridPosition):
    """A position whose rules run in C++; equal to, and as immutable as, the Python position."""

    __slots__ = ("_moves", "board")

    def __init__(self, game: GridGame, board: Board) -> None:
        self.game = game
        self.board = board
        self._moves: Sequence[int] | None = None

    @property
    def turn(self) -> int:
        return self.board.turn

    @property
    def cells(self) -> str:
        return self.board.cells

    @property
    def key(self) -> int:
        return self.board.key

    @property
    def outcome(self) -> Outcome | None:
        found = self.board.outcome
        return None if found is None else Outcome(*found)

    def moves(self) -> Sequence[int]:
        if self._moves is None:
            self._moves = tuple(self.board.moves())
        return self._moves

    def is_legal(self, move: int) -> bool:
        return 0 <= move <= 0xFFFF and self.board.is_legal(move)

    def _after(self, move: int) -> NativePosition:
        return NativePosition(self.game, self.board.play(move))

    def _refusal(self, move: int) -> Message:
        return self.game.python_position(self).why_illegal(move)

    def perft(self, depth: int) -> int:
        return self.board.perft(max(depth, 0))

    def _playouts(self, count: int, seconds: float, seed: int) -> PlayoutTally:
        cap = self.game.playout_cap
        games, plies, first, second = self.board.playouts(count, seconds, seed & SEEDS, cap)
        return PlayoutTally(games, plies, (first, second), games - first - second)
