"""Continuous fours: every claim is judged by the Python rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.arena.suite import read_suite
from boyi.core.errors import BadOption, BoyiError
from boyi.core.grid import GridGame, GridPosition, as_grid
from tests.native.vcf_oracle import has_fours_win, judge
from tests.patience import at_most

pytest.importorskip("boyi._native")

from boyi.native.solve_request import SolveRequest
from boyi.native.vcf import vcf

DATA = Path(__file__).parents[1] / "data"
FOURS = read_suite(DATA / "gomoku_fours.jsonl")


def gomoku(backend: str = "native", **options: Any) -> GridGame:
    game = boyi.game("gomoku", backend=backend, **options)
    assert isinstance(game, GridGame)
    return game


def answer(position: GridPosition) -> list[int] | None:
    line = vcf(position).line
    return None if line is None else list(line)


def problem(position: GridPosition) -> str:
    line = answer(position)
    return "no line" if line is None else judge(position, line, answer)


@pytest.mark.parametrize("place", range(0, len(FOURS), 4))
def test_fours_are_proven_and_refuted(place: int) -> None:
    for known in FOURS[place : place + 4]:
        position = as_grid(known.record.position)
        result = vcf(position)
        assert result.proven
        assert (result.line is not None) == (known.result == "win"), known
        if result.line is not None:
            assert judge(position, result.line, answer) == ""


def test_the_positions_cover_every_rule_and_both_answers() -> None:
    kinds = {(known.options["rule"], known.options["size"], known.result) for known in FOURS}
    assert len(kinds) == 4 * 2 * 2


def test_hundreds_of_positions_are_decided_in_little_time() -> None:
    many = read_suite(DATA / "gomoku_fours_many.jsonl")
    assert len(many) > 400
    with at_most(5):
        found = [vcf(known.record.position) for known in many]
    for known, result in zip(many, found, strict=True):
        assert result.proven
        assert (result.line is not None) == (known.result == "win"), known


def test_random_crowds_against_the_exhaustive_oracle() -> None:
    """Boards with a few loose stones on a small board, where the oracle can look at everything."""
    rng = random.Random(5)
    seen = {True: 0, False: 0}
    for number in range(120):
        rule = ("freestyle", "standard", "renju", "caro")[number % 4]
        game = gomoku(size=9, rule=rule)
        cells = ["."] * 81
        for cell in rng.sample(range(81), rng.randint(14, 22)):
            cells[cell] = rng.choice("xo")
        position = game.from_cells("".join(cells), rng.randrange(2))
        assert isinstance(position, GridPosition)
        if position.outcome is not None:
            continue
        result = vcf(position)
        if result.nodes > 12:
            continue
        won = result.line is not None
        assert result.proven
        assert won == has_fours_win(position), (rule, position)
        if result.line is not None:
            assert judge(position, result.line, answer) == "", (rule, position)
        seen[won] += 1
    assert min(seen.values()) > 15


Places = list[tuple[int, int]]


def place(game: GridGame, black: Places, white: Places, turn: int) -> GridPosition:
    """A position from rows and columns, counted from the top left."""
    cells = ["."] * game.area
    for stones, mark in ((black, "x"), (white, "o")):
        for row, column in stones:
            cells[row * game.size + column] = mark
    position = game.from_cells("".join(cells), turn)
    assert isinstance(position, GridPosition)
    return position


def test_a_defender_who_makes_a_four_of_his_own() -> None:
    game = gomoku()
    black: Places = [(7, 2), (7, 3), (7, 4), (5, 5), (6, 5)]
    white: Places = [(7, 1)]
    # The four at (7, 5) also makes three in column 5, which becomes an open four.
    assert problem(place(game, black, white, 0)) == ""
    # The forced reply at (7, 6) gives white an open four in column 6.
    white += [(8, 6), (9, 6), (10, 6)]
    refuted = vcf(place(game, black, white, 0))
    assert (refuted.line, refuted.proven) == (None, True)
    # If black's only way to stop that four is a four as well, the attack goes on.
    black += [(11, 6), (6, 7), (6, 8)]
    white += [(6, 4)]
    assert problem(place(game, black, white, 0)) == ""


def test_white_wins_where_black_is_forbidden_to_block() -> None:
    black: Places = [(7, 2), (7, 3), (7, 4), (7, 6), (7, 7), (7, 8), (3, 5)]
    white: Places = [(4, 5), (5, 5), (6, 5)]
    # White's four in column 5 is to be stopped at (7, 5), where black would have seven in a row.
    position = place(gomoku(rule="renju"), black, white, 1)
    assert vcf(position).line is not None
    assert problem(position) == ""
    assert vcf(place(gomoku(rule="freestyle"), black, white, 1)).line is None


def test_limits_and_refusals() -> None:
    game = gomoku()
    start = game.start()
    assert vcf(start).line is None
    with pytest.raises(BadOption):
        vcf(SolveRequest(start, nodes=0))
    with pytest.raises(BadOption):
        vcf(SolveRequest(start, seconds=-1))
    with pytest.raises(BoyiError, match="native gomoku"):
        vcf(gomoku("python").start())
    with pytest.raises(BoyiError, match="native gomoku"):
        vcf(boyi.game("othello").start())
    over = start.play_text("a1 a15 b1 b15 c1 c15 d1 d15 e1")
    with pytest.raises(BoyiError, match="over"):
        vcf(over)
    hard = next(known for known in FOURS if known.result == "win" and known.options["rule"] == "freestyle")
    cut = vcf(SolveRequest(hard.record.position, nodes=1))
    assert cut.line is None
    assert not cut.proven
