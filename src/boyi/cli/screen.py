"""Drawing on the terminal: the board in colours where there are any, the panel beside it, the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.style import Style
from rich.text import Text

from boyi.core.board_text import column_labels
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.language import Language

STONE, POINT = "●", "·"
GROUNDS = {
    "lines": ("#d8a657", "#d8a657"),
    "cells": ("#cdb38b", "#cdb38b"),
    "felt": ("#2e7d5b", "#2e7d5b"),
    "checks": ("#d9c7a0", "#b59a6d"),
}
INKS = {"x": "#101010", "o": "#ffffff", ".": "#6b5a35"}
MARKS = {"lines": "#b71c1c", "cells": "#b71c1c", "felt": "#ffd54f", "checks": "#b71c1c"}
GAP = "   "
PANEL_WIDTH = 28


class Screen:
    """Where a terminal game is shown and typed."""

    def __init__(self, language: Language, plain: bool = False) -> None:
        self.language = language
        self.console = Console(highlight=False, markup=False, soft_wrap=True)
        encoding = (self.console.encoding or "").lower().replace("-", "")
        self.colours = not plain and bool(self.console.color_system) and not self.console.no_color
        self.stones = self.colours and encoding.startswith("utf")
        self.interactive = sys.stdin.isatty() and self.console.is_terminal
        if self.interactive:
            with suppress(ImportError):  # not on Windows, whose console edits lines itself
                import readline  # noqa: F401  # gives input() line editing and history

    def text(self, said: object) -> Text:
        """A message, or a text, as part of what is drawn."""
        return Text(self.language(said))

    def say(self, said: object = "", style: str = "") -> None:
        """Print a line: a message, an error or a text."""
        self.console.print(Text(self.language(said), style if self.colours else ""))

    def flash(self, said: object) -> None:
        """Show something that ``unflash`` takes away again; nothing where lines cannot be erased."""
        if self.interactive and self.colours:
            self.console.print(Text(self.language(said), "dim"), end="")
            self.console.file.flush()

    def unflash(self) -> None:
        """Erase what was flashed."""
        if self.interactive and self.colours:
            self.console.file.write("\r\x1b[K")
            self.console.file.flush()

    def ask(self, said: object) -> str | None:
        """Read a line; None when there will be no more."""
        prompt = self.language(said)
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                self.say()
                return None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        # What comes from a file or pipe is shown too, so that the output reads like a game.
        print(line.rstrip("\r\n")[:80], flush=True)
        return line.rstrip("\r\n") if line else None

    def stone(self, game: Game, player: int) -> Text:
        """A side's stone as it looks on the board."""
        if not (self.stones and isinstance(game, GridGame)):
            return Text("XO"[player])
        ground = Style(bgcolor=GROUNDS[game.board_style][0])
        return Text(f" {STONE} ", ground + Style(color=INKS["xo"[player]]), end="")

    def show(self, position: Position, last: int | None, panel: Sequence[Text]) -> None:
        """Draw the board with ``last`` marked, and the panel's lines beside it (or below a wide board)."""
        board = self._board(position.game, position, last)
        # The bracket of a last move in the last column must not push the panel aside.
        width = max(len(line.plain.rstrip("] ")) for line in board) + 1
        self.say()
        if width + len(GAP) + PANEL_WIDTH > self.console.width:
            for line in [*board, *filter(None, panel)]:
                self.console.print(line)
            return
        for number in range(max(len(board), len(panel))):
            line = Text()
            if number < len(board):
                line.append(board[number])
            if number < len(panel) and panel[number]:
                line.append(" " * (width - line.cell_len) + GAP).append(panel[number])
            self.console.print(line)

    def _board(self, game: Game, position: Position, last: int | None) -> list[Text]:
        if self.stones and isinstance(game, GridGame):
            return paint(game, as_grid(position).cells, () if last is None else game.move_cells(last))
        return [Text(line) for line in game.draw(position, last).splitlines()]


def paint(game: GridGame, cells: str, marked: Sequence[int]) -> list[Text]:
    """The board in colours, laid out as ``Game.draw`` lays it out."""
    size, coordinates = game.size, game.coordinates
    margin = len(str(size))
    grounds = GROUNDS[game.board_style]
    mark = Style(color=MARKS[game.board_style], bold=True)
    lines = []
    for row, label in enumerate(coordinates.rows):
        line = Text().append(f"{label:>{margin}}", "dim")
        closed = False
        for column in range(size):
            cell = row * size + column
            ground = Style(bgcolor=grounds[(row + column) % 2])
            opened = cell in marked
            bracket = "[" if opened else "]" if closed else " "
            line.append(bracket, ground + mark)
            content = cells[cell]
            line.append(POINT if content == "." else STONE, ground + Style(color=INKS[content]))
            closed = opened
        line.append("]" if closed else " ", Style(bgcolor=grounds[(row + size - 1) % 2]) + mark)
        lines.append(line)
    return [*lines, *(Text(labels, "dim") for labels in column_labels(coordinates))]
