"""What one student, a full disk, a kill or a failing game does to a class: nothing to the others."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from boyi.arena.executors import ProcessExecutor, SeriesFailed
from boyi.arena.jobs import Job, PlayedGame
from boyi.arena.ladder import run as ladder_run
from boyi.arena.ladder.submissions import Submissions
from boyi.cli.main import main
from boyi.programs.bubblewrap import own_paths
from boyi.programs.cgroup import group_parents
from boyi.programs.launcher import descendants
from tests.patience import until, wait_until
from tests.programs.test_bot_files import DEEP
from tests.server.client import StartedServer
from tests.server.in_process import Application, application, run
from tests.server.test_ladder import BOT, CLASS, games_of, mine, send, walled

pytestmark = [pytest.mark.outside, walled]
ANNA, BOB = "k7-pine-42", "m3-lake-11"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(ladder_run, "PAUSE", 0.01)
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")
    return file


def ladder_of(app: Application) -> ladder_run.Ladder:
    found: ladder_run.Ladder = app.app.state.ladder
    return found


async def checked(app: Application, code: str) -> Any:
    """The newest version of a student, once its check is over."""
    ladder = ladder_of(app)
    await until(lambda: not ladder.submissions.waiting(), "the check")
    return (await mine(app, code))["versions"][0]


def test_a_file_that_ends_the_parser_stops_nobody_else(file: Path, tmp_path: Path) -> None:
    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            await send(app, ANNA, DEEP["minus"] + BOT)
            await send(app, BOB, BOT)
            for code, state in ((ANNA, "bad"), (BOB, "good")):
                assert (await checked(app, code))["state"] == state
            text = (await mine(app, ANNA))["versions"][0]["findings"][0]["text"]["en"]
            assert text == "bot.py failed: MemoryError."
            await until(lambda: games_of(ladder_of(app), "Bob #1"), "a game")

    run(use())


FORGED = """
import json, os
said = json.dumps({"type": "failed", "message": {"template": "bot.py x", "values": {"y\\ud800": "z"}}})
for handle in range(3, 64):
    try:
        os.write(handle, said.encode() + b"\\n")
    except OSError:
        pass
