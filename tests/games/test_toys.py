"""The toy games are known to the last position: tic-tac-toe by its famous numbers, the coin by its script."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.core.errors import BadOption, IllegalMove
from boyi.core.game import Position
from boyi.core.grid import GridGame

WINDOWS = ("012", "345", "678", "036", "147", "258", "048", "246")


def toy(name: str, **settings: object) -> GridGame:
    game = boyi.game(name, backend=None, **settings)
    assert isinstance(game, GridGame)
    return game


def test_every_game_of_tic_tac_toe() -> None:
    reached: dict[Position, Counter[int | None]] = {}

    def ends(position: Position) -> Counter[int | None]:
        if position not in reached:
            found: Counter[int | None] = Counter()
            if position.outcome is not None:
                found[position.outcome.winner] = 1
            for move in position.moves():
                found.update(ends(position.play(move)))
            reached[position] = found
        return reached[position]

    results = ends(toy("tictactoe").start())
    assert results == {0: 131184, 1: 77904, None: 46080}
    assert results.total() == 255168
    assert len(reached) == 5478


def test_a_game_stops_at_the_first_line() -> None:
    """Of the 15120 lines of five plies, 1440 have won and count once; the others have four moves each."""
    start = toy("tictactoe").start()
    assert [start.perft(depth) for depth in range(7)] == [1, 9, 72, 504, 3024, 15120, 1440 + 4 * 13680]


@given(st.text("xo.", min_size=9, max_size=9), st.integers(0, 1))
def test_three_in_a_row_wins(cells: str, turn: int) -> None:
    position = toy("tictactoe").from_cells(cells, turn)
    lines = {cells[int(window[0])] for window in WINDOWS if len({cells[int(c)] for c in window}) == 1} - {"."}
    if lines:
        assert position.outcome is not None
        assert position.outcome.reason == "three"
        assert position.outcome.winner in {"xo".index(side) for side in lines}
        assert list(position.moves()) == []
    elif "." in cells:
        assert position.outcome is None
        assert list(position.moves()) == [cell for cell in range(9) if cells[cell] == "."]
    else:
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.reason) == (None, "full board")


def test_a_taken_cell_is_refused() -> None:
    position = toy("tictactoe").start().play_text("b2")
    with pytest.raises(IllegalMove, match="b2 is taken"):
        position.play_text("b2")
    with pytest.raises(IllegalMove):
        position.play(9)


def test_the_coin_decides_a_full_board_and_no_other() -> None:
    game = toy("coin2x2")
    assert [game.start().perft(depth) for depth in range(6)] == [1, 4, 12, 24, 24, 24]
    winners: dict[Position, set[int | None]] = {}
    for order in permutations(range(4)):
        position = game.start()
        for move in order:
            assert position.outcome is None
            position = position.play(move)
        assert position.outcome is not None
        assert position.outcome.reason == "coin toss"
        winners.setdefault(position, set()).add(position.outcome.winner)
    assert len(winners) == 6
    assert all(len(found) == 1 for found in winners.values())
    assert set.union(*winners.values()) == {0, 1}


@given(st.text("xo", min_size=16, max_size=16))
def test_a_script_says_who_wins_which_board(script: str) -> None:
    game = toy("coin2x2", toss=script)
    for order in permutations(range(4)):
        position = game.start()
        for move in order:
            position = position.play(move)
        first_players = (1 << order[0]) | (1 << order[2])
        assert position.outcome is not None
        assert "xo"[position.outcome.winner or 0] == script[first_players]


@pytest.mark.parametrize(
    "toss", ["", "x", "x" * 15, "x" * 17, "X" * 16, "x" * 15 + "\n", "x" * 16 + "\n", "unfair", 5, None, True]
)
def test_other_tosses_are_refused(toss: object) -> None:
    with pytest.raises(BadOption, match="toss"):
        toy("coin2x2", toss=toss)


def test_games_with_other_tosses_are_other_games() -> None:
    fair, scripted = toy("coin2x2"), toy("coin2x2", toss="x" * 16)
    assert fair != scripted
    assert fair.start() != scripted.start()
    assert fair.start().key == scripted.start().key
