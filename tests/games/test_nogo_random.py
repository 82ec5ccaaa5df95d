"""Random play of the native NoGo board: every legal move equally likely, in single moves and in playouts."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

import pytest

import boyi
from boyi.core.backend import available
from boyi.games.nogo.rules import NoGo, NoGoPosition
from tests.effort import some

if TYPE_CHECKING:
    from boyi._native import Board

pytestmark = pytest.mark.skipif(
    "native" not in available(boyi.game("nogo")), reason="the native module is not built"
)

SIGMAS = 5.0  # seeds are fixed, so a test that passes once passes always


def python_position(size: int, cells: str, turn: int) -> NoGoPosition:
    game = boyi.game("nogo", size=size, backend="python")
    assert isinstance(game, NoGo)
    position = game.from_cells(cells, turn)
    assert isinstance(position, NoGoPosition)
    return position


def native_board(size: int, cells: str, turn: int) -> Board:
    from boyi import _native

    return _native.nogo(size, cells, turn)


def random_middle(size: int, plies: int, rng: random.Random) -> NoGoPosition:
    """A position that play can reach."""
    position = python_position(size, "." * size * size, 0)
    while plies and position.outcome is None:
        position, plies = position._after(rng.choice(position.moves())), plies - 1
    return position


def even_odds(
    position: NoGoPosition, known: dict[boyi.Position, tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Under uniform random play: how often black wins, and the mean and mean square of the plies to come."""
    if position not in known:
        if position.outcome is not None:
            known[position] = (position.outcome.value(0), 0.0, 0.0)
        else:
            black = plies = squares = 0.0
            for move in position.moves():
                wins, mean, square = even_odds(position._after(move), known)
                black, plies, squares = black + wins, plies + 1 + mean, squares + 1 + 2 * mean + square
            count = len(position.moves())
            known[position] = (black / count, plies / count, squares / count)
    return known[position]


@pytest.mark.parametrize(
    ("size", "stones"), [(2, 0), (3, 0), (3, 1), (3, 2), (4, 7), (4, 8), (5, 15), (5, 17)]
)
def test_playouts_have_the_exact_odds(size: int, stones: int) -> None:
    """Win rate and length of native playouts against those computed over the whole tree of random games."""
    rng = random.Random(size * 100 + stones)
    for seed in range(some(4) if stones else 1):
        start = random_middle(size, stones, rng)
        black, mean, square = even_odds(start, {})
        board = native_board(size, start.cells, start.turn)
        games, plies, black_wins, white_wins = board.playouts(60_000, 60.0, seed, 1000)
        assert games == black_wins + white_wins == 60_000
        assert abs(black_wins / games - black) <= SIGMAS * sqrt(black * (1 - black) / games) + 1e-9
        assert abs(plies / games - mean) <= SIGMAS * sqrt(max(square - mean * mean, 0) / games) + 1e-9


def test_the_first_move_of_a_playout_is_even() -> None:
    """Of all playouts cut after one ply, the share that are over is the share of moves that end the game."""
    rng = random.Random(7)
    told = 0
    while told < 40:
        size = rng.choice((3, 4, 5, 9))
        start = random_middle(size, rng.randrange(size * size), rng)
        ends = [start.play(move).outcome is not None for move in start.legal_moves]
        if len(set(ends)) < 2:
            continue
        told += 1
        share = sum(ends) / len(ends)
        board = native_board(size, start.cells, start.turn)
        games, plies, black_wins, white_wins = board.playouts(20_000, 60.0, told, 1)
        assert plies == games
        assert (black_wins, white_wins)[1 - start.turn] == 0
        assert abs((black_wins + white_wins) / games - share) <= SIGMAS * sqrt(share * (1 - share) / games)


@pytest.mark.parametrize(
    ("size", "plies"), [(2, 0), (5, 0), (5, 14), (5, 17), (9, 0), (9, 40), (9, 66), (9, 70), (19, 310)]
)
def test_random_moves_are_even(size: int, plies: int) -> None:
    """The middle of a game draws until a cell is legal, the end (few legal cells) picks from the list."""
    rng = random.Random(size * 1000 + plies)
    position = random_middle(size, plies, rng)
    moves = position.moves()
    assert moves
    draws = 400 * len(moves)
    drawn = Counter(native_board(size, position.cells, position.turn).random_moves(draws, 3))
    assert set(drawn) == set(moves)
    expected = draws / len(moves)
    distance = sum((drawn[move] - expected) ** 2 / expected for move in moves)
    freedom = len(moves) - 1
    assert distance <= freedom + SIGMAS * sqrt(2 * freedom)


@pytest.mark.parametrize(("size", "games"), [(5, 1500), (9, 600), (16, 60)])
def test_playouts_are_like_games_move_by_move(size: int, games: int) -> None:
    start = native_board(size, "." * size * size, 0)
    lengths, black_wins = [], 0
    for seed in range(games):
        board, plies = start, 0
        while moves := board.random_moves(1, seed * 1000 + plies):
            board, plies = board.play(moves[0]), plies + 1
        lengths.append(plies)
        black_wins += board.outcome == (0, "no move", None)
    mean = sum(lengths) / games
    spread = sum((length - mean) ** 2 for length in lengths) / games
    count = 20_000
    played, plies, wins, losses = start.playouts(count, 60.0, 1, 1000)
    assert played == wins + losses == count
    assert abs(plies / count - mean) <= SIGMAS * sqrt(spread / games + spread / count)
    assert abs(wins / count - black_wins / games) <= SIGMAS * sqrt(0.25 / games + 0.25 / count)


def test_playouts_stop_at_the_cap() -> None:
    start = native_board(9, "." * 81, 0)
    assert start.playouts(50, 60.0, 1, 10) == (50, 500, 0, 0)
    assert start.playouts(50, 60.0, 1, 0) == (50, 0, 0, 0)
    over = native_board(2, "xoo.", 1)
    assert over.playouts(50, 60.0, 1, 0) == (50, 0, 50, 0)


@pytest.mark.parametrize(
    ("size", "cells", "turn"),
    [
        (1, ".", 0),
        (29, "." * 841, 0),
        (-5, "." * 25, 0),
        (9, "." * 80, 0),
        (9, "." * 80 + "?", 0),
        (9, "." * 81, 2),
    ],
)
def test_the_native_board_refuses_nonsense(size: int, cells: str, turn: int) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 — the words differ, the kind is the contract
        native_board(size, cells, turn)
