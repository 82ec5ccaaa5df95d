"""Finding stored games: the filter and the short answer, both values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, Select, func, or_, select

from boyi.core.errors import shorten
from boyi.core.message import Message, listing
from boyi.store.damage import damage_of_game, damage_of_line
from boyi.store.errors import StoreError
from boyi.store.tables import games, moves, storable

Result = Literal["black", "white", "draw", "finished", "unfinished"]
Order = Literal["newest", "oldest", "longest", "name"]
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
    before: float | None = None
    """Changed before this time."""
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
    """0 or 1; None for a draw or a game that is not over."""
    reason: str | None
    """Why the game ended; None while it is not over."""
    score: int | None
    created: float
    """Seconds since 1970."""
    updated: float
    extra: Mapping[str, Any]
    """The plain data beside the record."""
    damaged: Message | None = None
    """What is wrong with the stored rows, as a sentence; other fields may then be empty."""

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.reason is not None


def find_games(wanted: GameFilter, order: str, limit: int, offset: int) -> Select[Any]:
    """The statement that finds the games; ``summary`` reads its rows."""
    if order not in get_args(Order):
        raise StoreError(
            "There is no order {order}: choose {offered}.",
            order=shorten(order),
            offered=listing(get_args(Order)),
        )
    if limit < 0 or offset < 0:
        raise StoreError("A list of games begins at 0 and has at least 0 games.")
    # Among equals the ids go the same way, so that an index with the id is read in its order.
    by: dict[str, list[ColumnElement[Any]]] = {
        "newest": [games.c.updated.desc(), games.c.id.desc()],
        "oldest": [games.c.updated, games.c.id],
        "longest": [games.c.length.desc(), games.c.id.desc()],
        "name": [games.c.black, games.c.white, games.c.id],
    }
    # First which games, then their moves: those of the games before the page need not be counted.
    page = select(games.c.id).where(*conditions(wanted)).order_by(*by[order])
    page = page.limit(min(limit, MOST)).offset(min(offset, MOST))
    return summaries().where(games.c.id.in_(page)).order_by(*by[order])


def summaries() -> Select[Any]:
    """The statement for all games, in no order; ``summary`` reads its rows."""
    plies = select(func.count()).where(moves.c.game_id == games.c.id).scalar_subquery()
    last = select(func.max(moves.c.ply)).where(moves.c.game_id == games.c.id).scalar_subquery()
    columns = [column for column in games.c if column.name in GameSummary.__slots__]
    return select(*columns, plies.label("plies"), last.label("last"), games.c.length)


def conditions(wanted: GameFilter) -> list[ColumnElement[bool]]:
    """The filter as conditions on ``games``."""
    found: list[ColumnElement[bool]] = []
    if wanted.game is not None:
        found.append(games.c.game == wanted.game)
    if wanted.player is not None:
        found.append(or_(*(_has(column, wanted.player) for column in (games.c.black, games.c.white))))
    if wanted.result is not None:
        found += _result(wanted.result)
    if wanted.text is not None:
        found.append(games.c.words.contains(storable(wanted.text.lower()), autoescape=True))
    if wanted.hidden is not None:
        found.append(games.c.hidden.is_(wanted.hidden))
    if wanted.review is not None:
        found.append(games.c.review.is_(wanted.review))
    if wanted.since is not None:
        found.append(games.c.updated >= wanted.since)
    if wanted.before is not None:
        found.append(games.c.updated < wanted.before)
    return found


def summary(row: Mapping[str, Any]) -> GameSummary:
    """A row of ``find_games``; what is damaged in it is left out and said."""
    damaged = damage_of_game(row) or damage_of_line(str(row["id"]), row["plies"], row["last"], row["length"])
    values: dict[str, Any] = {name: row[name] for name in ("id", "plies", "winner", "reason", "score")}
    values |= {name: _kept(row[name], str, "") for name in ("game", "black", "white")}
    values |= {name: _kept(row[name], dict, {}) for name in ("options", "extra")}
    values |= {name: _kept(row[name], float, 0.0) for name in ("created", "updated")}
    if damaged is not None:
        values |= {"winner": None, "reason": None, "score": None}
    return GameSummary(**values, damaged=damaged)


def _kept(value: Any, kind: type, empty: Any) -> Any:
    return value if isinstance(value, kind) else empty


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
        raise StoreError(
            "There is no result {result}: choose {offered}.", result=shorten(result), offered=listing(choices)
        )
    return choices[result]


def _has(column: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    return column.icontains(storable(text), autoescape=True)
