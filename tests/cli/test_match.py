"""``boyi match`` as a user runs it: real processes, interrupted, killed and gone on with."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boyi import formats
from boyi.arena.results import GameResult
from boyi.arena.settings import SeriesSettings
from boyi.cli.main import main
from boyi.cli.match_table import game_line
from boyi.cli.words import Words
from boyi.core.language import ENGLISH
from boyi.store.folder import VARIABLE
from tests.patience import PATIENCE, wait_until

BOYI = [sys.executable, "-m", "boyi", "match"]
PAIRING = ["--game", "othello", "--size", "6", "--a", "mcts:nodes=40", "--b", "random", "--seed", "5"]
posix = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")

Out = pytest.CaptureFixture[str]


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts processes that are gone after the test, whatever happens."""
    starter = Starter()
    yield starter
    for process in starter.started:
        process.kill()
        process.communicate(timeout=PATIENCE)


class Starter:
    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []

    def __call__(self, *arguments: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        process = subprocess.Popen(
            [*BOYI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.started.append(process)
        return process


def run(capsys: Out, *arguments: str) -> tuple[int, str, str]:
    code = main(["match", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def moves(folder: Path) -> dict[str, str]:
    return {file.name: formats.read(file.read_bytes()).text() for file in sorted(folder.glob("game-*.sgf"))}


def test_json_has_the_numbers_from_the_side_of_a(capsys: Out) -> None:
    code, output, errors = run(capsys, *PAIRING, "--games", "4", "--json")
    assert (code, errors) == (0, "")
    data = json.loads(output)
    assert {"a", "b", "game", "games", "wins", "draws", "losses", "score", "elo", "elo_error", "los"} <= set(
        data
    )
    assert (data["a"], data["b"], data["game"], data["seed"]) == ("mcts:nodes=40", "random", "othello", 5)
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 4
    assert sum(data["pairs"]) == 2
    assert data["sprt"] is None
    assert data["ending"] == "all games"
    assert (
        run(capsys, *PAIRING, "--games", "4", "--json")[1].split('"reasons"')[0]
        == output.split('"reasons"')[0]
    )


def test_lines_where_nobody_watches(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    _, output, _ = run(capsys, *PAIRING, "--games", "2", "--sprt", "0,10", "--time", "0.5")
    lines = output.splitlines()
    assert lines[0] == "A: mcts:nodes=40   B: random   Othello size=6"
    assert lines[1].startswith("Game 1: ")
    assert "All games are played; the test has not come to an end." in lines
    assert any(line.split() == ["Seed", "5"] for line in lines)
    assert not list(Path().glob("game-*"))
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    _, output, _ = run(capsys, *PAIRING, "--games", "2")
    assert "A 胜、和、负" in output


def test_nodes_limit_whoever_counts_them(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    pairing = ["--game", "tictactoe", "--b", "random", "--games", "2", "--seed", "1", "--nodes", "20"]
    code, output, errors = run(capsys, *pairing, "--a", "mcts")
    assert (code, errors) == (0, "")
    assert output.splitlines()[0] == "--nodes does not limit random, which counts none."
    code, output, _ = run(capsys, *pairing, "--a", "mcts", "--json")
    data = json.loads(output)
    assert (code, data["nodes"], data["uncounted"], data["games"]) == (0, 20, ["random"], 2)
    assert max(data["seconds_a_move"]) < 0.5  # without a limit a move takes mcts a second
    _, output, _ = run(capsys, *pairing, "--a", "mcts", "--b", "level:3", "--json")
    assert json.loads(output)["uncounted"] == []


def test_a_registered_engine_plays_by_its_name(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    assert main(["engines", "add", "quick", "mcts:nodes=20"]) == 0
    capsys.readouterr()
    folder = tmp_path / "m"
    arguments = ["--game", "othello", "--size", "6", "--a", "quick", "--b", "random", "--games", "2"]
    code, output, errors = run(capsys, *arguments, "--json", "--out", str(folder))
    assert (code, errors, json.loads(output)["a"]) == (0, "", "quick")
    record = formats.read((folder / "game-000001.sgf").read_bytes())
    assert (record.headers["black"], record.headers["black spec"]) == ("quick", "mcts:nodes=20")
    assert main(["engines", "remove", "quick"]) == 0  # the match knows what it was
    assert run(capsys, "--resume", str(folder), "--json")[0] == 0


def test_what_was_wrong_with_a_program_stays_readable(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a terminal the lines of the games go by; whoever wrote the program must still learn of it."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot\n")
    pairing = ["--game", "tictactoe", "--a", "random", "--b", f"py:{bot}", "--games", "2", "--seed", "1"]
    code, output, _ = run(capsys, *pairing)
    assert code == 0
    assert "B's last fault                bot.py failed in line 1: SyntaxError" in output
    assert "A's last fault" not in output
    faults = json.loads(run(capsys, *pairing, "--json")[1])["faults"]
    assert faults[0] == ""
    assert faults[1].startswith("bot.py failed in line 1")


def test_a_program_for_another_game_is_refused_before_the_first_game(capsys: Out, tmp_path: Path) -> None:
    file = tmp_path / "ai.py"
    file.write_text("")
    for game, sentence in (
        (["gomoku"], "ai cannot play gomoku: such a file is for othello.\n"),
        (["othello", "--size", "6"], "ai cannot play on 6x6: Mo's boards are 8x8.\n"),
    ):
        code, output, errors = run(capsys, "--game", *game, "--a", f"mo:{file}", "--b", "random")
        assert (code, output, errors) == (2, "", sentence)


def test_swap2_is_bargained_about(capsys: Out) -> None:
    swap2 = ["--game", "gomoku", "--size", "9", "--option", "opening=swap2"]
    code, output, _ = run(capsys, *swap2, "--a", "level:2", "--b", "random", "--games", "2", "--seed", "1")
    assert code == 0
    assert "opening=swap2" in output
    code, output, errors = run(capsys, *swap2, "--a", "random", "--b", "random", "--openings", "random:2")
    assert (code, output) == (2, "")
    assert errors == "With swap2 the players make their openings: leave --openings away.\n"


def test_a_time_a_move_is_a_clock_for_files(capsys: Out, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Bot:\n"
        "    def choose(self, position, clock):\n"
        "        raise ValueError(clock.left(position.turn))\n"
    )
    pairing = ["--game", "tictactoe", "--a", f"py:{bot}", "--b", "random", "--games", "1", "--time", "1.5"]
    assert "ValueError: 1.5." in json.loads(run(capsys, *pairing, "--json")[1])["faults"][0]


def test_a_draw_by_discs_is_said_so() -> None:
    settings = SeriesSettings("othello", "random", "random", games=2)
    drawn = GameResult(1, 0.5, "discs", plies=60)
    assert game_line(drawn, settings, Words(ENGLISH)) == "Game 1: a draw: as many discs each, 60 plies"
    lost = GameResult(2, 0.0, "time out", "There was no move within 1 s.", 7)
    sentence = "Game 2: B (Black) wins: the opponent ran out of time, 7 plies. There was no move within 1 s."
    assert game_line(lost, settings, Words(ENGLISH)) == sentence


def test_a_seed_is_chosen_and_said(capsys: Out) -> None:
    arguments = ["--game", "tictactoe", "--a", "random", "--b", "random", "--games", "2", "--json"]
    seeds = {json.loads(run(capsys, *arguments)[1])["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_openings_of_a_file(capsys: Out, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("h8 h9\ng7 g8 i9\n")
    arguments = ["--game", "gomoku", "--a", "random", "--b", "random", "--games", "4", "--max-plies", "9"]
    code, _, errors = run(
        capsys, *arguments, "--openings", str(tmp_path / "openings.txt"), "--out", str(tmp_path / "out")
    )
    assert (code, errors) == (0, "")
    begun = [text.split()[:2] for text in moves(tmp_path / "out").values()]
    assert begun == [["h8", "h9"], ["h8", "h9"], ["g7", "g8"], ["g7", "g8"]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "--game is missing"),
        (["--game", "othello", "--a", "random"], "--b is missing"),
        ([*PAIRING, "--games", "0"], "--games"),
        ([*PAIRING, "--time", "1", "--clock", "60"], "not both"),
        ([*PAIRING, "--clock", "tomorrow"], "time control"),
        ([*PAIRING, "--sprt", "10,0"], "smaller first"),
        ([*PAIRING, "--sprt", "ten"], "such as 0,10"),
        ([*PAIRING, "--openings", "nowhere.sgf"], "cannot be read"),
        ([*PAIRING, "--openings", "random:x"], "random:K"),
        ([*PAIRING, "--b", "nobody"], "There is no player"),
        ([*PAIRING, "--b", "classic:five-tuple"], "plays gomoku, not othello."),
        ([*PAIRING, "--a", "random", "--nodes", "10"], "cannot be limited by nodes"),
        ([*PAIRING, "--option", "limits=no"], "not accepted"),
        ([*PAIRING, "--margin", "-1"], "--margin"),
        ([*PAIRING, "--format", "dat"], "sgf or json"),
        ([*PAIRING, "--concurrency", "0"], "--concurrency"),
        (["--resume", "nowhere"], "holds no match"),
        (["--resume", "nowhere", "--out", "there"], "omit --out"),
    ],
)
def test_mistakes_are_answered_in_a_sentence(capsys: Out, arguments: list[str], sentence: str) -> None:
    code, output, errors = run(capsys, *arguments)
    assert (code, output) == (2, "")
    assert sentence in errors
    assert len(errors.splitlines()) == 1


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
def test_a_series_that_cannot_go_on_shows_what_it_has(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.arena.executors.sys.executable", "/bin/true")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    code, output, errors = run(capsys, *PAIRING, "--concurrency", "2", "--out", str(tmp_path / "m"))
    assert code == 2
    assert "ended its process 3 times" in errors
    assert "0 of 100" in output
    assert f"--resume {tmp_path / 'm'}" in output


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


@posix
def test_a_table_that_moves_in_a_terminal() -> None:
    import pty

    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40", "LC_ALL": "C.UTF-8"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [*BOYI, *PAIRING, "--games", "6"], stdout=follower, stderr=follower, stdin=follower, env=environment
    )
    os.close(follower)
    seen = b""
    try:
        while chunk := os.read(leader, 65536):
            seen += chunk
    except OSError:  # the terminal is gone: the program has ended
        pass
    finally:
        os.close(leader)
    assert process.wait(timeout=PATIENCE) == 0
    text = seen.decode()
    assert "\x1b[" in text
    assert "A's wins, draws, losses" in text
    assert "6 of 6" in text
    assert "Game 1:" not in text.rsplit("Games", 1)[1]


# Extended, adjudicated, at time odds


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


def test_games_that_both_see_as_won_are_over(capsys: Out) -> None:
    given = ["--game", "nogo", "--size", "5", "--a", "mcts:nodes=400", "--b", "mcts:nodes=300", "--seed", "2"]
    code, output, _ = run(capsys, *given, "--games", "4", "--adjudicate", "0.8,2", "--json")
    early = json.loads(output)["results"]
    assert code == 0
    assert {game["reason"] for game in early} & {"adjudicated"}
    late = json.loads(run(capsys, *given, "--games", "4", "--json")[1])["results"]
    for short, long in zip(early, late, strict=True):
        assert short["plies"] <= long["plies"]
    assert run(capsys, *given, "--adjudicate", "2")[0] == 2
    assert run(capsys, *given, "--adjudicate", "0.4,3")[0] == 2


def test_games_that_a_solver_proves_are_over_with_the_same_result(capsys: Out) -> None:
    given = ["--game", "nogo", "--size", "4", "--a", "random", "--b", "random", "--seed", "2", "--games", "6"]
    solved = json.loads(run(capsys, *given, "--solver", "20", "--json")[1])["results"]
    assert {game["reason"] for game in solved} == {"solved"}
    # A perfect player on both sides would come to what the solver says; its own proof is checked elsewhere.
    assert all(game["points"] in (0, 1) for game in solved)
    assert all(game["plies"] <= 8 for game in solved)


@pytest.mark.outside
def test_time_odds_are_told_and_judged(capsys: Out, tmp_path: Path) -> None:
    told = tmp_path / "told.py"
    told.write_text(
        "import time\n"
        "class Bot:\n"
        "    def choose(self, position, clock):\n"
        "        print('left', clock.left(position.turn))\n"
        "        return position.legal_moves[0]\n",
        "utf-8",
    )
    out = tmp_path / "m"
    spec = f"py:{told}"
    given = ["--game", "tictactoe", "--a", spec, "--b", spec, "--seed", "2", "--games", "2", "--margin", "60"]
    assert run(capsys, *given, "--time", "40,3", "--out", str(out), "--json")[0] == 0
    log = (out / "game-000001.log").read_text("utf-8")
    assert "A ! left 40.0" in log
    assert "B ! left 3.0" in log
    slow = tmp_path / "slow.py"
    slow.write_text(told.read_text("utf-8").replace("print(", "time.sleep(1000), print("), "utf-8")
    given[given.index("--b") + 1] = f"py:{slow}"
    given[-1] = "0.1"
    data = json.loads(run(capsys, *given, "--time", f"{PATIENCE:g},0.5", "--json")[1])
    assert data["reasons"]["wins"] == {"time out": 2}
    assert run(capsys, *given, "--time", "1,x")[0] == 2


def test_the_test_says_which_elo_it_means(capsys: Out) -> None:
    given = [*PAIRING, "--games", "4", "--sprt", "0,10"]
    assert json.loads(run(capsys, *given, "--json")[1])["sprt"]["elo"] == "normalised"
    output = run(capsys, *given)[1]
    assert "Test 0 against 10 nElo" in output
    assert "Normalised Elo (nElo, 95%)" in output
