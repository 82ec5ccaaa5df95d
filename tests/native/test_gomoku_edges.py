"""Gomoku's search at the edges: the smallest and the largest board, few or no empty cells, lost positions."""

from __future__ import annotations

import random

import pytest

import boyi
from boyi.core.grid import GridGame
from boyi.games.gomoku.rules import RULES

pytest.importorskip("boyi._native")

from boyi.native.alphabeta import alphabeta


def gomoku(**options: object) -> GridGame:
    game = boyi.game("gomoku", backend="native", **options)
    assert isinstance(game, GridGame)
    return game


@pytest.mark.parametrize("size", [5, 6, 28])
@pytest.mark.parametrize("rule", RULES)
def test_whole_games_are_played(rule: str, size: int) -> None:
    position = gomoku(rule=rule, size=size).start()
    while position.outcome is None:
        move = alphabeta(position, nodes=60, seed=1).move
        assert position.is_legal(move)
        position = position.play(move)
    assert position.outcome.reason in ("five", "full board", "no move")


# No five of either side is possible any more in this pattern of a 5x5 board.
FULL = "xxooxooxxoxxooxooxxoxxoox"


@pytest.mark.parametrize("rule", RULES)
def test_the_last_cell_is_played_and_is_a_draw(rule: str) -> None:
    game = gomoku(rule=rule, size=5)
    for cell in range(25):
        turn = 0 if FULL[cell] == "x" else 1
        position = game.from_cells(FULL[:cell] + "." + FULL[cell + 1 :], turn)
        if position.outcome is not None or position.play(cell).outcome is None:
            continue
        result = alphabeta(position, time=1)
        assert (result.move, result.proven, result.win_rate) == (cell, "draw", 0.5)


def test_a_game_that_is_over_is_not_searched() -> None:
    game = gomoku(size=5)
    for position in (game.from_cells(FULL, 0), game.from_cells("xxxxx" + "o" * 4 + "." * 16, 1)):
        assert position.outcome is not None
        with pytest.raises(boyi.BoyiError, match="over"):
            alphabeta(position, nodes=10)


def test_a_lost_side_makes_it_last() -> None:
    # An open four of black: only a stone at an end makes white's game last until the five.
    position = gomoku().start().play_text("h8 a1 i8 a3 j8 a5 k8")
    result = alphabeta(position, time=2)
    assert result.proven == "loss"
    assert position.game.format_move(result.move) in ("g8", "l8")


def test_the_table_is_kept_only_for_the_same_kind_of_board() -> None:
    from boyi._native import MemorySlot

    slot, chance = MemorySlot(), random.Random(4)
    for _ in range(40):
        game = gomoku(size=chance.choice((9, 15, 16)), rule=chance.choice(list(RULES)))
        position = game.start()
        for _ in range(chance.randint(0, 9)):
            position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            assert position.is_legal(alphabeta(position, nodes=chance.choice((10, 3_000)), slot=slot).move)
