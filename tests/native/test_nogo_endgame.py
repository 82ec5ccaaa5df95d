"""The exact solver of NoGo: against minimax and alpha-beta, in the tree search, within its limits."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.grid import GridGame, as_grid

if "native" not in available(boyi.game("nogo", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native
from boyi.games.nogo.solver import solve
from boyi.native.alphabeta import alphabeta
from boyi.native.mcts import search
from boyi.native.solution import Solution
from boyi.native.solve_request import SolveRequest
from tests.effort import some
from tests.games.nogo_oracle import legal_cells, mover_wins
from tests.patience import PATIENCE

HERE = Path(__file__).parent
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


def grid(size: int) -> GridGame:
    game = boyi.game("nogo", size=size, backend="native")
    assert isinstance(game, GridGame)
    return game


def solved(position: Position) -> Solution:
    """Solve with little memory, which is quickly made."""
    return solve(SolveRequest(position, memory=8 << 20))


def late_positions(size: int, most: int, count: int, seed: int) -> list[Position]:
    """Positions of random games in which both sides together may play at most so many cells."""
    draw = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = grid(size).start()
        while position.outcome is None:
            cells = as_grid(position).cells
            open_cells = {*legal_cells(size, cells, 0), *legal_cells(size, cells, 1)}
            if len(open_cells) <= most:
                found.append(position)
            position = position.play(draw.choice(position.moves()))
    return found[:count]


def check_line(position: Position, result: str | None, line: tuple[int, ...]) -> None:
    """The line is legal to the end of the game, and the winner wins it."""
    winner = position.turn if result == "win" else 1 - position.turn
    for move in line:
        assert position.is_legal(move)
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == winner


@pytest.mark.parametrize(
    ("size", "most", "count"), [(3, 9, 60), (4, 9, 40), (5, 9, 40), (7, 9, 25), (9, 9, 20)]
)
def test_results_are_those_of_minimax(size: int, most: int, count: int) -> None:
    known: dict[tuple[str, int], bool] = {}
    for position in late_positions(size, most, some(count), seed=size):
        wanted = mover_wins(size, as_grid(position).cells, position.turn, known)
        found = solved(position)
        assert found.result == ("win" if wanted else "loss"), position.game.format_position(position)
        check_line(position, found.result, found.line)


@pytest.mark.parametrize("size", [2, 3])
def test_small_boards_from_the_start(size: int) -> None:
    wanted = mover_wins(size, "." * size * size, 0, {})
    found = solved(grid(size).start())
    assert found.result == ("win" if wanted else "loss")
    check_line(grid(size).start(), found.result, found.line)


@pytest.mark.slow
def test_the_four_by_four_board_is_lost_for_the_first_player() -> None:
    start = grid(4).start()
    found = solve(start)
    assert found.result == "loss"
    check_line(start, found.result, found.line)


@pytest.mark.soak
def test_the_four_by_four_board_is_lost_by_alphabeta_too() -> None:
    """The strong alpha-beta shares no code with the solver."""
    assert alphabeta(grid(4).start()).proven == "loss"


@pytest.mark.parametrize(("size", "most", "count"), [(6, 13, 12), (5, 14, 8), (4, 13, 12)])
def test_larger_endgames_agree_with_alphabeta(size: int, most: int, count: int) -> None:
    """On 6x6 by the endgame solver; on the open small boards by the solver's own search."""
    for position in late_positions(size, most, some(count), seed=1):
        assert solved(position).result == alphabeta(position).proven


def test_the_tree_search_takes_what_is_solved() -> None:
    for position in late_positions(9, 16, 12, seed=3):
        wanted = solved(position).result
        found = search(position, nodes=20_000)
        assert found.proven in (wanted, None)
        if wanted == "win" and found.proven:
            assert solve_after(position, found.move) == "loss"
        assert found.nodes <= 20_000
    assert found.proven == wanted  # the last one is nearly over


def test_results_below_the_root_decide_it() -> None:
    """The root itself has one open cell too many to be solved."""
    proven = 0
    for position in late_positions(9, 18, 6, seed=4):
        cells = as_grid(position).cells
        both = {*legal_cells(9, cells, 0)} & {*legal_cells(9, cells, 1)}
        if len(both) < 2:
            continue
        found = search(position, nodes=4_000, endgame=len(both) - 1, solve_after=0.1)
        assert found.proven in (solved(position).result, None)
        assert found.nodes >= 4_000 or found.proven
        proven += found.proven is not None
    assert proven


def solve_after(position: Position, move: int) -> str | None:
    after = position.play(move)
    return "loss" if after.outcome is not None else solved(after).result


def test_it_gives_up_within_its_limits() -> None:
    start = grid(7).start()
    assert solve(SolveRequest(start, nodes=50)).result is None
    assert solve(SolveRequest(start, nodes=50)).nodes <= 50
    assert solve(SolveRequest(start, seconds=0.01)).result is None
    cancel = native.Cancel()
    cancel.cancel()
    assert solve(SolveRequest(start, cancel=cancel)).result is None


def test_other_positions_are_refused() -> None:
    with pytest.raises(BoyiError, match="native NoGo position"):
        solve(boyi.game("othello", backend="native").start())
    with pytest.raises(BoyiError, match="native NoGo position"):
        solve(boyi.game("nogo", backend="python").start())


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_values_of_combinatorial_games(tmp_path: Path) -> None:
    program = tmp_path / "values"
    folder = HERE.parent.parent / "native"
    command = [str(COMPILER), "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{folder}"]
    command += [str(HERE / "nogo_values.cpp"), str(folder / "nogo" / "values.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    result = subprocess.run([program], capture_output=True, text=True, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (0, "")
