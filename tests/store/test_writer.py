"""Group commit: many threads, one transaction, an answer for each."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import event

import boyi
from boyi.store.changes import Append, Change, Finish, TakeBack
from boyi.store.errors import Conflict, StoreError
from boyi.store.store import Store
from boyi.store.writer import Writer
from tests.patience import PATIENCE


def test_many_threads_and_every_answer_is_right(store: Store) -> None:
    ids = store.import_many(boyi.GameRecord(boyi.game("gomoku")) for _ in range(32))
    with Writer(store) as writer, ThreadPoolExecutor(32) as pool:

        def play(game_id: str) -> None:
            for ply in range(1, 11):
                writer.submit(Append(game_id, ply, ply)).result(timeout=PATIENCE)
                # What was acknowledged is seen by everybody, at once.
                if ply % 5 == 0:
                    assert store.summary(game_id).plies == ply
            with pytest.raises(Conflict):
                writer.submit(Append(game_id, 3, 99)).result(timeout=PATIENCE)

        list(pool.map(play, ids))
    assert {store.summary(game_id).plies for game_id in ids} == {10}


def test_one_games_changes_are_done_in_their_order(store: Store) -> None:
    game_id = store.begin(boyi.GameRecord(boyi.game("gomoku")))
    changes: list[Change] = []
    for ply in range(1, 31):
        changes += [Append(game_id, ply, ply), TakeBack(game_id, 1), Append(game_id, ply, ply + 100)]
    changes.append(Finish(game_id, boyi.Outcome(0, "resigned")))

    async def main(writer: Writer) -> None:
        await asyncio.gather(*(asyncio.wrap_future(writer.submit(change)) for change in changes))

    with Writer(store) as writer:
        asyncio.run(main(writer))
    assert store.summary(game_id).reason == "resigned"
    assert store.load(game_id).moves == [ply + 100 for ply in range(1, 31)]


def test_closing_writes_what_was_handed_in(store: Store) -> None:
    game_id = store.begin(boyi.GameRecord(boyi.game("gomoku")))
    writer = Writer(store)
    futures = [writer.submit(Append(game_id, ply, ply)) for ply in range(1, 20)]
    writer.close()
    assert all(future.done() and future.exception() is None for future in futures)
    assert store.summary(game_id).plies == 19
    writer.close()
    with pytest.raises(StoreError, match="The writer is closed"):
        writer.submit(Append(game_id, 20, 20))


def test_a_database_that_fails_is_told_to_everybody_and_may_come_back(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.open(path) as store, Writer(store) as writer:
        game_id = store.begin(boyi.GameRecord(boyi.game("gomoku")))
        with store._database.write() as connection:
            connection.exec_driver_sql("ALTER TABLE moves RENAME TO gone")
        futures = [writer.submit(Append(game_id, ply, ply)) for ply in (1, 2)]
        for future in futures:
            assert isinstance(future.exception(timeout=PATIENCE), StoreError)
        with store._database.write() as connection:
            connection.exec_driver_sql("ALTER TABLE gone RENAME TO moves")
        writer.submit(Append(game_id, 1, 1)).result(timeout=PATIENCE)
        assert store.load(game_id).moves == [1]


def test_threads_of_one_process_never_wait_in_vain(tmp_path: Path) -> None:
    """SQLite gives up on a writer that waited long; our own threads queue before it, however many."""
    with Store.open(tmp_path / "games.db") as store:

        def be_impatient(connection: sqlite3.Connection, _: object) -> None:
            connection.execute("PRAGMA busy_timeout = 0")

        event.listen(store._database._engine, "connect", be_impatient)

        def begin(_: int) -> None:
            for _ in range(5):
                store.begin(boyi.GameRecord(boyi.game("gomoku")))

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(begin, range(16)))
