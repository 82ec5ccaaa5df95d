"""A thinker keeps the limits of a protocol as far as its engine can."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Timer
from time import process_time

import pytest

import boyi
from boyi.bridges.engines import make_searcher, seconds_since_start
from boyi.bridges.thinking import Thinker, in_discs
from boyi.core.result import SearchResult
from boyi.core.stop import Stop
from boyi.players.spec import BadSpec
from boyi.protocols.actions import Limits, Purpose, Think
from boyi.protocols.situation import Situation
from tests.patience import at_most


def think(
    game: str, moves: str = "", limits: Limits | None = None, purpose: Purpose = "move", candidates: int = 1
) -> Think:
    record = boyi.GameRecord(boyi.game(game))
    record.play_text(moves)
    return Think(1, Situation.of_record(record), limits or Limits(), purpose, candidates)


def ask(thinker: Thinker, question: Think, stop: Stop | None = None) -> SearchResult:
    result = thinker.search(question, lambda result: None, stop or Stop())
    assert isinstance(result, SearchResult)
    return result


@pytest.mark.parametrize("game", ["gomoku", "othello", "loa", "nogo"])
def test_nodes_and_seed_decide_alone(game: str) -> None:
    limits = Limits(nodes=2000, threads=1)
    first, second = (ask(Thinker(seed=3), think(game, limits=limits)) for _ in "12")
    assert (first.move, first.nodes) == (second.move, second.nodes)
    assert first.nodes < 5000


@pytest.mark.outside
def test_depth_time_and_memory() -> None:
    thinker = Thinker()
    assert ask(thinker, think("othello", limits=Limits(depth=4))).depth == 4
    assert ask(thinker, think("nogo", limits=Limits(depth=2))).depth == 2
    with at_most(processor=1) as spent:
        ask(thinker, think("gomoku", "h8", Limits(seconds=0.2, memory=1 << 20, threads=2)))
        assert spent.clock > 0.1
    with at_most(processor=2):
        ask(Thinker(seconds=0.1), think("loa", limits=Limits(seconds=60)))


def test_a_hint_judges_several_moves() -> None:
    for game, moves in (("gomoku", "h8 i9"), ("othello", "f5"), ("nogo", "")):
        result = ask(Thinker(), think(game, moves, Limits(seconds=0.2), "hint", 3))
        assert len({one.move for one in result.candidates}) >= 3


@pytest.mark.outside
def test_an_analysis_goes_on_until_it_is_stopped() -> None:
    stop = Stop()
    Timer(0.3, stop.set).start()
    with at_most(processor=5) as spent:
        ask(Thinker(), think("gomoku", "h8", purpose="analysis", candidates=2), stop)
        assert spent.clock > 0.25


def test_players_that_do_not_search() -> None:
    assert ask(Thinker("random"), think("othello")).move in boyi.game("othello").start().moves()
    assert ask(Thinker("level:1", seed=1), think("othello", limits=Limits(depth=3, nodes=9))).move
    with pytest.raises(BadSpec):
        Thinker("nobody")


def test_scores_in_discs() -> None:
    found = ask(Thinker(), think("othello", "f5", Limits(depth=6), "hint", 2))
    result = in_discs(found)
    assert result == found  # an evaluation's score is in discs already
    assert all(one.score is not None and abs(one.score) < 20 for one in result.candidates)
    assert result.score is not None
    assert abs(result.score) < 20
    guessed = in_discs(SearchResult(0, None, 0.75, (0,), (), 9, 1, 0.1)).score
    assert guessed is not None
    assert 0 < guessed < 20


@pytest.mark.outside
@pytest.mark.parametrize("player", ["level:9", "alphabeta:time=0.1", "level:10,time=0.1"])
def test_a_players_own_time_holds_whatever_depth_is_asked_for(player: str) -> None:
    with at_most(processor=1):
        ask(Thinker(player, seconds=10), think("othello", "f5", Limits(seconds=10, depth=40)))


def test_a_program_behind_a_protocol_plays_game_after_game(tmp_path: Path) -> None:
    """Each game has an object of its own, though the protocol tells only positions."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "objects = 0\n"
        "class Bot:\n"
        "    def __init__(self):\n"
        "        global objects\n"
        "        objects += 1\n"
        "        self.asked = 0\n"
        "    def choose(self, position):\n"
        "        self.asked += 1\n"
        "        return objects * 15 + self.asked\n"
    )
    thinker = Thinker(f"py:{bot}", seed=1)
    moves = [ask(thinker, think("gomoku", moves)).move for moves in ("h8", "h8 h9 j8", "h8", "h8 h9 j9", "")]
    thinker.close()
    assert moves == [16, 17, 31, 32, 46]


@pytest.mark.outside
def test_the_first_move_pays_for_the_start_of_the_process() -> None:
    for player in (None, "mcts:"):
        searcher = make_searcher("gtp", player, startup=1000)
        with at_most(processor=2):
            assert searcher.search(think("nogo", limits=Limits(seconds=60)), print, Stop())
        with at_most(processor=2) as spent:
            assert searcher.search(think("nogo", limits=Limits(seconds=0.2)), print, Stop())
            assert spent.clock > 0.1


def test_the_age_of_a_process_is_more_than_it_has_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seconds_since_start() >= process_time() / (os.cpu_count() or 1) - 0.1
    monkeypatch.setattr("boyi.bridges.engines.STAT", Path("/nonexistent"))
    assert 0 < seconds_since_start() <= process_time()


def test_the_best_engine_begins_from_the_book_of_its_game() -> None:
    question = think("othello", "f5", Limits(seconds=60, depth=60))
    game = question.situation.game
    found = [ask(Thinker(seed=seed, book=True), question) for seed in range(20)]
    assert {one.nodes for one in found} == {0}
    # Not the parallel opening, which loses.
    assert {game.format_move(one.move) for one in found} <= {"d6", "f6"}
    assert ask(Thinker(seed=3, book=True), question).move == found[3].move


def test_the_book_is_for_moves_of_the_best_engine_alone() -> None:
    limits = Limits(nodes=500)
    assert ask(Thinker(book=False), think("othello", "f5", limits)).nodes
    assert ask(Thinker("alphabeta", book=True), think("othello", "f5", limits)).nodes
    assert ask(Thinker(book=True), think("othello", "f5", limits, "hint", 2)).nodes
    assert ask(Thinker(book=True), think("nogo", "", limits)).nodes
