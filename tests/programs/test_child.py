"""What a hosted program prints, however much and fast: others have their turn, and time limits hold."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import process_time

import pytest

import boyi
from boyi.core.clock import TimeControl
from boyi.core.language import language
from boyi.core.record import GameRecord
from boyi.match import GameOver, Match, MatchRules
from boyi.players.base import Player, PlayerFailed
from boyi.players.spec import make_player
from boyi.programs import output
from boyi.programs.child import Child
from boyi.programs.config import ProcessConfig, SandboxKind
from boyi.programs.process import ProcessPlayer
from boyi.programs.sandbox import SANDBOXES, describe, protection
from tests.patience import PATIENCE, Spent, until

posix = pytest.mark.skipif(sys.platform == "win32", reason="the programs need fork and pipes")
pytestmark = posix
BEARABLE = 1.0
"""Seconds of our processor time for which another task may be kept waiting; it was 24 and more."""

GOMOCUP = """
import os, sys
place = 0
while line := sys.stdin.readline():
    word = line.split()[0] if line.split() else ""
    if word == "START":
        os.write(1, b"OK\\n")
    elif word in ("BEGIN", "TURN", "DONE"):
        {answer}
        place += 1
"""
FOR_EVER = "while True: os.write(1, b'a\\n' * 4096)"
FLOODER = f"import os\n{FOR_EVER}"
AFTERWARDS = "os.write(1, b'%d,0\\n' % place); os.write(1, b'a\\n' * 60_000)"


def gomocup(folder: Path, answer: str) -> list[str]:
    program = folder / "program.py"
    program.write_text(GOMOCUP.format(answer=answer))
    return [sys.executable, "-S", str(program)]


class Neighbour:
    """Another task on the same event loop, which measures how long it is kept waiting."""

    def __init__(self) -> None:
        self.worst = 0.0

    async def __aenter__(self) -> Neighbour:
        self._task = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _live(self) -> None:
        while True:
            began = process_time()
            await asyncio.sleep(0.01)
            self.worst = max(self.worst, process_time() - began)


def test_short_lines_without_end_lose_and_stop_nobody(tmp_path: Path) -> None:
    command = " ".join(gomocup(tmp_path, FOR_EVER))

    async def play() -> tuple[GameOver, float]:
        record = GameRecord(boyi.game("gomoku"))
        players = make_player(f"cmd:{command}?protocol=gomocup&name=Rogue"), make_player("random", 3)
        await players[0].prepare(record)
        async with Neighbour() as neighbour:
            async for event in Match(
                record, players, MatchRules(control=TimeControl.parse("60/move"))
            ).play():
                last = event
        await players[0].close()
        assert isinstance(last, GameOver)
        return last, neighbour.worst

    over, worst = asyncio.run(play())
    assert (over.outcome.winner, over.outcome.reason) == (1, "flood")
    assert str(over.detail) == "Rogue printed more than 100,000 lines without a move."
    assert worst < BEARABLE


def test_a_time_limit_holds_whatever_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "FLOOD", 1 << 60)
    monkeypatch.setattr(output, "FLOOD_LINES", 1 << 60)
    player = ProcessPlayer(gomocup(tmp_path, FOR_EVER), ProcessConfig(timeout=5, name="Rogue"))

    async def play() -> tuple[str, float, float]:
        record = GameRecord(boyi.game("gomoku"))
        await player.prepare(record)
        spent = Spent()
        async with Neighbour() as neighbour:
            with pytest.raises(PlayerFailed, match="did not move within 5 s") as caught:
                await player.choose(record)
        return caught.value.reason, spent.processor, neighbour.worst

    reason, took, worst = asyncio.run(play())
    assert reason == "time out"
    assert took < 5 + 5 * BEARABLE
    assert worst < BEARABLE


def test_chatter_between_turns_stops_nobody(tmp_path: Path) -> None:
    player = ProcessPlayer(gomocup(tmp_path, AFTERWARDS), ProcessConfig(name="Chatterer"))

    async def play() -> tuple[list[int | None], float]:
        record = GameRecord(boyi.game("gomoku"))
        await player.prepare(record)
        moves: list[int | None] = []
        async with Neighbour() as neighbour:
            for _ in range(3):
                decision = await player.choose(record)
                moves.append(decision.move)
                assert decision.move is not None
                record.play(decision.move)
                await asyncio.sleep(0.2)
                record.play(max(record.position.moves()))
        await player.close()
        return moves, neighbour.worst

    moves, worst = asyncio.run(play())
    assert moves == [0, 1, 2]
    assert worst < BEARABLE


def test_others_run_while_waiting_lines_are_taken() -> None:
    """Lines that are there already are taken without waiting, and understanding each may take its time."""

    async def listen() -> tuple[int, int]:
        child = Child([sys.executable, "-S", "-c", "print('a\\n' * 1000)"], "Chatterer")
        turns = 0

        async def neighbour() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        try:
            await until(lambda: child._state.ended, "the end of the program")
            task = asyncio.create_task(neighbour())
            lines = 0
            while await child.line() is not None:
                lines += 1
                busy = Spent()
                while busy.processor < 0.001:
                    pass
            task.cancel()
            return lines, turns
        finally:
            child.kill()

    lines, turns = asyncio.run(listen())
    assert lines == 1001
    assert turns > 50


def test_only_so_much_waits_to_be_read() -> None:
    """A program that nobody listens to is not read on: what it has printed would fill our memory."""

    async def listen() -> tuple[int, list[str]]:
        child = Child([sys.executable, "-S", "-c", FLOODER], "Rogue")
        try:
            assert await asyncio.wait_for(child.line(), PATIENCE) == "a"
            child.rest()
            await until(lambda: len(child._state._lines) >= output.WAITING_LINES, "what the program prints")
            before = -1
            while before != (most := len(child._state._lines)):  # until no more is read
                before = most
                await asyncio.sleep(0.1)
            return most, child.wake()
        finally:
            child.kill()

    most, lines = asyncio.run(listen())
    assert output.WAITING_LINES <= most < output.WAITING_LINES + 4096
    assert len(lines) <= output.WAITING_LINES + 4096


# Who says why


LIAR = "import sys; print('x cannot be started: I am innocent', file=sys.stderr); sys.exit(127)"


async def ending(child: Child) -> PlayerFailed:
    try:
        while await asyncio.wait_for(child.line(), 60) is not None:
            pass
        return await child.failure()
    except PlayerFailed as failed:
        return failed
    finally:
        child.kill()


@pytest.mark.parametrize("sandbox", ["bubblewrap", "plain"])
def test_a_program_cannot_say_that_it_could_not_be_started(sandbox: SandboxKind) -> None:
    async def play() -> PlayerFailed:
        return await ending(Child([sys.executable, "-S", "-c", LIAR], "Liar", sandbox=protection(sandbox)))

    failed = asyncio.run(play())
    assert str(failed) == "Liar ended with exit code 127: 'x cannot be started: I am innocent'."


@pytest.mark.parametrize("sandbox", ["bubblewrap", "plain"])
def test_what_cannot_be_started_is_told_by_the_launcher(sandbox: SandboxKind, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/shell\n")
    broken.chmod(0o755)

    async def play() -> PlayerFailed:
        return await ending(Child([str(broken)], "Broken", sandbox=protection(sandbox), needed=[broken]))

    assert str(asyncio.run(play())) == "Broken cannot be started: No such file or directory."


def test_a_program_has_no_descriptor_of_ours() -> None:
    seen = (
        "import os; print(*[n for n in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{n}')])"
    )

    async def listen(sandbox: SandboxKind) -> str | None:
        child = Child([sys.executable, "-S", "-c", seen], "Spy", sandbox=protection(sandbox))
        try:
            return await asyncio.wait_for(child.line(), 60)
        finally:
            child.kill()

    for sandbox in SANDBOXES:
        assert sorted((asyncio.run(listen(sandbox)) or "").split()) == ["0", "1", "2"]


FORGER = """
import os, time
LIE = b'{"type":"failed","message":"The \\\\u001b[31mopponent\\\\u202e cheated","reason":"agreed"}\\n'

