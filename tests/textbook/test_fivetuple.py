from __future__ import annotations

import pytest

import boyi
from boyi.textbook.fivetuple import cell_scores, search, tuples, weight


def test_the_weights_are_the_published_ones() -> None:
    assert len(tuples(15)) == 572
    assert [weight(own, 0) for own in range(5)] == [7, 35, 800, 15_000, 800_000]
    assert [weight(0, other) for other in range(5)] == [7, 15, 400, 1_800, 100_000]
    assert weight(3, 1) == 0


def test_a_cell_is_worth_the_tuples_it_lies_in() -> None:
    scores = cell_scores(boyi.game("gomoku").start())
    assert scores[0] == 3 * 7  # a corner lies in one tuple of its row, its column and its diagonal
    assert max(scores) == scores[112] == 20 * 7
    lone = cell_scores(boyi.game("gomoku").start().play_text("h8"))
    # Next to the stone on the same row four tuples hold it, one does not; 15 others are empty.
    assert lone[7 * 15 + 8] == 4 * 15 + 16 * 7


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        ("h8 a1 i8 b3 j8 c5 k8 d7", {"g8", "l8"}),  # wins
        ("h8 a1 i8 c1 j8 e1 k8", {"g8", "l8"}),  # blocks a four
    ],
)
def test_wins_and_blocks(moves: str, answer: set[str]) -> None:
    position = boyi.game("gomoku").start().play_text(moves)
    assert position.game.format_move(search(position).move) in answer


def test_forbidden_points_are_not_played_and_other_games_refused() -> None:
    game = boyi.game("gomoku", rule="renju")
    position = game.parse_position("15/15/15/15/7x7/7x7/15/5xx8/15/15/15/15/15/15/15 x")
    assert game.parse_move("h8") not in position.legal_moves
    assert search(position).move in position.legal_moves
    with pytest.raises(boyi.BoyiError, match="for gomoku"):
        search(boyi.game("othello").start())
