"""What the server, the commands and the arena call: blocking methods, plain values in and out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from secrets import choice, randbelow
from time import time
from typing import Any, Self

from sqlalchemy import Connection, delete, func, insert, select

from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.store import engines, exercises
from boyi.store.changes import (
    Append,
    Change,
    Finish,
    TakeBack,
    apply,
    extra_row,
    lock_games,
    not_stored,
    read_rows,
    write_rows,
)
from boyi.store.damage import damage_of_game
from boyi.store.database import Database
from boyi.store.engines import RegisteredEngine
from boyi.store.errors import Damaged, StoreError
from boyi.store.exercises import Exercise, Kind
from boyi.store.finding import GameFilter, GameSummary, Order, conditions, find_games, summaries, summary
from boyi.store.rows import build_record, game_row
from boyi.store.tables import games, moves

ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""For ids: no two that look alike, nothing that a URL or a shell minds."""
ID_LENGTH = 12
SHARED = 2
"""Letters that the ids of an import have in common; the others cannot be guessed."""
BARE = 2
"""Columns of a move about which nothing is said: its ply and the move."""
CHUNK = 1000
"""How many games are imported in one transaction, so that a running server can write in between."""
ANY = GameFilter()


class Store:
    """Games and engines in a database. Safe to use from several threads and several processes.

    A method that returns has done its work for good: what it wrote survives the end of this process and,
    as far as the disk keeps its word, of the machine. A method that raises has changed nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str | Path | None = None, *, create: bool = True) -> Self:
        """Open a database: a file, a URL, or by default the user's own; a file may be created."""
        return cls(Database(url, create))

    @property
    def name(self) -> str:
        """The database as people know it, without a password."""
        return self._database.name

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # A game while it is played

    def begin(self, record: GameRecord, *, extra: Mapping[str, Any] | None = None) -> str:
        """Store a new game, with the moves it has; return its id."""
        row, line = game_row(record)
        with self._database.write() as connection:
            return _insert(connection, [(row, line)], extra)[0]

    def append(
        self,
        game_id: str,
        ply: int,
        move: int,
        *,
        spent: float | None = None,
        clock: float | None = None,
        evaluation: float | None = None,
        comment: str = "",
    ) -> None:
        """Store the move ``ply`` (from 1) of the main line; the same move again is fine, another is an error.

        The rules are not asked here: whoever appends has judged the move, and ``load`` checks all moves.
        """
        self._do(Append(game_id, ply, move, spent, clock, evaluation, comment))

    def take_back(self, game_id: str, plies: int) -> None:
        """Remove the last moves of the main line; a finished game is unfinished again."""
        self._do(TakeBack(game_id, plies))

    def finish(self, game_id: str, outcome: Outcome) -> None:
        """Store how the game ended; the same again is fine, another end is an error."""
        self._do(Finish(game_id, outcome))

    def apply(self, changes: Sequence[Change]) -> list[StoreError | None]:
        """Do many changes in their order in one transaction; for each, None or why it was left out."""
        if not changes:
            return []
        with self._database.write() as connection:
            return apply(connection, changes)

    # Whole games

    def load(self, game_id: str) -> GameRecord:
        """The record of a game; it ends at the last stored move."""
        with self._database.read() as connection:
            rows = read_rows(connection, game_id)
        return build_record(*rows)

    def extra(self, game_id: str) -> dict[str, Any]:
        """The plain data beside a record."""
        with self._database.read() as connection:
            found = connection.execute(select(games.c.extra).where(games.c.id == game_id)).one_or_none()
        if found is None:
            raise not_stored(game_id)
        if damage := damage_of_game({"id": game_id, "extra": found[0]}):
            raise Damaged.of(damage)
        return dict(found[0])

    def save(self, record: GameRecord, game_id: str | None = None) -> str:
        """Store a whole record, variations and all: as a new game, or in the place of a stored one."""
        if game_id is None:
            return self.begin(record)
        rows = game_row(record)
        with self._database.write() as connection:
            lock_games(connection, {game_id})
            if not _exists(connection, game_id):
                raise not_stored(game_id)
            write_rows(connection, game_id, *rows)
        return game_id

    def import_many(
        self, records: Iterable[GameRecord], progress: Callable[[int], object] | None = None
    ) -> list[str]:
        """Store many new games; return their ids. If one cannot be read or stored, none is.

        ``progress`` is told how many are stored so far.
        """
        ids: list[str] = []
        source = iter(records)
        try:
            while rows := [game_row(record) for record in islice(source, CHUNK)]:
                with self._database.write() as connection:
                    ids += _insert(connection, rows)
                if progress is not None:
                    progress(len(ids))
        except BaseException:
            for first in range(0, len(ids), CHUNK):
                with self._database.write() as connection:
                    connection.execute(delete(games).where(games.c.id.in_(ids[first : first + CHUNK])))
            raise
        return ids

    def delete(self, game_id: str) -> None:
        """Remove a game for good."""
        with self._database.write() as connection:
            if not connection.execute(delete(games).where(games.c.id == game_id)).rowcount:
                raise not_stored(game_id)

    def find(
        self, wanted: GameFilter = ANY, *, order: Order = "newest", limit: int = 50, offset: int = 0
    ) -> list[GameSummary]:
        """The games that fit, page by page."""
        statement = find_games(wanted, order, limit, offset)
        with self._database.read() as connection:
            return [summary(dict(row)) for row in connection.execute(statement).mappings()]

    def count(self, wanted: GameFilter = ANY) -> int:
        """How many games fit."""
        statement = select(func.count()).select_from(games).where(*conditions(wanted))
        with self._database.read() as connection:
            return int(connection.scalar(statement) or 0)

    def summary(self, game_id: str) -> GameSummary:
        """The short form of one game."""
        statement = summaries().where(games.c.id == game_id)
        with self._database.read() as connection:
            row = connection.execute(statement).mappings().one_or_none()
        if row is None:
            raise not_stored(game_id)
        return summary(dict(row))

    # Engines

    def add_engine(
        self, name: str, spec: str, *, game: str | None = None, note: str = ""
    ) -> RegisteredEngine:
        """Register an engine under a name."""
        with self._database.write() as connection:
            return engines.add_engine(connection, name, spec, game, note)

    def engines(self) -> list[RegisteredEngine]:
        """All registered engines."""
        with self._database.read() as connection:
            return engines.list_engines(connection)

    def engine(self, name: str) -> RegisteredEngine:
        """One registered engine."""
        with self._database.read() as connection:
            return engines.find_engine(connection, name)

    def remove_engine(self, name: str) -> None:
        """Forget a registered engine."""
        with self._database.write() as connection:
            engines.remove_engine(connection, name)

    # Exercises

    def add_exercise(
        self, kind: Kind, game: str, key: str, data: Mapping[str, Any] | None = None, *, learner: str = ""
    ) -> Exercise:
        """Keep something to be repeated, due now; what is kept already stays as it is."""
        now = time()
        new = Exercise(_new_id(), learner, kind, game, key, data or {}, 0, now, 0, 0, now)
        with self._database.write() as connection:
            return exercises.add_exercise(connection, new)

    def answer_exercise(self, exercise_id: str, right: bool) -> Exercise:
        """Count an answer; the exercise comes again after twice the time, or from the beginning."""
        with self._database.write() as connection:
            return exercises.answer_exercise(connection, exercise_id, right, time())

    def exercises(self, kind: Kind, game: str | None = None, *, learner: str = "") -> list[Exercise]:
        """The exercises of a learner, those that are due first."""
        with self._database.read() as connection:
            return exercises.list_exercises(connection, learner, kind, game)

    def exercise(self, exercise_id: str) -> Exercise:
        """One exercise."""
        with self._database.read() as connection:
            return exercises.find_exercise(connection, exercise_id)

    def remove_exercise(self, exercise_id: str) -> None:
        """Forget an exercise."""
        with self._database.write() as connection:
            exercises.remove_exercise(connection, exercise_id)

    def _do(self, change: Change) -> None:
        error = self.apply([change])[0]
        if error is not None:
            raise error


