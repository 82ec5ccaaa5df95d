"""Ratings and the sequential test against published figures and against simulated series."""

from __future__ import annotations

import math
import random

import pytest

from boyi.arena.rating import Tally, elo, expected, normalised_elo
from boyi.arena.sprt import Sprt

PUBLISHED = [379, 10170, 21828, 10640, 343]


def test_the_published_example() -> None:
    value, error = normalised_elo(PUBLISHED)
    assert value == pytest.approx(3.05, abs=0.005)
    assert error == pytest.approx(2.31, abs=0.005)
    assert Sprt(0, 2).llr(PUBLISHED) == pytest.approx(2.946, abs=0.002)


def test_elo_and_score_are_inverse() -> None:
    for difference in (-700, -30.5, 0, 12, 400):
        assert elo(expected(difference)) == pytest.approx(difference)


def test_a_series_without_variance_has_numbers() -> None:
    clean = Tally()
    for _ in range(20):
        clean.add_pair(1, 1)
    assert clean.elo == math.inf
    assert clean.elo_error == math.inf
    assert clean.los > 0.999
    assert 0 < Sprt(0, 10).llr(clean.pairs) < 10
    assert math.isfinite(Sprt(0, 10).llr([0, 0, 40, 0, 0]))
    assert Sprt(0, 10).llr([0] * 5) == 0
    assert Tally().los == 0.5


def test_error_bars_cover_the_truth_as_often_as_they_say() -> None:
    chooser = random.Random(5)
    truth, covered, series = 60.0, 0, 400
    for _ in range(series):
        tally = Tally()
        for _ in range(100):
            tally.add_pair(*(float(chooser.random() < expected(truth)) for _ in range(2)))
        covered += abs(tally.elo - truth) <= tally.elo_error
    assert 0.90 < covered / series < 0.985


def test_a_lopsided_series_still_has_an_error_bar() -> None:
    tally = Tally()
    for points in [(1.0, 1.0)] * 9 + [(1.0, 0.0)]:
        tally.add_pair(*points)
    assert 0 < tally.elo_error < 400
    assert Tally(1, 0, 1).elo_error == math.inf


def test_pairs_that_cancel_out_are_worth_more_than_single_games() -> None:
    tally = Tally()
    for _ in range(50):
        tally.add_pair(1, 0)
    for _ in range(10):
        tally.add_pair(1, 1)
    single = Tally(tally.wins, tally.draws, tally.losses)
    assert tally.elo == single.elo
    assert tally.elo_error < 0.6 * single.elo_error


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "not better"), (30.0, "better")])
def test_the_sequential_test_errs_as_rarely_as_it_says(truth: float, verdict: str) -> None:
    """With normalised Elo truth at a hypothesis, at most about 5% of the tests end wrongly."""
    chooser = random.Random(9)
    test, wrong, runs = Sprt(0, 30), 0, 200
    share = 0.5 + truth / (800 / math.log(10)) * 0.5  # decided games have a deviation of one half
    for _ in range(runs):
        counts = [0, 0, 0]
        ended = None
        while ended is None:
            for _ in range(20):
                counts[2 * (chooser.random() < share)] += 1
            ended = test.verdict(counts)
        wrong += ended != verdict
    assert wrong / runs < 0.09
