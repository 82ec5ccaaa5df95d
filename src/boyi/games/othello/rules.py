"""Othello on boards of 4 to 10: enclose the opponent's discs and turn them over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boyi.core.coordinates import Coordinates
from boyi.core.game import Position
from boyi.core.grid import GridGame, StonePosition, as_grid, bits
from boyi.core.message import Message, Template
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.reasons import Reason
from boyi.core.sample import Sample
from boyi.games.othello.notation import parse_flat


class OthelloPosition(StonePosition):
    """Discs of both colours; a side without a move passes, and the game ends when neither has one."""

    __slots__ = ("_places",)

    game: Othello

    def __init__(self, game: GridGame, stones: tuple[int, int], turn: int) -> None:
        super().__init__(game, stones, turn)
        self._places: int | None = None

    @property
    def placements(self) -> int:
        """The cells on which the side to move may place a disc, as a bit set."""
        if self._places is None:
            self._places = self._find_placements(self.own, self.other)
        return self._places

    def _find_moves(self) -> list[int]:
        return bits(self.placements) or [self.game.pass_move]

    def _find_outcome(self) -> Outcome | None:
        if self.placements or self._find_placements(self.other, self.own):
            return None
        lead = self.stones[0].bit_count() - self.stones[1].bit_count()
        return Outcome(None if lead == 0 else int(lead < 0), "discs", lead)

    def _find_placements(self, own: int, other: int) -> int:
        """All empty cells from which a line of enemy discs leads to an own one."""
        found = 0
        # All own discs walk at once, for as long as they meet enemy discs; where they step off, a line ends.
        for shift, inside in self.game.forward:
            walkers = own << shift & inside & other
            while walkers:
                walkers = walkers << shift & inside
                found |= walkers
                walkers &= other
        for shift, inside in self.game.backward:
            walkers = own >> shift & inside & other
            while walkers:
                walkers = walkers >> shift & inside
                found |= walkers
                walkers &= other
        return found & self.empty

    def flips(self, move: int) -> int:
        """The enemy discs that a disc on ``move`` would turn over."""
        own, other = self.own, self.other
        turned = 0
        for ray in self.game.rays[move]:
            line = 0
            for cell in ray:
                if cell & other:
                    line |= cell
                else:
                    if cell & own:
                        turned |= line
                    break
        return turned

    def _after(self, move: int) -> OthelloPosition:
        if move == self.game.pass_move:
            return self._with(self.own, self.other)
        turned = self.flips(move)
        return self._with(self.own | turned | 1 << move, self.other & ~turned)

    def _refusal(self, move: int) -> Message:
        if move == self.game.pass_move:
            return Message("You have a move, so you may not pass.")
        if not 0 <= move < self.game.area:
            return super()._refusal(move)
        name = self.game.format_move(move)
        if not self.empty >> move & 1:
            return Message("{cell} is taken.", cell=name)
        if not self.placements:
            return Message("You have no move: pass.")
        return Message("{cell} turns no disc over.", cell=name)


@cache
def rays_of(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cell the lines that lead away from it, nearest cell first, as single bits.

    A line of one cell has no room for a disc between two others and is left out.
    """
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]

    def ray(row: int, column: int, down: int, right: int) -> Iterator[int]:
        while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
            yield 1 << row * size + column

    cells = [(row, column) for row in range(size) for column in range(size)]
    every = ((tuple(ray(*cell, *step)) for step in steps) for cell in cells)
    return tuple(tuple(ray for ray in rays if len(ray) > 1) for rays in every)


SOLVED_SOON = 20
"""Empty cells from which on the rest of the game takes hardly any time."""
SELECTIVE = 30
"""Empty cells from which on a search to the end of the game can be worth its time."""


class Othello(GridGame):
    """Othello (Reversi) with the usual starting position."""

    name = "othello"
    title = Message("Othello")
    about = Message("Flip the discs between yours. The last moves decide.")
    points = Template("{points} discs")
    reasons = (Reason("discs", Template("more discs"), Template("as many discs each")),)
    position_type = OthelloPosition
    board_style = "felt"
    has_pass = True
    sample = Sample("e6 f6 f5 f4 g6 c5 g4 g7 f7 h4")
    guide = "boyi.games.othello.lessons:GUIDE"
    evaluations = "boyi.games.othello.evaluation:EVALUATIONS"
    engine = "alphabeta"
    levels = "boyi.games.othello.levels:LEVELS"
    level_ratings = "boyi.games.othello.levels:RATINGS"
    classics = "boyi.games.othello.classics:CLASSICS"
    solver = "boyi.games.othello.solver:SOLVER"
    opening_plies = 6
    bench = (
        "e6 f6 f5 f4 g6 c5 g4 g7 f7 h4",
        "e6 f6 f5 f4 g6 c5 g4 g7 f7 h4 h3 h7 h8 g8 d6 e7 h5 g5 f8 g3 e8 h6 g2 h2 h1 g1 c6 d7 f1 b6",
    )
    options = (
        Option("size", 8, (4, 6, 8, 10), Message("board size")),
        Option(
            "limits",
            "none",
            ("none", "mo"),
            Message("match limits of a platform"),
            label=Message("Match limits"),
            labels={"none": Message("None"), "mo": Message("As on the course platform (Mo)")},
        ),
    )

    def _prepare(self) -> None:
        super()._prepare()
        size = self.size
        first = sum(1 << row * size for row in range(size))
        not_first, not_last = self.full & ~first, self.full & ~(first << size - 1)
        # Shifts of a bit set and the cells they can reach; the others would be reached round the edge.
        self.forward = ((1, not_first), (size - 1, not_last), (size, self.full), (size + 1, not_first))
        self.backward = ((1, not_last), (size - 1, not_first), (size, self.full), (size + 1, not_last))
        self.rays = rays_of(size)

    def _coordinates(self) -> Coordinates:
        return Coordinates(self.size, top_down=True)

    def star_points(self) -> tuple[int, ...]:
        if self.size < 8:
            return ()
        lines = (1, self.size - 3)  # the dots are two squares away from the edges
        return tuple(row * self.size + column for row in lines for column in lines)

    def moves_to_go(self, position: Position) -> int:
        # The last moves are solved in a moment. Those before them get nearly twice the time of a move in the
        # middle game: a longer search proves more of them.
        empty = as_grid(position).cells.count(".")
        late = max(min(empty, SELECTIVE) - SOLVED_SOON, 0) // 2
        return (empty - SELECTIVE) // 2 + 2 * late + 2 if empty > SELECTIVE + 1 else late + 2

    def start_cells(self) -> str:
        half, gap = self.size // 2 - 1, "." * (self.size // 2 - 1)
        blank = "." * self.size * half
        return blank + gap + "ox" + gap + gap + "xo" + gap + blank

    def parse_position(self, text: str) -> Position:
        flat = parse_flat(text, self.area)
        return self.from_cells(*flat) if flat else super().parse_position(text)
