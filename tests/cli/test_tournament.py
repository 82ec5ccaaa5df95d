"""``boyi tournament`` as a user runs it: programs that misbehave, a runner that is killed, no game lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from boyi.arena.folder import GameFolder
from boyi.arena.tournament import TournamentRun, TournamentSettings, tables_of
from boyi.cli.main import main
from tests.patience import PATIENCE, wait_until

PROGRAMS = Path(__file__).parents[1] / "programs" / "programs"
BOYI = [sys.executable, "-m", "boyi"]
Out = pytest.CaptureFixture[str]
posix = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")

FIRST = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
LAST = FIRST.replace("return", "print('last')\n        return").replace("[0]", "[-1]")
ROGUES = {
    "crashes": "import os\nclass Bot:\n    def choose(self, position):\n        os._exit(3)\n",
    "hangs": "import time\nclass Bot:\n    def choose(self, position):\n        time.sleep(10**6)\n",
    "floods": "import os\nclass Bot:\n    def choose(self, position):\n"
    "        while True: os.write(2, b'x' * 60000)\n",
    "spawns": "import os, time\nclass Bot:\n    def choose(self, position):\n"
    "        if os.fork() == 0:\n            os.setsid()\n            time.sleep(10**6)\n"
    "        return position.legal_moves[0]\n",
}
REASONS = {"crashes": {"crash"}, "hangs": {"time out"}, "floods": {"time out", "flood", "crash"}}


def tournament(folder: Path, count: int, seconds: float) -> Path:
    """A file with this many players of mixed kinds, four of them rogues."""
    # By wall-clock time, so that a rogue that sleeps loses soon.
    head = f'name = "Cup"\nseed = 3\ntime = {seconds:g}\ntiming = "wall"\nconcurrency = 2\n'
    parts = [head + '[[events]]\ngame = "tictactoe"\n']
    peer = PROGRAMS / "peer.py"
    for place in range(count):
        name, file = f"p{place:02}", folder / f"bot{place}.py"
        rogue = list(ROGUES)[place] if place < len(ROGUES) else ""
        if rogue:
            name = rogue
            file.write_text(ROGUES[rogue], "utf-8")
            player = f'file = "{file.name}"'
        elif place % 5 == 0:
            player = f"spec = 'cmd:{sys.executable} {peer} analysis tictactoe?protocol=analysis'"
        elif place % 5 in (1, 2):
            file.write_text(FIRST if place % 5 == 1 else LAST, "utf-8")
            player = f'file = "{file.name}"'
        else:
            player = 'spec = "random"' if place % 5 == 3 else 'spec = "mcts:nodes=20"'
        parts.append(f'[[players]]\nname = "{name}"\n{player}\n')
    path = folder / "cup.toml"
    path.write_text("".join(parts), "utf-8")
    return path


def play_with_kills(path: Path, out: Path, games: int, kills: int, more: Sequence[str] = ()) -> None:
    """Run to the end, killed so often at moments that are spread over the games."""
    command = [*BOYI, "tournament", str(path), "--out", str(out), "--resume", *more]
    for number in range(kills):
        wanted = games * (number + 1) // (kills + 2)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            ends = time.monotonic() + 10 * PATIENCE
            while len(list(out.glob("game-*.*"))) == 0 or _games(out) < wanted:
                assert process.poll() is None, "it ended before it was killed"
                assert time.monotonic() < ends
                time.sleep(0.05)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=20 * PATIENCE)


def _games(out: Path) -> int:
    return sum(1 for file in out.glob("game-*") if file.suffix != ".log")


def check_books(out: Path, count: int) -> None:
    """Every game is there once, belongs to its pairing, and is credited to those who played it."""
    games = count * (count - 1)
    with GameFolder.open(out, TournamentSettings) as folder:
        run = TournamentRun(folder.settings, folder)
        assert run.is_over
        assert len(run.results) == games == _games(out)
        jobs = {job.name: job for job in run.jobs()}
        met = Counter[tuple[str, str]]()
        points = Counter[str]()
        for key, record in folder.games():
            assert jobs[key].owns(record)
            black, white = record.headers["black"], record.headers["white"]
            met[black, white] += 1
            outcome = record.outcome
            assert outcome is not None
            for side, name in enumerate((black, white)):
                points[name] += outcome.value(side)  # type: ignore[assignment]
        names = [player.name for player in folder.settings.players]
        assert met == {(one, other): 1 for one in names for other in names if one != other}
        table = tables_of(folder.settings, run.results)[0]
        assert {row.name: row.points for row in table.rows} == {name: points[name] for name in names}
        for row in table.rows:
            if row.name in REASONS:
                assert set(row.faults) <= REASONS[row.name]
                assert row.wins == 0 or row.name == "floods" or row.faults
    data = json.loads((out / "results.json").read_text("utf-8"))
    assert data["games"] == games
    with zipfile.ZipFile(out / "archive.zip") as archive:
        assert sum("/game-" in name and not name.endswith(".log") for name in archive.namelist()) == games


def leftovers(word: str) -> list[str]:
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "stat=,args="], capture_output=True, text=True, check=True
    )
    return [line for line in listed.stdout.splitlines() if word in line and not line.startswith("Z")]


@posix
@pytest.mark.outside
def test_rogues_and_three_kills_cost_no_game(tmp_path: Path) -> None:
    # Honest programs may lose on time on a busy machine; their games are counted all the same.
    path = tournament(tmp_path, 6, 0.7)
    play_with_kills(path, tmp_path / "cup", 30, 3)
    check_books(tmp_path / "cup", 6)
    wait_until(lambda: not leftovers(str(tmp_path)), "the end of all programs")


@posix
@pytest.mark.soak
def test_twenty_programs_and_three_kills_cost_no_game(tmp_path: Path) -> None:
    path = tournament(tmp_path, 20, 2.0)
    play_with_kills(path, tmp_path / "cup", 380, 3)
    check_books(tmp_path / "cup", 20)
    wait_until(lambda: not leftovers(str(tmp_path)), "the end of all programs")


def write(path: Path, more: str = "") -> None:
    path.write_text(
        f'name = "Cup"\nseed = 3\n{more}\n[[events]]\ngame = "tictactoe"\n'
        '[[players]]\nname = "a"\nspec = "random"\n[[players]]\nname = "b"\nspec = "mcts:nodes=20"\n',
        "utf-8",
    )


def test_a_cup_from_its_file(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    write(tmp_path / "cup.toml", "games = 4")
    assert main(["tournament", "cup.toml"]) == 0
    output = capsys.readouterr().out
    assert "4/4: " in output
    assert "   1. b" in output
    assert (tmp_path / "cup" / "report.html").is_file()
    assert main(["tournament", "cup.toml"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["tournament", "cup.toml", "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    write(tmp_path / "cup.toml", "games = 6")
    assert main(["tournament", "cup.toml", "--resume"]) == 2
    assert "(games)" in capsys.readouterr().err
    assert main(["tournament", "nowhere.toml"]) == 2
    capsys.readouterr()
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "anna.py").touch()
    write(tmp_path / "class.toml", "games = 4")
    assert main(["tournament", "class.toml"]) == 2
    assert "class holds other files: give the games a folder of their own" in capsys.readouterr().err
    assert main(["--language", "zh", "tournament", "cup.toml", "--out", "again"]) == 0
    assert "报告：" in capsys.readouterr().out


@pytest.mark.outside
def test_a_file_for_a_folder_of_submissions(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boyi.arena import bot_check
    from boyi.programs import conformance

    monkeypatch.setattr(conformance, "USUAL", conformance.CheckTimes(move=PATIENCE).plus(PATIENCE))
    monkeypatch.setattr(bot_check, "CLOCK", "3600+10")
    monkeypatch.setattr(bot_check, "OPPONENT", "random")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "class"
    (folder / "bob").mkdir(parents=True)
    (folder / "anna.py").write_text(FIRST, "utf-8")
    (folder / "bob" / "bot.py").write_text(LAST, "utf-8")
    (folder / "carl.py").write_text(FIRST.replace("[0]", "[100]"), "utf-8")
    new = ["tournament", "new", "class", "--game", "tictactoe", "--seed", "5", "--concurrency", "1"]
    assert main(new) == 1
    output, errors = capsys.readouterr()
    assert "✓ anna" in output
    assert "✗ carl: First move: carl.py failed in line 3: IndexError" in output
    assert "1 bots failed" in errors
    assert main(["tournament", "tournament.toml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {row["player"] for row in data["events"][0]["table"]} == {"anna", "bob"}
    assert main(["tournament", "new", "class/bob", "--game", "tictactoe", "--force"]) == 2
