"""The exact solver of Othello: against plain minimax, against published positions, and within its limits."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import boyi
from boyi.arena.suite import read_suite
from boyi.core.backend import available
from boyi.core.grid import GridGame

if "native" not in available(boyi.game("othello", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native
from boyi.native.alphabeta import alphabeta
from boyi.native.othello_solver import solve
from boyi.native.solve_request import SolveRequest
from tests.effort import some
from tests.native.compiled import needs_compiler, output_of
from tests.patience import at_most

FFO = Path(__file__).parents[1] / "data/ffo.jsonl"


def grid(size: int) -> GridGame:
    game = boyi.game("othello", size=size, backend="native")
    assert isinstance(game, GridGame)
    return game


def minimax(position: boyi.Position) -> int:
    """The score for the side to move, empty cells to the winner."""
    outcome = position.outcome
    if outcome is None:
        return max(-minimax(position.play(move)) for move in position.moves())
    cells = position.cells  # type: ignore[attr-defined]
    lead = cells.count("xo"[position.turn]) - cells.count("xo"[1 - position.turn])
    empty = cells.count(".")
    return int(lead + empty if lead > 0 else lead - empty if lead < 0 else 0)


def played(game: GridGame, seed: int, empties: int) -> boyi.Position | None:
    """A position of a random game with that many empty cells, or nothing if the game ends before."""
    chooser = random.Random(seed)
    position = game.start()
    while position.outcome is None:
        if position.cells.count(".") == empties:  # type: ignore[attr-defined]
            return position
        position = position.play(chooser.choice(position.moves()))
    return None


def strewn(game: GridGame, seed: int, empties: int) -> boyi.Position:
    """Discs at random, as no game would leave them: many passes, lone empties, wiped-out sides."""
    chooser = random.Random(seed)
    share = chooser.choice((0.1, 0.3, 0.5, 0.9))
    cells = ["xo"[chooser.random() < share] for _ in range(game.area)]
    for cell in chooser.sample(range(game.area), empties):
        cells[cell] = "."
    return game.from_cells("".join(cells), chooser.randrange(2))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_scores_and_moves_are_those_of_plain_minimax(size: int) -> None:
    game, seen = grid(size), 0
    for seed in range(some(400)):
        empties = 1 + seed % 7
        for position in (played(game, seed, empties), strewn(game, seed, empties)):
            if position is None or position.outcome is not None:
                continue
            seen += 1
            score = minimax(position)
            found = solve(position)
            assert (found.score, found.lower, found.upper) == (score, score, score), repr(position)
            for move in found.pv:
                position = position.play(move)
                score = -score
            assert position.outcome is not None
            assert minimax(position) == score, "the line leads to the score"
    assert seen > some(250)


@pytest.mark.parametrize("seed", range(8))
def test_deeper_positions_agree_with_one_move_further_on(seed: int) -> None:
    position = played(grid(8), seed, 12)
    assert position is not None
    found = solve(position)
    scores = {move: solve_or_end(position.play(move)) for move in position.moves()}
    assert found.score == max(-score for score in scores.values())
    assert found.move is not None
    assert -scores[found.move] == found.score
    quick = solve(SolveRequest(position, kind="wld"))
    assert quick.result == found.result
    assert quick.lower <= found.lower <= found.upper <= quick.upper


def solve_or_end(position: boyi.Position) -> int:
    if position.outcome is not None:
        return minimax(position)
    score = solve(position).score
    assert score is not None
    return score


@pytest.mark.parametrize(
    ("group", "count"), [("1 to 19", 19), pytest.param("40 to 44", 5, marks=pytest.mark.soak)]
)
def test_published_endgames(group: str, count: int) -> None:
    known = [one for one in read_suite(FFO) if one.group == group]
    assert len(known) == count
    for one in known:
        found = solve(one.record.position)
        assert found.score == one.score
        assert found.move is not None
        assert one.record.game.format_move(found.move) in one.best


def test_the_game_on_4x4_is_lost_by_10() -> None:
    """White wins by 10, with the cells that nobody can take any more."""
    start = grid(4).start()
    found = solve(start)
    assert found.score == -10 == score_of_line(start, found.pv)
    assert all(solve(start.play(move)).score == 10 for move in start.moves())


def score_of_line(position: boyi.Position, line: Sequence[int]) -> int:
    """The score, for the side to move, at the end of a line that ends the game."""
    side = position.turn
    for move in line:
        position = position.play(move)
    while position.outcome is None:
        position = position.play(position.moves()[0])
    return minimax(position) * (1 if position.turn == side else -1)


@pytest.mark.soak
def test_the_game_on_6x6_is_lost_by_4() -> None:
    """Published: the second player wins 20 to 16. ``make soak`` prints how long it took."""
    start = grid(6).start()
    found = solve(SolveRequest(start, seconds=3600))
    if found.score is None:
        pytest.skip(f"6x6 was not solved in 3600 s ({found.nodes:,} nodes)")
    assert found.score == -4 == score_of_line(start, found.pv)


@pytest.mark.outside
def test_limits_and_cancel_end_it_at_once_with_nothing_claimed() -> None:
    position = grid(8).start()
    found = solve(SolveRequest(position, nodes=10_000))
    assert found.score is None
    assert found.result is None
    assert found.nodes < 60_000
    with at_most(processor=2):
        assert solve(SolveRequest(position, seconds=0.05, memory=1 << 20)).score is None
        token = native.Cancel()
        threading.Timer(0.05, token.cancel).start()
        assert solve(SolveRequest(position, cancel=token, memory=0)).score is None


def test_what_it_cannot_solve_gets_a_sentence() -> None:
    with pytest.raises(boyi.BoyiError, match="native rules"):
        solve(boyi.game("othello", backend="python").start())
    with pytest.raises(boyi.BoyiError, match="native rules"):
        solve(boyi.game("nogo", backend="native").start())
    with pytest.raises(boyi.BoyiError, match="the game is over"):
        solve(grid(4).from_cells("xxxxxxxxxxxxxxxx", 0))
    with pytest.raises(boyi.BoyiError, match="no goal"):
        solve(SolveRequest(grid(4).start(), kind="fun"))
    with pytest.raises(boyi.BoyiError, match="nodes is a whole number"):
        solve(SolveRequest(grid(4).start(), nodes=0))
    for low, high in ((2, 0), (-66, 0), (-1, 1), (0, 1 << 20)):
        with pytest.raises(ValueError, match="even scores"):
            native.othello_solve(
                grid(8).start().board,  # type: ignore[attr-defined]
                low=low,
                high=high,
                seconds=1,
                nodes=1,
                memory=0,
                threads=1,
                progress=None,
                cancel=None,
            )


def test_the_strong_search_hands_the_end_over_to_it() -> None:
    for seed in range(6):
        position = played(grid(8), seed, 14)
        assert position is not None
        exact = solve(position)
        found = alphabeta(position, time=2)
        assert found.proven == exact.result
        assert found.score == 16 * (exact.score or 0)
        assert found.depth == 14
        assert solve_or_end(position.play(found.move)) == -(exact.score or 0)
        # A depth is a promise not to look further.
        assert alphabeta(position, depth=3).depth == 3


@pytest.mark.slow
@needs_compiler
def test_thousands_of_positions_are_scored_as_by_a_second_simple_solver(tmp_path: Path) -> None:
    using = ["othello/searcher.cpp", "othello/endgame.cpp"]
    assert output_of("othello_solver.cpp", tmp_path, "-O2", using=using) == ""


@pytest.mark.parametrize(("size", "empties"), [(8, 15), (6, 18)])
def test_several_threads_solve_one_position(size: int, empties: int) -> None:
    for seed in range(4):
        position = played(grid(size), seed, empties)
        assert position is not None
        found = solve(position)
        shared = solve(SolveRequest(position, threads=3))
        assert shared.score == found.score == score_of_line(position, shared.pv)
        assert solve(SolveRequest(position, threads=3, kind="wld")).result == found.result


def test_on_6x6_mirrored_positions_share_what_is_known() -> None:
    position = played(grid(6), 3, 21)
    assert position is not None
    found = solve(position)
    assert found.score == score_of_line(position, found.pv)
    assert found.score == max(-solve_or_end(position.play(move)) for move in position.moves())
    mirrored = grid(6).from_cells(position.cells[::-1], position.turn)  # type: ignore[attr-defined]
    assert solve(mirrored).score == found.score
