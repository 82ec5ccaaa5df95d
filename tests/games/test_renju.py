"""Renju's forbidden points: the famous cases by hand, and thousands of boards against a slow judge."""

from __future__ import annotations

import random
from typing import cast

import pytest

import boyi
from boyi.core.errors import IllegalMove
from boyi.core.game import Position
from boyi.core.grid import GridGame, GridPosition, symmetry_table
from boyi.core.outcome import Outcome
from boyi.games.gomoku.renju import forbidden_points, foul
from boyi.native.provider import MISSING
from tests.effort import some
from tests.games.renju_cases import CASES, marked
from tests.games.renju_oracle import Cell, Cells, Oracle

BACKENDS = ["python"] if MISSING else ["python", "native"]


def renju(size: int, backend: str) -> GridGame:
    return cast(GridGame, boyi.game("gomoku", rule="renju", size=size, backend=backend))


def oracle(size: int, cells: str) -> Oracle:
    def places(side: str) -> list[Cell]:
        return [divmod(cell, size) for cell, content in enumerate(cells) if content == side]

    return Oracle(size, places("x"), places("o"))


@pytest.mark.parametrize("name", CASES)
def test_famous_case(name: str) -> None:
    kind, board = CASES[name]
    size, cell, cells = marked(board)
    judge = oracle(size, cells)
    assert judge.verdict(judge.black, divmod(cell, size)) in ({kind} if kind else {"five", "allowed"})
    for backend in BACKENDS:
        position = renju(size, backend).from_cells(cells, 0)
        for symmetry in range(8):
            seen, point = transformed(position, cell, symmetry)
            assert foul(seen, point) == kind
            assert (point in forbidden_points(seen)) == (kind is not None)
            assert seen.is_legal(point) == (kind is None)


def transformed(position: Position, cell: int, symmetry: int) -> tuple[GridPosition, int]:
    seen = position.game.transform(position, symmetry)
    assert isinstance(seen, GridPosition)
    return seen, symmetry_table(seen.game.size)[symmetry][cell]


@pytest.mark.parametrize("backend", BACKENDS)
def test_fouls_are_refused_by_name_and_free_for_white(backend: str) -> None:
    for name, kind in (
        ("two open threes", "double three"),
        ("two fours", "double four"),
        ("seven", "overline"),
    ):
        size, cell, cells = marked(CASES[name][1])
        game = renju(size, backend)
        sentence = f"{game.format_move(cell)} is forbidden for black: {kind}."
        with pytest.raises(IllegalMove) as refusal:
            game.from_cells(cells, 0).play(cell)
        assert str(refusal.value) == sentence
        assert game.from_cells(cells, 1).is_legal(cell)
        swapped = cells.translate(str.maketrans("xo", "ox"))
        assert game.from_cells(swapped, 1).is_legal(cell)


@pytest.mark.parametrize("backend", BACKENDS)
def test_five_wins_whatever_else_it_makes(backend: str) -> None:
    for name in ("five and a double three", "five and an overline"):
        size, cell, cells = marked(CASES[name][1])
        assert renju(size, backend).from_cells(cells, 0).play(cell).outcome == Outcome(0, "five")


@pytest.mark.parametrize("backend", BACKENDS)
def test_only_forbidden_points_left_is_a_draw(backend: str) -> None:
    game = renju(6, backend)
    board = "xxx1xx/ooxxoo/xxooxx/ooxxoo/xxooxx/ooxxoo"
    stuck = game.parse_position(board + " x")
    assert stuck.outcome == Outcome(None, "no move")
    assert list(stuck.legal_moves) == []
    white = game.parse_position(board + " o")
    assert white.outcome is None
    assert white.play(3).outcome == Outcome(None, "full board")
    # The same by play: white takes the last cell that black might have taken.
    before = game.parse_position(
        board.replace("xxooxx/ooxxoo/xxooxx/ooxxoo", "xxooxx/ooxxoo/xxooxx/1oxxoo") + " o"
    )
    assert before.play(30).outcome == Outcome(None, "no move")


