"""The judgement of moves: what a move cost, its mark, the better line, the turning point of a game."""

from __future__ import annotations

import pytest

import boyi
from boyi import formats
from boyi.core.outcome import Outcome
from boyi.core.result import Candidate, SearchResult
from boyi.engines.judging import Judgement, Worth, judge_move, turning_point, write_judgement
from boyi.engines.reviewing import review
from boyi.formats.sgf.marks import BETTER, mark_of


def record_of(moves: str, game: str = "tictactoe") -> boyi.GameRecord:
    record = boyi.GameRecord(boyi.game(game))
    record.play_text(moves)
    return record


def test_a_move_that_throws_a_draw_away_is_a_blunder() -> None:
    record = record_of("b2 a1 a3 c2 c1")
    judged = list(review(record, nodes=3000))
    assert [one.mark for one in judged] == ["", "", "", "blunder", ""]
    assert (judged[3].loss or 0) > 0.4
    assert judged[3].better[0] == "c1"
    assert judged[-1].rate == 1.0  # black has won


def test_a_review_repeats_and_leaves_the_record_alone() -> None:
    record = record_of("f5 d6 c3 d3 c4", "othello")
    before = record.to_data()
    assert list(review(record, nodes=500, seed=3)) == list(review(record, nodes=500, seed=3))
    assert record.to_data() == before


def test_a_resignation_is_no_verdict_on_the_last_move() -> None:
    record = record_of("b2 a1")
    record.result = Outcome(0, "resigned")
    judged = list(review(record, nodes=2000))
    assert judged[-1].rate is not None
    assert 0.3 < judged[-1].rate < 0.9


def test_judgements_survive_a_file() -> None:
    record = record_of("b2 a1 a3 c2 c1")
    for one in review(record, nodes=3000):
        write_judgement(record, one)
    again = formats.read(formats.write(record, "json"))
    node = again.nodes[again.main_line()[4]]
    assert mark_of(node.properties) == "blunder"
    assert node.properties[BETTER][0] == "c1"
    assert node.evaluation is not None


def test_the_turning_point_is_where_the_game_was_lost() -> None:
    def move(ply: int, rate: float, loss: float) -> Judgement:
        return Judgement(ply, ply, (ply - 1) % 2, "x", rate, loss, "mistake" if loss else "", ("y",))

    judged = [
        move(1, 0.6, 0.2),
        move(2, 0.65, 0.0),
        move(3, 0.3, 0.35),
        move(4, 0.3, 0.0),
        move(5, 0.1, 0.45),
    ]
    assert turning_point(judged, 0) is judged[4]  # 0.55 became 0.1
    assert turning_point(judged[:3], 0) is judged[2]
    assert turning_point(judged[:1], 0) is judged[0]  # no half was lost: the costliest
    assert turning_point(judged, 1) is None


@pytest.mark.parametrize("nodes", [10_000, 40_000])
def test_symmetric_replies_are_judged_alike_and_ordinary_ones_not_marked(nodes: int) -> None:
    for replies in (("g9", "i9", "g7", "i7"), ("g8", "i8", "h9", "h7")):
        found = set()
        for reply in replies:
            record = boyi.GameRecord(boyi.game("gomoku"))
            record.play_text(f"h8 {reply}")
            judged = list(review(record, nodes=nodes))[1]
            found.add((judged.rate, judged.loss, judged.mark))
        ((_, _, mark),) = found
        assert mark == ""


def test_a_loss_is_confirmed_by_the_search_after_the_best_move() -> None:
    record = boyi.GameRecord(boyi.game("gomoku"))
    record.play_text("h8 g8")
    position = record.position_at(1)
    best = record.game.parse_move("g9", position)
    before = SearchResult(best, None, 0.5, (best,), (Candidate(best, 0, 0.5),), 1, 1, 0.0)
    after = SearchResult(best, None, 0.6, (best,), (Candidate(best, 0, 0.6),), 1, 1, 0.0)
    assert judge_move(record, 2, before, after).mark == "inaccuracy"
    assert judge_move(record, 2, before, after, Worth(0.45)).mark == ""
    assert judge_move(record, 2, before, after, Worth(0.6)).loss == pytest.approx(0.1)
