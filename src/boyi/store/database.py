"""One way to a database, whichever it is: opening, transactions, and errors as sentences."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.core.system import system_reason
from boyi.store import schema
from boyi.store.errors import StoreError
from boyi.store.folder import default_database
from boyi.store.tables import dump, parse

PATIENCE = 20
"""Seconds to wait for another process that is writing."""
ACCEPTED = Message("a file name, sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME")


class Database:
    """An open database with the tables as they should be."""

    def __init__(self, url: str | Path | None = None, create: bool = True) -> None:
        address = _address(url)
        self.name = _public_name(address)
        self._secrets = _secrets(address)
        if address.get_backend_name() == "sqlite":
            self.name = str(address.database)
            if not create and not Path(self.name).exists():
                raise StoreError("There is no database {name}.", name=self.name)
            _make_folder(Path(self.name).parent)
        self._engine = _make_engine(address)
        self._writes = self._engine.execution_options(boyi_writes=True)
        self._reads = self._engine
        # SQLite has one writer at a time and serves those who wait in no order: under load one of our own
        # threads could wait in vain. They queue here, and only other processes are waited for there.
        self._turn: AbstractContextManager[object] = Lock() if self.dialect == "sqlite" else nullcontext()
        if self._engine.dialect.name == "postgresql":
            # A game is read by more than one statement, and a move must not arrive between them.
            self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ")
        try:
            with self.read() as connection:
                current = schema.is_current(connection)
            if not current:
                with self.write() as connection:
                    schema.upgrade(connection, self.name)
        except BaseException:
            self.close()
            raise

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A look at one moment of the database."""
        with self._sentences(), self._reads.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block has ended, or has left no trace."""
        with self._turn, self._sentences(), self._writes.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            if isinstance(cause := getattr(error, "orig", None), StoreError):
                raise cause from None
            raise self._explained(error) from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._explained(error) from error

    def _explained(self, error: Exception) -> StoreError:
        cause = getattr(error, "orig", None) or error
        if isinstance(cause, UnicodeDecodeError):
            # SQLite names what is damaged, in bytes that are no text: Python then fails to make its error.
            cause = cause.object.decode(errors="replace")
        said = " ".join(str(cause).split()).rstrip(".")
        for secret in self._secrets:
            said = said.replace(secret, "…")
        if "not a database" in said or "malformed" in said:
            return StoreError(
                "{name} is not a database that Boyi can read ({why}).",
                name=self.name,
                why=shorten(said, 200)[1:-1],
            )
        if "database is locked" in said:
            return StoreError(
                "{name} is in use by another program that does not let go: close it and try again.",
                name=self.name,
            )
        why = shorten(said, 200)[1:-1]
        return StoreError("The database {name} cannot be used: {why}.", name=self.name, why=why)


def database_file(url: str | Path | None) -> Path | None:
    """The file of a database, None where a server keeps it."""
    address = _address(url)
    return Path(str(address.database)) if address.get_backend_name() == "sqlite" else None


def _address(url: str | Path | None) -> URL:
    """What a user may give as a database: nothing, a file or a URL."""
    if url is None:
        url = default_database()
    text = str(url)
    if not isinstance(url, Path) and re.match(r"postgres(ql)?(\+\w+)?:(?!//)", text):
        # Taken for a file name it would make a file with the password in its name.
        raise StoreError("A URL has // after its kind: write {accepted}.", accepted=ACCEPTED)
    if isinstance(url, Path) or "://" not in text:
        return URL.create("sqlite", database=str(Path(text).expanduser().absolute()))
    if text.startswith("postgres://"):  # as many servers and tools write it
        text = text.replace("postgres", "postgresql", 1)
    try:
        address = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(
            "{text} names no database: write {accepted}.",
            text=shorten(_without_password(text)),
            accepted=ACCEPTED,
        ) from None
    kind = address.get_backend_name()
    if kind == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise StoreError(
            "Boyi keeps games in SQLite or PostgreSQL, not in {kind}: write {accepted}.",
            kind=shorten(kind),
            accepted=ACCEPTED,
        )
    if address.database in (None, "", ":memory:"):
        raise StoreError("A database in memory keeps nothing: name a file, for example sqlite:///games.db.")
    return address.set(drivername="sqlite", database=str(Path(str(address.database)).absolute()))


def _without_password(text: str) -> str:
    """A URL that could not be read: whatever may be a user, a password or a setting is left out."""
    kind, _, rest = text.partition("://")
    if "@" in rest:
        return f"{kind}://…@{rest.rpartition('@')[2].partition('?')[0]}"
    return f"{kind}://…" if rest else text


def _public_name(address: URL) -> str:
    """What a server's database is called in sentences: no user, password or setting."""
    host = _host(address)
    port = "" if address.port is None else f":{address.port}"
    return f"{address.get_backend_name()}://{host}{port}/{address.database or ''}"


def _host(address: URL) -> str:
    """The host alone: a part of a password with an unescaped ``@`` is read as the host."""
    return (address.host or "").rpartition("@")[2]


def _secrets(address: URL) -> list[str]:
    """What no sentence may show, longest first: drivers repeat parts of the URL in their messages."""
    query = address.normalized_query
    given = [address.password, (address.host or "").rpartition("@")[0]]
    given += [value for name in query if "pass" in name.lower() for value in query[name]]
    return sorted((str(secret) for secret in given if secret), key=len, reverse=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "The folder {folder} cannot be made: {why}.", folder=folder, why=system_reason(error)
        ) from None


def _make_engine(address: URL) -> Engine:
    options: dict[str, Any] = {"json_serializer": dump, "json_deserializer": parse}
    if address.get_backend_name() == "postgresql":
        # The promise is ours, so it does not depend on how the server was set up.
        given = " ".join(address.normalized_query.get("options", ()))
        address = address.update_query_dict({"options": f"{given} -c synchronous_commit=on".strip()})
        options["pool_pre_ping"] = True
    else:
        options |= {"connect_args": {"timeout": PATIENCE, "check_same_thread": False}}
    try:
        engine = create_engine(address, **options)
    except (ImportError, NoSuchModuleError):
        raise StoreError("PostgreSQL needs psycopg: install boyi[postgres].") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    """A fresh SQLite connection: transactions are begun by us, and on the disk when they have ended."""
    connection.isolation_level = None
    # A damaged text shows as such; it must not keep others from being read.
    connection.text_factory = lambda text: text.decode(errors="replace")
    for attempt in range(PATIENCE * 20):
        try:
            # Readers continue while one writes. The change needs exclusive access and does not wait.
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt == PATIENCE * 20 - 1:
                raise
            sleep(0.05)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    # A reader that turns into a writer half-way can fail; whoever will write says so at once.
    writes = connection.get_execution_options().get("boyi_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
