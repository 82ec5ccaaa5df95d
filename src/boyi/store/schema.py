"""Bringing a database's tables up to date when it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from boyi.store import migrations
from boyi.store.errors import StoreError
from boyi.store.tables import VERSION, VERSION_TABLE

LOCK = 0x626F7969
"""The number under which PostgreSQL lets one process at a time change our tables."""


def is_current(connection: Connection) -> bool:
    """Whether nothing is to be done: the usual case, found without loading Alembic."""
    return inspect(connection).has_table(VERSION_TABLE) and _version(connection) == VERSION


def upgrade(connection: Connection, name: str) -> None:
    """Make or renew the tables inside the connection's transaction, which must exclude other writers.

    ``name`` is what the database is called in an error's sentence.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        if _version(connection) == VERSION:
            return  # another process was faster
    elif tables:
        raise StoreError("{name} is a database of another program: give Boyi one of its own.", name=name)
    _migrate(connection, name)


def _version(connection: Connection) -> str | None:
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    return found


def _migrate(connection: Connection, name: str) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    script = ScriptDirectory.from_config(config)
    known = {step.revision for step in script.walk_revisions()}
    if VERSION_TABLE in inspect(connection).get_table_names() and _version(connection) not in known:
        raise StoreError("{name} was written by a newer Boyi: update Boyi to open it.", name=name)

    def steps(revision: Any, context: Any) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=steps) as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE)
        environment.run_migrations()
