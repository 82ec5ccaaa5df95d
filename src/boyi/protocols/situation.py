"""A game as far as it has come, as a value: what a protocol hands to a search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.record import GameRecord


@dataclass(frozen=True, slots=True)
class Situation:
    """A starting position and the moves played from it.

    >>> import boyi
    >>> begun = Situation.start_of(boyi.game("othello")).play(37)
    >>> begun.turn, begun.back().moves
    (1, ())
    """

    start: Position
    moves: tuple[int, ...] = ()
    position: Position = field(default=None, compare=False, repr=False)  # type: ignore[assignment]
    """The position after the moves (worked out if it is not given)."""

    def __post_init__(self) -> None:
        if self.position is None:
            position = self.start
            for move in self.moves:
                position = position.play(move)
            object.__setattr__(self, "position", position)

    @classmethod
    def start_of(cls, game: Game) -> Situation:
        """The beginning of a game."""
        return cls(game.start())

    @classmethod
    def of_record(cls, record: GameRecord) -> Situation:
        """The end of a record's main line."""
        return cls(record.start, tuple(record.moves), record.position)

    @classmethod
    def follow(cls, start: Position, moves: Iterable[int]) -> Situation:
        """Play moves one by one; a game that is over by repetition takes no more of them."""
        record = GameRecord(start.game, start)
        for move in moves:
            record.play(move)
        return cls.of_record(record)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @property
    def grid(self) -> GridGame:
        """The game, as one on a grid (which all our protocols speak of)."""
        return as_grid(self.start).game

    @property
    def cells(self) -> str:
        """What stands on the board, row by row from the top left."""
        return as_grid(self.position).cells

    @property
    def turn(self) -> int:
        """Whose move it is."""
        return self.position.turn

    def play(self, move: int) -> Situation:
        """The situation after one more move; raises ``IllegalMove``."""
        position = self.position.play(move)
        return Situation(self.start, (*self.moves, move), position)

    def back(self) -> Situation:
        """The situation before the last move."""
        return Situation(self.start, self.moves[:-1])

    def at(self, plies: int) -> Situation:
        """The situation after the first ``plies`` moves."""
        return Situation(self.start, self.moves[:plies])

    def set_turn(self, side: int) -> Situation:
        """The same board with ``side`` to move: the situation itself, after a forced pass, or a new start."""
        if self.turn == side:
            return self
        game = self.grid
        if game.has_pass and list(self.position.moves()) == [game.pass_move]:
            return self.play(game.pass_move)
        return Situation(game.from_cells(self.cells, side))

    def record(self) -> GameRecord:
        """A fresh record with these moves, which brings the history a search may need."""
        record = GameRecord(self.game, self.start)
        for move in self.moves:
            record.play(move)
        return record
