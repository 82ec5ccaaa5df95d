"""``boyi match`` with games that end early, with time odds, clocks, swap2 and the sequential test."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.match_command import PAIRING, Out, run
from tests.patience import PATIENCE


def test_games_open_by_swap2(capsys: Out) -> None:
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


@pytest.mark.parametrize("size", [9, 13])
def test_a_solver_waits_until_the_position_is_small_enough_for_it(capsys: Out, size: int) -> None:
    given = ["--game", "nogo", "--size", str(size), "--a", "random", "--b", "random", "--seed", "2"]
    code, out = run(capsys, *given, "--games", "2", "--solver", "0.01", "--json")[:2]
    assert code == 0
    assert {game["reason"] for game in json.loads(out)["results"]} <= {"solved", "no move"}


@pytest.mark.outside
def test_time_odds_are_told_and_judged(capsys: Out, tmp_path: Path) -> None:
    told = tmp_path / "told.py"
    told.write_text(
        "import time\n"
        "class Bot:\n"
        "    def choose(self, position, clock):\n"
        "        print('left', clock.left(position.turn))\n"
        "        sum(range(300_000))\n"
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
    # Clocks of a game: each runs down for its own player alone.
    given[given.index("--b") + 1] = spec
    out = tmp_path / "clocks"
    assert run(capsys, *given, "--clock", "900+7,300", "--out", str(out), "--json")[0] == 0
    said = [line.split(" ! left ") for line in (out / "game-000001.log").read_text("utf-8").splitlines()]
    left = {name: [float(line[1]) for line in said if len(line) == 2 and name in line[0]] for name in "AB"}
    assert left["A"][0] == 900
    assert 900 < left["A"][-1] <= 900 + 7 * 4
    assert left["B"][0] == 300
    assert all(after < before for before, after in pairwise(left["B"]))
    given[given.index("--b") + 1] = f"py:{slow}"
    data = json.loads(run(capsys, *given, "--clock", f"{PATIENCE:g},0.5", "--json")[1])
    assert data["reasons"]["wins"] == {"time out": 2}
    for wrong in ("60+1,none", "60+1,x", "60,60,60"):
        assert run(capsys, *given, "--clock", wrong)[0] == 2


def test_the_test_says_which_elo_it_means(capsys: Out) -> None:
    given = [*PAIRING, "--games", "4", "--sprt", "0,10"]
    assert json.loads(run(capsys, *given, "--json")[1])["sprt"]["elo"] == "normalised"
    output = run(capsys, *given)[1]
    assert "Test 0 against 10 nElo" in output
    assert "Normalised Elo (nElo, 95%)" in output
