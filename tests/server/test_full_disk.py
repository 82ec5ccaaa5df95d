"""A disk that is full or a file that is broken: everyone is told what failed, nobody where."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.client import HUMAN, Server, enter

LAUNCHER = """
import sys
from pathlib import Path
from sqlalchemy import Engine, event

flag = Path(sys.argv.pop(1))

@event.listens_for(Engine, "begin")
def shrink(connection):
    # SQLite keeps the present size when it is told a smaller one: the next page that is needed does not fit.
    connection.exec_driver_sql(f"PRAGMA max_page_count = {1 if flag.exists() else 4294967294}")

from boyi.cli.main import main
sys.exit(main())
"""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server whose database cannot grow while a file exists."""
    flag = tmp_path / "full"

    class Small(Server):
        program = ("-c", LAUNCHER, str(flag))

    server = Small(tmp_path / "a-place" / "games.db")
    try:
        yield server, flag
    finally:
        if server.process.poll() is None:
            server.stop()


def keeps_its_place(answer: Any, server: Server) -> bool:
    """Whether an answer says nothing of the database."""
    said = json.dumps(answer)
    return not any(word in said for word in ("a-place", "games.db", "sqlite", "database or disk", "SELECT"))


def test_a_move_that_does_not_fit_is_refused_by_its_ref(small: tuple[Server, Path]) -> None:
    server, flag = small

    async def play() -> None:
        made = server.new("gomoku", [HUMAN, HUMAN], options={"size": 19})
        owner = made["tokens"]["owner"]
        # Rows of two colours without a five: pairs of columns change places every second row.
        order = sorted(range(361), key=lambda cell: ((cell % 19 + cell // 19 * 2) // 2 % 2, cell))
        blacks = [cell for cell in order if (cell % 19 + cell // 19 * 2) // 2 % 2 == 0]
        whites = [cell for cell in order if cell not in set(blacks)]
        moves = [cell for pair in zip(blacks, whites, strict=False) for cell in pair]
        async with enter(server, made["id"], owner) as ann, enter(server, made["id"]) as guest:
            await ann.play(moves[0])
            flag.touch()
            for ply, move in enumerate(moves[1:], start=2):
                await asyncio.sleep(0.06)  # as fast as a connection may send for long
                answer = await ann.ask("play", ply=ply, move=move)
                if answer["type"] == "refused":
                    break
            assert answer["type"] == "refused"
            assert answer["code"] == "failed"
            assert set(answer["text"]) == {"en", "zh_CN"}
            assert await ann.closed() == 1001
            await guest.closed()
            for client in (ann, guest):
                assert keeps_its_place(client.told, server)
                assert any(message["type"] == "refused" for message in client.told)
        flag.unlink()
        async with enter(server, made["id"], owner) as ann:
            assert ann.position["ply"] == ply - 1
            await ann.play(move)

    asyncio.run(play())
    server.stop()
    assert "database or disk is full" in server.said  # whoever looks after the server is told


def test_a_game_that_does_not_fit_is_refused_without_a_path(small: tuple[Server, Path]) -> None:
    server, flag = small
    flag.touch()
    text = "x" * 40
    body = {"game": "gomoku", "seats": [{"kind": "human", "name": text}, HUMAN]}
    for _ in range(200):
        status, answer, _ = server.call("POST", "/api/games", body)
        if status != 201:
            break
    assert (status, answer["error"]["code"]) == (503, "failed")
    assert keeps_its_place(answer, server)
    assert "服务器" in answer["error"]["text"]["zh_CN"]


def test_a_broken_file_is_not_named_to_clients(tmp_path: Path) -> None:
    server = Server(tmp_path / "a-place" / "games.db")
    try:
        with closing(sqlite3.connect(tmp_path / "a-place" / "games.db")) as other:
            for table in ("games", "engines"):
                other.execute(f"ALTER TABLE {table} RENAME TO gone_{table}")
            other.commit()

        async def knock() -> None:
            async with enter(server, "nosuchgame") as guest:
                assert guest.told[0]["type"] == "refused"
                assert guest.told[0]["code"] == "failed"
                assert keeps_its_place(guest.told, server)

        for path in ("/api/games", "/api/games/nosuchgame", "/api/catalog"):
            status, answer, _ = server.call("GET", path)
            assert (status, answer["error"]["code"]) == (503, "failed"), answer
            assert keeps_its_place(answer, server)
        asyncio.run(knock())
    finally:
        server.stop()
    assert "a-place" in server.said  # the terminal may say which file


def test_a_password_is_not_shown_at_the_start(tmp_path: Path) -> None:
    for address in ("postgresql://me:secret@127.0.0.1:1/x", "postgresql://127.0.0.1:1/x?password=secret"):
        command = [sys.executable, "-m", "boyi", "serve", "--no-browser", "--port", "0", "--db", address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2
        assert "127.0.0.1:1" in done.stderr
        assert "secret" not in done.stderr + done.stdout
