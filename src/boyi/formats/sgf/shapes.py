"""Circles, arrows and letters drawn on a board, as the properties of a node that SGF has for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from boyi.core.errors import BoyiError
from boyi.core.grid import GridGame
from boyi.formats.sgf.games import DIALECTS, format_cell, parse_cell, parse_cells
from boyi.formats.sgf.tree import escape, unescape

ShapeKind = Literal["circle", "triangle", "square", "cross", "label", "arrow", "line"]
POINTS: dict[ShapeKind, str] = {"circle": "CR", "triangle": "TR", "square": "SQ", "cross": "MA"}
"""Shapes on one cell."""
WAYS: dict[ShapeKind, str] = {"arrow": "AR", "line": "LN"}
"""Shapes from one cell to another."""
LABEL = "LB"
MOST = 400
"""Shapes of one node that are read."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing drawn on the board; cells are numbered row by row from the top left."""

    kind: ShapeKind
    cell: int
    to: int | None = None
    """Where an arrow or a line ends."""
    text: str = ""
    """What a label says."""


def read_shapes(game: GridGame, properties: dict[str, list[str]]) -> list[Shape]:
    """What a node's properties draw; what names no cell of the board is left out.

    >>> import boyi
    >>> game = boyi.game("gomoku")
    >>> read_shapes(game, {"CR": ["aa"], "AR": ["aa:ba"], "LB": ["ca:x"], "TR": ["?"]})
    ... # doctest: +NORMALIZE_WHITESPACE
    [Shape(kind='circle', cell=0, to=None, text=''), Shape(kind='arrow', cell=0, to=1, text=''),
     Shape(kind='label', cell=2, to=None, text='x')]
    """
    found: list[Shape] = []
    for kind, name in POINTS.items():
        for value in properties.get(name, []):
            found += [Shape(kind, cell) for cell in _cells(game, value)]
    for kind, name in WAYS.items():
        for value in properties.get(name, []):
            start, _, end = unescape(value).partition(":")
            cells = [*_cell(game, start), *_cell(game, end)]
            if len(cells) == 2:
                found.append(Shape(kind, cells[0], cells[1]))
    for value in properties.get(LABEL, []):
        where, _, text = value.partition(":")
        found += [Shape("label", cell, text=unescape(text)) for cell in _cell(game, where)]
    return found[:MOST]


def write_shapes(game: GridGame, properties: dict[str, list[str]], shapes: Iterable[Shape]) -> None:
    """Put shapes among a node's properties, in the place of those that were there.

    >>> import boyi
    >>> properties = {"C": ["kept"], "CR": ["cc"]}
    >>> write_shapes(boyi.game("othello"), properties, [Shape("arrow", 0, 9)])
    >>> properties
    {'C': ['kept'], 'AR': ['a1:b2']}
    """
    for name in (*POINTS.values(), *WAYS.values(), LABEL):
        properties.pop(name, None)
    for shape in shapes:
        where = _name(game, shape.cell)
        if shape.kind == "label":
            properties.setdefault(LABEL, []).append(f"{where}:{escape(shape.text, ':')}")
        elif shape.kind in POINTS:
            properties.setdefault(POINTS[shape.kind], []).append(where)
        elif shape.to is not None:
            properties.setdefault(WAYS[shape.kind], []).append(f"{where}:{_name(game, shape.to)}")


def _name(game: GridGame, cell: int) -> str:
    """A cell as SGF writes it; games that SGF does not know use their own names."""
    return format_cell(game, cell) if game.name in DIALECTS else game.coordinates.name(cell)


def _cell(game: GridGame, text: str) -> list[int]:
    try:
        return [parse_cell(game, text)]
    except BoyiError:
        return []


def _cells(game: GridGame, value: str) -> list[int]:
    try:
        return parse_cells(game, [value])
    except BoyiError:
        return []
