"""``boyi.search``: the function a user calls."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.errors import BoyiError
from boyi.core.game import Game
from boyi.engines.search import best_spec
from boyi.engines.solvers import solve
from boyi.players.spec import make_engine
from tests.patience import Spent, at_most

STANDARD = [boyi.game(name) for name in ("gomoku", "othello", "loa", "nogo")]


@pytest.mark.parametrize("game", [*STANDARD, boyi.game("tictactoe"), boyi.game("coin2x2")], ids=str)
def test_it_answers_in_every_game(game: Game) -> None:
    position = game.start()
    result = boyi.search(position, nodes=200)
    again = boyi.search(position, nodes=200)
    assert isinstance(result, boyi.SearchResult)
    assert result.move in position.legal_moves
    assert (result.move, result.candidates, result.nodes) == (again.move, again.candidates, again.nodes)


def test_the_best_of_several_moves_has_its_exact_score() -> None:
    """On small boards the search among several moves alone finds out only who wins."""
    pytest.importorskip("boyi._native")
    game = boyi.game("othello", size=6, backend="native")
    tested = 0
    for seed in range(8):
        chooser, position = random.Random(seed), game.start()
        while position.outcome is None and str(position).count(".") > 10:
            position = position.play(chooser.choice(list(position.legal_moves)))
        if position.outcome is not None or len(position.legal_moves) < 3:
            continue
        result = boyi.search(position, nodes=300_000, player="alphabeta", candidates=3)
        exact = solve(position, kind="score").score
        assert exact is not None
        assert result.score == exact
        assert {candidate.kind for candidate in result.candidates} == {"exact"}
        tested += abs(exact) < 36
    assert tested > 2


@pytest.mark.outside
@pytest.mark.parametrize("game", STANDARD, ids=lambda game: game.name)
@pytest.mark.parametrize("limit", [0.1, 0.25])
def test_time_is_kept(game: Game, limit: float) -> None:
    # Of the processor's time, and the best of three: others may use this machine too.
    overs = []
    for _ in range(3):
        spent = Spent()
        result = boyi.search(game.start(), time=limit, threads=1)
        overs.append(spent.processor - limit)
        assert spent.clock > limit - 0.02
        assert result.proven is None
    assert min(overs) < 0.05


def test_a_record_brings_its_history() -> None:
    record = boyi.GameRecord(boyi.game("loa"))
    for _ in range(2):
        record.play_text("b8-b6 a7-c7 b6-b8 c7-a7")
    with pytest.raises(BoyiError, match=r"the game is over \(repetition\)"):
        boyi.search(record, nodes=10)
    assert boyi.search(record.position, nodes=10).move in record.position.legal_moves


def test_ended_and_senseless_questions_get_a_sentence() -> None:
    ended = boyi.game("tictactoe").start().play_text("a1 a2 b1 b2 c1")
    with pytest.raises(BoyiError, match=r"There is nothing to search: the game is over \(three\)"):
        boyi.search(ended)
    start = boyi.game("othello").start()
    for limits in ({"time": 0}, {"nodes": -1}, {"depth": 0}, {"time": float("nan")}):
        with pytest.raises(BoyiError, match="is a number above 0"):
            boyi.search(start, **limits)


@pytest.mark.parametrize("player", ["random", "playout:playouts=50", "level:3", "minimax:depth=2"])
def test_any_player_can_be_asked(player: str) -> None:
    position = boyi.game("othello").start()
    assert boyi.search(position, player=player).move in position.legal_moves


@pytest.mark.outside
@pytest.mark.parametrize("game", [game.name for game in STANDARD])
def test_the_first_search_of_a_process_keeps_its_time_too(game: str, tmp_path: Path) -> None:
    code = (
        # Its own work, whatever else the machine does.
        "import boyi; from time import process_time as now;"
        f"start = boyi.game({game!r}).start(); began = now(); boyi.search(start, time=0.1);"
        "print(now() - began)"
    )
    # Nothing is compiled yet, as after an installation.
    fresh = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    taken = [
        float(subprocess.run([sys.executable, "-c", code], env=fresh, capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    # What a game needs is loaded before its time starts: Othello's weights take about 0.05 s.
    assert min(taken) < 0.2


@pytest.mark.outside
def test_a_player_that_is_no_engine_uses_its_time() -> None:
    with at_most(processor=1):
        result = boyi.search(boyi.game("othello").start(), player="playout", time=0.2)
    assert result.seconds > 0.15


def test_the_best_engine_is_the_one_that_matches_have_shown() -> None:
    best = {"gomoku": "alphabeta", "othello": "alphabeta", "loa": "alphabeta", "nogo": "mcts"}
    for game in STANDARD:
        spec = best_spec(game)
        assert str(spec) == best[game.name]
        make_engine(spec)  # whatever it differs in can be said in a spec
    assert str(best_spec(boyi.game("coin2x2"))) == "mcts"  # a game that says nothing of this
    assert str(best_spec(boyi.game("nogo"), depth=3)) == "alphabeta"


def test_tictactoe_is_seen_to_its_end() -> None:
    start = boyi.game("tictactoe").start()
    assert boyi.search(start, time=60).proven == "draw"
    # c3 wins at once; c2 and b3 make two threats, which wins two plies later.
    result = boyi.search(start.play_text("a1 a2 b2 a3"), time=60)
    assert (start.game.format_move(result.move), result.proven) == ("c3", "win")


def test_depth_asks_for_alphabeta() -> None:
    result = boyi.search(boyi.game("nogo", size=5).start(), depth=2)
    assert result.depth == 2
    assert len(result.pv) == 2


def test_two_threads_answer_too() -> None:
    for game in STANDARD:
        assert boyi.search(game.start(), nodes=2000, threads=2).move in game.start().legal_moves


@pytest.mark.parametrize(
    "wrong",
    [{"time": "1"}, {"time": float("nan")}, {"nodes": 1.5}, {"nodes": 10**30}, {"player": 5}, {"seed": -1}],
)
def test_what_cannot_be_meant_gets_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(boyi.BoyiError, match=r"\.$"):
        boyi.search(boyi.game("othello").start(), **wrong)
    with pytest.raises(boyi.BoyiError, match="not 'None'"):
        boyi.search(None)  # type: ignore[arg-type]
