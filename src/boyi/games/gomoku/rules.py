"""Gomoku on boards of 5 to 28: five in a row, under the four rules that are played."""

from __future__ import annotations

from collections.abc import Sequence

from boyi.core.game import Position
from boyi.core.grid import GridGame, GridPosition, StonePosition, bits
from boyi.core.message import Message, Template
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.reasons import Reason
from boyi.core.sample import Sample
from boyi.games.gomoku.lines import directions
from boyi.games.gomoku.renju import DOUBLE_FOUR, DOUBLE_THREE, OVERLINE, Judge, suspects

RULES = ("freestyle", "standard", "renju", "caro")
FOULS = {
    OVERLINE: Message("overline"),
    DOUBLE_FOUR: Message("double four"),
    DOUBLE_THREE: Message("double three"),
}
MOVES_TO_GO = 20
"""At most so many moves share the time: nine of ten games of the engine with itself are decided by ply 36."""
NEAR = 3
"""The stones of a random opening lie no further than this from the middle, in rows and in columns."""


class GomokuPosition(StonePosition):
    """Stones of both colours; black, who may be forbidden some points, moves first."""

    __slots__ = ("_forbidden", "_played")

    game: Gomoku

    def __init__(self, game: GridGame, stones: tuple[int, int], turn: int) -> None:
        super().__init__(game, stones, turn)
        self._played = False
        self._forbidden: int | None = None

    def _find_outcome(self) -> Outcome | None:
        waiting = 1 - self.turn
        # After a move of a running game only the side that made it can have a five; set-up boards may have
        # fives of both, and then the side that would have moved last wins.
        for player in (waiting,) if self._played else (waiting, self.turn):
            if self._has_five(player):
                return Outcome(player, "five")
        if not self.empty:
            return Outcome(None, "full board")
        return None if self.empty & ~self.forbidden else Outcome(None, "no move")

    def _has_five(self, player: int) -> bool:
        own, enemy = self.stones[player], self.stones[1 - player]
        rule = self.game.rule
        long_wins = rule == "freestyle" or (rule == "renju" and player == 1)
        for direction in directions(self.game.size):
            windows = direction.full(own)
            if windows and not long_wins:
                before, after = direction.ends(own)
                windows &= ~(before | after)
            if windows and rule == "caro":
                # Caro as the Gomocup plays it: closed means enemy stones at both ends; the edge is no stone.
                before, after = direction.ends(enemy)
                windows &= ~(before & after)
            if windows:
                return True
        return False

    @property
    def forbidden(self) -> int:
        """The empty cells that the side to move may not take, as a bit set."""
        if self._forbidden is None:
            self._forbidden = 0
            if self.game.rule == "renju" and self.turn == 0:
                judge = Judge(self.game.size, *self.stones)
                for cell in bits(suspects(self.game.size, *self.stones)):
                    if judge.foul(cell):
                        self._forbidden |= 1 << cell
        return self._forbidden

    def _find_moves(self) -> list[int]:
        return bits(self.empty & ~self.forbidden)

    def is_legal(self, move: int) -> bool:
        if not 0 <= move < self.game.area or self.outcome is not None:
            return False
        return bool((self.empty & ~self.forbidden) >> move & 1)

    def _after(self, move: int) -> GomokuPosition:
        after = self._with(self.own | 1 << move, self.other)
        after._played = True
        return after

    def _refusal(self, move: int) -> Message:
        if not 0 <= move < self.game.area:
            return super()._refusal(move)
        name = self.game.format_move(move)
        if not self.empty >> move & 1:
            return Message("{cell} is taken.", cell=name)
        foul = Judge(self.game.size, *self.stones).foul(move)
        return Message("{cell} is forbidden for black: {foul}.", cell=name, foul=FOULS[str(foul)])


class Gomoku(GridGame):
    """Five in a row; ``rule`` says what counts as five and what black may not do."""

    name = "gomoku"
    title = Message("Gomoku")
    about = Message("Five in a row wins. Easy to learn, sharp to play.")
    reasons = (Reason("five", Template("five in a row")),)
    position_type = GomokuPosition
    board_style = "lines"
    winning_rows = {"five": 5}
    sample = Sample("f6", "9/9/3o5/2xxx1o2/3oxo3/3xo4/2o1x4/9/9 x", {"size": 9})
    guide = "boyi.games.gomoku.lessons:GUIDE"
    evaluations = "boyi.games.gomoku.evaluation:EVALUATIONS"
    engine = "alphabeta"
    tree_search = {"c": 0.2, "rave": True}
    levels = "boyi.games.gomoku.levels:LEVELS"
    level_ratings = "boyi.games.gomoku.levels:RATINGS"
    classics = "boyi.games.gomoku.classics:CLASSICS"
    solver = "boyi.games.gomoku.solver:SOLVER"
    opening_plies = 2
    opening_nodes = 100_000
    bench = ("h8 h10 g7 i9 f8 j8", "h8 h10 g7 i9 f8 j8 k7 k9 i7 h9 j7 h7 g9 f12")
    options = (
        Option("size", 15, range(5, 29), Message("board size")),
        Option(
            "rule",
            "freestyle",
            RULES,
            Message("what wins and what is forbidden"),
            label=Message("Rule"),
            labels={
                "freestyle": Message("Freestyle: five or more win"),
                "standard": Message("Standard: exactly five win"),
                "renju": Message("Renju: black has forbidden points"),
                "caro": Message("Caro: a five closed at both ends does not win"),
            },
        ),
        Option(
            "opening",
            "none",
            ("none", "swap2"),
            Message("how the opening is balanced"),
            label=Message("Opening"),
            labels={"none": Message("Free"), "swap2": Message("Swap2")},
        ),
    )
    rule: str

    def _prepare(self) -> None:
        super()._prepare()
        self.rule = str(self.settings["rule"])

    def moves_to_go(self, position: Position) -> int:
        return min(MOVES_TO_GO, super().moves_to_go(position))

    def opening_moves(self, position: Position) -> Sequence[int]:
        moves = position.moves()
        middle = self.size // 2
        near = [move for move in moves if all(abs(at - middle) <= NEAR for at in divmod(move, self.size))]
        return near or moves

    def refused_cells(self, position: GridPosition) -> int:
        if self.rule != "renju":
            return 0
        judge = self.python_position(position)
        assert isinstance(judge, GomokuPosition)
        return judge.forbidden
