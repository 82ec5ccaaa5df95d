"""Registered engines: a word that stands for a player's spec."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import time

from sqlalchemy import Connection, delete, insert, select

from boyi.core.errors import did_you_mean, shorten
from boyi.core.message import Message, Term, listing
from boyi.store.errors import Conflict, NotStored, StoreError
from boyi.store.specs import NAME, is_reserved
from boyi.store.tables import engines


@dataclass(frozen=True, slots=True)
class RegisteredEngine:
    """What is known of an engine under its name."""

    name: str
    spec: str
    game: str | None
    """The only game it plays, if it is said."""
    note: str
    added: float
    """Seconds since 1970."""

    def spec_for(self, game: str | None) -> str:
        """Its spec, if it may play this game."""
        if game is not None and self.game is not None and game != self.game:
            raise Conflict(
                "The engine {name} plays {game} only, not {other}.",
                name=self.name,
                game=Term(self.game),
                other=Term(game),
            )
        return self.spec


def add_engine(connection: Connection, name: str, spec: str, game: str | None, note: str) -> RegisteredEngine:
    """Register an engine; the same again is fine, another spec under a name in use is not."""
    if not re.fullmatch(NAME, name):
        raise StoreError(
            "{name} is no name for an engine: use up to 40 of a-z, 0-9, _ and -.", name=shorten(name)
        )
    if is_reserved(name):
        raise Conflict("{name} is a player that Boyi has already: choose another name.", name=name)
    if not spec.strip():
        raise StoreError("The engine {name} needs a spec, for example mcts:time=2.", name=name)
    new = RegisteredEngine(name, spec.strip(), game, note, time())
    known = {engine.name: engine for engine in list_engines(connection)}
    if (old := known.get(name)) is not None:
        if (old.spec, old.game) != (new.spec, new.game):
            raise Conflict(
                "There is an engine {name} already ({spec}): remove it first.", name=name, spec=old.spec
            )
        return old
    if any(re.fullmatch(NAME, new.spec) and new.spec == other for other in known):
        raise StoreError(
            "{spec} is a registered engine itself: give {name} a spec of its own.", spec=new.spec, name=name
        )
    connection.execute(
        insert(engines).values(name=name, spec=new.spec, game=game, note=note, added=new.added)
    )
    return new


def list_engines(connection: Connection) -> list[RegisteredEngine]:
    """All engines by name."""
    found = connection.execute(select(engines).order_by(engines.c.name)).mappings()
    return [RegisteredEngine(**row) for row in found]


def find_engine(connection: Connection, name: str) -> RegisteredEngine:
    """The engine of this name."""
    row = connection.execute(select(engines).where(engines.c.name == name)).mappings().one_or_none()
    if row is None:
        raise _unknown(connection, name)
    return RegisteredEngine(**row)


def remove_engine(connection: Connection, name: str) -> None:
    """Forget an engine."""
    if not connection.execute(delete(engines).where(engines.c.name == name)).rowcount:
        raise _unknown(connection, name)


def _unknown(connection: Connection, name: str) -> NotStored:
    names = [engine.name for engine in list_engines(connection)]
    if not names:
        return NotStored(
            "There is no engine {name}: none is registered (boyi engines add NAME SPEC).", name=shorten(name)
        )
    message = Message(
        "There is no engine {name}: choose {offered}.", name=shorten(name), offered=listing(names)
    )
    return NotStored.of(did_you_mean(message, name, names))
