"""The tables, each fact in one column.

A game is one row of ``games`` (what it is, who plays, how it ended) and one row of ``moves`` for each move
of the main line, so that a move played is one small row written. What is beside the main line, the
variations of a reviewed game, is plain data in ``games.asides``: a list of nodes as ``GameRecord.to_data``
gives them, each with the ply of the main line that it follows (``ply``) or its parent's place in the list
(``parent``). What is said about the start itself is ``games.root``.

No fact stands in two places: the names of the players are columns and not in ``headers``; ``winner``,
``reason`` and ``score`` are the result, and ``stated`` says whether the record gave it or the board did. The
exceptions are ``length``, how many rows of ``moves`` a game must have (without it a game whose last row is
lost would be another, shorter game), and what lists are found by (``searching.py``): ``hidden`` and
``review``, which ``extra`` says too, and ``words``, the names, headers and comments in small letters.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    true,
)

from boyi.core.errors import shorten
from boyi.store.errors import StoreError

VERSION = "0005"
"""The migration that these tables are."""
VERSION_TABLE = "boyi_version"
REPLACEMENT = "\ufffd"


def storable(value: Any) -> Any:
    r"""Plain data without the two things no database takes in a text: NUL, and halves of characters.

    >>> storable({"a": ["b\x00", 1]})
    {'a': ['b�', 1]}
    """
    if isinstance(value, str):
        value = value.replace("\0", REPLACEMENT)
        return (
            value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    if isinstance(value, dict):
        return {storable(key): storable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [storable(inner) for inner in value]
    return value


def dump(value: Any) -> str:
    """Plain data as the JSON that is stored."""
    try:
        return json.dumps(storable(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(
            "What is not plain data cannot be stored: {why}.", why=shorten(error, 80)[1:-1]
        ) from None


class Unreadable:
    """Stands for stored plain data that is none."""


def parse(text: str | bytes) -> Any:
    """Stored plain data; one damaged value is ``Unreadable`` and does not keep others from being read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return Unreadable()


class OutsideText(TypeDecorator[str]):
    """Text that came from outside."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        """Make it fit for the database."""
        cleaned: str | None = storable(value)
        return cleaned


PLAIN = JSON(none_as_null=True)
metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", PLAIN, nullable=False),
    Column("start", Text, nullable=False),
    Column("black", OutsideText),
    Column("white", OutsideText),
    Column("headers", PLAIN, nullable=False),
    Column("winner", Integer),
    Column("reason", OutsideText),
    Column("score", Integer),
    Column("stated", Boolean, nullable=False),
    Column("root", PLAIN),
    Column("asides", PLAIN),
    Column("extra", PLAIN, nullable=False),
    Column("length", Integer, nullable=False, server_default="0"),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("review", Boolean, nullable=False, server_default=true()),
    Column("words", OutsideText, nullable=False, server_default=""),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Index("games_by_time", "updated"),
    Index("games_by_game", "game", "updated"),
    Index("games_listed", "hidden", "updated"),
    Index("games_listed_by_game", "hidden", "game", "updated"),
    Index("games_listed_by_result", "hidden", "winner", "reason", "updated"),
    Index("games_listed_by_name", "hidden", "black", "white"),
    Index("games_listed_by_length", "hidden", "length", "id"),
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Integer, nullable=False),
    Column("spent", Double),
    Column("clock", Double),
    Column("evaluation", Double),
    Column("comment", OutsideText),
    Column("properties", PLAIN),
)

engines = Table(
    "engines",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("spec", OutsideText, nullable=False),
    Column("game", String(40)),
    Column("note", OutsideText, nullable=False),
    Column("added", Double, nullable=False),
)

exercises = Table(
    "exercises",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("learner", String(80), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("game", String(40), nullable=False),
    Column("key", String(80), nullable=False),
    Column("data", PLAIN, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("created", Double, nullable=False),
    UniqueConstraint("learner", "kind", "game", "key", name="exercises_of_learner"),
    Index("exercises_due", "learner", "kind", "due"),
)
