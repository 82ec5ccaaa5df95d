"""The judgement of moves: what a move cost, its mark, the better line, the turning point of a game."""

from __future__ import annotations

import boyi
from boyi import formats
from boyi.core.outcome import Outcome
from boyi.engines.judging import Judgement, review, turning_point, write_judgement
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
