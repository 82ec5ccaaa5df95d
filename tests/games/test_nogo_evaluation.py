"""NoGo's territory: counted by hand, and equal on both back ends."""

from __future__ import annotations

from random import Random

import pytest

import boyi
from boyi.core.evaluation import find_evaluation
from boyi.games.nogo.evaluation import EVALUATIONS, prospects, territory, territory_value
from boyi.native.position import NativePosition


def test_territory_by_hand() -> None:
    game = boyi.game("nogo", size=3)
    # The corner a3 is black's eye: white would have no liberty there, black has b3 to breathe by c3.
    position = game.parse_position("1x1/x2/2o x")
    assert territory(position) == (2, 0)
    assert territory(game.start()) == (0, 0)
    mirrored = game.parse_position("1o1/o2/2x o")
    assert territory(mirrored) == (0, 2)


@pytest.mark.parametrize(
    ("own", "other", "moves", "size", "value"),
    [(4, 4, 0, 9, 0.5), (16, 1, 0, 9, 0.75), (1, 16, 0, 9, 1 - 2**-0.5), (1, 1, 81, 9, 0.75)],
)
def test_the_formula(own: int, other: int, moves: int, size: int, value: float) -> None:
    assert prospects(own, other, moves, size) == pytest.approx(value)


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_both_back_ends_agree(size: int) -> None:
    import boyi._native as native

    random = Random(size)
    seen = set()
    for _ in range(1 + 40 // size):
        position = boyi.game("nogo", size=size, backend="native").start()
        while position.outcome is None:
            position = position.play(random.choice(position.moves()))
            assert isinstance(position, NativePosition)
            value = territory_value(position)
            assert native.evaluate(position.board, "territory") == value
            assert native.nogo_territory(position.board) == territory(position)
            seen.add(value)
    assert len(seen) >= size


def test_it_is_nogos_first_evaluation() -> None:
    assert boyi.game("nogo").evaluation() is EVALUATIONS[0]
    assert find_evaluation("nogo", EVALUATIONS, "territory").win_rate(0) == 0.5
