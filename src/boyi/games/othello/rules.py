"""Othello on boards of 4 to 10: enclose the opponent's discs and turn them over."""

from __future__ import annotations

from boyi.core.coordinates import Coordinates
from boyi.core.game import Position
from boyi.core.grid import GridGame, StonePosition, bits
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.games.othello.notation import parse_flat


class OthelloPosition(StonePosition):
    """Discs of both colours; a side without a move passes, and the game ends when neither has one."""

    __slots__ = ()

    game: Othello

    def _find_moves(self) -> list[int]:
        placements = self._placements(self.own, self.other)
        return bits(placements) if placements else [self.game.pass_move]

    def _find_outcome(self) -> Outcome | None:
        if self._placements(self.own, self.other) or self._placements(self.other, self.own):
            return None
        lead = self.stones[0].bit_count() - self.stones[1].bit_count()
        return Outcome(None if lead == 0 else int(lead < 0), "discs", lead)

    def _placements(self, own: int, other: int) -> int:
        """All empty cells from which a line of enemy discs leads to an own one."""
        found = 0
        for shift, mask in self.game.directions:
            line = _step(own, shift) & mask & other
            for _ in range(self.game.size - 3):
                line |= _step(line, shift) & mask & other
            found |= _step(line, shift) & mask
        return found & self.empty

    def flips(self, move: int) -> int:
        """The enemy discs that a disc on ``move`` would turn over."""
        turned = 0
        for shift, mask in self.game.directions:
            line = 0
            ray = _step(1 << move, shift) & mask
            while ray & self.other:
                line |= ray
                ray = _step(ray, shift) & mask
            if ray & self.own:
                turned |= line
        return turned

    def _after(self, move: int) -> OthelloPosition:
        if move == self.game.pass_move:
            return self._with(self.own, self.other)
        turned = self.flips(move)
        return self._with(self.own | turned | 1 << move, self.other & ~turned)

    def _refusal(self, move: int) -> str:
        if move == self.game.pass_move:
            return "You have a move, so you may not pass."
        if not 0 <= move < self.game.area:
            return super()._refusal(move)
        name = self.game.format_move(move)
        if not self.empty >> move & 1:
            return f"{name} is taken."
        if self.moves() == (self.game.pass_move,):
            return "You have no move: pass."
        return f"{name} turns no disc over."


def _step(board: int, shift: int) -> int:
    return board << shift if shift > 0 else board >> -shift


class Othello(GridGame):
    """Othello (Reversi) with the usual starting position."""

    name = "othello"
    title = "Othello"
    title_zh = "黑白棋"
    position_type = OthelloPosition
    evaluations = "boyi.games.othello.evaluation:EVALUATIONS"
    board_style = "felt"
    has_pass = True
    options = (
        Option("size", 8, (4, 6, 8, 10), "board size", "棋盘大小"),
        Option("limits", "none", ("none", "mo"), "match limits of a platform", "平台的对局限制"),
    )

    def _prepare(self) -> None:
        super()._prepare()
        columns = range(self.size)
        row = sum(1 << self.size * line for line in columns)
        not_first, not_last = self.full & ~row, self.full & ~(row << self.size - 1)
        masks = {-1: not_last, 0: self.full, 1: not_first}
        self.directions = tuple(
            (down * self.size + right, masks[right])
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if (down, right) != (0, 0)
        )

    def _coordinates(self) -> Coordinates:
        return Coordinates(self.size, top_down=True)

    def start_cells(self) -> str:
        half, gap = self.size // 2 - 1, "." * (self.size // 2 - 1)
        blank = "." * self.size * half
        return blank + gap + "ox" + gap + gap + "xo" + gap + blank

    def parse_position(self, text: str) -> Position:
        flat = parse_flat(text, self.area)
        return self.from_cells(*flat) if flat else super().parse_position(text)
