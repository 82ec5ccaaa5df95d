"""Continuous fours: every claim is judged by the Python rules."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.errors import BadOption, BoyiError
from boyi.core.grid import GridGame, GridPosition
from tests.native.vcf_oracle import has_fours_win, judge

pytest.importorskip("boyi._native")

from boyi.native.solve_request import SolveRequest
from boyi.native.vcf import vcf

ROOT = Path(__file__).parents[2]
FIXTURES = [json.loads(line) for line in (ROOT / "tests/fixtures/vcf.jsonl").read_text().splitlines()]
SHARED = ROOT.parent / "shared/data/gomoku/vcf.jsonl"


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


@pytest.mark.parametrize("place", range(0, len(FIXTURES), 4))
def test_fixtures(place: int) -> None:
    for fixture in FIXTURES[place : place + 4]:
        game = gomoku(size=fixture["size"], rule=fixture["rule"])
        position = game.parse_position(fixture["position"])
        assert isinstance(position, GridPosition)
        result = vcf(position)
        assert result.proven
        assert (result.line is not None) == fixture["vcf"], fixture
        if result.line is not None:
            assert judge(position, result.line, answer) == ""


def test_fixtures_cover_every_rule_and_both_answers() -> None:
    kinds = {(fixture["rule"], fixture["size"], fixture["vcf"]) for fixture in FIXTURES}
    assert len(kinds) == 4 * 2 * 2


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
    hard = next(f for f in FIXTURES if f["vcf"] and f["rule"] == "freestyle")
    position = gomoku(size=hard["size"]).parse_position(hard["position"])
    cut = vcf(SolveRequest(position, nodes=1))
    assert cut.line is None
    assert not cut.proven


def test_the_public_collection() -> None:
    if not SHARED.exists():
        pytest.skip("skipped: data not present")
    game = gomoku()
    solved = refuted = 0
    begin = time.process_time()
    for line in SHARED.read_text().splitlines():
        case = json.loads(line)
        cells = ["."] * game.area
        for colour, stone in (("black", "x"), ("white", "o")):
            for x, y in case[colour]:
                cells[y * 15 + x] = stone
        result = vcf(game.from_cells("".join(cells), int(case["side"] == "white")))
        assert result.proven, case["n"]
        solved += case["vcf"] and result.line is not None
        refuted += not case["vcf"] and result.line is None
    assert (solved, refuted) == (317, 100)
    assert time.process_time() - begin < 5