class Forger:
    def choose(self, position):
        for number in range(3, 20):
            try:
                os.write(number, LIE)
            except OSError:
                pass
        time.sleep(100)
"""


def test_a_student_can_only_report_a_fault_of_its_own(tmp_path: Path) -> None:
    bot = tmp_path / "forger.py"
    bot.write_text(FORGER)

    async def play() -> PlayerFailed:
        player = make_player(f"py:{bot}")
        with pytest.raises(PlayerFailed) as caught:
            await player.choose(GameRecord(boyi.game("tictactoe")))
        await player.close()
        return caught.value

    failed = asyncio.run(play())
    assert failed.reason == "crash"
    assert str(failed) == "forger.py: The  [31mopponent  cheated"


NOISY = """
class Noisy:
    def choose(self, position):
        raise ValueError("\\x1b]0;title\\x07\\x9b31m\\u202edrow\\u2066 \\x00")
"""


def test_control_characters_of_a_program_do_not_reach_a_sentence(tmp_path: Path) -> None:
    bot = tmp_path / "noisy.py"
    bot.write_text(NOISY)

    async def fail(player: Player) -> str:
        with pytest.raises(PlayerFailed) as caught:
            await player.choose(GameRecord(boyi.game("gomoku")))
        await player.close()
        return str(caught.value)

    said = [asyncio.run(fail(make_player(f"py:{bot}")))]
    for word in ("ERROR", "UNKNOWN", "99,99"):
        folder = tmp_path / word[:2]
        folder.mkdir()
        answer = f"os.write(1, '{word} \\x1b[2J\\x9b1m\\u202ex\\n'.encode()); sys.exit('\\x1b[2J\\u202e')"
        said.append(asyncio.run(fail(ProcessPlayer(gomocup(folder, answer), ProcessConfig(name="Noisy")))))
    assert len(set(said)) > 2
    for sentence in said:
        assert sentence.isprintable(), sentence


def test_describe_says_which_limits_hold() -> None:
    for sandbox in SANDBOXES:
        together, each = describe(sandbox, group=True), describe(sandbox)
        assert "it and its children together" in str(together.text)
        assert "合计" in language("zh_CN")(together.text)
        assert "each of its processes" in str(each.text)
        assert "每个进程" in language("zh_CN")(each.text)


def test_how_a_program_failed_is_said_in_chinese_too() -> None:
    async def play(code: str) -> str:
        return language("zh_CN")(await ending(Child([sys.executable, "-S", "-c", code], "Rogue")))

    said = [
        asyncio.run(play(code))
        for code in (
            "import sys; sys.exit(3)",
            "import sys; sys.exit('oh')",
            "import os; os.abort()",
            FLOODER,
        )
    ]
    assert said == [
        "Rogue 以退出码 3 结束。",
        "Rogue 以退出码 1 结束：'oh'。",
        "Rogue 被信号 6 终止。",
        "Rogue 没有走棋就输出了超过 100,000 行。",
    ]
