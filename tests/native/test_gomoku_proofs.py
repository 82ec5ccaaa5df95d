"""What Gomoku's search calls proven is proven: claims are kept, come true in time, and bear every defence."""

from __future__ import annotations

from random import Random

import pytest

from boyi.games.gomoku.rules import RULES

pytest.importorskip("boyi._native")

from benchmarks.proofs import DefenceChecker, Monitor, gomoku

from tests.effort import some


@pytest.mark.parametrize("size", [10, 15, 20])
@pytest.mark.parametrize("rule", RULES)
def test_a_claimed_win_is_claimed_until_it_is_won_in_time(rule: str, size: int) -> None:
    monitor, random = Monitor(), Random(f"{rule} {size}")
    for _ in range(some(4)):
        monitor.play(gomoku(rule, size), 1_000, random)
    assert (monitor.dropped, monitor.late, monitor.lost) == (0, 0, 0)
    assert size < 15 or monitor.claims > 0


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_claims_bear_every_defence(rule: str) -> None:
    monitor, random, checked = Monitor(), Random(f"{rule} claims"), 0
    while checked < 2:
        monitor.play(gomoku(rule, 10), 1_000, random)
        for position, wins in monitor.claimed:
            checker = DefenceChecker(budget=60)
            problem = checker.attack(position) if wins else checker.defend(position, position.turn)
            assert problem in ("", "budget")
            checked += problem == ""
        monitor.claimed.clear()
