"""``boyi search``: the answer as JSON and as text, and its mistakes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.cli.main import main
from tests.patience import NEVER, PATIENCE, at_most, processor_time, wait_until

BY_GAMES = ("nogo", "coin2x2")
"""The games that are searched by random games, without an evaluation."""
KEYS = ["move", "score", "win_rate", "pv", "candidates", "nodes", "depth", "seconds", "proven", "confidence"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["search", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, output, errors = run(capsys, *arguments, "--json")
    assert (code, errors) == (0, "")
    return json.loads(output)


@pytest.mark.parametrize("game", boyi.game_names())
def test_json_for_every_game(capsys: pytest.CaptureFixture[str], game: str) -> None:
    found = answer(capsys, game, "--nodes", "300")
    start = boyi.game(game).start()
    assert list(found) == KEYS
    assert start.game.parse_move(found["move"], start) in start.legal_moves
    assert found["pv"][0] == found["move"] == found["candidates"][0]["move"]
    assert (found["score"] is None) == (found["candidates"][0]["score"] is None) == (game in BY_GAMES)
    assert 0 <= found["win_rate"] <= 1
    assert list(found["candidates"][0]) == [
        *("move", "visits", "win_rate", "score", "pv"),
        *("kind", "depth", "bound", "proven", "plies"),
    ]
    assert found["proven"] in (None, "win", "loss", "draw")
    start.play_text(" ".join(found["pv"]))  # the line can be played
    again = answer(capsys, game, "--nodes", "300")
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_a_win_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    moves = ["--moves", "h8 a1 i8 a2 j8 a3 k8 a5"]
    found = answer(capsys, "gomoku", *moves, "--time", "0.3", "--player", "mcts")
    assert found["proven"] == "win"
    assert found["move"] in ("g8", "l8")
    assert (found["score"], found["win_rate"]) == (None, 1)
    found = answer(capsys, "gomoku", *moves, "--depth", "1")
    assert (found["proven"], found["score"], found["depth"]) == ("win", 99_999_999, 1)


@pytest.mark.outside
def test_limits_and_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "othello", "--depth", "3")["depth"] == 3
    assert answer(capsys, "othello", "--nodes", "50", "--player", "mcts:rollouts=2")["nodes"] == 50
    with at_most(processor=0.5):
        answer(capsys, "othello", "--player", "classic:reversi-mcts", "--time", "0.2")
    assert answer(capsys, "othello", "--size", "10", "--player", "mcts", "--nodes", "5")["nodes"] == 5
    small = answer(capsys, "nogo", "--position", "3/3/3 x", "--time", "0.5", "--threads", "2")
    assert small["proven"] in ("win", "loss")


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = run(capsys, "othello", "--size", "6", "--nodes", "500", "--book")
    assert code == 0
    assert errors == "There is no opening book for this game; searching without one.\n"
    lines = output.splitlines()
    assert lines[0] == "othello 6x6 (native), alphabeta"
    assert re.match(r"[a-f][1-6]  win rate [0-9.]+%; 500 nodes, depth ", lines[1])
    assert lines[2].split() == ["move", "win", "rate", "score", "kind", "line"]
    assert len(lines) == 6
    _, output, _ = run(capsys, "othello", "--size", "6", "--nodes", "100", "--player", "mcts")
    lines = output.splitlines()
    assert lines[2].split() == ["move", "visits", "win", "rate", "line"]
    assert sum(int(line.split()[1]) for line in lines[3:]) == 100


def test_alphabeta_shows_several_moves_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "othello", "--moves", "f5", "--nodes", "5000")["candidates"]
    assert len(found) == 3
    rates = [one["win_rate"] for one in found]
    assert rates == sorted(rates, reverse=True)
    assert len({one["move"] for one in found}) == 3
    alone = answer(capsys, "othello", "--moves", "f5", "--nodes", "500", "--candidates", "1")
    assert len(alone["candidates"]) == 1
    several = answer(capsys, "gomoku", "--moves", "h8 i9", "--nodes", "5000", "--candidates", "5")
    assert len(several["candidates"]) == 5
    for plain in ("minimax:depth=1", "alphabeta:method=pvs,depth=2", "alphabeta:width=3,depth=2"):
        assert len(answer(capsys, "othello", "--player", plain)["candidates"]) == 1


def test_a_solved_position_has_its_exact_score(capsys: pytest.CaptureFixture[str]) -> None:
    position = "xxxxxx2/1xxxxxxx/xxxxxoxo/xxxxoxo1/xxoooooo/xoxoooxo/xxoooxx1/x2o1xxx x"
    found = answer(capsys, "othello", "--position", position, "--time", "5")
    assert (found["proven"], found["score"]) == ("win", 10)
    assert len(found["candidates"]) == 3
    assert found["candidates"][0]["score"] == 10
    assert [one["kind"] for one in found["candidates"]] == ["exact"] * 3
    assert found["confidence"] == 100


def test_candidates_are_of_one_depth(capsys: pytest.CaptureFixture[str]) -> None:
    """Every limit ends some iteration in its middle; what is shown is the last one that was finished."""
    moves = ["othello", "--moves", "f5 d6 c3 d3 c4", "--candidates", "60"]
    finished = answer(capsys, *moves, "--depth", "7")
    nodes = finished["nodes"]
    legal = len(boyi.game("othello").start().play_text("f5 d6 c3 d3 c4").legal_moves)
    assert len(finished["candidates"]) == legal
    stopped = [answer(capsys, *moves, "--nodes", str(nodes + more)) for more in (1, 500, 3000)]
    values = {one["move"]: one["score"] for one in finished["candidates"]}
    for found in stopped:
        assert found["depth"] == 7
        assert {one["move"]: one["score"] for one in found["candidates"]} == values
        assert {one["kind"] for one in found["candidates"]} == {"heuristic"}


def test_symmetric_moves_have_one_value(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "othello", "--nodes", "20000", "--candidates", "4")["candidates"]
    assert {one["move"] for one in found} == {"d3", "c4", "f5", "e6"}
    assert len({one["score"] for one in found}) == 1
    for one in found:
        boyi.game("othello").start().play_text(" ".join(one["pv"]))  # each line can be played
    assert len({tuple(one["pv"]) for one in found}) == 4


def test_nothing_looks_like_python(capsys: pytest.CaptureFixture[str]) -> None:
    for game in boyi.game_names():
        _, output, _ = run(capsys, game, "--nodes", "50")
        assert not re.search(r"boyi\.game|None|<|=\'", output), output
    code, output, _ = run(capsys, "gomoku", "--moves", "h8 a1 i8 a2 j8 a3 k8 a5", "--depth", "2")
    assert code == 0
    assert "win in 1" in output
    code, output, _ = run(capsys, "--help")
    assert (code, "--candidates" in output, "--book" in output) == (0, True, True)


MISTAKES = [
    (["othello", "--time", "0"], "--time '0' is not accepted"),
    (["othello", "--nodes", "0"], "--nodes '0' is not accepted"),
    (["othello", "--depth", "x"], "--depth 'x' is not accepted"),
    (["othello", "--threads", "0"], "--threads '0' is not accepted"),
    (["othello", "--seed", "-1"], "--seed '-1' is not accepted|--seed needs a value"),
    (["othello", "--time", "1", "--nodes", "5"], "Give --time or --nodes, not both; see boyi search --help."),
    (["othello", "--player", "mtcs"], "There is no player 'mtcs': .* Did you mean mcts"),
    (["othello", "--player", "mcts", "--depth", "3"], "mcts cannot be limited by depth"),
    (["othello", "--player", "mcts:reward=disks"], "reward=disks is not accepted"),
    (["othello", "--player", "alphabeta:evaluation=beauty"], "othello has no evaluation 'beauty'"),
    (["othello", "--player", "alphabeta:method=strong,width=3"], "A width belongs to the plain methods"),
    (["gomoku", "--player", "mcts:reward=lead/4"], "gomoku cannot be searched so"),
    (["loa", "--player", "classic:five-tuple"], "classic:five-tuple plays gomoku, not loa"),
    (["tictactoe", "--moves", "a1 a2 b1 b2 c1"], r"There is nothing to search: the game is over \(three\)"),
    (["tictactoe", "--position", "xxx/oo1/3 o"], "There is nothing to search"),
    (["tictactoe", "--position", "xyz"], "is no position of tictactoe|is not a tictactoe position"),
]


@pytest.mark.parametrize(("arguments", "says"), MISTAKES, ids=[" ".join(words)[:50] for words, _ in MISTAKES])
def test_mistakes_get_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, output, errors = run(capsys, *arguments)
    assert (code, output) == (2, "")
    assert re.search(says, errors)
    assert errors.count("\n") == 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processor's time is read in /proc")
@pytest.mark.parametrize("player", ["mcts", "alphabeta"])
def test_ctrl_c_gives_the_best_so_far(player: str) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "boyi",
            "search",
            "nogo",
            "--size",
            "15",
            "--player",
            player,
            "--time",
            f"{NEVER:g}",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: processor_time(process.pid) > 1.5, "the search")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == ""
    assert json.loads(output)["move"]
