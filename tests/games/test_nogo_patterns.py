"""The windows behind NoGo's learned evaluation."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.grid import GridGame, GridPosition
from boyi.games.nogo import patterns

needs_native = pytest.mark.skipif(
    "native" not in available(boyi.game("nogo", backend="python")), reason="no native module"
)


def some_positions(size: int, backend: str, count: int) -> list[GridPosition]:
    """Positions of random games."""
    chooser = random.Random(size)
    game = boyi.game("nogo", size=size, backend=backend)
    found: list[GridPosition] = []
    while len(found) < count:
        position = game.start()
        while not position.outcome:
            assert isinstance(position, GridPosition)
            found.append(position)
            position = position.play(chooser.choice(position.moves()))
    return chooser.sample(found, count)


def set_up(game: GridGame, cells: str, turn: int) -> GridPosition:
    """A position with these stones."""
    found = game.from_cells(cells, turn)
    assert isinstance(found, GridPosition)
    return found


def turned(position: GridPosition, symmetry: int) -> GridPosition:
    """The position after one of the eight turns and reflections."""
    game = position.game
    assert isinstance(game, GridGame)
    size = game.size
    cells = ["."] * size**2
    for cell, stone in enumerate(position.cells):
        row, column = divmod(cell, size)
        if symmetry & 1:
            row = size - 1 - row
        if symmetry & 2:
            column = size - 1 - column
        cells[size * column + row if symmetry & 4 else size * row + column] = stone
    return set_up(game, "".join(cells), position.turn)


def test_symmetric_positions_are_worth_the_same() -> None:
    for position in some_positions(6, "python", 6):
        assert len({patterns.weigh(turned(position, symmetry)) for symmetry in range(8)}) == 1


def test_symmetric_moves_are_worth_the_same() -> None:
    for position in some_positions(5, "python", 4):
        weights = [
            sorted(patterns.weigh_move(image, move) for move in image.moves())
            for image in (turned(position, symmetry) for symmetry in range(8))
        ]
        assert all(row == weights[0] for row in weights)


def test_both_colours_are_judged_alike() -> None:
    for position in some_positions(6, "python", 6):
        colours = str.maketrans("xo", "ox")
        swapped = set_up(position.game, position.cells.translate(colours), 1 - position.turn)
        assert patterns.weigh(swapped) == patterns.weigh(position)


def test_codes_say_who_may_play() -> None:
    game = boyi.game("nogo", size=3, backend="python")
    assert isinstance(game, GridGame)
    codes = patterns.Cells(set_up(game, ".x.xo....", 1)).codes
    # The corner is black's only: white has no liberty there. White is to move.
    assert codes[1][1:4] == [patterns.EMPTY + 2, patterns.OTHER, patterns.BOTH]
    assert codes[2][1:3] == [patterns.OTHER, patterns.OWN]
    assert codes[0] == codes[4] == [patterns.EDGE] * 5


def test_the_file_has_all_weights_and_is_small() -> None:
    assert len(patterns.packed_weights()) == patterns.FILE_SIZE
    assert len((files("boyi.games.nogo") / "patterns.bin").read_bytes()) < 1_000_000


def test_it_knows_who_has_the_last_moves() -> None:
    game = boyi.game("nogo", size=9)
    value = game.evaluation("patterns").value
    # Black has an eye in each of two corners, white none.
    eyes = "1x5x1/x2x1o2x/9/3o1o3/9/2o3o2/9/3o5/9"
    assert value(game.parse_position(f"{eyes} x")) > 0 > value(game.parse_position(f"{eyes} o"))


@needs_native
@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 16, 19, 28])
def test_the_native_numbers_are_equal(size: int) -> None:
    import boyi._native as native
    from boyi.native.position import NativePosition

    native.nogo_weights(patterns.packed_weights())
    chooser = random.Random(size)
    for position in some_positions(size, "native", 8 if size < 16 else 2):
        assert isinstance(position, NativePosition)
        assert native.evaluate(position.board, "patterns") == patterns.weigh(position)
        for move in chooser.sample(position.moves(), min(3, len(position.moves()))):
            assert native.gain(position.board, "patterns", move) == patterns.weigh_move(position, move)


@needs_native
def test_wrong_weights_are_refused_by_the_native_module() -> None:
    import boyi._native as native

    for wrong in (b"", b"\0" * 1000, patterns.packed_weights()[1:]):
        with pytest.raises(ValueError, match="no weights"):
            native.nogo_weights(wrong)
