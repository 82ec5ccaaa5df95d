"""Names of cells: a letter for the column, a number for the row, in each community's own way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from boyi.core.errors import BadMove, shorten
from boyi.core.message import Message


@dataclass(frozen=True)
class Coordinates:
    """How the cells of a square board are called.

    >>> Coordinates(15).name(7 * 15 + 7), Coordinates(8, top_down=True).index("f5")
    ('h8', 37)
    """

    size: int
    top_down: bool = False
    """Row 1 is the top row (Othello) instead of the bottom one."""
    skip_i: bool = False
    """The letter I is left out (Go, NoGo)."""
    upper: bool = False
    """Cells are written with capital letters; both cases are read."""

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The letters of the columns from the left; aa, ab, … follow the last letter."""
        alphabet = "abcdefghijklmnopqrstuvwxyz"
        if self.skip_i:
            alphabet = alphabet.replace("i", "")
        letters = [*alphabet, *(first + second for first in alphabet for second in alphabet)]
        return tuple(letter.upper() if self.upper else letter for letter in letters[: self.size])

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The numbers of the rows from the top."""
        numbers = [str(number + 1) for number in range(self.size)]
        return tuple(numbers if self.top_down else reversed(numbers))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all cells, row by row from the top left."""
        return tuple(column + row for row in self.rows for column in self.columns)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name.lower(): index for index, name in enumerate(self.names)}

    def name(self, cell: int) -> str:
        """The name of a cell given by its index."""
        return self.names[cell]

    def index(self, text: str) -> int:
        """The cell with this name; raise ``BadMove`` with a sentence if there is none."""
        cell = self._index.get(text.strip().lower()) if isinstance(text, str) and len(text) < 20 else None
        if cell is None:
            raise BadMove(
                "{text} is not a cell of this board: {accepted}.", text=shorten(text), accepted=self.accepted
            )
        return cell

    @property
    def accepted(self) -> Message:
        """What a cell looks like, in words."""
        return Message(
            "write {first}–{last} and 1–{size}, for example {cell}",
            first=self.columns[0],
            last=self.columns[-1],
            size=self.size,
            cell=self.name(self.size // 2 * self.size + self.size // 2),
        )

    def split(self, text: str) -> list[str]:
        """The cell names found in ``text`` one after the other, such as ``f5d6c3``."""
        return re.findall(r"[A-Za-z]{1,2}[0-9]{1,2}", text)
