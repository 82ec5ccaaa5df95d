"""The tree that is taken along from move to move, and pondering."""

from __future__ import annotations

import threading

import pytest

import boyi
from boyi.core.errors import BadOption
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.levels import LevelEngine
from boyi.engines.mcts import MctsEngine
from boyi.players.engine import SearchRequest
from boyi.players.spec import make_engine
from tests.patience import Spent, at_most, wait_until

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
    first = player.search(SearchRequest.of(record))
    assert visits(first) == 4000
    go_on(record, first)
    second = player.search(SearchRequest.of(record))
    assert second.nodes <= 4000 < visits(second)
    assert second.move in record.position.legal_moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_with_one_tree(game: Game) -> None:
    record = GameRecord(game)
    players = (engine("mcts:nodes=60,reuse=yes,memory=1"), engine("mcts:nodes=60"))
    while record.outcome is None and record.plies < 300:
        move = players[record.position.turn].search(SearchRequest.of(record)).move
        assert record.position.is_legal(move)
        record.play(move)


def test_another_game_or_a_take_back_begins_anew() -> None:
    game = GAMES[-1]
    player = engine("mcts:nodes=500,reuse=yes")
    record = GameRecord(game)
    go_on(record, player.search(SearchRequest.of(record)))
    player.search(SearchRequest.of(record))
    other = GameRecord(game)
    fresh = boyi.search(other, player="mcts:nodes=500", seed=3)
    again = player.search(SearchRequest.of(other))
    assert (visits(again), again.move, again.win_rate) == (500, fresh.move, fresh.win_rate)
    # a bare position tells nothing about the game it is from
    assert visits(player.search(SearchRequest(record.position))) == 500


def test_with_a_limit_of_nodes_nothing_is_taken_along() -> None:
    record = GameRecord(boyi.game("othello"))
    assert engine("mcts:time=1").reuse
    player = engine("mcts:nodes=700")
    go_on(record, player.search(SearchRequest.of(record)))
    assert visits(player.search(SearchRequest.of(record))) == 700


@pytest.mark.outside
def test_level_ten_of_nogo_remembers() -> None:
    record = GameRecord(boyi.game("nogo", size=5))
    player = LevelEngine(10, time=0.1)
    go_on(record, player.search(SearchRequest.of(record)))
    with at_most(processor=0.6):
        second = player.search(SearchRequest.of(record))
    assert visits(second) > second.nodes


@pytest.mark.outside
def test_pondering_goes_on_meanwhile_and_ends_when_asked() -> None:
    before = threading.active_count()
    record = GameRecord(boyi.game("othello"))
    player = engine("mcts:time=0.05,ponder=yes")
    first = player.search(SearchRequest.of(record))
    assert threading.active_count() == before + 1
    pondered = Spent()
    wait_until(lambda: pondered.processor > 0.2, "the pondering")
    go_on(record, first)
    with at_most(processor=0.5):
        second = player.search(SearchRequest.of(record))
    assert visits(second) > visits(first)
    del player
    wait_until(lambda: threading.active_count() == before, "the end of the pondering")


def test_pondering_without_reuse_is_refused() -> None:
    with pytest.raises(BadOption, match="ponder=yes needs reuse=yes"):
        engine("mcts:ponder=yes,nodes=100")
