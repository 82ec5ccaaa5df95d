"""NoGo on boards of 2 to 28: Go's board and liberties, but taking a group is forbidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from boyi.core.coordinates import Coordinates
from boyi.core.game import Position
from boyi.core.grid import GridGame, GridPosition, StonePosition, as_grid, bits
from boyi.core.message import Message
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.sample import Sample

Offence = Literal["off board", "taken", "capture", "no liberty"]
"""Why a stone may not be placed on a cell."""

BY_SIZE: tuple[tuple[int, Mapping[str, Any]], ...] = (
    (19, {"learned": 0.75, "policy": 0.6}),
    (13, {"learned": 0.75, "policy": 0.3}),
    (2, {"learned": 0.5, "policy": 0.3}),
)
"""From which size of board on the tree search has which settings: on a larger board random games say less,
and there are more moves to choose from. docs/notebook/nogo.md has the matches."""

Liberties = tuple[int, ...]
"""For each group of one colour, the set of its liberties."""


class NoGoPosition(StonePosition):
    """Stones that are never taken; the side that can place none loses.

    A cell is legal if after the stone every group it touches (its own and the enemy groups beside it) has a
    liberty. A set-up position may hold groups without one: no cell touches them, so they forbid nothing.

    Of a group only its liberties are remembered. They say all that legality asks, and they tell how groups
    join too: a stone touches a group exactly if it stands on one of the group's liberties.
    """

    __slots__ = ("_legal", "_liberties")

    game: NoGo

    def __init__(self, game: GridGame, stones: tuple[int, int], turn: int) -> None:
        super().__init__(game, stones, turn)
        self._legal: int | None = None
        self._liberties: tuple[Liberties, Liberties] | None = None

    @property
    def liberties(self) -> tuple[Liberties, Liberties]:
        """The liberties of each group that has any, first the first player's groups."""
        if self._liberties is None:
            self._liberties = (self._find_liberties(self.stones[0]), self._find_liberties(self.stones[1]))
        return self._liberties

    def _find_liberties(self, stones: int) -> Liberties:
        beside, empty, found = self.game.beside, self.empty, []
        while stones:
            group, grown = 0, stones & -stones
            while grown != group:
                group, grown = grown, grown | beside(grown) & stones
            stones ^= group
            if liberties := beside(group) & empty:
                found.append(liberties)
        return tuple(found)

    @property
    def legal(self) -> int:
        """The cells on which the side to move may place a stone, as a bit set."""
        if self._legal is None:
            own, other = self.liberties[self.turn], self.liberties[1 - self.turn]
            breath = self.game.beside(self.empty)
            for liberties in own:
                if liberties & liberties - 1:  # two or more: the group can spare the cell the stone fills
                    breath |= liberties
            self._legal = self.empty & breath & ~_last_liberties(other)
        return self._legal

    def offence(self, cell: int) -> Offence | None:
        """Which rule a stone on ``cell`` would break, or None if it may be placed there."""
        if not 0 <= cell < self.game.area:
            return "off board"
        if not self.empty >> cell & 1:
            return "taken"
        if self.legal >> cell & 1:
            return None
        return "capture" if _last_liberties(self.liberties[1 - self.turn]) >> cell & 1 else "no liberty"

    def is_legal(self, move: int) -> bool:
        return self.offence(move) is None

    def _find_moves(self) -> list[int]:
        return bits(self.legal)

    def _find_outcome(self) -> Outcome | None:
        return None if self.legal else Outcome(1 - self.turn, "no move")

    def _after(self, move: int) -> NoGoPosition:
        stone = 1 << move
        own, other = self.liberties[self.turn], self.liberties[1 - self.turn]
        joined = self.game.beside(stone) & self.empty
        apart = []
        for liberties in own:
            if liberties & stone:
                joined |= liberties
            else:
                apart.append(liberties)
        own = (*apart, joined & ~stone)
        other = tuple([liberties & ~stone for liberties in other])
        position = self._with(self.own | stone, self.other)
        position._liberties = (other, own) if self.turn else (own, other)
        return position

    def _refusal(self, move: int) -> Message:
        offence = self.offence(move)
        if offence is None or offence == "off board":
            return super()._refusal(move)
        name = self.game.format_move(move)
        return {
            "taken": Message("{cell} is taken.", cell=name),
            "capture": Message("{cell} would capture.", cell=name),
            "no liberty": Message("{cell} would have no liberty.", cell=name),
        }[offence]


def _last_liberties(groups: Liberties) -> int:
    """The cells that are the only liberty of some group."""
    cells = 0
    for liberties in groups:
        if not liberties & liberties - 1:
            cells |= liberties
    return cells


class NoGo(GridGame):
    """NoGo: no stone may take a group, its own or the opponent's; who cannot move loses."""

    name = "nogo"
    title = Message("NoGo")
    about = Message("Whoever has to capture loses. Keep a move in hand.")
    position_type = NoGoPosition
    board_style = "lines"
    sample = Sample("F5", "2x3o2/1o1x1o1x1/2x4o1/1o2x4/3o3o1/2x6/1o3o1x1/3x3o1/9 x")
    guide = "boyi.games.nogo.lessons:GUIDE"
    evaluations = "boyi.games.nogo.evaluation:EVALUATIONS"
    tree_search = {
        "c": 0.02,
        "rave": True,
        "rave_bias": 0.0,
        "expand": 1,
        "reduction": 0.1,
    }
    levels = "boyi.games.nogo.levels:LEVELS"
    level_ratings = "boyi.games.nogo.levels:RATINGS"
    classics = "boyi.games.nogo.classics:CLASSICS"
    solver = "boyi.games.nogo.solver:SOLVER"
    opening_plies = 4
    bench = (
        "G5 J4 A1 F5 D1 J7 A6 F6 D7 J6",
        "G5 J4 A1 F5 D1 J7 A6 F6 D7 J6 E1 F2 G1 F1 C7 C3 C4 E9 H4 B4 C5 D2 A9 D8 F4 D6",
    )
    options = (Option("size", 9, range(2, 29), Message("board size")),)

    def _prepare(self) -> None:
        super()._prepare()
        column = sum(1 << self.size * row for row in range(self.size))
        self._not_first = self.full & ~column
        self._not_last = self.full & ~(column << self.size - 1)

    def _coordinates(self) -> Coordinates:
        return Coordinates(self.size, skip_i=True, upper=True)

    def beside(self, cells: int) -> int:
        """The cells next to any of these, as a bit set."""
        upright = cells << self.size | cells >> self.size
        across = (cells & self._not_last) << 1 | (cells & self._not_first) >> 1
        return (upright | across) & self.full

    def tree_settings(self) -> Mapping[str, Any]:
        return {**self.tree_search, **next(settings for size, settings in BY_SIZE if self.size >= size)}

    def moves_to_go(self, position: Position) -> int:
        return max(6, as_grid(position).cells.count(".") // 4)

    def refused_cells(self, position: GridPosition) -> int:
        judge = self.python_position(position)
        assert isinstance(judge, NoGoPosition)
        return judge.empty & ~judge.legal

    def offence(self, position: GridPosition, cell: int) -> Offence | None:
        """Which rule a stone on ``cell`` would break, whatever back end the position is on."""
        judge = self.python_position(position)
        assert isinstance(judge, NoGoPosition)
        return judge.offence(cell)
