"""Lines of Action on boards of 6 to 12: bring all your pieces together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from boyi.core.game import Position
from boyi.core.grid import SIDES, GridPosition, StonePosition, bits
from boyi.core.message import Message, Template
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.pieces import PieceGame
from boyi.core.reasons import Reason
from boyi.core.sample import Sample
from boyi.games.loa.notation import translate_fen

AXES = (("row", 0, 1), ("file", 1, 0), ("diagonal", 1, 1), ("diagonal", 1, -1))
LABELS = {"row": Message("row"), "file": Message("file"), "diagonal": Message("diagonal")}


Ray = tuple[tuple[int, int], ...]
"""The cells from a piece to the edge, nearest first, each with the set of the cells in between."""


@dataclass(frozen=True, slots=True)
class Line:
    """A whole line as seen from one of its cells."""

    name: str
    mask: int
    """All cells of the line; as many cells as pieces stand on them is how far a piece moves."""
    rays: tuple[Ray, Ray]
    """What follows on either side."""


@cache
def lines(size: int) -> tuple[tuple[Line, ...], ...]:
    """For each cell the four lines through it."""
    return tuple(tuple(_line(size, cell, *axis) for axis in AXES) for cell in range(size * size))


def _line(size: int, cell: int, name: str, down: int, right: int) -> Line:
    rays = _ray(size, cell, down, right), _ray(size, cell, -down, -right)
    return Line(name, 1 << cell | sum(1 << other for ray in rays for other, _ in ray), rays)


def _ray(size: int, cell: int, down: int, right: int) -> Ray:
    row, column = divmod(cell, size)
    ray, between = [], 0
    while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
        ray.append((row * size + column, between))
        between |= 1 << row * size + column
    return tuple(ray)


class LinesOfActionPosition(StonePosition):
    """Pieces of both colours; a side without a move passes.

    A side whose pieces are all connected has won. A single piece is connected, and so are no pieces at all
    (which only a set-up can show): nothing lies apart. Under the rule ``capture`` a side with fewer than two
    pieces has lost instead; if both have, the one that moved last has won.
    """

    __slots__ = ()

    game: LinesOfAction

    def _find_moves(self) -> list[int]:
        area = self.game.area
        moves = [start * area + target for start in bits(self.own) for target in self._targets(start)]
        return moves or [self.game.pass_move]

    def _targets(self, start: int) -> list[int]:
        """Where the piece on ``start`` may go, ascending."""
        own, other = self.own, self.other
        found = []
        for line in lines(self.game.size)[start]:
            distance = ((own | other) & line.mask).bit_count()
            for ray in line.rays:
                if distance <= len(ray):
                    target, between = ray[distance - 1]
                    if not own >> target & 1 and not other & between:
                        found.append(target)
        return sorted(found)

    def _find_outcome(self) -> Outcome | None:
        mover, waiting = 1 - self.turn, self.turn
        if self.game.settings["rule"] == "capture":
            for side in (mover, waiting):
                if self.stones[1 - side].bit_count() < 2:
                    return Outcome(side, "captured")
        connected = [side for side in (mover, waiting) if self.connected(side)]
        if len(connected) == 2 and self.game.settings["both"] == "draw":
            return Outcome(None, "both connected")
        return Outcome(connected[0], "connected") if connected else None

    def connected(self, side: int) -> bool:
        """Whether all pieces of a side are one group of cells that touch by an edge or a corner."""
        pieces = self.stones[side]
        group, grown = 0, pieces & -pieces
        while group != grown:
            group = grown
            grown = self.game.around(group) & pieces
        return group == pieces

    def _after(self, move: int) -> LinesOfActionPosition:
        if move == self.game.pass_move:
            return self._with(self.own, self.other)
        start, target = divmod(move, self.game.area)
        return self._with(self.own ^ (1 << start | 1 << target), self.other & ~(1 << target))

    def _refusal(self, move: int) -> Message:
        if move == self.game.pass_move:
            return Message("You have a move, so you may not pass.")
        if not 0 <= move < self.game.pass_move:
            return super()._refusal(move)
        start, target = divmod(move, self.game.area)
        name = self.game.coordinates.name
        if not self.own >> start & 1:
            return Message("{cell} has no piece of yours.", cell=name(start))
        if self.moves() == (self.game.pass_move,):
            return Message("You have no move: pass.")
        if start == target:
            return Message("The piece on {cell} must go to another cell.", cell=name(start))
        for line in lines(self.game.size)[start]:
            for ray in line.rays:
                if any(cell == target for cell, _ in ray):
                    return self._line_refusal(start, target, line, ray)
        return Message(
            "{target} is not on a line with {start}: move along a row, a file or a diagonal.",
            target=name(target),
            start=name(start),
        )

    def _line_refusal(self, start: int, target: int, line: Line, ray: Ray) -> Message:
        """Why a piece may not go to a cell of this ray."""
        name = self.game.coordinates.name
        distance = ((self.own | self.other) & line.mask).bit_count()
        end = ray[distance - 1][0] if distance <= len(ray) else None
        if end != target:
            cells = Message("1 cell") if distance == 1 else Message("{count} cells", count=distance)
            if end is None:
                return Message(
                    "From {start} along the {line} you must move exactly {cells}, which leaves the board.",
                    start=name(start),
                    line=LABELS[line.name],
                    cells=cells,
                )
            return Message(
                "From {start} along the {line} you must move exactly {cells}: {end}.",
                start=name(start),
                line=LABELS[line.name],
                cells=cells,
                end=name(end),
            )
        if self.own >> target & 1:
            return Message("Your own piece stands on {cell}.", cell=name(target))
        return Message("An enemy piece stands in the way.")


class LinesOfAction(PieceGame):
    """Lines of Action: a piece moves exactly as far as there are pieces on the line it moves along."""

    name = "loa"
    title = Message("Lines of Action")
    about = Message("Bring all your pieces together. Every line counts.")
    reasons = (
        Reason("connected", Template("all pieces connected")),
        Reason("both connected", Template("both sides are connected")),
        Reason("captured", Template("{loser} has one piece left")),
    )
    position_type = LinesOfActionPosition
    board_style = "checks"
    turns_board = True
    has_pass = True
    sample = Sample("b1-d3 h3-e3 d1-b3 a5-c7 f8-d6 h4-f2")
    guide = "boyi.games.loa.lessons:GUIDE"
    repetition_limit = 3
    evaluations = "boyi.games.loa.network:EVALUATIONS"
    engine = "alphabeta"
    levels = "boyi.games.loa.levels:LEVELS"
    level_ratings = "boyi.games.loa.levels:RATINGS"
    classics = "boyi.games.loa.classics:CLASSICS"
    solver = "boyi.games.loa.solver:SOLVER"
    opening_plies = 4
    bench = (
        "b1-d3 h3-e3 d1-b3 a5-c7 f8-d6 h4-f2 b3-b1 f2-c2",
        "b1-d3 h3-e3 d1-b3 a5-c7 f8-d6 h4-f2 b3-b1 f2-c2 e8-g6 a6xd3 g8-g5 h2-e2 d8-d5 d3-g3 b8-b6 g3-d3",
    )
    options = (
        Option("size", 8, range(6, 13), Message("board size")),
        Option(
            "rule",
            "standard",
            ("standard", "capture"),
            Message("what it means to leave the opponent one piece: standard loses, capture wins"),
            label=Message("Rule"),
            labels={
                "standard": Message("One piece left wins for its side"),
                "capture": Message("One piece left loses"),
            },
        ),
        Option(
            "both",
            "mover",
            ("mover", "draw"),
            Message("who wins when a move connects both sides"),
            label=Message("Both connected"),
            labels={"mover": Message("The mover wins"), "draw": Message("A draw")},
        ),
    )

    def _prepare(self) -> None:
        super()._prepare()
        first_file = sum(1 << self.size * row for row in range(self.size))
        self._not_first, self._not_last = self.full & ~first_file, self.full & ~(first_file << self.size - 1)

    def start_cells(self) -> str:
        black, white = f".{'x' * (self.size - 2)}.", f"o{'.' * (self.size - 2)}o"
        return black + white * (self.size - 2) + black

    def around(self, cells: int) -> int:
        """The cells and all their neighbours."""
        wide = cells | cells << 1 & self._not_first | cells >> 1 & self._not_last
        return (wide | wide << self.size | wide >> self.size) & self.full

    def parse_position(self, text: str) -> Position:
        return super().parse_position(translate_fen(text) or text)

    def winning_cells(
        self, position: GridPosition, outcome: Outcome, last: int | None = None
    ) -> tuple[int, ...]:
        if outcome.reason != "connected" or outcome.winner is None:
            return ()
        side = SIDES[outcome.winner]
        return tuple(cell for cell, content in enumerate(position.cells) if content == side)
