"""``boyi match`` interrupted, killed, resumed and extended: real processes."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.match_command import PAIRING, Out, Starter, moves, posix, run
from tests.patience import PATIENCE, wait_until


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts processes that are gone after the test, whatever happens."""
    starter = Starter()
    yield starter
    for process in starter.started:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_a_match_is_gone_on_with_only_as_it_was(capsys: Out, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    before = json.loads(run(capsys, *PAIRING, "--games", "4", "--json", "--out", str(folder))[1])
    saved = moves(folder)
    (folder / "game-000002.sgf").unlink()
    for arguments in ([], PAIRING, ["--games", "4", "--option", "size=6", "--concurrency", "2"]):
        code, output, errors = run(capsys, "--resume", str(folder), *arguments, "--json")
        assert (code, errors) == (0, "")
        after = json.loads(output)
        assert (after["wins"], after["pairs"]) == (before["wins"], before["pairs"])
        assert moves(folder) == saved
    for arguments in (["--games", "2"], ["--a", "random"], ["--size", "8"], ["--seed", "6"], ["--time", "1"]):
        code, output, errors = run(capsys, "--resume", str(folder), *arguments)
        assert (code, output) == (2, "")
        assert "has other settings" in errors
    code, _, errors = run(capsys, *PAIRING, "--out", str(folder))
    assert code == 2
    assert "--resume" in errors


@posix
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_killed_at_any_moment_and_gone_on_with(start: Starter, tmp_path: Path, concurrency: str) -> None:
    """The games are those of an undisturbed run, and nothing that was finished is played again."""
    games, common = 14, ["--concurrency", concurrency]
    whole = start(*PAIRING, "--games", str(games), "--out", str(tmp_path / "whole"))
    assert whole.wait(timeout=PATIENCE) == 0
    folder, chance = tmp_path / "killed", random.Random(3)
    process = start(*PAIRING, "--games", str(games), *common, "--out", str(folder))
    while not (folder / "match.json").exists():
        time.sleep(0.005)
        assert process.poll() is None
    stamps: dict[str, int] = {}
    kills = 0
    while process.poll() is None and kills < 4:
        begun, wanted = len(list(folder.glob("game-*"))), chance.randint(1, 3)
        while process.poll() is None and len(list(folder.glob("game-*"))) < begun + wanted:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.05)
        process.kill()
        process.wait(timeout=PATIENCE)
        kills += 1
        for file in folder.glob("game-*"):
            assert stamps.setdefault(file.name, file.stat().st_mtime_ns) == file.stat().st_mtime_ns
        process = start("--resume", str(folder), *common)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert f"{games} of {games}" in output
    assert kills > 1
    for name, stamp in stamps.items():
        assert (folder / name).stat().st_mtime_ns == stamp
    assert moves(folder) == moves(tmp_path / "whole")
    assert len(moves(folder)) == games


@posix
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_ctrl_c_shows_the_table_and_how_to_go_on(start: Starter, tmp_path: Path, concurrency: str) -> None:
    folder = tmp_path / "m"
    process = start(*PAIRING, "--games", "100000", "--concurrency", concurrency, "--out", str(folder))
    assert process.stdout is not None
    while "Game 2" not in process.stdout.readline():
        assert process.poll() is None
    children = _children_of(process.pid)
    assert len(children) == (0 if concurrency == "1" else 2)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert f"Resume with: boyi match --resume {folder}" in output
    shown = re.search(r"Games\s+(\d+) of 100000", output)
    assert shown is not None
    assert int(shown[1]) == len(moves(folder))
    assert not any(_alive(child) for child in children)


@posix
def test_workers_end_when_the_match_is_killed(start: Starter, tmp_path: Path) -> None:
    process = start(*PAIRING, "--games", "100000", "--concurrency", "2")
    assert process.stdout is not None
    while "Game 2" not in process.stdout.readline():
        assert process.poll() is None
    workers = _children_of(process.pid)
    assert len(workers) == 2
    process.kill()
    process.wait(timeout=PATIENCE)
    wait_until(lambda: not any(_alive(worker) for worker in workers), "the end of the workers")


def _children_of(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = (map(int, line.split()) for line in listed.stdout.splitlines())
    return [pid for pid, parent in pairs if parent == process]


def _alive(process: int) -> bool:
    listed = subprocess.run(["ps", "-p", str(process), "-o", "stat="], capture_output=True, text=True)
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")


def test_a_finished_match_is_extended(capsys: Out, tmp_path: Path) -> None:
    folder = str(tmp_path / "m")
    assert run(capsys, *PAIRING, "--games", "2", "--out", folder, "--json")[0] == 0
    code, output, _ = run(capsys, "--resume", folder, "--games", "6", "--json")
    data = json.loads(output)
    assert code == 0
    assert data["games"] == 6
    assert [game["number"] for game in data["results"]] == [1, 2, 3, 4, 5, 6]
    assert all(Path(game["file"]).is_file() for game in data["results"])
    assert sum(game["points"] for game in data["results"]) == data["wins"] + data["draws"] / 2
    whole = json.loads(run(capsys, *PAIRING, "--games", "6", "--json")[1])
    told = [(game["points"], game["plies"]) for game in whole["results"]]
    assert told == [(game["points"], game["plies"]) for game in data["results"]]
    code, _, errors = run(capsys, "--resume", folder, "--games", "4")
    assert code == 2
    assert "--games" in errors
    assert json.loads(run(capsys, "--resume", folder, "--json")[1])["games"] == 6
