"""The commands in this process: output, and one sentence for every mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest

import boyi
from boyi.cli import options
from boyi.cli.app import COMMANDS
from boyi.cli.main import main


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BOYI_BACKEND", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    output, errors = capsys.readouterr()
    return code, output, errors


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, output, errors = run(capsys, *arguments)
    assert (code, errors) == (0, "")
    return json.loads(output)


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    code, output, _ = run(capsys, flag)
    assert code == 0
    assert output.startswith(f"Boyi 博弈 {boyi.__version__}")
    assert all(f"boyi {command}" in output for command in ("play gomoku", "games", "perft othello"))
    assert "Usage: boyi" in output
    assert all(str(entry.help) in output for entry in COMMANDS.values())


@pytest.mark.parametrize("command", [*COMMANDS, "bench playouts", "bench mcts", "bench alphabeta"])
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, output, _ = run(capsys, *command.split(), "--help")
    assert code == 0
    assert output.startswith(f"Usage: boyi {command} ")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"boyi {boyi.__version__}\n", "")


def test_perft_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "perft", "othello", "5", "--json")
    assert list(found) == ["game", "depth", "nodes", "seconds", "backend"]
    assert found["game"] == "othello"
    assert found["depth"] == 5
    assert found["nodes"] == [4, 12, 56, 244, 1396]
    assert found["seconds"] >= 0
    assert found["backend"] == boyi.game("othello").backend


def test_perft_takes_every_way_to_name_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    start = "4/1ox1/1xo1/4 x"
    expected = boyi.game("othello", size=4).start().perft(3)
    ways = [
        ["--size", "4"],
        ["--option", "size=4"],
        ["--position", start],
        ["--position", start, "--size", "4"],
        ["--size", "4", "--backend", "python", "--option", "limits=mo"],
    ]
    for way in ways:
        assert answer(capsys, "perft", "othello", "3", *way, "--json")["nodes"][-1] == expected
    moved = answer(capsys, "perft", "othello", "2", "--moves", "f5", "--json")
    assert moved["nodes"] == [3, 14]


def test_perft_to_depth_nought_counts_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "perft", "tictactoe", "0", "--json")["nodes"] == []


def test_perft_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, "perft", "tictactoe", "3")
    lines = output.splitlines()
    assert code == 0
    assert lines[0] == "tictactoe 3x3 (python)"
    assert [line.split()[:2] for line in lines[2:]] == [["1", "9"], ["2", "72"], ["3", "504"]]


def test_games_json_describes_all(capsys: pytest.CaptureFixture[str]) -> None:
    found = {entry["name"]: entry for entry in answer(capsys, "games", "--json")}
    assert list(found) == boyi.game_names()
    size = found["othello"]["options"][0]
    assert (size["name"], size["default"], size["choices"]) == ("size", 8, [4, 6, 8, 10])
    assert found["tictactoe"]["backends"] == ["python"]
    assert found["coin2x2"]["options"][1]["pattern"]


def test_games_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOYI_BACKEND", "native")
    code, output, errors = run(capsys, "games")
    assert (code, errors) == (0, "")
    assert "othello    Othello (" in output
    assert "    size    4, 6, 8 or 10; default 8." in output


def test_bench_playouts_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "bench", "playouts", "--game", "othello", "--seconds", "0.1", "--json")
    assert list(found) == ["game", "backend", "playouts_per_second", "plies_per_second"]
    assert 20 < found["plies_per_second"] / found["playouts_per_second"] < 70
    chosen = ["--size", "4", "--backend", "python", "--seconds", ".1", "--json"]
    found = answer(capsys, "bench", "playouts", "--game", "othello", *chosen)
    assert found["backend"] == "python"


def test_bench_playouts_measures_all_four_games(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "bench", "playouts", "--seconds", "0.05", "--json")
    assert [entry["game"] for entry in found] == ["gomoku", "othello", "loa", "nogo"]


def test_bench_prints_a_signature_that_stays(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "bench", "--json")
    assert list(found) == ["signature", "nodes", "seconds", "nodes_per_second"]
    code, output, errors = run(capsys, "bench")
    assert (code, errors) == (0, "")
    assert output.endswith(f"Signature: {found['signature']}\n")
    assert f"{found['nodes']:,} nodes in " in output


@pytest.mark.parametrize("search", ["mcts", "alphabeta"])
def test_bench_searches(capsys: pytest.CaptureFixture[str], search: str) -> None:
    found = answer(capsys, "bench", search, "--seconds", "0.5", "--json", "--threads", "2")
    assert [row["game"] for row in found] == ["gomoku", "othello", "loa", "nogo"]
    assert all(row["nodes_per_second"] > 0 and row["threads"] == 2 for row in found)
    one = answer(capsys, "bench", search, "--seconds", "0.05", "--json", "--game", "tictactoe")
    assert one["backend"] == "python"


MISTAKES = [
    (["train"], "Missing command; see boyi train --help"),
    (["pref", "othello", "3"], "There is no command 'pref' in boyi: choose play, .* Did you mean perft"),
    (["--frobnicate"], "There is no option '--frobnicate'; see boyi --help"),
    (["bench", "--backend", "rust"], "There is no back end 'rust'"),
    (["bench", "mcts", "--threads", "0"], "--threads '0' is not accepted"),
    (["bench", "playout"], "There is no command 'playout' in boyi bench: .* Did you mean playouts"),
    (["perft"], "The following arguments are required: GAME, DEPTH; see boyi perft --help"),
    (["perft", "othello"], "The following arguments are required: DEPTH; see boyi perft --help"),
    (["perft", "othello", "1", "2"], "Got an unexpected extra argument '2'"),
    (
        ["perft", "othello", "1", "--sise", "8"],
        "There is no option '--sise'; see boyi perft --help. Did you mean --size",
    ),
    (["perft", "othello", "1", "--size"], "--size needs a value; see boyi perft --help"),
    (["perft", "othello", "1", "--siz", "8"], "There is no option '--siz'"),
    (["perft", "othello", "1", "--json=" + "3" * 5000], "--json: ignored explicit argument '333"),
    (["perft", "othello", "1", "--" + "x" * 5000], "There is no option '--xxx"),
    (["perft", "othello", "-1"], "DEPTH '-1' is not accepted: give a whole number from 0 to 99"),
    (["perft", "othello", "100"], "DEPTH '100' is not accepted: give a whole number from 0 to 99"),
    (["perft", "othello", "x" * 5000], "DEPTH 'xxx"),
    (["perft", "othello", "٣"], "is not accepted"),
    (["perft", "othelo", "1"], "There is no game 'othelo': .* Did you mean othello"),
    (["perft", "othello", "1", "--size", "7"], "size '7' is not accepted: choose 4, 6, 8 or 10"),
    (["perft", "othello", "1", "--size", "八"], "size '八' is not accepted"),
    (["perft", "othello", "1", "--rule", "renju"], "othello has no option 'rule'"),
    (["perft", "othello", "1", "--option", "size"], "--option 'size' is not key=value"),
    (["perft", "othello", "1", "--option", "=8"], "--option '=8' is not key=value"),
    (["perft", "othello", "1", "--size", "8", "--option", "size=8"], "The option 'size' is given twice"),
    (["perft", "othello", "1", "--backend", "rust"], "There is no back end 'rust': choose python or native"),
    (["perft", "tictactoe", "1", "--backend", "native"], "The native back end cannot play this"),
    (["perft", "othello", "1", "--position", "nonsense"], "'nonsense' is no position of othello"),
    (["perft", "othello", "1", "--position", "3/3/3 x"], "has 3 rows; othello boards have 4, 6, 8 or 10"),
    (["perft", "othello", "1", "--position", ""], "'' is no position of othello"),
    (["perft", "othello", "1", "--position", "/" * 100_000], "has 100001 rows"),
    (["perft", "othello", "1", "--moves", "f5 z9"], "'z9' is not a cell of this board"),
    (["perft", "othello", "1", "--moves", "a1"], "a1 turns no disc over"),
    (["bench", "playouts", "--game", "chess"], "There is no game 'chess'"),
    (["bench", "playouts", "--game", "othello", "--seconds", "0"], "--seconds '0' is not accepted"),
    (["bench", "playouts", "--game", "othello", "--seconds", "nan"], "--seconds 'nan' is not accepted"),
    (
        ["play", "othello", "--opponent", "deep-thought"],
        "There is no player 'deep-thought': choose random, playout, mcts, .*, human",
    ),
    (["play", "othello", "--opponent", "playout:time=0"], "time=0 is not accepted"),
    (["play", "othello", "--side", "green"], "--side 'green' is not accepted: choose black or white"),
    (["play", "othello", "--seed", "x"], "--seed 'x' is not accepted"),
    (["play", "othello", "--language", "fr"], "There is no language 'fr': choose en or zh"),
    (["play", "othello", "--moves", "a1"], "a1 turns no disc over"),
]


@pytest.mark.parametrize(("arguments", "says"), MISTAKES, ids=[" ".join(words)[:50] for words, _ in MISTAKES])
def test_mistakes_get_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    import re

    code, output, errors = run(capsys, *arguments)
    assert (code, output) == (2, "")
    assert re.search(says, errors)
    assert errors.count("\n") == 1
    assert len(errors) < 300


def test_a_bad_environment_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOYI_BACKEND", "rust")
    code, _, errors = run(capsys, "perft", "othello", "1")
    assert code == 2
    assert "'rust' (BOYI_BACKEND)" in errors


def test_a_missing_native_module_is_said_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "MISSING", "the native module is not there.")
    code, output, errors = run(capsys, "perft", "tictactoe", "1", "--json")
    assert code == 0
    assert json.loads(output)["nodes"] == [9]
    assert errors == "Playing on Python, slower: the native module is not there.\n"
    assert run(capsys, "perft", "tictactoe", "1", "--json", "--backend", "python")[2] == ""
    monkeypatch.setenv("BOYI_BACKEND", "python")
    assert run(capsys, "perft", "tictactoe", "1", "--json")[2] == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--course-network", "nonsense"], "'nonsense' 不是网络"),
        (["serve", "--lessons", "/nowhere"], "没有存放课程的文件夹 '/nowhere'"),
        (["library", "list", "--db", "postgresql:me@h/x"], "网址的类型后面是 //"),
    ],
)
def test_mistakes_on_a_chinese_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    code, _, errors = run(capsys, *arguments)
    assert code == 2
    assert says in errors


def test_rules_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nogo"]) == 0
    text = capsys.readouterr().out
    assert "2. You may not capture" in text
    assert "Tips\n- Make small eyes" in text
    assert main(["rules", "othello", "--json", "--language", "zh"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["lessons"]) == 5
    assert data["lessons"][3]["goal"] == ["pass"]
    assert data["lessons"][3]["title"] == "停一手"
    assert main(["rules", "tictactoe"]) == 0
    assert "A free board" in capsys.readouterr().out
