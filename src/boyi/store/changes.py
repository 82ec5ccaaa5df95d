"""What can happen to a stored game, as values, and doing many of them in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import time
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from boyi.core.errors import shorten
from boyi.core.message import Term
from boyi.core.outcome import Outcome
from boyi.store.errors import Conflict, NotStored, StoreError
from boyi.store.rows import Row, build_record, game_row, move_row, outcome_of, outcome_row
from boyi.store.searching import is_hidden, is_review
from boyi.store.tables import dump, games, moves, storable

# Made once, because every batch of moves asks them: making them takes as long as carrying them out.
_AMONG = games.c.id.in_(bindparam("ids", expanding=True))
_LOCK = select(games.c.id).where(_AMONG).order_by(games.c.id).with_for_update()
_STATES = select(
    games.c.id,
    games.c.winner,
    games.c.reason,
    games.c.score,
    games.c.asides.is_not(None).label("branched"),
    games.c.length,
).where(_AMONG)
_MOVES = insert(moves)
_TOUCH = (
    update(games)
    .where(games.c.id == bindparam("which"))
    .values(updated=bindparam("now"), length=bindparam("plies"))
)


@dataclass(frozen=True, slots=True)
class Append:
    """The move ``ply`` of the main line was played; the first move is ply 1."""

    game_id: str
    ply: int
    move: int
    spent: float | None = None
    clock: float | None = None
    evaluation: float | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last ``plies`` moves were taken back, and with them the result."""

    game_id: str
    plies: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The game has ended."""

    game_id: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class SetExtra:
    """What the server keeps beside the record is now this."""

    game_id: str
    extra: Mapping[str, Any] = field(default_factory=dict)


Change = Append | TakeBack | Finish | SetExtra


@dataclass(slots=True)
class _State:
    """What must be known of a game to judge a change."""

    plies: int
    outcome: Outcome | None
    asides: bool


def apply(connection: Connection, changes: Sequence[Change]) -> list[StoreError | None]:
    """Do the changes in their order; for each, None or why it was not done (the others are)."""
    batch = _Batch(connection, {change.game_id for change in changes})
    answers = [batch.do(change) for change in changes]
    batch.flush()
    return answers


def lock_games(connection: Connection, ids: set[str]) -> None:
    """Keep others from changing these games until the transaction ends."""
    if connection.dialect.name == "sqlite":
        return  # it has one writer anyway
    # In one order everywhere, so that two writers never wait for each other.
    connection.execute(_LOCK, {"ids": sorted(ids)})


class _Batch:
    def __init__(self, connection: Connection, ids: set[str]) -> None:
        self._connection = connection
        lock_games(connection, ids)
        self._states = self._read_states(ids)
        self._rows: list[Row] = []
        self._touched: set[str] = set()

    def do(self, change: Change) -> StoreError | None:
        state = self._states.get(change.game_id)
        if state is None:
            return not_stored(change.game_id)
        try:
            if isinstance(change, Append):
                self._append(change, state)
            elif isinstance(change, TakeBack):
                self._take_back(change, state)
            elif isinstance(change, Finish):
                self._finish(change, state)
            else:
                dump(change.extra)  # what cannot be stored must not spoil the others' transaction
                self._update(change.game_id, extra_row(change.extra))
        except StoreError as error:
            return error
        if not isinstance(change, SetExtra):  # who looks at a game does not make it newer
            self._touched.add(change.game_id)
        return None

    def flush(self) -> None:
        """Write what was collected."""
        self._flush_moves()
        if self._touched:
            now = time()
            self._connection.execute(
                _TOUCH,
                [
                    {"which": game_id, "now": now, "plies": self._states[game_id].plies}
                    for game_id in sorted(self._touched)
                ],
            )
            self._touched.clear()

    def _append(self, change: Append, state: _State) -> None:
        ply = change.ply
        row = move_row(
            ply,
            {
                "move": change.move,
                "spent": change.spent,
                "clock": change.clock,
                "evaluation": change.evaluation,
                "comment": change.comment,
            },
        )
        if 1 <= ply <= state.plies:
            self._flush_moves()
            where = (moves.c.game_id == change.game_id) & (moves.c.ply == ply)
            if self._connection.scalar(select(moves.c.move).where(where)) != change.move:
                raise Conflict(
                    "Move {ply} of the game {game_id} was played already, and is another.",
                    ply=ply,
                    game_id=change.game_id,
                )
            return
        if ply != state.plies + 1:
            raise Conflict(
                "Move {ply} of the game {game_id} does not fit: it has {plies} moves so far.",
                ply=ply,
                game_id=change.game_id,
                plies=state.plies,
            )
        if state.outcome is not None:
            raise Conflict(
                "The game {game_id} is over ({reason}); no move can follow.",
                game_id=change.game_id,
                reason=Term(state.outcome.reason),
            )
        self._rows.append({"game_id": change.game_id, **row})
        if change.comment:
            self._update(change.game_id, {"words": games.c.words + "\n" + storable(change.comment.lower())})
        state.plies = ply

    def _take_back(self, change: TakeBack, state: _State) -> None:
        if not 0 <= change.plies <= state.plies:
            raise Conflict(
                "{plies} moves cannot be taken back: the game {game_id} has {length}.",
                plies=change.plies,
                game_id=change.game_id,
                length=state.plies,
            )
        self._flush_moves()
        if state.asides:
            # Variations may go with the moves they hang on; the record knows which.
            record = build_record(*read_rows(self._connection, change.game_id))
            record.take_back(change.plies)
            write_rows(self._connection, change.game_id, *game_row(record))
            self._states |= self._read_states({change.game_id})
            return
        state.plies -= change.plies
        state.outcome = None
        self._connection.execute(
            delete(moves).where(moves.c.game_id == change.game_id, moves.c.ply > state.plies)
        )
        self._update(change.game_id, {**outcome_row(None), "stated": False})

    def _finish(self, change: Finish, state: _State) -> None:
        end = change.outcome
        if not isinstance(end.reason, str) or end.winner not in (None, 0, 1):
            raise StoreError("{end} is not how a game ends.", end=shorten(end))
        if state.outcome not in (None, change.outcome):
            raise Conflict(
                "The game {game_id} has ended already ({reason}).",
                game_id=change.game_id,
                reason=Term(state.outcome.reason),
            )
        state.outcome = change.outcome
        self._update(change.game_id, {**outcome_row(change.outcome), "stated": True})

    def _update(self, game_id: str, values: Row) -> None:
        self._connection.execute(update(games).where(games.c.id == game_id).values(**values))

    def _flush_moves(self) -> None:
        if self._rows:
            self._connection.execute(_MOVES, self._rows)
            self._rows = []

    def _read_states(self, ids: set[str]) -> dict[str, _State]:
        found = self._connection.execute(_STATES, {"ids": sorted(ids)}).mappings()
        return {
            row["id"]: _State(row["length"], outcome_of(dict(row)), bool(row["branched"])) for row in found
        }


def extra_row(extra: Mapping[str, Any]) -> Row:
    """What is kept beside a record, and the columns that follow from it."""
    return {"extra": dict(extra), "hidden": is_hidden(extra), "review": is_review(extra)}


def not_stored(game_id: str) -> NotStored:
    """The sentence for an id that nothing has."""
    return NotStored("There is no stored game {game_id}.", game_id=shorten(game_id))


def read_rows(connection: Connection, game_id: str) -> tuple[Row, list[Row]]:
    """A game's row and its moves in their order."""
    row = connection.execute(select(games).where(games.c.id == game_id)).mappings().one_or_none()
    if row is None:
        raise not_stored(game_id)
    found = connection.execute(select(moves).where(moves.c.game_id == game_id).order_by(moves.c.ply))
    return dict(row), [dict(move) for move in found.mappings()]


def write_rows(connection: Connection, game_id: str, row: Row, line: Sequence[Row]) -> None:
    """Put another record in the place of a stored one."""
    connection.execute(update(games).where(games.c.id == game_id).values(**row, updated=time()))
    connection.execute(delete(moves).where(moves.c.game_id == game_id))
    if line:
        connection.execute(insert(moves), [{"game_id": game_id, **move} for move in line])
