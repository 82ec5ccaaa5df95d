"""A thinker keeps the limits of a protocol as far as its engine can."""

from __future__ import annotations

import time
from threading import Timer

import pytest

import boyi
from boyi.bridges.thinking import Thinker, in_discs
from boyi.core.result import SearchResult
from boyi.core.stop import Stop
from boyi.players.spec import BadSpec
from boyi.protocols.actions import Limits, Purpose, Think
from boyi.protocols.situation import Situation


def think(
    game: str, moves: str = "", limits: Limits | None = None, purpose: Purpose = "move", candidates: int = 1
) -> Think:
    record = boyi.GameRecord(boyi.game(game))
    record.play_text(moves)
    return Think(1, Situation.of_record(record), limits or Limits(), purpose, candidates)


def ask(thinker: Thinker, question: Think, stop: Stop | None = None) -> SearchResult:
    result = thinker.search(question, lambda result: None, stop or Stop())
    assert result is not None
    return result


@pytest.mark.parametrize("game", ["gomoku", "othello", "loa", "nogo"])
def test_nodes_and_seed_decide_alone(game: str) -> None:
    limits = Limits(nodes=2000, threads=1)
    first, second = (ask(Thinker(seed=3), think(game, limits=limits)) for _ in "12")
    assert (first.move, first.nodes) == (second.move, second.nodes)
    assert first.nodes < 5000


@pytest.mark.alone
def test_depth_time_and_memory() -> None:
    thinker = Thinker()
    assert ask(thinker, think("othello", limits=Limits(depth=4))).depth == 4
    assert ask(thinker, think("nogo", limits=Limits(depth=2))).depth == 2
    began = time.monotonic()
    ask(thinker, think("gomoku", "h8", Limits(seconds=0.2, memory=1 << 20, threads=2)))
    assert 0.1 < time.monotonic() - began < 1
    began = time.monotonic()
    ask(Thinker(seconds=0.1), think("loa", limits=Limits(seconds=60)))
    assert time.monotonic() - began < 2


def test_a_hint_judges_several_moves() -> None:
    for game, moves in (("gomoku", "h8 i9"), ("othello", "f5"), ("nogo", "")):
        result = ask(Thinker(), think(game, moves, Limits(seconds=0.2), "hint", 3))
        assert len({one.move for one in result.candidates}) >= 3


@pytest.mark.alone
def test_an_analysis_goes_on_until_it_is_stopped() -> None:
    stop = Stop()
    Timer(0.3, stop.set).start()
    began = time.monotonic()
    ask(Thinker(), think("gomoku", "h8", purpose="analysis", candidates=2), stop)
    assert 0.25 < time.monotonic() - began < 5


def test_players_that_do_not_search() -> None:
    assert ask(Thinker("random"), think("othello")).move in boyi.game("othello").start().moves()
    assert ask(Thinker("level:1", seed=1), think("othello", limits=Limits(depth=3, nodes=9))).move
    with pytest.raises(BadSpec):
        Thinker("nobody")


def test_scores_in_discs() -> None:
    result = in_discs(ask(Thinker(), think("othello", "f5", Limits(depth=6), "hint", 2)))
    assert all(abs(one.score) < 20 for one in result.candidates)
    assert abs(result.score) < 20
    guessed = in_discs(SearchResult(0, 0.75, 0.75, (0,), (), 9, 1, 0.1))
    assert 0 < guessed.score < 20
    won = in_discs(SearchResult(0, 1.0, 1.0, (0,), (), 9, 1, 0.1, "win", 99_999_991.0))
    assert won.score == 64


@pytest.mark.alone
@pytest.mark.parametrize("player", ["level:9", "alphabeta:time=0.1", "level:10,time=0.1"])
def test_a_players_own_time_holds_whatever_depth_is_asked_for(player: str) -> None:
    began = time.monotonic()
    ask(Thinker(player, seconds=10), think("othello", "f5", Limits(seconds=10, depth=40)))
    assert time.monotonic() - began < 1
