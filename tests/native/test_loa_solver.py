"""The proof-number search of Lines of Action: what it says is true, and its lines end with the win."""

from __future__ import annotations

from pathlib import Path

import pytest

import boyi
from boyi.native.provider import MISSING

if MISSING:
    pytest.skip("no native module", allow_module_level=True)

from boyi._native import Cancel
from boyi.arena.suite import read_suite
from boyi.core.game import Position
from boyi.games.loa.solver import solve
from boyi.native.alphabeta import alphabeta
from boyi.native.solve_request import SolveRequest
from tests.native.test_loa_search import played, wins_within

WINS = read_suite(Path(__file__).parents[1] / "data/loa_wins.jsonl")


def check_line(position: Position, line: tuple[int, ...], winner: int) -> None:
    """It is legal and ends with the win."""
    for move in line:
        assert move in position.legal_moves
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == winner


@pytest.mark.parametrize(
    ("rule", "both"), [("standard", "mover"), ("capture", "mover"), ("standard", "draw")]
)
def test_results_agree_with_the_other_search(rule: str, both: str) -> None:
    decided = 0
    for seed in range(40, 44):
        for position in played(seed, rule, both)[-8:]:
            found, other = solve(SolveRequest(position, nodes=40_000)), alphabeta(position, nodes=4_000)
            if found.result is None:
                continue
            decided += 1
            winner = position.turn if found.result == "win" else 1 - position.turn
            check_line(position, found.line, winner)
            if other.proven in ("win", "loss"):
                assert other.proven == found.result, str(position)
    assert decided >= 8


def test_wins_in_three_plies_by_trying_everything() -> None:
    for known in [one for one in WINS if one.plies == 3][:12]:
        position = known.record.position
        assert wins_within(position, 3)
        found = solve(SolveRequest(position, nodes=300_000))
        assert found.result == "win"
        check_line(position, found.line, position.turn)


def test_the_engine_proves_the_wins_of_the_benchmark() -> None:
    for plies in (3, 5, 7):
        positions = [one.record.position for one in WINS if one.plies == plies]
        for position in positions[:10]:
            assert alphabeta(position, nodes=300_000).proven == "win", str(position)


def test_limits_end_it() -> None:
    start = boyi.game("loa", backend="native").start()
    found = solve(SolveRequest(start, nodes=5_000))
    assert (found.result, found.line) == (None, ())
    assert 5_000 <= found.nodes < 10_000
    cancel = Cancel()
    cancel.cancel()
    assert solve(SolveRequest(start, cancel=cancel)).result is None


def test_it_needs_a_native_position_of_this_game() -> None:
    for wrong in (boyi.game("loa", size=6).start(), boyi.game("othello").start()):
        with pytest.raises(boyi.BoyiError, match="native Lines of Action"):
            solve(wrong)
