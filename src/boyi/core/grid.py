"""Games of two colours on a square grid: the common part of all our board games."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal, Self

from boyi.core.board_text import draw_text
from boyi.core.coordinates import Coordinates
from boyi.core.errors import BadMove, BadPosition, shorten
from boyi.core.game import Game, Position
from boyi.core.message import Message, Term
from boyi.core.outcome import Outcome
from boyi.core.renderer import renderer
from boyi.core.zobrist import TURN_KEY, stone_keys

SIDES = "xo"
EMPTY = "."
Style = Literal["lines", "cells", "felt", "checks"]
"""What a board looks like: stones on crossings of lines, in plain squares, on felt, on a checked board."""


def bits(board: int) -> list[int]:
    """The indices of the set bits in ascending order.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return found


@cache
def symmetry_table(size: int) -> tuple[tuple[int, ...], ...]:
    """For each of the eight symmetries, the cell to which each cell goes."""
    top = size - 1
    maps: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (r, c),
        lambda r, c: (c, top - r),
        lambda r, c: (top - r, top - c),
        lambda r, c: (top - c, r),
        lambda r, c: (r, top - c),
        lambda r, c: (top - r, c),
        lambda r, c: (c, r),
        lambda r, c: (top - c, top - r),
    )
    tables = []
    for image in maps:
        places = (image(row, column) for row in range(size) for column in range(size))
        tables.append(tuple(row * size + column for row, column in places))
    return tuple(tables)


def star_points(size: int) -> tuple[int, ...]:
    """The crossings that are marked with a dot on boards of this size.

    >>> star_points(9)
    (20, 24, 40, 56, 60)
    """
    if size < 7:
        return ()
    edge, middle = (2 if size < 13 else 3), size // 2
    lines = [edge, size - 1 - edge]
    cells = {row * size + column for row in lines for column in lines}
    if size % 2:
        cells.add(middle * size + middle)
        if size >= 19:
            cells |= {middle * size + line for line in lines} | {line * size + middle for line in lines}
    return tuple(sorted(cells))


def stones_in_rows(cells: str, side: str, size: int, least: int) -> Iterator[list[int]]:
    """The unbroken rows of at least so many stones of one side, in all four directions.

    >>> list(stones_in_rows("xx.xo.x.o", "x", 3, 3))
    [[0, 3, 6]]
    """
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for cell, content in enumerate(cells):
            row, column = divmod(cell, size)
            behind = row - down, column - right
            inside = 0 <= behind[0] < size and 0 <= behind[1] < size
            if content != side or (inside and cells[behind[0] * size + behind[1]] == side):
                continue
            found = []
            while 0 <= row < size and 0 <= column < size and cells[row * size + column] == side:
                found.append(row * size + column)
                row, column = row + down, column + right
            if len(found) >= least:
                yield found