def _new_id() -> str:
    return "".join(choice(ALPHABET) for _ in range(ID_LENGTH))


def _new_ids(count: int) -> list[str]:
    """Ids of games that are stored together: neighbours in the index, so that few of its pages change."""
    if count == 1:
        return [_new_id()]
    shared = "".join(choice(ALPHABET) for _ in range(SHARED))
    ids = []
    for _ in range(count):
        number, letters = randbelow(len(ALPHABET) ** (ID_LENGTH - SHARED)), [shared]
        for _ in range(ID_LENGTH - SHARED):
            number, letter = divmod(number, len(ALPHABET))
            letters.append(ALPHABET[letter])
        ids.append("".join(letters))
    return sorted(ids)


def _insert(
    connection: Connection,
    rows: Sequence[tuple[dict[str, Any], list[dict[str, Any]]]],
    extra: Mapping[str, Any] | None = None,
) -> list[str]:
    now = time()
    moments = [now + place * 1e-6 for place in range(len(rows))]
    ids = _new_ids(len(rows))
    connection.execute(
        insert(games),
        [
            # A moment apart, so that the games of a file stay in their order.
            {"id": game_id, **row, **extra_row(extra or {}), "created": moment, "updated": moment}
            for game_id, (row, _), moment in zip(ids, rows, moments, strict=True)
        ],
    )
    bare: list[tuple[str, int, int]] = []
    told: list[dict[str, Any]] = []
    for game_id, (_, line) in zip(ids, rows, strict=True):
        if line and len(line[0]) == BARE:
            bare += [(game_id, move["ply"], move["move"]) for move in line]
        else:
            told += [{"game_id": game_id, **move} for move in line]
    if bare:
        # Most of an import's rows: the driver takes them as they are, in half the time.
        mark = "?" if connection.dialect.name == "sqlite" else "%s"
        statement = f"INSERT INTO moves (game_id, ply, move) VALUES ({mark}, {mark}, {mark})"
        connection.exec_driver_sql(statement, bare)
    if told:
        connection.execute(insert(moves), told)
    return ids


def _exists(connection: Connection, game_id: str) -> bool:
    return connection.scalar(select(games.c.id).where(games.c.id == game_id)) is not None
