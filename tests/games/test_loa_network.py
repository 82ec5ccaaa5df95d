"""The learned evaluation of Lines of Action: equal on both back ends, blind to symmetry."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

import boyi
from boyi.core.grid import GridPosition, as_grid
from boyi.games.loa import evaluation as features
from boyi.games.loa import network
from boyi.native.provider import MISSING
from tests.games.test_loa_evaluation import position_text, random_positions

needs_native = pytest.mark.skipif(bool(MISSING), reason="no native module")


def set_up(draw: random.Random, density: float) -> GridPosition:
    """Random pieces on an 8x8 board that belong to nobody's game."""
    cells = "".join(draw.choice("xo") if draw.random() < density else "." for _ in range(64))
    return as_grid(boyi.game("loa", backend="python").parse_position(position_text(cells, draw.randrange(2))))


@needs_native
def test_values_and_gains_are_equal_on_both_back_ends() -> None:
    import boyi._native as native

    native.loa_weights(network.packed_weights())
    compared = 0
    for number, position in enumerate(random_positions(3, 12, "native")):
        board = position.board  # type: ignore[attr-defined]
        if number % 4 == 0:
            assert native.evaluate(board, "network") == network.value(position), str(position)
            compared += 1
        if number % 80 == 0:
            for move in position.legal_moves:
                assert native.gain(board, "network", move) == features.gain(position, move)
    assert compared > 200


@needs_native
@pytest.mark.parametrize("density", [0.05, 0.5, 1.0])
def test_values_are_equal_on_set_ups(density: float) -> None:
    import boyi._native as native

    native.loa_weights(network.packed_weights())
    draw = random.Random(8)
    for _ in range(60):
        position = set_up(draw, density)
        board = native.loa("standard", "mover", position.cells, position.turn)
        assert native.evaluate(board, "network") == network.value(position), str(position)


@needs_native
def test_weights_of_another_size_are_refused() -> None:
    import boyi._native as native

    for wrong in (b"", network.packed_weights()[:-1], network.packed_weights() + b"\0\0"):
        with pytest.raises(ValueError, match="no weights"):
            native.loa_weights(wrong)


def test_the_file_has_every_weight_and_is_small() -> None:
    assert len(network.packed_weights()) == 2 * network.SIZE
    assert len((files("boyi.games.loa") / "network.bin").read_bytes()) < 200_000


def test_lines_that_are_mirrored_or_turned_have_one_number() -> None:
    draw = random.Random(4)
    for _ in range(50):
        position = set_up(draw, 0.3)
        game = position.game
        turned = as_grid(game.transform(position, draw.randrange(8)))
        numbers = [
            sorted(
                (line.kind, network.line_number(line, here.own, here.other))
                for here in [features.readable(one)]
                for line in network.LINES
            )
            for one in (position, turned)
        ]
        assert numbers[0] == numbers[1]


def test_other_boards_are_judged_by_the_features() -> None:
    position = boyi.game("loa", size=6).start()
    assert network.value(position) == features.value(position)