def test_other_rules_have_no_fouls() -> None:
    size, cell, cells = marked(CASES["two open threes"][1])
    for rule in ("freestyle", "standard", "caro"):
        game = cast(GridGame, boyi.game("gomoku", rule=rule, size=size))
        position = cast(GridPosition, game.from_cells(cells, 0))
        assert foul(position, cell) is None
        assert forbidden_points(position) == ()
        assert position.is_legal(cell)


# Against the slow judge


class Hasty(Oracle):
    """A judge that takes every three at its looks; where it errs, the recursive question mattered."""

    def has_three(self, black: Cells, stone: Cell, direction: Cell) -> bool:
        rows = [row for row in self.segments(stone, direction, 4) if len(row & black) == 3]
        return any(
            self.empty(row, black) and len(self.fives(black | row, row, direction)) == 2 for row in rows
        )


def scattered(size: int, rng: random.Random) -> str:
    """Stones anywhere, sparse to dense."""
    black, white = rng.uniform(0.05, 0.5), rng.uniform(0.0, 0.2)
    return "".join(rng.choices("xo.", (black, white, 1 - black - white), k=size * size))


def woven(size: int, rng: random.Random) -> str:
    """Twos and threes that cross in a few points, with stops at their ends: fouls and all but fouls."""
    cells = dict.fromkeys([(row, column) for row in range(size) for column in range(size)], ".")
    for _ in range(rng.randint(1, max(1, size // 4))):
        row, column = rng.randrange(size), rng.randrange(size)
        for down, right in rng.sample(((0, 1), (1, 0), (1, 1), (1, -1)), rng.randint(2, 4)):
            places = [-4, -3, -2, -1, 1, 2, 3, 4]
            for place in rng.sample(places[2:6] if rng.random() < 0.5 else places, rng.choice((2, 2, 2, 3))):
                if (row + place * down, column + place * right) in cells:
                    cells[row + place * down, column + place * right] = "x"
            if rng.random() < 0.4:
                place = rng.choice((-5, -4, 4, 5))
                if (row + place * down, column + place * right) in cells:
                    cells[row + place * down, column + place * right] = "o"
        cells[row, column] = "."
    return "".join(cells.values())


def check(size: int, cells: str) -> tuple[set[str], int]:
    """Compare all judges on one board; return the kinds of foul seen and how many points needed recursion."""
    judge = oracle(size, cells)
    truth = {row * size + column: kind for (row, column), kind in judge.forbidden().items()}
    for backend in BACKENDS:
        position = renju(size, backend).from_cells(cells, 0)
        assert isinstance(position, GridPosition)
        if backend == "python":
            assert {cell: kind for cell in range(size * size) if (kind := foul(position, cell))} == truth
            assert forbidden_points(position) == tuple(truth)
        free = [cell for cell, content in enumerate(cells) if content == "." and cell not in truth]
        if position.outcome is None:
            assert list(position.legal_moves) == free
            assert [cell for cell in range(size * size) if position.is_legal(cell)] == free
        else:
            assert position.outcome.reason == "five" or not free
    hasty = Hasty(size, judge.black, judge.white).forbidden()
    return set(truth.values()), len(hasty) - len(truth)


def campaign(boards: int, seed: str) -> None:
    rng = random.Random(seed)
    kinds: set[str] = set()
    recursive = 0
    for number in range(boards):
        size = rng.choice((5, 6, 7, 8, 9, 11, 15, 15))
        seen, needed = check(size, (woven, woven, scattered)[number % 3](size, rng))
        kinds |= seen
        recursive += needed != 0
    assert kinds == {"overline", "double four", "double three"}
    assert recursive > 0, "no board in which a three's completion is forbidden: the boards are too easy"


def test_random_boards_against_the_slow_judge() -> None:
    campaign(some(150), "quick")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_many_random_boards_against_the_slow_judge(part: int) -> None:
    campaign(5000, f"soak {part}")
