"""What a step shows, as plain data: texts in every language, numbers as numbers, boards as cells.

A view is a dictionary that JSON can hold. A message in it becomes a mapping from the code of each language to
its text, so that the page or program that shows it chooses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, GridPosition
from boyi.core.language import languages
from boyi.core.message import Message, Term
from boyi.drawing.tree import Drawn

View = dict[str, Any]
Number = float | int | str | Message | Term | None


@dataclass(frozen=True, slots=True)
class ViewFormat:
    """How views are written."""

    digits: int | None = None
    """Of a fraction after the point; None: all."""
    drawing: bool = True
    """Whether a step has the part of the tree around its node drawn; a page may ask for the tree instead."""


EXACT = ViewFormat()
SHORT = ViewFormat(digits=6)
"""For pages, which show fewer digits."""


@dataclass(frozen=True)
class Table:
    """Rows of numbers; ``chosen`` is the row that was taken."""

    columns: tuple[Message | str, ...]
    rows: Sequence[Sequence[Number]]
    chosen: int | None = None
    title: Message | None = None

    def to_data(self, form: ViewFormat = EXACT) -> View:
        """Plain data."""
        return {
            "title": plain(self.title, form),
            "columns": plain(self.columns, form),
            "rows": [_row(row, form) for row in self.rows],
            "chosen": self.chosen,
        }


@dataclass(frozen=True)
class Question:
    """What a reader can be asked before the step is shown."""

    text: Message
    options: tuple[Number, ...]
    answer: int
    """The place of the right option."""

    def to_data(self, form: ViewFormat = EXACT) -> View:
        """Plain data."""
        return {"text": plain(self.text, form), "options": plain(self.options, form), "answer": self.answer}


@dataclass(frozen=True)
class Step:
    """Everything that a step shows."""

    kind: str
    text: Message
    formula: tuple[str, ...] = ()
    """Lines of a calculation with its numbers; the same in every language."""
    position: Position | None = None
    last: int | None = None
    """The move that led to the position."""
    tables: tuple[Table, ...] = ()
    path: tuple[str, ...] = ()
    """The moves from the root to the node that the step is about."""
    counts: Mapping[Message, Number] = field(default_factory=dict)
    game: tuple[Position, tuple[int, ...]] | None = None
    """A random game: where it began, and its moves."""
    focus: int | None = None
    """The node of the tree that the step is about."""
    question: Question | None = None
    marks: Mapping[int, str] = field(default_factory=dict)
    """Short texts on cells of the board."""
    points: Sequence[tuple[float, float]] = ()
    """Points of the unit square, with the quarter circle."""

    def to_data(self, number: int, level: str, form: ViewFormat = EXACT, tree: Sequence[Drawn] = ()) -> View:
        """The view of the step with this number; ``tree`` is the drawn part of it."""
        found = {
            "step": number,
            "level": level,
            "kind": self.kind,
            "text": plain(self.text, form),
            "formula": list(self.formula),
            "board": None if self.position is None else board(self.position, self.last, self.marks),
            "tables": [table.to_data(form) for table in self.tables],
            "path": list(self.path),
            "counts": [[plain(label, form), plain(value, form)] for label, value in self.counts.items()],
            "game": None if self.game is None else random_game(*self.game),
            "tree": [list(node) for node in tree],
            "ask": None if self.question is None else self.question.to_data(form),
        }
        return found | ({"points": [list(point) for point in self.points]} if self.points else {})


def plain(value: object, form: ViewFormat = EXACT) -> Any:
    """A value without our own types: a message is its text in every language."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return "∞" if value > 0 else "-∞"
        return value if form.digits is None else round(value, form.digits)
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Message | Term | BoyiError):
        return languages(value)
    if isinstance(value, Mapping):
        return {key: plain(one, form) for key, one in value.items()}
    return [plain(one, form) for one in value] if isinstance(value, Iterable) else value


def _row(row: Sequence[Number], form: ViewFormat) -> list[Any]:
    """A row of a table; most of a view are its cells, so numbers and words are written here at once."""
    cells: list[Any] = []
    for one in row:
        if type(one) is int or type(one) is str:
            cells.append(one)
        elif type(one) is float and math.isfinite(one):
            cells.append(one if form.digits is None else round(one, form.digits))
        else:
            cells.append(plain(one, form))
    return cells


def board(position: Position, last: int | None = None, marks: Mapping[int, str] | None = None) -> View:
    """A position to be drawn; a game that has no grid brings its own text."""
    found: View = {"position": position.game.format_position(position), "turn": position.turn}
    if isinstance(position, GridPosition):
        cells = position.game.move_cells(last) if last is not None else ()
        found |= {"cells": position.cells, "last": list(cells)}
    else:
        found |= {"text": position.game.draw(position, last)}
    return found | ({"marks": {str(cell): text for cell, text in marks.items()}} if marks else {})


def surroundings(game: Game) -> View:
    """What all boards of a game have in common, for drawing them."""
    found: View = {
        "name": game.name,
        "title": languages(game.title),
        "players": [languages(Term(name)) for name in game.players],
    }
    if isinstance(game, GridGame):
        found |= {
            "size": game.size,
            "style": game.board_style,
            "columns": list(game.coordinates.columns),
            "rows": list(map(str, game.coordinates.rows)),
            "stars": list(game.star_points()),
        }
    return found


def random_game(start: Position, moves: tuple[int, ...]) -> View:
    """A game move by move: how each is written and which cells it changes."""
    words, changes, position = [], [], start
    for move in moves:
        after = position.play(move)
        words.append(position.game.format_move(move, position))
        if isinstance(position, GridPosition) and isinstance(after, GridPosition):
            old, new = position.cells, after.cells
            changes.append([[cell, new[cell]] for cell in range(len(new)) if new[cell] != old[cell]])
        position = after
    return {"moves": words, "changes": changes, "end": position.game.format_position(position)}