"""


def test_a_forged_fault_with_half_a_character_stops_nobody_else(file: Path, tmp_path: Path) -> None:
    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            await send(app, ANNA, FORGED + BOT)
            await send(app, BOB, BOT)
            assert (await checked(app, ANNA))["state"] == "bad"
            assert (await checked(app, BOB))["state"] == "good"

    run(use())


def test_a_finding_that_cannot_be_kept_settles_that_version(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = Submissions.settle, list[object]()

    def fail_once(self: Submissions, *arguments: Any) -> Any:
        tries.append(arguments)
        if len(tries) == 1:
            raise UnicodeEncodeError("utf-8", "x", 0, 1, "surrogates not allowed")
        return real(self, *arguments)

    monkeypatch.setattr(Submissions, "settle", fail_once)

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            await send(app, ANNA, BOT)
            await send(app, BOB, BOT)
            states = {(await checked(app, code))["state"] for code in (ANNA, BOB)}
            assert states == {"bad", "good"}

    run(use())


def test_whatever_a_check_raises_settles_that_version(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = ProcessExecutor.check, 0

    async def fail(self: ProcessExecutor, job: Any, tell: Any) -> str:
        nonlocal tries
        if f"{os.sep}001{os.sep}" in job.bot and "bot_a" in job.bot:
            raise ZeroDivisionError
        if "bot_b" in job.bot and tries < 3:
            tries += 1
            raise OSError(errno.EAGAIN, "no more processes")
        return await real(self, job, tell)

    monkeypatch.setattr(ProcessExecutor, "check", fail)

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file, owner_token="mine", lan=True) as app:
            await send(app, ANNA, BOT, name="bot_a.py")
            assert (await checked(app, ANNA))["state"] == "bad"
            told = {"X-Boyi-Server-Token": "mine"}
            (problem,) = (await app.call("GET", "/api/ladder", headers=told))["problems"]
            assert problem["en"].startswith("Anna #1: the server could not finish it")
            assert (await app.call("GET", "/api/ladder"))["problems"] == []  # for the teacher alone
            # What this computer cannot do now is tried again, and is no fault of the file's.
            await send(app, BOB, BOT, name="bot_b.py")
            assert (await checked(app, BOB))["state"] == "good"
            assert tries == 3

    run(use())


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing can be written inside."""

    def refuse(path: Path, *arguments: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", refuse)
        patch.setattr(Path, "write_bytes", refuse)
        yield


def test_a_disk_that_was_full_for_a_moment(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            ladder = ladder_of(app)
            with full_disk(monkeypatch):
                refused = await send(app, ANNA, BOT, 503)
                assert "no space left on device" in refused["error"]["text"]["en"]
                assert str(tmp_path) not in str(refused)
            assert list((tmp_path / "three").rglob(".new*")) == []
            await send(app, ANNA, BOT)  # and again, where the first try left nothing
            with full_disk(monkeypatch):
                await until(lambda: ladder.trouble, "the finding that cannot be kept")
                view = await app.call("GET", "/api/ladder")
                assert "its disk may be full" in view["trouble"]["en"]
                assert "磁盘" in view["trouble"]["zh_CN"]
            assert (await checked(app, ANNA))["state"] == "good"
            with full_disk(monkeypatch):
                await until(lambda: ladder.trouble, "the game that cannot be kept")
            await until(lambda: len(games_of(ladder, "Anna #1")) >= 2, "games after that")
            assert ladder.trouble is None
            await send(app, BOB, BOT)
            assert (await checked(app, BOB))["state"] == "good"

    run(use())


def test_a_game_that_cannot_be_played_costs_one_bot_its_place(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ProcessExecutor.play

    async def fail(self: ProcessExecutor, job: Job, tell: Any = None) -> PlayedGame:
        if "Bob #1" in job.settings.names:
            raise SeriesFailed("It ended its process twice, in {path}.", path=tmp_path)
        return await real(self, job, tell)

    monkeypatch.setattr(ProcessExecutor, "play", fail)

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            ladder = ladder_of(app)
            await send(app, BOB, BOT)
            await send(app, ANNA, BOT)
            bad = next(iter(ladder.submissions.of(1)))
            await until(lambda: ladder.submissions.get(bad.key).state == "bad", "the end of Bob's bot")  # type: ignore[union-attr]
            told = (await mine(app, BOB))["versions"][0]["findings"][-1]
            assert told["text"]["en"] == "they could not be played, twice in a row"
            assert str(tmp_path) not in str(await mine(app, BOB))
            await until(lambda: len(games_of(ladder, "Anna #1")) >= 4, "Anna's games")
            assert (await mine(app, ANNA))["versions"][0]["state"] == "good"

    run(use())


def test_students_see_no_path_of_the_server(file: Path, tmp_path: Path) -> None:
    telling = f"import sys\nprint(__file__, sys.path, {str(file)!r})\n"
    bad = "class Bot:\n    def choose(self, position):\n        raise ValueError(__file__)\n"

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            ladder = ladder_of(app)
            await send(app, ANNA, telling + BOT)
            assert (await checked(app, ANNA))["state"] == "good"
            await until(lambda: games_of(ladder, "Anna #1"), "a game")
            replay = await app.call("GET", f"/api/ladder/games/{games_of(ladder, 'Anna #1')[0]}")
            assert any("bot.py" in line["text"] for line in replay["said"])
            await send(app, BOB, bad)
            assert "ValueError: bot.py" in str(await checked(app, BOB))
            for shown in (replay, await mine(app, ANNA), await mine(app, BOB)):
                for place in (tmp_path, Path.home(), *map(Path, own_paths())):
                    assert len(place.parts) < 2 or str(place) not in str(shown)
            # Neither where a file of the server cannot be read.
            await until(lambda: len(ladder.games) > 1, "another game")
            other = next(one.number for one in ladder.games if one.number != replay["number"])
            ladder.folder.file(other).write_bytes(b"")
            broken = await app.call("GET", f"/api/ladder/games/{other}", 503)
            assert str(tmp_path) not in str(broken)

    run(use())


def test_a_folder_that_cannot_be_hidden_is_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.arena.ladder.run.private_folder", lambda _: [])

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            (problem,) = ladder_of(app).problems
            assert str(problem).startswith(f"{tmp_path} cannot be hidden from programs")

    run(use())


def test_a_second_server_is_told_in_a_sentence(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    serve = ["serve", "--no-browser", "--port", "0", "--db", str(tmp_path / "db2"), "--class"]

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file):
            assert await asyncio.to_thread(main, [*serve, str(file)]) == 2

    run(use())
    assert capsys.readouterr().err == f"Another program plays the ladder in {tmp_path / 'three'}.\n"
    bare = file.rename(tmp_path / "bare")
    assert main([*serve, str(bare)]) == 2
    assert capsys.readouterr().err.startswith(f"{bare} needs an ending, such as {bare}.toml")


def test_nothing_of_the_sandbox_stays_after_a_kill(file: Path, tmp_path: Path) -> None:
    server = StartedServer(tmp_path / "db", "--class", str(file))
    try:
        slow = "import time\nclass Bot:\n    def choose(self, position):\n        time.sleep(10 ** 6)\n"
        status, sent, _ = server.call(
            "POST", "/api/ladder/uploads", {"code": ANNA, "name": "b.py", "text": slow}
        )
        assert status == 201, sent

        def inside() -> list[int]:
            """The processes of the sandbox."""
            return [pid for pid in descendants(server.process.pid) if b"script_child" in command(pid)]

        wait_until(inside, "the program")
        left = descendants(server.process.pid)
        began = {pid: start(pid) for pid in left}
    finally:
        server.kill()
    wait_until(lambda: not any(start(pid) == began[pid] for pid in left), "the end of all processes")
    workers = {f"-{pid}-" for pid in left}
    for parent in group_parents().values():
        assert not [one.name for one in parent.iterdir() if any(mark in one.name for mark in workers)]


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def start(pid: int) -> str:
    """When a process began; empty if it runs no more."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
