"""A game that moves pieces, in one file: who reaches the last row first has won.

A piece goes one cell forward, straight or diagonally; it captures diagonally only.

    boyi --game-file examples/breakthrough.py play breakthrough
    boyi --game-file examples/breakthrough.py serve

``examples/drop_four.py`` is a game that places stones; ``docs/adding-a-game.md`` explains each part.
"""

from __future__ import annotations

import boyi
from boyi import Message, Position
from boyi.core import Evaluation, Guide, Lesson, PieceGame, Reason, Sample, StonePosition, Template, bits

CHINESE = {
    "zh_CN": {
        "Breakthrough": "突破棋",
        "Reach the last row first.": "抢先到达对方底线。",
        "the last row is reached": "到达底线",
        "{loser} has no piece left": "{loser}的棋子被吃光",
        "{cell} has no piece of yours.": "{cell} 没有你的棋子。",
        "A piece goes one cell forward, straight or diagonally.": "棋子向前走一格，可直走或斜走。",
        "Straight ahead a piece moves to an empty cell only.": "直走只能走到空格。",
        "Your own piece stands on {cell}.": "{cell} 上是你自己的棋子。",
        "Forward": "前进",
        "A piece goes one cell forward, straight or diagonally. Move one.": "棋子向前走一格，"
        "可直走或斜走。走一步试试。",
        "It never goes back.": "棋子不能后退。",
        "Capture diagonally": "斜着吃子",
        "Diagonally a piece captures. Straight ahead the enemy blocks it.": "斜走可以吃子，"
        "正前方的敌子则挡路。",
        "Try to capture straight ahead.": "试试直着吃子。",
        "That is not allowed.": "这样走不行。",
        "The last row": "底线",
        "One piece on the last row wins.": "只要一枚棋子到达底线就获胜。",
        "Win.": "请获胜。",
        "A move is two cells, such as b2-b3; captures are written b2xc3.": "着法写起止两格，"
        "如 b2-b3；吃子写作 b2xc3。",
        "Two pieces side by side guard the cells before them.": "并排的两枚棋子互相保护前方的格子。",
    }
}
"""What the game says in Chinese; what Boyi says too is translated already."""

GUIDE = Guide(
    (
        Lesson(
            Message("Forward"),
            Message("A piece goes one cell forward, straight or diagonally. Move one."),
            "8/3oo3/8/8/8/8/3xx3/8 x",
            "any",
            done=Message("It never goes back."),
        ),
        Lesson(
            Message("Capture diagonally"),
            Message("Diagonally a piece captures. Straight ahead the enemy blocks it."),
            "8/8/8/2oo4/3x4/8/8/8 x",
            "illegal",
            Message("Try to capture straight ahead."),
            done=Message("That is not allowed."),
        ),
        Lesson(
            Message("The last row"),
            Message("One piece on the last row wins."),
            "2oo4/1x6/8/8/8/2x5/6o1/8 x",
            "win",
            Message("Win."),
        ),
    ),
    Message("A move is two cells, such as b2-b3; captures are written b2xc3."),
    (Message("Two pieces side by side guard the cells before them."),),
)


class BreakthroughPosition(StonePosition):
    """The first player's pieces go up the board, the second player's down."""

    __slots__ = ()

    game: Breakthrough

    @property
    def forward(self) -> int:
        """The number that leads from a cell to the one before it."""
        return self.game.size if self.turn else -self.game.size

    def _targets(self, start: int) -> list[int]:
        """Where the piece on ``start`` may go."""
        size, ahead = self.game.size, start + self.forward
        column, targets = start % size, []
        if column > 0 and not self.own >> (ahead - 1) & 1:
            targets.append(ahead - 1)
        if self.empty >> ahead & 1:
            targets.append(ahead)
        if column < size - 1 and not self.own >> (ahead + 1) & 1:
            targets.append(ahead + 1)
        return targets

    def _find_moves(self) -> list[int]:
        return [
            self.game.number(start, target) for start in bits(self.own) for target in self._targets(start)
        ]

    def _find_outcome(self) -> boyi.Outcome | None:
        for player in (1 - self.turn, self.turn):
            if self.stones[player] & self.game.goals[player]:
                return boyi.Outcome(player, "reached")
            if not self.stones[1 - player]:
                return boyi.Outcome(player, "captured")
        return None

    def _after(self, move: int) -> BreakthroughPosition:
        start, target = self.game.move_cells(move)
        return self._with(self.own ^ (1 << start | 1 << target), self.other & ~(1 << target))

    def _refusal(self, move: int) -> Message:
        """Why a move is not legal; without this method the move is only named."""
        if not (cells := self.game.move_cells(move)):
            return super()._refusal(move)
        (start, target), name = cells, self.game.coordinates.name
        if not self.own >> start & 1:
            return Message("{cell} has no piece of yours.", cell=name(start))
        if self.own >> target & 1:
            return Message("Your own piece stands on {cell}.", cell=name(target))
        if target == start + self.forward:
            return Message("Straight ahead a piece moves to an empty cell only.")
        return Message("A piece goes one cell forward, straight or diagonally.")


def advance(position: Position) -> int:
    """How far the pieces of the side to move have come, the far ones more, less the other side's."""
    assert isinstance(position, BreakthroughPosition)
    size, total = position.game.size, 0
    for player, sign in ((position.turn, 1), (1 - position.turn, -1)):
        for cell in bits(position.stones[player]):
            rows = cell // size if player else size - 1 - cell // size
            total += sign * (10 + rows * rows)
    return total


def gain(position: Position, move: int) -> int:
    """Captures look best, then the moves of the foremost pieces."""
    assert isinstance(position, BreakthroughPosition)
    size = position.game.size
    _, target = position.game.move_cells(move)
    rows = target // size if position.turn else size - 1 - target // size
    return rows + (size if position.other >> target & 1 else 0)


class Breakthrough(PieceGame):
    """The rules on the usual board of 8x8; an option ``size`` would offer others."""

    name = "breakthrough"
    title = Message("Breakthrough")
    about = Message("Reach the last row first.")
    translations = CHINESE
    reasons = (
        Reason("reached", Template("the last row is reached")),
        Reason("captured", Template("{loser} has no piece left")),
    )
    position_type = BreakthroughPosition
    board_style = "checks"
    turns_board = True
    only_mirror = True
    sample = Sample("d2-d3 e7-e6 d3-e4 c7-c6 e4-d5 c6xd5")
    guide = GUIDE
    evaluations = (Evaluation("advance", advance, gain, scale=40),)
    engine = "alphabeta"
    opening_plies = 4

    def _prepare(self) -> None:
        super()._prepare()
        row = (1 << self.size) - 1
        self.goals = (row, row << self.size * (self.size - 1))

    def start_cells(self) -> str:
        middle = "." * self.size * (self.size - 4)
        return "o" * 2 * self.size + middle + "x" * 2 * self.size
