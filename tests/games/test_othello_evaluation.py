"""Othello's evaluations: what they say, and that C++ says the same."""

from __future__ import annotations

import random

import pytest

import boyi
from boyi.core.backend import available
from tests.effort import some

NAMES = ("patterns", "positional", "lead", "none")


def random_line(game: boyi.Game, seed: int) -> list[boyi.Position]:
    """The positions of one random game, the start included."""
    chooser = random.Random(seed)
    line = [game.start()]
    while line[-1].outcome is None:
        line.append(line[-1].play(chooser.choice(line[-1].moves())))
    return line


def test_the_first_evaluation_is_the_default_and_unknown_names_get_a_sentence() -> None:
    game = boyi.game("othello")
    assert game.evaluation() is game.evaluation("patterns")
    choices = "patterns, positional, lead, none"
    with pytest.raises(boyi.BoyiError, match=f"has no evaluation 'pi': choose {choices}"):
        game.evaluation("pi")
    bare = boyi.game("tictactoe")
    assert bare.evaluation().name == "none"
    assert bare.evaluation().value(bare.start()) == 0


def test_lead_counts_discs_for_the_side_to_move() -> None:
    position = boyi.game("othello").start().play_text("d3")
    lead = position.game.evaluation("lead")
    assert lead.value(position) == -3
    assert {lead.gain(position, move) for move in position.legal_moves} == {0}


def test_a_corner_is_good_and_giving_one_away_is_bad() -> None:
    game = boyi.game("othello")
    value = game.evaluation("positional").value
    quiet = game.parse_position("8/8/8/3ox3/3xo3/8/8/8 x")
    corner = game.parse_position("x7/8/8/3ox3/3xo3/8/8/8 x")
    diagonal = game.parse_position("8/1x6/8/3ox3/3xo3/8/8/8 x")
    safe_diagonal = game.parse_position("x7/1x6/8/3ox3/3xo3/8/8/8 x")
    assert value(corner) > value(quiet) > value(diagonal)
    assert value(safe_diagonal) > value(diagonal) + 80
    assert value(game.parse_position("8/1x6/8/3ox3/3xo3/8/8/8 o")) == -value(diagonal)


@pytest.mark.parametrize("size", [4, 6, 8, 10])
@pytest.mark.parametrize("name", NAMES)
def test_both_sides_see_the_same_with_opposite_signs_and_all_symmetries_alike(size: int, name: str) -> None:
    game = boyi.game("othello", size=size, backend="python")
    evaluation = game.evaluation(name)
    for position in random_line(game, seed=size)[::5]:
        value = evaluation.value(position)
        assert {evaluation.value(game.transform(position, s)) for s in range(game.symmetries)} == {value}
        if name == "patterns" and size == 8:
            continue  # having the move is worth something there
        flipped = game.parse_position(game.format_position(position)[:-1] + "xo"[1 - position.turn])
        assert evaluation.value(flipped) == -value


@pytest.mark.skipif(
    "native" not in available(boyi.game("othello", backend="python")), reason="no native module"
)
@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("name", NAMES)
def test_native_values_and_gains_equal_the_python_ones(size: int, name: str) -> None:
    import boyi._native as native
    from boyi.native.position import NativePosition
    from boyi.native.provider import board_to_search

    python = boyi.game("othello", size=size, backend="python")
    fast = boyi.game("othello", size=size, backend="native")
    evaluation = python.evaluation(name)
    seen = 0
    for seed in range(some(2000) // (size * size)):
        for here in random_line(python, seed):
            there = fast.parse_position(python.format_position(here))
            assert isinstance(there, NativePosition)
            board = board_to_search(there)
            assert native.evaluate(board, name) == evaluation.value(here), repr(here)
            if seed % 5 == 0:
                for move in here.moves():
                    assert native.gain(board, name, move) == evaluation.gain(here, move), repr(here)
            seen += 1
    assert seen > some(1200)
