"""Gomoku's evaluations: definitions by hand, and the native numbers against the Python ones."""

from __future__ import annotations

import random

import pytest

import boyi
from boyi.core.grid import GridGame, GridPosition
from boyi.games.gomoku import sixcell
from boyi.games.gomoku.evaluation import EVALUATIONS, OPEN_FOUR, WINNING
from boyi.games.gomoku.patterns import Lines, Shape, Threat, combine, shape
from boyi.games.gomoku.rules import RULES
from boyi.native.position import NativePosition
from tests.effort import some

native = pytest.importorskip("boyi._native")


def gomoku(size: int = 15, rule: str = "freestyle", backend: str = "python") -> GridGame:
    game = boyi.game("gomoku", size=size, rule=rule, backend=backend)
    assert isinstance(game, GridGame)
    return game


def scattered(game: GridGame, rng: random.Random) -> GridPosition:
    """A running game's position with stones crowded into some part of the board."""
    while True:
        size = game.size
        spread, count = rng.randint(2, size // 2), rng.randint(0, 60)
        row, column = rng.randrange(size), rng.randrange(size)
        cells = ["."] * game.area
        for _ in range(count):
            r, c = row + rng.randint(-spread, spread), column + rng.randint(-spread, spread)
            if 0 <= r < size and 0 <= c < size:
                cells[r * size + c] = rng.choice("xo")
        position = game.from_cells("".join(cells), rng.randrange(2))
        if position.outcome is None:
            assert isinstance(position, GridPosition)
            return position


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # nearest cells first on both sides of the new stone
        ("xxxx", "....", Shape.FIVE),
        ("xxxxx", ".....", Shape.FIVE),
        ("xxx.", "....", Shape.OPEN_FOUR),
        ("xxxo", "....", Shape.FOUR),
        ("xx.x", "....", Shape.FOUR),
        ("x.xx", "x.x.", Shape.OPEN_FOUR),
        ("xx..", "....", Shape.OPEN_THREE),
        ("xxo", "....", Shape.THREE),
        ("x.x.", "....", Shape.OPEN_THREE),
        ("xx.o", ".o", Shape.THREE),
        ("x...", "....", Shape.OPEN_TWO),
        ("xo", "....", Shape.TWO),
        ("....", "....", Shape.OPEN_ONE),
        ("o", "....", Shape.ONE),
        ("o", "...o", Shape.DEAD),
        ("..", ".", Shape.DEAD),
    ],
)
def test_shapes_of_freestyle(before: str, after: str, expected: Shape) -> None:
    assert shape("any", before, after) is expected
    assert shape("any", after, before) is expected


@pytest.mark.parametrize(
    ("five", "before", "after", "expected"),
    [
        ("exact", "xxxxx", "....", Shape.DEAD),
        ("exact", "xxxx.", "o....", Shape.FIVE),
        ("exact", "xxx.x", "....", Shape.FOUR),  # one of the two ends would be six
        ("exact", "xxx..", ".....", Shape.OPEN_FOUR),
        ("open", "xxxxo", "o....", Shape.DEAD),
        ("open", "xxxxo", ".....", Shape.FIVE),
        ("open", "xxxx", "o....", Shape.FIVE),  # the edge does not close
        ("open", "xxx.o", ".o...", Shape.FOUR),  # either end can be closed after all
        ("open", "xxx.o", "...", Shape.FOUR),  # a stone after it stops both fives
        ("open", "xxx..", "....", Shape.OPEN_FOUR),
    ],
)
def test_shapes_of_other_rules(five: str, before: str, after: str, expected: Shape) -> None:
    assert shape(five, before, after) is expected


def test_combined_threats() -> None:
    assert combine((Shape.FOUR, Shape.FOUR, Shape.ONE, Shape.ONE)) is Threat.DOUBLE_FOUR
    assert combine((Shape.FOUR, Shape.OPEN_THREE, Shape.ONE, Shape.ONE)) is Threat.FOUR_THREE
    assert combine((Shape.OPEN_THREE, Shape.OPEN_THREE, Shape.FOUR, Shape.OPEN_FOUR)) is Threat.OPEN_FOUR
    assert combine((Shape.OPEN_THREE, Shape.THREE, Shape.OPEN_THREE, Shape.ONE)) is Threat.DOUBLE_THREE
    assert combine((Shape.OPEN_ONE, Shape.DEAD, Shape.ONE, Shape.ONE)) is Threat.ALONE


@pytest.mark.parametrize("rule", RULES)
def test_a_five_is_where_the_rules_say_so(rule: str) -> None:
    rng = random.Random(rule)
    game = gomoku(15, rule)
    seen = 0
    for _ in range(40):
        position = scattered(game, rng)
        lines = Lines(position)
        for cell in lines.empty:
            five = Shape.FIVE in lines.shapes(cell, position.turn)
            outcome = position.play(cell).outcome if position.is_legal(cell) else None
            assert five == (outcome is not None and outcome.winner == position.turn)
            seen += five
    assert seen > 5


