"""The tree that is taken along from move to move, and pondering."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

import boyi
from boyi.core.errors import BadOption
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.players.engine import Situation
from boyi.players.levels import LevelEngine
from boyi.players.mcts import MctsEngine
from boyi.players.spec import make_engine

GAMES = [
    boyi.game("gomoku", size=7),
    boyi.game("othello"),
    boyi.game("loa"),
    boyi.game("nogo", size=5),
]
"""On boards so small that a short search sees some plies."""


def engine(spec: str) -> MctsEngine:
    made = make_engine(spec, 3)
    assert isinstance(made, MctsEngine)
    return made


def visits(result: SearchResult) -> int:
    return sum(candidate.visits for candidate in result.candidates)


def go_on(record: GameRecord, result: SearchResult) -> None:
    """Play the move found and the reply that was expected."""
    for move in result.pv[:2]:
        record.play(move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tree_is_taken_along(game: Game) -> None:
    record = GameRecord(game)
    player = engine("mcts:nodes=4000,reuse=yes")
    first = player.search(Situation.of(record))
    assert visits(first) == 4000
    go_on(record, first)
    second = player.search(Situation.of(record))
    assert second.nodes <= 4000 < visits(second)
    assert second.move in record.position().legal_moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_with_one_tree(game: Game) -> None:
    record = GameRecord(game)
    players = (engine("mcts:nodes=60,reuse=yes,memory=1"), engine("mcts:nodes=60"))
    while record.outcome() is None and record.plies < 300:
        move = players[record.position().turn].search(Situation.of(record)).move
        assert record.position().is_legal(move)
        record.play(move)


def test_another_game_or_a_take_back_begins_anew() -> None:
    game = GAMES[-1]
    player = engine("mcts:nodes=500,reuse=yes")
    record = GameRecord(game)
    go_on(record, player.search(Situation.of(record)))
    player.search(Situation.of(record))
    other = GameRecord(game)
    fresh = boyi.search(other, player="mcts:nodes=500", seed=3)
    again = player.search(Situation.of(other))
    assert (visits(again), again.move, again.win_rate) == (500, fresh.move, fresh.win_rate)
    # a bare position tells nothing about the game it is from
    assert visits(player.search(Situation(record.position()))) == 500


def test_with_a_limit_of_nodes_nothing_is_taken_along() -> None:
    record = GameRecord(boyi.game("othello"))
    assert engine("mcts:time=1").reuse
    player = engine("mcts:nodes=700")
    go_on(record, player.search(Situation.of(record)))
    assert visits(player.search(Situation.of(record))) == 700


@pytest.mark.alone
def test_level_ten_of_nogo_remembers() -> None:
    record = GameRecord(boyi.game("nogo", size=5))
    player = LevelEngine(10, time=0.1)
    go_on(record, player.search(Situation.of(record)))
    began = time.perf_counter()
    second = player.search(Situation.of(record))
    assert time.perf_counter() - began < 0.4
    assert visits(second) > second.nodes


@pytest.mark.alone
def test_pondering_goes_on_meanwhile_and_ends_when_asked() -> None:
    before = threading.active_count()
    record = GameRecord(boyi.game("othello"))
    player = engine("mcts:time=0.05,ponder=yes")
    first = player.search(Situation.of(record))
    assert threading.active_count() == before + 1
    time.sleep(0.3)
    go_on(record, first)
    began = time.perf_counter()
    second = player.search(Situation.of(record))
    assert time.perf_counter() - began < 0.5
    assert visits(second) > visits(first)
    del player
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_a_program_ends_while_its_player_ponders() -> None:
    program = (
        "import boyi; from boyi.players.engine import Situation; from boyi.players.spec import make_engine\n"
        "player = make_engine('mcts:time=0.05,ponder=yes')\n"
        "player.search(Situation(boyi.game('gomoku').start())); print('done')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


def test_pondering_without_reuse_is_refused() -> None:
    with pytest.raises(BadOption, match="ponder=yes needs reuse=yes"):
        engine("mcts:ponder=yes,nodes=100")