class GridPosition(Position):
    """Two sets of stones and a side to move. Subclasses say what may be played and who has won."""

    __slots__ = ()

    game: GridGame

    @property
    @abstractmethod
    def cells(self) -> str:
        """Row by row from the top left: ``x`` first player, ``o`` second player, ``.`` empty."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GridPosition)
            and self.turn == other.turn
            and self.cells == other.cells
            and self.game == other.game
        )

    def __hash__(self) -> int:
        return self.key

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        return _restore, (self.game, self.cells, self.turn)


def _restore(game: GridGame, cells: str, turn: int) -> Position:
    return game.from_cells(cells, turn)


class StonePosition(GridPosition):
    """The Python back end's position: one integer per colour, bit ``i`` is cell ``i``."""

    __slots__ = ("_key", "_moves", "_outcome", "_turn", "stones")

    def __init__(self, game: GridGame, stones: tuple[int, int], turn: int) -> None:
        self.game = game
        self.stones = stones
        self._turn = turn
        self._key: int | None = None
        self._moves: tuple[int, ...] | None = None
        self._outcome: Outcome | Literal[False] | None = False  # False: not looked at yet

    @classmethod
    def from_cells(cls, game: GridGame, cells: str, turn: int) -> Self:
        """Make a position from its cells."""
        black, white = (sum(1 << i for i, cell in enumerate(cells) if cell == side) for side in SIDES)
        return cls(game, (black, white), turn)

    @abstractmethod
    def _find_moves(self) -> Sequence[int]:
        """The legal moves of a game that is not over, ascending."""

    @abstractmethod
    def _find_outcome(self) -> Outcome | None:
        """How the game ended, judged from the board alone."""

    @property
    def turn(self) -> int:
        return self._turn

    @property
    def cells(self) -> str:
        row = [EMPTY] * self.game.area
        for side, board in zip(SIDES, self.stones, strict=True):
            for cell in bits(board):
                row[cell] = side
        return "".join(row)

    @property
    def empty(self) -> int:
        """The empty cells as a bit set."""
        return self.game.full & ~(self.stones[0] | self.stones[1])

    @property
    def own(self) -> int:
        """The stones of the side to move."""
        return self.stones[self._turn]

    @property
    def other(self) -> int:
        """The stones of the side that waits."""
        return self.stones[1 - self._turn]

    @property
    def outcome(self) -> Outcome | None:
        if self._outcome is False:
            self._outcome = self._find_outcome()
        return self._outcome

    def moves(self) -> tuple[int, ...]:
        if self._moves is None:
            self._moves = () if self.outcome is not None else tuple(self._find_moves())
        return self._moves

    def is_legal(self, move: int) -> bool:
        return move in self.moves()

    @property
    def key(self) -> int:
        if self._key is None:
            key = TURN_KEY if self._turn else 0
            for table, board in zip(stone_keys(self.game.area), self.stones, strict=True):
                for cell in bits(board):
                    key ^= table[cell]
            self._key = key
        return self._key

    def _with(self, own: int, other: int) -> Self:
        """The position with these stones of the mover and of the opponent, the opponent to move."""
        stones = (other, own) if self._turn else (own, other)
        return type(self)(self.game, stones, 1 - self._turn)


