"""The native and the Python rules agree on everything, ply by ply, in random games and random set-ups."""

from __future__ import annotations

import os
import random

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.grid import GridGame
from boyi.core.option import Value
from boyi.core.registry import game_class
from tests.conformance.cases import Case
from tests.effort import some

SEED = int(os.environ.get("BOYI_SEED", "20261115"))
RULES: dict[str, list[dict[str, Value]]] = {
    "gomoku": [{"rule": rule} for rule in ("freestyle", "standard", "renju", "caro")],
    "loa": [{"rule": rule, "both": both} for rule in ("standard", "capture") for both in ("mover", "draw")],
}


def twins() -> list[Case]:
    """Every game, size and rule that has a native twin."""
    cases = []
    for name in boyi.game_names():
        sizes = next((option.choices for option in game_class(name).options if option.name == "size"), ())
        for size in sizes:
            for settings in RULES.get(name, [{}]):
                case = Case(name, (("size", size), *settings.items()))
                if "native" in available(case.game("python")):
                    cases.append(case)
    return cases


def assert_same(native: boyi.Position, python: boyi.Position) -> None:
    where = repr(python)
    assert native.turn == python.turn, where
    assert native.outcome == python.outcome, where
    assert native.moves() == python.moves(), where
    assert native.key == python.key, where
    assert native == python, where


def compare_game(case: Case, seed: int, stride: int) -> None:
    """One random game on both sides; every ``stride``-th position is compared in full."""
    chooser = random.Random(seed)
    native, python = case.game("native").start(), case.game("python").start()
    for ply in range(1000):
        if ply % stride == 0 or native.outcome is not None:
            assert_same(native, python)
        if native.outcome is not None:
            return
        move = chooser.choice(native.moves())
        native, python = native.play(move), python.play(move)


def compare_setup(case: Case, seed: int) -> None:
    """A random heap of stones: positions that no game reaches must be judged alike as well."""
    chooser = random.Random(seed)
    native, python = case.game("native"), case.game("python")
    assert isinstance(native, GridGame)
    assert isinstance(python, GridGame)
    weights = (chooser.random(), chooser.random(), chooser.random() * chooser.choice((0.1, 1, 4)))
    cells = "".join(chooser.choices("xo.", weights, k=native.area))
    turn = chooser.randrange(2)
    here, there = native.from_cells(cells, turn), python.from_cells(cells, turn)
    assert_same(here, there)
    for move in here.moves()[:5]:
        assert_same(here.play(move), there.play(move))


@pytest.mark.parametrize("case", twins(), ids=str)
def test_native_and_python_agree(case: Case) -> None:
    small = dict(case.settings).get("size", 8)
    assert isinstance(small, int)
    games = max(1, some(60) // small)
    for game in range(games):
        compare_game(case, SEED + game, stride=1 if small <= 9 else 6)
    for setup in range(4 * games):
        compare_setup(case, SEED + setup)


@pytest.mark.soak
@pytest.mark.parametrize("case", twins(), ids=str)
def test_native_and_python_agree_over_thousands(case: Case) -> None:
    for game in range(int(os.environ.get("BOYI_SOAK_GAMES", "1000"))):
        compare_game(case, SEED + 1000 + game, stride=1 if game % 50 == 0 else 10)
        compare_setup(case, SEED + 1000 + game)
