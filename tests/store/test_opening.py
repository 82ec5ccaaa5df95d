"""Opening a database: fresh, old, new, foreign, broken, and by many at once."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

import boyi
from boyi.store.errors import StoreError
from boyi.store.folder import data_folder, default_database
from boyi.store.store import Store
from boyi.store.tables import VERSION, VERSION_TABLE, engines, exercises, games, metadata
from tests.patience import PATIENCE
from tests.store.postgres import Server


def run_sql(url: str, *statements: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def differences(engine: Engine) -> list[object]:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        found: list[object] = compare_metadata(context, metadata)
    engine.dispose()
    return found


def test_the_migrations_make_the_tables(url: str) -> None:
    Store.open(url).close()
    assert differences(create_engine(url)) == []


def test_an_old_database_is_renewed_and_keeps_its_games(url: str) -> None:
    with Store.open(url) as store:
        game_id = store.begin(boyi.GameRecord(boyi.game("gomoku"), headers={"black": "Ada", "event": "Cup"}))
        store.append(game_id, 1, 112, comment="The Middle")
        hidden = store.begin(boyi.GameRecord(boyi.game("gomoku")), extra={"room": 1, "hidden": True})
    run_sql(
        url,
        f"DROP TABLE {engines.name}",
        f"DROP TABLE {exercises.name}",
        *(
            f"DROP INDEX {index.name}"
            for index in games.indexes
            if str(index.name).startswith("games_listed")
        ),
        *(f"ALTER TABLE games DROP COLUMN {name}" for name in ("length", "hidden", "review", "words")),
        f"UPDATE {VERSION_TABLE} SET version_num = '0001'",
    )
    with Store.open(url) as store:
        assert store.load(game_id).moves == [112]
        assert store.find()[0].damaged is None
        for text in ("ada", "CUP", "the middle"):
            assert [found.id for found in store.find(boyi.GameFilter(text=text))] == [game_id]
        assert [found.id for found in store.find(boyi.GameFilter(hidden=True))] == [hidden]
        assert [found.id for found in store.find(boyi.GameFilter(review=True))] == [game_id]
        store.append(game_id, 2, 113)
        assert store.load(game_id).moves == [112, 113]
        store.add_engine("ant", "random")
    assert differences(create_engine(url)) == []


def test_a_database_of_a_newer_boyi_is_left_alone(url: str) -> None:
    Store.open(url).close()
    run_sql(url, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"was written by a newer Boyi: update Boyi to open it\.$"):
        Store.open(url)


def test_a_database_of_another_program_is_left_alone(url: str) -> None:
    run_sql(url, "CREATE TABLE games (title TEXT)")
    with pytest.raises(StoreError, match="is a database of another program"):
        Store.open(url)
    run_sql(url, "INSERT INTO games VALUES ('Halma')")


def test_many_processes_open_a_fresh_database_at_once(new_url: Callable[[], str]) -> None:
    url = new_url()
    program = (
        "import sys; from boyi.store.store import Store; import alembic.script, boyi; sys.stdin.readline();"
        "store = Store.open(sys.argv[1]); store.begin(boyi.GameRecord(boyi.game('nogo')))"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, url], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (0, "")
    with Store.open(url) as store:
        assert store.count() == 3


def test_the_version_is_the_last_migration() -> None:
    folder = Path(boyi.__file__).parent / "store" / "migrations" / "versions"
    assert max(path.stem for path in folder.glob("v*.py")).startswith(f"v{VERSION}_")


BROKEN = {
    "text": b"this is no database, but it is long enough to be looked at " * 100,
    "cut": b"SQLite format 3\0" + b"\xff" * 500,
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"x\.db is not a database that Boyi can read \(.*\)\.$"):
        Store.open(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_schema_page_is_a_sentence(tmp_path: Path, seed: int) -> None:
    """Also where SQLite names what is damaged in bytes that are no text."""
    path, random = tmp_path / "x.db", Random(seed)
    Store.open(path).close()
    content = bytearray(path.read_bytes())
    damaged = [content.index(b"CREATE TABLE games")] if not seed else random.sample(range(100, 4096), 80)
    for place in damaged:
        content[place] = 0xFF - random.randrange(8)
    path.write_bytes(content)
    with (
        pytest.raises(StoreError, match=r"x\.db is not a database that Boyi can read \(.*\)\.$") as found,
        Store.open(path) as store,
    ):
        store.find()
    assert str(found.value).isprintable()


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "100% ☂ games.db"
    path.touch()
    with Store.open(str(path)) as store:
        store.begin(boyi.GameRecord(boyi.game("nogo")))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


ADDRESSES = [
    ("mysql://x@y/z", "SQLite or PostgreSQL, not in 'mysql'"),
    ("sqlite://", "in memory keeps nothing"),
    ("sqlite:///:memory:", "in memory keeps nothing"),
    ("://", "names no database"),
    ("postgresql://me:secret@h:port/x", "names no database"),
    ("postgresql://me:secret", "names no database"),
    ("postgresql://me:x@h:port/x?password=secret", "names no database"),
    ("postgresql:me:secret@h/x", "has // after its kind"),
    ("postgres:/me:secret@h/x", "has // after its kind"),
]


@pytest.mark.parametrize(("address", "says"), ADDRESSES)
def test_addresses_that_are_not_accepted(address: str, says: str) -> None:
    with pytest.raises(StoreError, match=says) as caught:
        Store.open(address)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("kind", ["postgresql", "postgres"])
def test_a_server_that_is_not_there(kind: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be used: .*[Nn]o such file") as caught:
        Store.open(f"{kind}://me:secret@/x?host={tmp_path}")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:secret@127.0.0.1:1/x",
        "postgresql://me:pass@secret@127.0.0.1:1/x",
        "postgresql://me:se%40cret@127.0.0.1:1/x",
        "postgresql://127.0.0.1:1/x?user=me&password=secret",
        "postgresql://127.0.0.1:1/x?sslmode=no&sslpassword=secret",
    ],
)
def test_no_sentence_shows_a_password(address: str) -> None:
    with pytest.raises(StoreError, match=r"postgresql://127\.0\.0\.1:1/x cannot be used") as caught:
        Store.open(address)
    for part in ("secret", "se@cret", "se%40cret", "pass@"):
        assert part not in str(caught.value)


def test_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"install boyi\[postgres\]"):
        Store.open("postgresql://me@nowhere/x")


def test_an_upgrade_that_fails_leaves_no_trace(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise sqlite3.OperationalError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", fail)
        with pytest.raises(StoreError, match="the disk is full"):
            Store.open(url)
    engine = create_engine(url)
    assert inspect(engine).get_table_names() == []
    engine.dispose()
    Store.open(url).close()


def test_a_folder_and_a_file_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used: unable to open database file"):
        Store.open(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"The folder .* cannot be made"):
        Store.open(tmp_path / "file" / "x.db")


def test_a_store_outlives_a_restart_of_its_server(postgres: Server) -> None:
    with Store.open(postgres.new_database().replace("+psycopg", "")) as store:
        game_id = store.begin(boyi.GameRecord(boyi.game("nogo")))
        store.append(game_id, 1, 40)
        postgres.stop("immediate")
        try:
            with pytest.raises(StoreError, match="cannot be used"):
                store.append(game_id, 2, 41)
        finally:
            postgres.start()
        assert store.load(game_id).moves == [40]
        store.append(game_id, 2, 41)


def test_where_the_file_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "new" / "folder"))
    with Store.open() as store:
        assert store.name == str(tmp_path / "new" / "folder" / "library.db")
        assert Path(store.name).exists()
    monkeypatch.delenv("BOYI_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_database() == tmp_path / "boyi" / "library.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "boyi"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == Path.home() / "Library" / "Application Support" / "boyi"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(os.environ, "LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "boyi"
