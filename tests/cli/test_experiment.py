"""``boyi experiment`` as a user runs it: the list, the tables, the files, and a run that is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from boyi.arena.folder import GameFolder
from boyi.cli.main import main
from boyi.lab import Experiment
from tests.patience import PATIENCE, wait_until

EXAMPLES = str(Path(__file__).parents[2] / "examples")
SMALL = ["experiment", "small-trees", "--experiments", EXAMPLES, "--concurrency", "1"]
Out = pytest.CaptureFixture[str]


def test_alone_it_lists_all(capsys: Out) -> None:
    assert main(["experiment", "--experiments", EXAMPLES]) == 0
    english = capsys.readouterr().out
    assert "  depth-width    Depth and width of alpha-beta (Gomoku)\n" in english
    assert "small-trees" in english
    assert main(["experiment", "--language", "zh"]) == 0
    chinese = capsys.readouterr().out
    assert "alpha-beta 的深度与宽度（五子棋）" in chinese
    assert "small-trees" not in chinese


def test_tables_files_and_more_games(tmp_path: Path, capsys: Out) -> None:
    given = [*SMALL, "--games", "2", "--out", str(tmp_path / "e")]
    assert main(given) == 0
    out = capsys.readouterr().out
    assert out.startswith("Small trees: 0 of 6 games\n1/6: ")
    assert "Tic-tac-toe, 20 nodes a move, 2 games a pairing, seed 1." in out
    assert "c=1, four times" in out
    assert "  a guess  exploration helps: " in out
    assert main(given) == 2
    assert "holds an experiment already: resume it with --resume" in capsys.readouterr().err
    # A finished experiment is only shown again; with more games it is extended.
    assert main([*given, "--resume", "--language", "zh"]) == 0
    chinese = capsys.readouterr().out
    assert chinese.startswith("小树：已完成 6 / 6 局\n随机对局很少时")
    assert main([*given[:-4], "--games", "4", "--out", str(tmp_path / "e"), "--resume", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["all_games"]) == (12, 12)
    assert data == json.loads((tmp_path / "e" / "results.json").read_text("utf-8")) | {
        "folder": str(tmp_path / "e")
    }
    for name in ("ratings", "scores"):
        assert (tmp_path / "e" / f"{name}.svg").read_text("utf-8").startswith("<svg")
        assert (tmp_path / "e" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["experiment", "rewards"], "There is no experiment 'rewards': choose annealing"),
        (["experiment", "reward", "--games", "1"], "--games '1' is not accepted: give a whole number from 2"),
        (["experiment", "reward", "--budget", "x"], "--budget 'x' is not accepted: give seconds"),
        (["experiment", "reward", "--budget", "1", "--nodes", "3"], "Give --budget or --nodes, not both"),
        (["experiment", "depth-width", "--nodes", "9"], "No player of depth-width counts nodes"),
        (["experiment", "depth-width", "--game", "nogo"], "classic:alphabeta plays gomoku, not nogo"),
        (["experiment", "reward", "--game", "chess"], "There is no game 'chess'"),
        (["experiment", "reward", "--experiments", "/nowhere"], "There is no folder '/nowhere'"),
        (["experiment", "reward", "--concurrency", "0"], "--concurrency '0' is not accepted"),
    ],
)
def test_bad_input_gets_a_sentence(
    given: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(given) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    assert main([*given, "--language", "zh"]) == 2
    assert any("一" <= letter <= "鿿" for letter in capsys.readouterr().err)


def test_other_settings_are_refused(tmp_path: Path, capsys: Out) -> None:
    out = ["--out", str(tmp_path / "e")]
    assert main([*SMALL, "--games", "4", *out]) == 0
    for more, names in (
        (["--seed", "9"], "(seed)"),
        (["--games", "2"], "(games)"),
        (["--budget", "1"], "time"),
    ):
        assert main([*SMALL, *more, *out, "--resume"]) == 2
        assert names in capsys.readouterr().err
    assert main(["experiment", "time", *out, "--resume"]) == 2
    assert "(name)" in capsys.readouterr().err


def games_in(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in folder.glob("game-*")}


def _kill_after(wanted: int, command: list[str], folder: Path) -> None:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: process.poll() is not None or len(games_in(folder)) >= wanted)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    assert process.returncode == -signal.SIGKILL, "it ended before it was killed"


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.outside
def test_kills_cost_no_game_and_change_none(tmp_path: Path) -> None:
    """A real process, killed three times in the middle; the games are those of a run that was left alone."""
    command = [sys.executable, "-m", "boyi", *SMALL[:-1], "2", "--games", "30", "--nodes", "40"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    for wanted in (5, 30, 60):
        _kill_after(wanted, [*command, "--out", str(killed), "--resume"], killed)
        assert len(games_in(killed)) < 90
    for out in (killed, whole):
        subprocess.run(
            [*command, "--out", str(out), "--resume"], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE
        )
    with GameFolder.open(killed, Experiment) as one, GameFolder.open(whole, Experiment) as other:
        assert one.numbers() == other.numbers() == list(range(1, 91))
        met = Counter[tuple[str, str]]()
        for number in one.numbers():
            record = one.load(number)
            assert record.moves == other.load(number).moves
            met[record.headers["black"], record.headers["white"]] += 1
    names = ["c=1", "c=0", "c=1, four times"]
    assert met == {(a, b): 15 for a in names for b in names if a != b}
    results = [json.loads((out / "results.json").read_text("utf-8")) for out in (killed, whole)]
    assert results[0]["pairings"] == results[1]["pairings"]
    assert results[0]["games"] == 90
