from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.core.errors import BadPosition


def grown(seed: int, steps: int = 40) -> boyi.GameRecord:
    """A record with variations at random places."""
    chooser = random.Random(seed)
    record = boyi.GameRecord(boyi.game("othello", size=6))
    for _ in range(steps):
        at = chooser.choice(list(record.walk()))
        if record.outcome_at(at) is None:
            record.play(chooser.choice(record.position_at(at).moves()), at)
    return record


@given(st.integers(0, 10_000))
def test_plain_data_holds_everything(seed: int) -> None:
    record = grown(seed)
    record.headers["black"] = "甲"
    record.nodes[0].comment = "start"
    record.nodes[len(record.nodes) // 2].evaluation = 0.25
    record.result = boyi.Outcome(1, "resigned")
    data = json.loads(json.dumps(record.to_data()))
    read = boyi.GameRecord.from_data(data)
    assert read.to_data() == record.to_data()
    assert read.moves == record.moves
    assert read.outcome == record.outcome


def test_playing_a_move_twice_gives_the_same_node() -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"))
    first = record.play(4)
    assert record.play(4, at=0) == first
    assert record.play(0, at=0) != first
    assert record.moves == [4]


def test_promote_and_remove_change_the_main_line() -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"))
    record.play_text("b2 a1 c3")
    side = record.play_text("c1 a3", at=record.main_line()[1])
    record.promote(side)
    assert record.text() == "b2 c1 a3"
    record.remove(record.main_line()[2])
    assert record.text() == "b2 a1 c3"
    with pytest.raises(boyi.IllegalMove, match="start"):
        record.remove(0)


def test_take_back_reopens_a_finished_game() -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"))
    record.play_text("a1 b1 a2 b2 a3")
    assert record.outcome == boyi.Outcome(0, "three")
    record.take_back(2)
    assert record.outcome is None
    assert record.text() == "a1 b1 a2"
    record.take_back(99)
    assert record.plies == 0


def test_resignation_ends_the_game_and_an_illegal_move_leaves_the_record_alone() -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"))
    record.play_text("b2")
    before = record.to_data()
    with pytest.raises(boyi.IllegalMove, match="b2 is taken"):
        record.play(4)
    assert record.to_data() == before
    record.result = boyi.Outcome(0, "resigned")
    with pytest.raises(boyi.IllegalMove, match="resigned"):
        record.play(0)


def test_third_occurrence_of_a_position_is_a_draw_in_lines_of_action() -> None:
    for backend in ("python", "native"):
        record = boyi.GameRecord(boyi.game("loa", backend=backend))
        circle = "b1-b3 a4-c4 b3-b1 c4-a4"
        record.play_text(circle)
        assert record.repetitions() == 2
        assert record.outcome is None
        node = record.play_text("b1-b3 a4-c4 b3-b1")
        assert record.outcome is None
        record.play_text("c4-a4", at=node)
        assert record.repetitions() == 3
        assert record.outcome == boyi.Outcome(None, "repetition")
        assert record.repetitions(2) == 1


def test_a_record_wants_a_start_of_its_own_game() -> None:
    with pytest.raises(BadPosition):
        boyi.GameRecord(boyi.game("tictactoe"), boyi.game("othello").start())


def test_a_long_record_takes_linear_time() -> None:
    """Many thousand moves in circles with repetition switched off: no quadratic walk, no recursion."""

    class Endless(boyi.core.registry.game_class("loa")):  # type: ignore[misc]
        repetition_limit = 10**9

    record = boyi.GameRecord(Endless())
    for _ in range(2_500):
        record.play_text("b1-b3 a4-c4 b3-b1 c4-a4")
    assert record.plies == 10_000
    assert record.repetitions() == 2_501


@given(st.integers(0, 10_000))
def test_repetitions_are_counted_wherever_one_jumps_in_the_tree(seed: int) -> None:
    chooser = random.Random(seed)
    record = boyi.GameRecord(boyi.game("loa", size=6))
    for _ in range(40):
        at = chooser.choice(list(record.walk()))
        if record.outcome_at(at) is None:
            record.play(chooser.choice(record.position_at(at).moves()), at)
        node = chooser.choice(list(record.walk()))
        keys = [record.position_at(step).key for step in record.path(node)]
        assert record.repetitions(node) == keys.count(keys[-1])
        if node and chooser.random() < 0.05:
            record.remove(node)


def test_positions_of_a_long_game_are_played_anew_not_all_kept() -> None:
    game = boyi.game("gomoku", size=19)
    record = boyi.GameRecord(game)
    truth = [game.start()]
    pairs = [[cell for cell in range(361) if (cell % 19 // 2 + cell // 19) % 2 == side] for side in (0, 1)]
    for ply in range(100):  # two in a row at most
        move = pairs[ply % 2][ply // 2]
        record.play(move)
        truth.append(truth[-1].play(move))
    aside = record.play(350, at=40)
    assert len(record._positions) + len(record._recent) < 45
    for node in [*range(100), 99, 3, 50, 2]:
        assert record.position_at(node) == truth[node]
    assert record.position_at(aside) == truth[40].play(350)
    assert len(record._positions) + len(record._recent) < 60
    record.take_back(60)
    assert record.position_at(40) == truth[40]
    assert record.position_at(record.play(351, at=40)) == truth[40].play(351)