class GridGame(Game):
    """A game whose positions are a square grid of two colours and a side to move."""

    position_type: ClassVar[type[StonePosition]]
    board_style: ClassVar[Style] = "cells"
    turns_board: ClassVar[bool] = False
    """Whether the second player sees the board from the other side."""
    moves_pieces: ClassVar[bool] = False
    """Whether a move takes a piece from one cell to another (``PieceGame``); otherwise a move is a cell."""
    only_mirror: ClassVar[bool] = False
    """Whether the rules know up from down, so that of the board's symmetries only left and right remain."""
    winning_rows: ClassVar[Mapping[str, int]] = {}
    """How many stones in a row have won, by the reason of the outcome."""
    size: int = 8
    """Rows and columns: the option ``size`` if the game has it, else what its class says."""

    def _prepare(self) -> None:
        self.size = int(self.settings.get("size", self.size))
        self.area = self.size * self.size
        self.full = (1 << self.area) - 1
        self.coordinates = self._coordinates()

    def _coordinates(self) -> Coordinates:
        """How this game's community names the cells."""
        return Coordinates(self.size)

    def start_cells(self) -> str:
        """The cells of the starting position."""
        return EMPTY * self.area

    @property
    def pass_move(self) -> int:
        """The number of the pass, one past the last other move; games without passes never play it."""
        return self.area

    # Positions

    def start(self) -> Position:
        return self.from_cells(self.start_cells(), 0)

    def from_cells(self, cells: str, turn: int) -> Position:
        """The position with these cells (``x``, ``o``, ``.``, row by row) and this side to move."""
        if len(cells) != self.area or not set(cells) <= {*SIDES, EMPTY} or turn not in (0, 1):
            raise BadPosition(
                "A {size}x{size} board has {area} cells of x, o or a dot.", size=self.size, area=self.area
            )
        if self._kernel is not None:
            return self._kernel(self, cells, turn)
        return self.position_type.from_cells(self, cells, turn)

    def python_position(self, position: GridPosition) -> StonePosition:
        """The same position on the Python back end (which explains itself)."""
        if isinstance(position, StonePosition):
            return position
        return self.position_type.from_cells(self, position.cells, position.turn)

    def parse_position(self, text: str) -> Position:
        shape = Message(
            "{size} rows from the top separated by /, then a space and the side to move x or o",
            size=self.size,
        )
        words = text.split() if isinstance(text, str) and len(text) <= 4 * self.area + 99 else []
        if len(words) != 2 or words[1].lower() not in SIDES:
            raise BadPosition(
                "{text} is no position of {game}: write {shape}.",
                text=shorten(text),
                game=Term(self.name),
                shape=shape,
            )
        rows = words[0].lower().split("/")
        if len(rows) != self.size:
            raise BadPosition(
                "The position has {rows} rows, the board {size}: write {shape}.",
                rows=len(rows),
                size=self.size,
                shape=shape,
            )
        cells = "".join(self._parse_row(row, number + 1) for number, row in enumerate(rows))
        return self.from_cells(cells, SIDES.index(words[1].lower()))

    def _parse_row(self, row: str, number: int) -> str:
        cells = ""
        for piece in re.findall(r"[0-9]+|.", row):
            if piece in SIDES:
                cells += piece
            elif piece.isascii() and piece.isdigit() and len(piece) < 4 and int(piece) > 0:
                cells += EMPTY * int(piece)
            else:
                raise BadPosition(
                    "Row {row} has {text}: write x, o and numbers of empty cells.",
                    row=number,
                    text=shorten(piece),
                )
        if len(cells) != self.size:
            raise BadPosition(
                "Row {row} has {cells} cells, the board {size}.", row=number, cells=len(cells), size=self.size
            )
        return cells

    def format_position(self, position: Position) -> str:
        cells = as_grid(position).cells
        rows = (cells[start : start + self.size] for start in range(0, self.area, self.size))
        text = "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)
        return f"{text} {SIDES[position.turn]}"

    # Moves

    def parse_move(self, text: str, position: Position | None = None) -> int:
        if self.has_pass and isinstance(text, str) and text.strip().lower() in ("pass", "pa", "--"):
            return self.pass_move
        return self.coordinates.index(text)

    def format_move(self, move: int, position: Position | None = None) -> str:
        if self.has_pass and move == self.pass_move:
            return "pass"
        if not 0 <= move < self.area:
            raise BadMove("{move} is not a move number of {game}.", move=shorten(move), game=Term(self.name))
        return self.coordinates.name(move)

    def move_cells(self, move: int) -> tuple[int, ...]:
        """The cells a move touches, for marking it on the board (a pass touches none)."""
        return (move,) if 0 <= move < self.area else ()

    def moves_to_go(self, position: Position) -> int:
        return max(15, min(40, as_grid(position).cells.count(EMPTY) // 8))

    def refused_cells(self, position: GridPosition) -> int:
        """Empty cells that look as if they could be played and may not be, as a bit set, to be marked."""
        return 0

    # Symmetries

    @property
    def symmetries(self) -> int:
        return 2 if self.only_mirror else 8

    def cell_images(self, symmetry: int) -> tuple[int, ...]:
        """The cell to which each cell goes under a symmetry."""
        return symmetry_table(self.size)[4 * symmetry if self.only_mirror else symmetry]

    def transform(self, position: Position, symmetry: int) -> Position:
        cells, table = as_grid(position).cells, self.cell_images(symmetry)
        image = [EMPTY] * self.area
        for cell, content in enumerate(cells):
            image[table[cell]] = content
        return self.from_cells("".join(image), position.turn)

    def transform_move(self, move: int, symmetry: int) -> int:
        return self.cell_images(symmetry)[move] if 0 <= move < self.area else move

    # Drawing

    def star_points(self) -> tuple[int, ...]:
        """The cells that the board marks with a dot: at their crossing, or in squares at the corner to the
        lower right.
        """
        return star_points(self.size) if self.board_style == "lines" else ()

    def winning_cells(
        self, position: GridPosition, outcome: Outcome, last: int | None = None
    ) -> tuple[int, ...]:
        """The stones that won, to be marked; ``last`` is the cell of the move that did it, where known."""
        length = self.winning_rows.get(outcome.reason)
        if length is None or outcome.winner is None:
            return ()
        rows = stones_in_rows(position.cells, SIDES[outcome.winner], self.size, length)
        return tuple(sorted({cell for row in rows if last is None or last in row for cell in row}))

    def draw(self, position: Position, last: int | None = None) -> str:
        marked = self.move_cells(last) if last is not None else ()
        return draw_text(as_grid(position).cells, self.coordinates, marked)

    def draw_svg(self, position: Position, last: int | None = None) -> str:
        return renderer().board_svg(self, position, last)


def as_grid(position: Position) -> GridPosition:
    """Narrow a position to a grid position."""
    if not isinstance(position, GridPosition):
        raise TypeError(f"{type(position).__name__} is not a position on a grid")
    return position
