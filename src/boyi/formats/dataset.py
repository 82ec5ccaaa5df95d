"""Games as tables for a researcher's tools: a row for each position, as Parquet or as arrays of NumPy.

PyArrow and NumPy are not needed otherwise; ``pip install 'boyi[data]'`` brings both.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

from boyi.core.grid import GridGame, as_grid
from boyi.core.record import GameRecord
from boyi.formats.errors import CannotWrite
from boyi.formats.sgf.marks import mark_of

DATASETS = ("parquet", "npz")
"""The formats, by the ending of their files."""
COLUMNS: dict[str, str] = {
    "game_id": "string",
    "game": "string",
    "options": "string",
    "black": "string",
    "white": "string",
    "ply": "int32",
    "position": "string",
    "turn": "int8",
    "move": "int32",
    "move_text": "string",
    "evaluation": "float32",
    "seconds": "float32",
    "mark": "string",
    "result": "float32",
    "reason": "string",
    "score": "int32",
}
"""The columns of a table and their types; docs/formats.md says what they mean."""
CELLS = {".": 0, "x": 1, "o": -1}


def rows(games: Iterable[tuple[str, GameRecord]]) -> Iterator[dict[str, Any]]:
    """A row for each position of the main lines in which a move was made, in their order.

    >>> import boyi
    >>> record = boyi.GameRecord(boyi.game("tictactoe"))
    >>> _ = record.play_text("b2 a1")
    >>> [(row["ply"], row["position"], row["move_text"]) for row in rows([("g", record)])]
    [(0, '3/3/3 x', 'b2'), (1, '3/1x1/3 o', 'a1')]
    """
    for name, record in games:
        game, outcome = record.game, record.outcome
        options = " ".join(f"{key}={value}" for key, value in game.settings.items())
        for ply, (before, node) in enumerate(pairwise(record.main_line())):
            position, entry = record.position_at(before), record.nodes[node]
            assert entry.move is not None
            yield {
                "game_id": name,
                "game": game.name,
                "options": options,
                "black": record.headers.get("black", ""),
                "white": record.headers.get("white", ""),
                "ply": ply,
                "position": game.format_position(position),
                "turn": position.turn,
                "move": entry.move,
                "move_text": game.format_move(entry.move, position),
                "evaluation": entry.evaluation,
                "seconds": entry.spent,
                "mark": mark_of(entry.properties),
                "result": None if outcome is None else outcome.value(0),
                "reason": "" if outcome is None else outcome.reason,
                "score": None if outcome is None else outcome.score,
            }


def write_parquet(games: Iterable[tuple[str, GameRecord]]) -> bytes:
    """The table as a Parquet file."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise _missing("PyArrow", "parquet") from None
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in COLUMNS.items()])
    table = arrow.Table.from_pylist(list(rows(games)), schema=schema)
    target = io.BytesIO()
    parquet.write_table(table, target, compression="zstd")
    return target.getvalue()


def write_npz(games: Iterable[tuple[str, GameRecord]]) -> bytes:
    """The same as arrays; the boards are of one size: ``cells`` is 1 for black, -1 for white, 0 for empty."""
    try:
        import numpy
    except ImportError:
        raise _missing("NumPy", "npz") from None
    found = list(games)
    kinds = {(record.game.name, record.game.settings.get("size")) for _, record in found}
    if len(kinds) != 1 or not all(isinstance(record.game, GridGame) for _, record in found):
        raise CannotWrite("npz holds games of one kind and board size on a grid: choose them with --game.")
    size = as_grid(found[0][1].start).game.size
    table = list(rows(found))
    boards = [
        [CELLS[cell] for cell in as_grid(record.position_at(node)).cells]
        for _, record in found
        for node in record.main_line()[:-1]
    ]
    numbers = {name: index for index, name in enumerate(dict.fromkeys(row["game_id"] for row in table))}
    nan = float("nan")

    def column(name: str) -> list[float]:
        return [nan if row[name] is None else row[name] for row in table]

    target = io.BytesIO()
    numpy.savez_compressed(
        target,
        cells=numpy.array(boards, dtype=numpy.int8).reshape(-1, size, size),
        turn=numpy.array([row["turn"] for row in table], dtype=numpy.int8),
        move=numpy.array([row["move"] for row in table], dtype=numpy.int32),
        ply=numpy.array([row["ply"] for row in table], dtype=numpy.int32),
        evaluation=numpy.array(column("evaluation"), dtype=numpy.float32),
        result=numpy.array(column("result"), dtype=numpy.float32),
        score=numpy.array(column("score"), dtype=numpy.float32),
        game=numpy.array([numbers[row["game_id"]] for row in table], dtype=numpy.int32),
        game_ids=numpy.array(list(numbers)),
    )
    return target.getvalue()


def write_dataset(games: Iterable[tuple[str, GameRecord]], name: str) -> bytes:
    """Games, each with a name, as one of the ``DATASETS``."""
    return write_parquet(games) if name == "parquet" else write_npz(games)


def _missing(library: str, name: str) -> CannotWrite:
    return CannotWrite(
        "{name} needs {library}, which is not installed: pip install 'boyi[data]'.",
        name=name,
        library=library,
    )
