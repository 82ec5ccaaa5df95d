"""A whole game in one file: stones fall to the lowest empty cell of a column, four in a row win.

No other file needs to know of it. Give the file to any command that plays::

    boyi --game-file examples/drop_four.py play dropfour
    boyi --game-file examples/drop_four.py serve
    boyi match --game-file examples/drop_four.py --game dropfour --a level:5 --b mcts:nodes=200

``docs/adding-a-game.md`` explains each part.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import boyi
from boyi import Kind, Message, Position
from boyi.core import (
    Evaluation,
    GridGame,
    Guide,
    Lesson,
    Reason,
    Sample,
    StonePosition,
    Template,
    as_grid,
    bits,
)
from boyi.engines import AlphaBetaEngine
from boyi.settings import SEED, TIME

LENGTHS = {3: "three", 4: "four", 5: "five"}
CHINESE = {
    "zh_CN": {
        "Drop Four": "落子四连",
        "Stones fall to the bottom. Four in a row win.": "棋子落到底部，四子连珠即胜。",
        "four in a row": "四连",
        "no cell is empty": "棋盘已无空格",
        "stones in a row that win": "连成几子获胜",
        "who wins on a full board": "棋盘下满时的结果",
        "Full board": "下满棋盘",
        "The second player wins": "后手胜",
        "alpha-beta, two plies": "α-β，深 2",
        "{cell} hangs in the air: stones fall to the bottom.": "{cell} 悬空：棋子会落到底部。",
        "Stones fall": "棋子会下落",
        "A stone falls in its column until it lies on the bottom or on another stone.": "棋子在所选的列中"
        "落下，直到碰到底部或其他棋子。",
        "Click a cell that hangs in the air.": "请点一个悬空的格子。",
        "Nothing lies below it yet.": "它下面还没有棋子。",
        "Four in a row": "四子相连",
        "Across, up or diagonally: four of your stones in a row win.": "横、竖、斜，四颗己方棋子相连即胜。",
        "Black has three. Win.": "黑方已有三子，请获胜。",
        "A move is the cell of the stone, such as d1, or its column alone.": "着法写棋子所在的格，如 d1，"
        "也可以只写列。",
        "Begin in the middle: more rows go through it.": "先占中间，经过那里的线最多。",
    }
}
"""What the game says; what Boyi says too ("three in a row", "board size") is translated already."""


GUIDE = Guide(
    (
        Lesson(
            Message("Stones fall"),
            Message("A stone falls in its column until it lies on the bottom or on another stone."),
            goal="illegal",
            task=Message("Click a cell that hangs in the air."),
            done=Message("Nothing lies below it yet."),
        ),
        Lesson(
            Message("Four in a row"),
            Message("Across, up or diagonally: four of your stones in a row win."),
            "7/7/7/7/7/2oo3/1oxxx2 x",
            "win",
            Message("Black has three. Win."),
        ),
    ),
    Message("A move is the cell of the stone, such as d1, or its column alone."),
    (Message("Begin in the middle: more rows go through it."),),
)
"""How to play, for the page and ``boyi rules``; a game without one gets a free board and its options."""


class DropFourPosition(StonePosition):
    """Stones that lie on the bottom row or on other stones."""

    __slots__ = ()

    game: DropFour

    @property
    def landings(self) -> int:
        """The empty cells to which a stone can fall, as a bit set."""
        return self.empty & ((self.game.full & ~self.empty) >> self.game.size | self.game.bottom)

    def _find_moves(self) -> list[int]:
        return bits(self.landings)

    def _find_outcome(self) -> boyi.Outcome | None:
        for player in (1 - self.turn, self.turn):
            if any(self.stones[player] & row == row for row in self.game.rows):
                return boyi.Outcome(player, LENGTHS[int(self.game.settings["row"])])
        if self.empty:
            return None
        return boyi.Outcome(1 if self.game.settings["full"] == "second" else None, "filled")

    def _after(self, move: int) -> DropFourPosition:
        return self._with(self.own | 1 << move, self.other)

    def _refusal(self, move: int) -> Message:
        if not 0 <= move < self.game.area:
            return super()._refusal(move)
        name = self.game.format_move(move)
        if not self.empty >> move & 1:
            return Message("{cell} is taken.", cell=name)
        return Message("{cell} hangs in the air: stones fall to the bottom.", cell=name)


@cache
def rows_of(size: int, length: int) -> tuple[int, ...]:
    """All rows, columns and diagonals of ``length`` cells, as bit sets."""
    found = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(length)]
                if all(0 <= at < size for at in cells[-1]):
                    found.append(sum(1 << at[0] * size + at[1] for at in cells))
    return tuple(found)


def value(position: Position) -> int:
    """The rows that are still open to the side to move, weighed by its stones, less the opponent's."""
    assert isinstance(position, DropFourPosition)
    total = 0
    for row in position.game.rows:
        own, other = row & position.own, row & position.other
        if own and not other:
            total += own.bit_count() ** 2
        elif other and not own:
            total -= other.bit_count() ** 2
    return total


def gain(position: Position, move: int) -> int:
    """How near a move is to the middle column."""
    size = as_grid(position).game.size
    return size - abs(2 * (move % size) - size + 1)


def make_hasty(settings: Mapping[str, Any]) -> AlphaBetaEngine:
    """A player that only this game has, ``classic:hasty``: it looks two plies ahead."""
    return AlphaBetaEngine({"depth": 2, **settings})


class DropFour(GridGame):
    """The rules on square boards of 4 to 10; what other games have as defaults is left out."""

    name = "dropfour"
    title = Message("Drop Four")
    about = Message("Stones fall to the bottom. Four in a row win.")
    translations = CHINESE
    reasons = (
        Reason("three", Template("three in a row")),
        Reason("four", Template("four in a row")),
        Reason("five", Template("five in a row")),
        Reason("filled", Template("no cell is empty")),
    )
    winning_rows = {"three": 3, "four": 4, "five": 5}
    position_type = DropFourPosition
    board_style = "cells"
    only_mirror = True
    sample = Sample("d1 d2 e1 c1 e2 d3 e3 e4 f1 g1 f2 d4 f3")
    guide = GUIDE
    evaluations = (Evaluation("rows", value, gain, scale=20),)
    engine = "alphabeta"
    classics = {"hasty": Kind(make_hasty, (TIME, SEED), Message("alpha-beta, two plies"))}
    opening_plies = 2
    options = (
        boyi.Option("size", 7, range(4, 11), Message("board size")),
        boyi.Option("row", 4, (3, 4, 5), Message("stones in a row that win")),
        boyi.Option(
            "full",
            "draw",
            ("draw", "second"),
            Message("who wins on a full board"),
            label=Message("Full board"),
            labels={"draw": Message("A draw"), "second": Message("The second player wins")},
        ),
    )

    def _prepare(self) -> None:
        super()._prepare()
        self.bottom = ((1 << self.size) - 1) << self.size * (self.size - 1)
        length = int(self.settings["row"])
        self.rows = rows_of(self.size, length) if length <= self.size else ()

    def parse_move(self, text: str, position: Position | None = None) -> int:
        """Also a column alone, for the cell to which a stone falls there."""
        word = text.strip().lower() if isinstance(text, str) else ""
        if isinstance(position, DropFourPosition) and word in self.coordinates.columns:
            column = self.coordinates.columns.index(word)
            return next((move for move in position.moves() if move % self.size == column), column)
        return super().parse_move(text, position)
