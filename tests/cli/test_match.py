"""``boyi match`` as a user runs it: what it prints, what it accepts and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from boyi import formats
from boyi.arena.results import GameResult
from boyi.arena.settings import SeriesSettings
from boyi.cli.main import main
from boyi.cli.match_table import game_line
from boyi.core.language import ENGLISH
from boyi.store.folder import VARIABLE
from tests.cli.match_command import BOYI, PAIRING, Out, moves, posix, run
from tests.patience import PATIENCE


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
    assert "2 of 2 games ended by a crash or by the time: the score does not tell who plays better." in output
    data = json.loads(run(capsys, *pairing, "--json")[1])
    assert data["warning"].startswith("2 of 2 games ended by a crash")
    faults = data["faults"]
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


def test_a_draw_by_discs_is_said_so() -> None:
    settings = SeriesSettings("othello", "random", "random", games=2)
    drawn = GameResult(1, 0.5, "discs", plies=60)
    assert game_line(drawn, settings, ENGLISH) == "Game 1: a draw: as many discs each, 60 plies"
    lost = GameResult(2, 0.0, "time out", "There was no move within 1 s.", 7)
    sentence = "Game 2: B (Black) wins: the opponent ran out of time, 7 plies. There was no move within 1 s."
    assert game_line(lost, settings, ENGLISH) == sentence


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
    (tmp_path / "offsets.txt").write_text("0,0, 1,1\n-8,0, 1,1\n")
    code, output, errors = run(capsys, *arguments, "--openings", str(tmp_path / "offsets.txt"))
    assert code == 0
    assert errors.endswith("offsets.txt: 1 of 2 lines do not fit on a board of 15x15 and are skipped.\n")
    assert "ended by a crash" not in output


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


@posix
def test_a_series_that_cannot_go_on_shows_what_it_has(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.arena.executors.sys.executable", "/bin/true")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    code, output, errors = run(capsys, *PAIRING, "--concurrency", "2", "--out", str(tmp_path / "m"))
    assert code == 2
    assert "ended its process twice" in errors
    assert "0 of 100" in output
    assert f"--resume {tmp_path / 'm'}" in output


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
