"""Finding stored games: the filter and the short answer, both values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, Select, String, cast, exists, func, or_, select

from boyi.core.errors import shorten
from boyi.store.errors import StoreError
from boyi.store.tables import games, moves, storable

Result = Literal["black", "white", "draw", "finished", "unfinished"]
Order = Literal["newest", "oldest", "longest"]
MOST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted; what is None does not matter."""

    game: str | None = None
    """The name of a game, such as ``othello``."""
    player: str | None = None
    """A part of the name of either player."""
    result: Result | None = None
    text: str | None = None
    """A part of a name, a header or a comment on a move."""
    since: float | None = None
    """Changed at or after this time, in seconds since 1970."""
    hidden: bool | None = None
    """Whether the game is kept out of lists (``hidden`` in what is stored beside it)."""
    review: bool | None = None
    """Whether the game is only there to be looked at: imported, or marked so beside it."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of a list of games."""

    id: str
    game: str
    options: Mapping[str, Any]
    black: str
    white: str
    plies: int
    winner: int | None
    """0 or 1; None for a draw or a game that goes on."""
    reason: str | None
    """Why the game ended; None while it goes on."""
    score: int | None
    created: float
    """Seconds since 1970."""
    updated: float
    extra: Mapping[str, Any]
    """The plain data beside the record."""

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.reason is not None


def find_games(wanted: GameFilter, order: str, limit: int, offset: int, dialect: str) -> Select[Any]:
    """The statement that finds the games; ``summary`` reads its rows."""
    if order not in get_args(Order):
        raise StoreError(f"There is no order {shorten(order)}: choose {', '.join(get_args(Order))}.")
    if limit < 0 or offset < 0:
        raise StoreError("A list of games begins at 0 and has at least 0 games.")
    plies = select(func.count()).where(moves.c.game_id == games.c.id).scalar_subquery()
    columns = [column for column in games.c if column.name in GameSummary.__slots__]
    by = {
        "newest": games.c.updated.desc(),
        "oldest": games.c.updated.asc(),
        "longest": plies.desc(),
    }[order]
    found = select(*columns, plies.label("plies")).where(*conditions(wanted, dialect))
    return found.order_by(by, games.c.id).limit(min(limit, MOST)).offset(min(offset, MOST))


def conditions(wanted: GameFilter, dialect: str) -> list[ColumnElement[bool]]:
    """The filter as conditions on ``games``."""
    found: list[ColumnElement[bool]] = []
    if wanted.game is not None:
        found.append(games.c.game == wanted.game)
    if wanted.player is not None:
        found.append(or_(*(_has(column, wanted.player) for column in (games.c.black, games.c.white))))
    if wanted.result is not None:
        found += _result(wanted.result)
    if wanted.text is not None:
        found.append(_mentions(wanted.text, dialect))
    if wanted.hidden is not None:
        mark = func.coalesce(games.c.extra["hidden"].as_boolean(), False)
        found.append(mark if wanted.hidden else ~mark)
    if wanted.review is not None:
        mark = func.coalesce(
            games.c.extra["review"].as_boolean(), games.c.extra["room"].as_integer().is_(None)
        )
        found.append(mark if wanted.review else ~mark)
    if wanted.since is not None:
        found.append(games.c.updated >= wanted.since)
    return found


def summary(row: Mapping[str, Any]) -> GameSummary:
    """A row of ``find_games``."""
    values = dict(row)
    return GameSummary(**{**values, "black": values["black"] or "", "white": values["white"] or ""})


def _result(result: str) -> list[ColumnElement[bool]]:
    ended = games.c.reason.is_not(None)
    choices: dict[str, list[ColumnElement[bool]]] = {
        "black": [games.c.winner == 0],
        "white": [games.c.winner == 1],
        "draw": [ended, games.c.winner.is_(None)],
        "finished": [ended],
        "unfinished": [games.c.reason.is_(None)],
    }
    if result not in choices:
        raise StoreError(f"There is no result {shorten(result)}: choose {', '.join(choices)}.")
    return choices[result]


def _mentions(text: str, dialect: str) -> ColumnElement[bool]:
    sqlite = dialect == "sqlite"
    each = func.json_each(games.c.headers) if sqlite else func.json_each_text(games.c.headers)
    header = each.table_valued("key", "value")
    aside = func.json_each(games.c.asides) if sqlite else func.json_array_elements(games.c.asides)
    beside = aside.table_valued("value", name="aside")
    comment = func.json_extract if sqlite else func.json_extract_path_text
    remark = comment(beside.c.value, "$.comment" if sqlite else "comment")
    said = exists(select(1).select_from(header).where(_has(cast(header.c.value, String), text)))
    commented = exists(select(1).where(moves.c.game_id == games.c.id, _has(moves.c.comment, text)))
    return or_(
        _has(games.c.black, text),
        _has(games.c.white, text),
        said,
        commented,
        _has(games.c.root["comment"].as_string(), text),
        exists(select(1).select_from(beside).where(_has(cast(remark, String), text))),
    )


def _has(column: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    return column.icontains(storable(text), autoescape=True)
