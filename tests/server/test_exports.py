"""Files that are made: few at a time, for those who may have them, while they wait."""

from __future__ import annotations

import asyncio
import io
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request
from PIL import Image

import boyi
from boyi import GameRecord, formats
from boyi.server.api import lanes
from boyi.server.api.exports import MOST_PICTURES, write_archive
from boyi.server.api.lanes import Cancellation, Lane
from boyi.server.refusals import Refusal
from tests.drawing.test_animation import drawn_gomoku
from tests.server.client import HUMAN, Server, running
from tests.server.test_files import upload


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large files take their time on a busy machine."""
    monkeypatch.setattr("tests.server.client.PATIENCE", 120.0)


def asking(host: str = "192.0.2.7") -> tuple[Request, asyncio.Event]:
    """A request whose body has been read, and what makes its client leave."""
    left = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await left.wait()
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (host, 1)}
    return Request(scope, receive), left


def test_one_file_is_made_at_a_time_and_few_wait() -> None:
    async def ask() -> None:
        lane, going, inside, most = Lane("test"), threading.Event(), 0, 0

        def work(watch: Cancellation) -> int:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)
            assert going.wait(60)
            inside -= 1
            return 7

        jobs = [
            asyncio.create_task(lane.run(asking(f"192.0.2.{number % 4}")[0], work))
            for number in range(lanes.MOST_WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="Too many files") as refused:
            await lane.run(asking("192.0.2.99")[0], work)
        assert refused.value.code == "busy"
        going.set()
        assert await asyncio.gather(*jobs) == [7] * lanes.MOST_WAITING
        assert most == 1
        assert await lane.run(asking()[0], work) == 7
        lane.close()

    asyncio.run(ask())


def test_one_address_does_not_fill_the_queue() -> None:
    async def ask() -> None:
        lane, going = Lane("test"), threading.Event()
        jobs = [
            asyncio.create_task(lane.run(asking()[0], lambda _: going.wait(60)))
            for _ in range(lanes.MOST_EACH)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="Too many files"):
            await lane.run(asking()[0], lambda _: True)
        other = asyncio.create_task(lane.run(asking("192.0.2.8")[0], lambda _: True))
        going.set()
        assert all(await asyncio.gather(*jobs, other))
        lane.close()

    asyncio.run(ask())


def test_work_ends_when_its_client_leaves() -> None:
    async def ask() -> None:
        lane, begun, made = Lane("test"), threading.Event(), 0

        def pieces() -> Iterator[bytes]:
            nonlocal made
            while True:
                made += 1
                begun.set()
                yield b""

        request, left = asking()
        job = asyncio.create_task(lane.run(request, lambda watch: watch.collect(pieces())))
        assert await asyncio.to_thread(begun.wait, 60)
        left.set()
        with pytest.raises(Refusal, match="has left"):
            await asyncio.wait_for(job, 60)
        assert await lane.run(asking()[0], lambda _: made) == made
        lane.close()

    asyncio.run(ask())


def test_a_file_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "LARGEST", 3_000_000)
    assert len(Cancellation().collect([b"x" * 1_000_000] * 3)) == 3_000_000
    with pytest.raises(Refusal, match="larger than 3 MB"):
        Cancellation().collect(b"x" * 1_000_000 for _ in range(10_000_000))


def test_an_archive_holds_one_game_at_a_time() -> None:
    loaded = 0

    def records() -> Iterator[tuple[str, GameRecord]]:
        nonlocal loaded
        for number in range(5):
            loaded += 1
            record = GameRecord(boyi.game("othello"))
            record.play_text("f5 d6")
            yield str(number), record

    pieces = write_archive(records(), "gif")
    first = next(pieces)
    assert loaded == 1
    with zipfile.ZipFile(io.BytesIO(first + b"".join(pieces))) as archive:
        assert archive.testzip() is None
        with Image.open(io.BytesIO(archive.read("othello-4.gif"))) as film:
            assert film.n_frames == 3  # type: ignore[attr-defined]


def peak_memory(server: Server) -> int:
    """The most megabytes that the server has ever held."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_many_animations_of_a_long_game_take_little_memory(database: Path) -> None:
    """Twelve at once, of 784 moves on 28x28: some are made, the others refused, and the memory stays."""

    async def ask(server: Server, game_id: str) -> list[int]:
        def call() -> int:
            status, content, _ = server.call("GET", f"/api/games/{game_id}/export?format=gif")
            assert status == 503 or content.startswith(b"GIF89a")
            return status

        return await asyncio.gather(*(asyncio.to_thread(call) for _ in range(12)))

    with running(database) as server:
        sgf = formats.write(drawn_gomoku(28), "sgf")
        _, answer = upload(server, {"long.sgf": sgf.encode() if isinstance(sgf, str) else sgf})
        game_id = answer["games"][0]["id"]  # type: ignore[index]
        server.call("GET", f"/api/games/{game_id}/export?format=png")  # loads Pillow
        before = peak_memory(server)
        answers = asyncio.run(ask(server, game_id))
        assert 200 in answers
        assert set(answers) <= {200, 503}
        assert peak_memory(server) - before < 150


def test_many_pictures_at_once_are_refused(server: Server) -> None:
    ids = [f"{number:026}" for number in range(MOST_PICTURES + 1)]
    status, answer, _ = server.call("POST", "/api/export", {"ids": ids, "format": "gif"})
    assert status == 413
    assert str(MOST_PICTURES) in answer["error"]["text"]["zh_CN"]


def test_on_the_network_files_need_a_token(database: Path) -> None:
    with running(database, "--lan") as server:
        word = server.join_token()
        made = server.new("gomoku", [HUMAN, {"kind": "friend"}], join_token=word)
        other = server.new("gomoku", [HUMAN, HUMAN], join_token=word)
        owner, friend = made["tokens"]["owner"], made["tokens"]["seats"][1]

        def status(token: str = "", server_token: str = "", *, several: bool = False) -> int:
            headers = {"X-Boyi-Token": token, "X-Boyi-Server-Token": server_token}
            headers = {name: value for name, value in headers.items() if value}
            if several:
                body = {"ids": [made["id"], other["id"]], "format": "sgf"}
                return server.call("POST", "/api/export", body, headers)[0]
            return server.call("GET", f"/api/games/{made['id']}/export?format=gif", headers=headers)[0]

        strangers = [status(), status("wrong"), status(other["tokens"]["owner"]), status("", "wrong")]
        assert strangers == [403] * 4
        assert [status(owner), status(friend), status("", word)] == [200] * 3
        assert [status(several=True), status(owner, several=True)] == [403] * 2
        assert status("", word, several=True) == 200
