"""Exercises that are repeated: mistakes of one's own games, and puzzles that were tried.

Repetition is by boxes (Leitner): who finds the move puts the exercise into the next box and sees it again
after twice the time; who does not begins with the first box again.

>>> [days_of(box) for box in (0, 1, 2, 6, 9)]
[1, 2, 4, 64, 64]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from boyi.store.errors import NotStored, StoreError
from boyi.store.tables import Unreadable, exercises, storable

Kind = Literal["mistake", "puzzle"]
LAST_BOX = 6
DAY = 86_400.0
MOST = 5_000
"""Exercises of one learner."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to be found, and how it went so far."""

    id: str
    learner: str
    """Who repeats it; empty for who sits at the machine."""
    kind: Kind
    game: str
    key: str
    """What makes it different from others of its kind and game."""
    data: Mapping[str, Any]
    box: int
    due: float
    """When it is to be repeated, in seconds since 1970."""
    tries: int
    solved: int
    """How often it was solved."""
    created: float


def days_of(box: int) -> int:
    """Days after which an exercise of this box is repeated."""
    return int(2 ** min(box, LAST_BOX))


def add_exercise(connection: Connection, new: Exercise) -> Exercise:
    """Keep an exercise; one that is there already stays as it is, and is returned."""
    if (old := _find(connection, new)) is not None:
        return find_exercise(connection, old)
    count = connection.scalar(
        select(func.count()).select_from(exercises).where(exercises.c.learner == new.learner)
    )
    if (count or 0) >= MOST:
        raise StoreError("{count} exercises are kept already: delete some first.", count=MOST)
    values = {name: getattr(new, name) for name in Exercise.__slots__}
    connection.execute(insert(exercises).values(**values | {"data": storable(dict(new.data))}))
    return new


def answer_exercise(connection: Connection, exercise_id: str, right: bool, now: float) -> Exercise:
    """Count an answer and say when the exercise comes again."""
    old = find_exercise(connection, exercise_id)
    box = min(old.box + 1, LAST_BOX) if right else 0
    if right and old.due > now:
        box = old.box  # repeated before its time: it says nothing about how long it is remembered
    values = {
        "box": box,
        "due": now + days_of(box) * DAY if right else now,
        "tries": old.tries + 1,
        "solved": old.solved + right,
    }
    connection.execute(update(exercises).where(exercises.c.id == exercise_id).values(**values))
    return find_exercise(connection, exercise_id)


def list_exercises(
    connection: Connection, learner: str, kind: Kind, game: str | None = None
) -> list[Exercise]:
    """The exercises of a learner, those that are due first."""
    wanted = (exercises.c.learner == learner) & (exercises.c.kind == kind)
    if game is not None:
        wanted &= exercises.c.game == game
    found = connection.execute(select(exercises).where(wanted).order_by(exercises.c.due, exercises.c.id))
    return [one for row in found if (one := _read(row)) is not None]


def find_exercise(connection: Connection, exercise_id: str) -> Exercise:
    """An exercise by its id."""
    row = connection.execute(select(exercises).where(exercises.c.id == exercise_id)).one_or_none()
    if row is None or (found := _read(row)) is None:
        raise NotStored("There is no such exercise.")
    return found


def remove_exercise(connection: Connection, exercise_id: str) -> None:
    """Forget an exercise."""
    if not connection.execute(delete(exercises).where(exercises.c.id == exercise_id)).rowcount:
        raise NotStored("There is no such exercise.")


def _find(connection: Connection, wanted: Exercise) -> str | None:
    same = [exercises.c[name] == getattr(wanted, name) for name in ("learner", "kind", "game", "key")]
    found: str | None = connection.scalar(select(exercises.c.id).where(*same))
    return found


def _read(row: Row[Any]) -> Exercise | None:
    """A row as a value; one whose data is damaged is passed over."""
    values = dict(row._mapping)
    return None if isinstance(values["data"], Unreadable) else Exercise(**values)