WINDOWS = {
    "xxxxx.": sixcell.FIVE,
    "oxxxxx": sixcell.FIVE,
    ".xxxx.": sixcell.OPEN_FOUR,
    "#xxxx.": sixcell.FOUR,
    "xx.xx.": sixcell.FOUR,
    "oxx.xx": sixcell.FOUR,
    ".xxx..": sixcell.OPEN_THREE,
    ".x.xx.": sixcell.OPEN_THREE,
    "oxxx..": sixcell.THREE,
    "x.xx..": sixcell.THREE,
    ".x..x.": sixcell.OPEN_TWO,
    "#xx...": sixcell.TWO,
    "...x..": sixcell.OPEN_ONE,
    "x.....": None,
    "oxxxxo": None,
    "xxoxxx": None,
    "......": None,
}


@pytest.mark.parametrize(("window", "kind"), WINDOWS.items())
def test_windows_of_six_cells(window: str, kind: int | None) -> None:
    assert sixcell.window_kind(window, "x") == kind
    assert sixcell.window_kind(window.translate(str.maketrans("xo", "ox")), "o") == kind
    if kind is not None:
        assert sixcell.window_score(window, 0) == sixcell.COMPUTER[kind]
        assert sixcell.window_score(window, 1) == -sixcell.OPPONENT[kind]


def test_one_stone_has_sixteen_windows() -> None:
    position = gomoku().start().play_text("h8")
    assert sixcell.board_score(position, 1) == -3 * 16
    assert sixcell.board_score(position, 0) == 16
    # Black has just moved, so it is the computer; white, to move, sees the opposite.
    assert boyi.game("gomoku").evaluation("sixcell").value(position) == -16
    assert boyi.game("gomoku").evaluation("sixcell-white").value(position) == -48


def test_gain_is_the_change_of_the_whole_board() -> None:
    rng = random.Random(3)
    game = gomoku()
    for _ in range(40):
        position = scattered(game, rng)
        move = rng.choice(position.moves())
        after = position.play(move)
        for computer in (0, 1):
            change = sixcell.board_score(after, computer) - sixcell.board_score(position, computer)
            assert sixcell.cell_gain(position, move, computer) == change


def test_candidates_are_near_and_sorted() -> None:
    position = gomoku().start().play_text("h8 i9 h9")
    near = sixcell.candidates(position, computer=1)
    gains = [sixcell.cell_gain(position, move, 1) for move in near]
    assert gains == sorted(gains, reverse=True)
    game = position.game
    assert game.parse_move("h12") in near
    assert game.parse_move("h13") not in near
    assert game.parse_move("k10") not in near  # three steps away, but on no line with a stone
    asked_by_black = sixcell.candidates(position, computer=0)
    gains = [sixcell.cell_gain(position, move, 0) for move in asked_by_black]
    assert gains == sorted(gains)


def test_values_where_the_next_moves_are_clear() -> None:
    value = EVALUATIONS[0].value
    start = gomoku().start()
    assert value(start.play_text("h8 a1 i8 a3 j8 a5 k8 a7")) == WINNING
    assert value(start.play_text("h8 a1 i8 a3 j8 a5")) == OPEN_FOUR
    assert value(start.play_text("h8 a1 i8 a3 j8")) < 0


def compare(size: int, rule: str, count: int, seed: str) -> None:
    rng = random.Random(seed)
    fast, slow = gomoku(size, rule, "native"), gomoku(size, rule)
    for _ in range(count):
        position = scattered(fast, rng)
        for cells, turn in ((position.cells, 0), (position.cells, 1)):
            twin, board = slow.from_cells(cells, turn), fast.from_cells(cells, turn)
            if twin.outcome is not None:
                continue
            move = rng.choice(twin.moves())
            assert isinstance(board, NativePosition)
            for evaluation in EVALUATIONS:
                name = evaluation.name
                assert native.evaluate(board.board, name) == evaluation.value(twin), (name, cells, turn)
                assert native.gain(board.board, name, move) == evaluation.gain(twin, move), (
                    name,
                    cells,
                    turn,
                )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [15, 20])
def test_native_values_are_the_python_values(size: int, rule: str) -> None:
    compare(size, rule, some(25), f"{size} {rule}")


@pytest.mark.soak
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, 6, 9, 15, 20, 28])
def test_native_values_are_the_python_values_thousands_of_times(size: int, rule: str) -> None:
    compare(size, rule, 1000, f"long {size} {rule}")
