"""The evaluation of Lines of Action: equal on both back ends, fair to both sides, blind to symmetry."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import boyi
from boyi.core.game import Position
from boyi.core.grid import GridPosition, as_grid
from boyi.games.loa.evaluation import Features, features, value
from boyi.native.provider import MISSING

needs_native = pytest.mark.skipif(bool(MISSING), reason="no native module")


def random_positions(seed: int, games: int, backend: str = "python") -> Iterator[GridPosition]:
    """Every position of some random games that is not over."""
    game = boyi.game("loa", backend=backend)
    choose = random.Random(seed).choice
    for _ in range(games):
        position: Position = game.start()
        for _ in range(150):
            if position.outcome is not None:
                break
            yield as_grid(position)
            position = position.play(choose(list(position.legal_moves)))


def position_text(cells: str, turn: int) -> str:
    """An 8x8 board as a position is written."""
    rows = [
        re.sub(r"\.+", lambda run: str(len(run[0])), cells[begin : begin + 8]) for begin in range(0, 64, 8)
    ]
    return f"{'/'.join(rows)} {'xo'[turn]}"


@needs_native
def test_values_and_gains_are_equal_on_both_back_ends() -> None:
    import boyi._native as native

    evaluation = boyi.game("loa").evaluation("features")
    compared = 0
    for position in random_positions(1, 30, "native"):
        board = position.board  # type: ignore[attr-defined]
        assert native.evaluate(board, "features") == evaluation.value(position), str(position)
        compared += 1
        if compared % 20 == 0:
            for move in position.legal_moves:
                assert native.gain(board, "features", move) == evaluation.gain(position, move)
    assert compared > 2000


@needs_native
@pytest.mark.parametrize("density", [0.05, 0.3, 0.9])
def test_values_are_equal_on_set_ups(density: float) -> None:
    import boyi._native as native

    draw = random.Random(5)
    python = boyi.game("loa", backend="python")
    for _ in range(300):
        cells = "".join(draw.choice("xo") if draw.random() < density else "." for _ in range(64))
        turn = draw.randrange(2)
        board = native.loa("standard", "mover", cells, turn)
        position = python.parse_position(position_text(cells, turn))
        assert native.evaluate(board, "features") == value(position)


def test_symmetric_positions_are_worth_the_same() -> None:
    for position in list(random_positions(3, 2))[::12]:
        values = {value(position.game.transform(position, symmetry)) for symmetry in range(8)}
        assert len(values) == 1


def test_features_of_a_known_position() -> None:
    position = boyi.game("loa", backend="python").parse_position("x7/8/8/3xx3/3xx3/8/8/7o x")
    found = features(position, 0)
    assert (found.pieces, found.corners, found.edges, found.middle) == (5, 12, 12, 51)
    assert (found.links, found.euler, found.strays, found.area) == (64 * 6 // 5, 2, 1, 25)
    # Four pieces stand on the long diagonal: neither end of it can leave its corner that way.
    assert found.walls == 1
    assert features(position, 1) == Features(1, 0, 224, 64, 64, 0, 0, 1, 0, 1, 0, 0, 2, 1)


def test_compact_pieces_are_worth_more_than_scattered_ones() -> None:
    game = boyi.game("loa", backend="python")
    compact = game.parse_position("8/8/2xx4/2xx4/8/o6o/8/o2x2o1 x")
    scattered = game.parse_position("x6x/8/8/8/3x4/o6o/x6x/o5o1 x")
    assert value(compact) > value(scattered) + 1000


@pytest.mark.parametrize("size", [6, 10, 12])
def test_other_sizes_have_values_too(size: int) -> None:
    start = boyi.game("loa", size=size, backend="python").start()
    assert features(start, 0) == features(start, 1)
