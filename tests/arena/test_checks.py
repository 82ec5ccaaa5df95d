"""One way of checking bots: in time, in other processes, several at once, with findings that are kept."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from boyi.arena.checks import KEPT, UNFINISHED, Checked, KeptChecks, check_key, check_many, check_one
from boyi.arena.executors import LocalExecutor, ProcessExecutor, WorkerFailed
from boyi.arena.jobs import CheckJob
from boyi.cli.main import main
from boyi.core.message import Message
from boyi.programs.conformance import Finding
from tests.patience import NEVER, PATIENCE, until

pytestmark = pytest.mark.outside
BOT = "class Bot:\n    def choose(self, position):\n        {}\n        return position.legal_moves[0]\n"
SLEEPS = "import time\n" + BOT.format(f"time.sleep({NEVER:g})")


def job_of(folder: Path, text: str, name: str = "bot.py", **more: Any) -> CheckJob:
    (folder / name).write_text(text, "utf-8")
    return CheckJob(str(folder / name), "tictactoe", positions=1, opponent="random", waiting=PATIENCE, **more)


@pytest.mark.parametrize("kind", [LocalExecutor, ProcessExecutor])
def test_a_check_has_an_end(kind: type[LocalExecutor] | type[ProcessExecutor], tmp_path: Path) -> None:
    async def use() -> None:
        executor = kind()
        try:
            late = await check_one(executor, job_of(tmp_path, SLEEPS), 3)
            assert late.fault is not None
            assert str(late.fault.text) == "stopped after 3 s: it takes too long"
            good = await check_one(executor, job_of(tmp_path, BOT.format("pass")), NEVER)
            assert (good.good, good.style, good.fault) == (True, "boyi", None)
            assert [one.name for one in good.findings][:2] == ["start", "first"]
            none = await check_one(executor, job_of(tmp_path, "x = 1\n"), NEVER)
            assert not none.good
        finally:
            await executor.close()

    asyncio.run(use())


def test_a_worker_that_dies_is_a_finding_after_the_second_time(tmp_path: Path) -> None:
    async def use() -> None:
        executor, killed = ProcessExecutor(), set[int]()
        checking = asyncio.create_task(check_one(executor, job_of(tmp_path, SLEEPS), NEVER))
        for _ in range(2):
            await until(lambda: executor._process is not None and executor._process.pid not in killed)
            assert executor._process is not None
            killed.add(executor._process.pid)
            executor._process.send_signal(signal.SIGKILL)
        found = await checking
        assert [str(one.text) for one in found.findings if not one.good] == ["it broke down"]

    asyncio.run(use())


def test_what_a_worker_cannot_do_is_no_finding(tmp_path: Path) -> None:
    async def use() -> None:
        executor = ProcessExecutor()
        try:
            with pytest.raises(WorkerFailed, match=r"broke down: .*no_such_setting"):
                await executor.check(_Strange("x", "tictactoe"), lambda finding: None)
            # The worker goes on.
            assert (await check_one(executor, job_of(tmp_path, BOT.format("pass")), NEVER)).good
        finally:
            await executor.close()

    asyncio.run(use())


class _Strange(CheckJob):
    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"no_such_setting": 1}


def test_several_are_checked_at_once(tmp_path: Path) -> None:
    texts = {"a.py": SLEEPS, "b.py": BOT.format("pass"), "c.py": BOT.format("return -1")}
    jobs = [job_of(tmp_path, text, name) for name, text in texts.items()]

    async def use() -> None:
        order: list[tuple[int, bool | None]] = []
        async with aclosing(check_many(jobs, 2, NEVER)) as news:
            async for number, found in news:
                order.append((number, None if found is None else found.good))
                if len(order) == 5:
                    break
        # The one that never ends holds nothing up, and its worker is put away when nobody listens any more.
        assert set(order[:2]) == {(0, None), (1, None)}
        assert order[2:] == [(1, True), (2, None), (2, False)]

    asyncio.run(use())


def test_findings_are_kept_until_something_changes(tmp_path: Path) -> None:
    bob = tmp_path / "bob"
    bob.mkdir()
    (bob / "bot.py").write_text("1")
    (bob / "weights.txt").write_text("2")
    job = CheckJob("py:bot.py", "tictactoe", time=1)
    found = Checked((Finding("start", Message("Gets ready"), False, Message("{a}", a="b")),), "boyi")
    key = check_key(job, bob)
    KeptChecks(tmp_path).keep("bob", key, found)
    again = KeptChecks(tmp_path)
    assert again.get("bob", key) == found
    assert again.get("anna", key) is None
    (bob / "weights.txt").write_text("3")
    other = CheckJob("py:bot.py", "tictactoe", time=2)
    for changed in (check_key(job, bob), check_key(other, bob)):
        assert again.get("bob", changed) is None
    for text in ("", "[]", '{"format": "boyi-checks", "version": 1, "checks": {"bob": 5}}', "\udcff"):
        (tmp_path / KEPT).write_text(text, "utf-8", errors="surrogateescape")
        assert KeptChecks(tmp_path).get("bob", key) is None


def test_what_did_not_come_to_its_end_is_not_kept(tmp_path: Path) -> None:
    odd = Message("{a}", a="\udcff")
    good = Finding("start", Message("Gets ready"), True, odd)
    KeptChecks(tmp_path).keep("odd \udcff", "key", Checked((good,), "boyi"))
    assert KeptChecks(tmp_path).get("odd \udcff", "key") == Checked((good,), "boyi")
    late = Finding(UNFINISHED, Message("The whole check"), False, Message("stopped"))
    KeptChecks(tmp_path).keep("late", "key", Checked((good, late), "boyi"))
    assert KeptChecks(tmp_path).get("late", "key") is None

    async def use() -> None:
        found = {}
        broken = CheckJob("py:bot.py", "tictactoe")
        good_one = job_of(tmp_path, BOT.format("pass"))
        real = LocalExecutor.check
        with pytest.MonkeyPatch.context() as patch:

            async def fail(self: Any, wanted: CheckJob, tell: Any) -> str:
                if wanted is broken:
                    raise OSError(28, "No space left on device")
                return await real(self, wanted, tell)

            patch.setattr("boyi.arena.checks.local_executors", lambda count: [LocalExecutor()])
            patch.setattr(LocalExecutor, "check", fail)
            async for number, checked in check_many([broken, good_one], 1):
                if checked is not None:
                    found[number] = checked.good
        assert found == {0: False, 1: True}

    asyncio.run(use())


def test_a_killed_tournament_new_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    cup = tmp_path / "cup"
    cup.mkdir()
    (cup / "anna.py").write_text(BOT.format("pass"), "utf-8")
    (cup / "zoe.py").write_text(SLEEPS, "utf-8")
    new = ["tournament", "new", "cup", "--game", "tictactoe", "--time", str(PATIENCE / 4)]
    new += ["--concurrency", "1", "--seed", "1"]
    with subprocess.Popen([sys.executable, "-m", "boyi", *new], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        read = [process.stdout.readline() for _ in range(3)]
        said = [process.stdout.readline() for _ in range(4)]
        process.kill()
    assert read == [
        f"The files in {cup} are being read.\n",
        "0/2: anna.py is being read …\n",
        "1/2: zoe.py is being read …\n",
    ]
    assert said[0] == "Checks: 0 known, 2 to make.\n"
    assert said[1] == "0/2: anna is being checked …\n"
    assert said[2].startswith("✓ anna: ")
    assert said[3] == "1/2: zoe is being checked …\n"
    (cup / "zoe.py").write_text(BOT.format("pass"), "utf-8")
    assert main(new) == 0
    output = capsys.readouterr().out
    assert "Checks: 1 known, 1 to make." in output
    assert "anna is being checked" not in output
    assert f"time = {PATIENCE / 4:g} " in (tmp_path / "tournament.toml").read_text("utf-8")
    assert main([*new, "--force"]) == 0
    assert "Checks: 2 known, 0 to make." in capsys.readouterr().out


def test_a_mo_file_that_thinks_long_is_told_the_time_of_the_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from boyi.cli import tournament_new
    from boyi.programs import conformance

    monkeypatch.setattr(conformance, "USUAL", conformance.CheckTimes(start=PATIENCE, patience=0.5))
    monkeypatch.setattr(tournament_new, "WAITING", 0.0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    cup = tmp_path / "cup"
    cup.mkdir()
    slow = "import time\nclass AIPlayer:\n    def __init__(self, color): self.color = color\n"
    slow += f"    def get_move(self, board):\n        time.sleep({NEVER:g})\n"
    for name in ("anna.py", "bob.py"):
        (cup / name).write_text(slow, "utf-8")
    new = ["tournament", "new", "cup", "--game", "othello", "--time", "0.5", "--concurrency", "1"]
    assert main(new) == 1
    output = capsys.readouterr().out
    assert "✗ anna: First move: no answer within 1 s (at the start)" in output
    assert "0 players" in output
