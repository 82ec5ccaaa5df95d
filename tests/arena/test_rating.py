"""Ratings and the sequential test against published figures and against simulated series."""

from __future__ import annotations

import math
import random

import pytest

from boyi.arena.rating import MatchTally, elo, expected, normalised_elo
from boyi.arena.sprt import Sprt, most_likely
from tests.effort import some

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
    clean = MatchTally()
    for _ in range(20):
        clean.add_pair(1, 1)
    assert clean.elo == math.inf
    assert clean.elo_error == math.inf
    assert clean.los > 0.999
    assert 0 < Sprt(0, 10).llr(clean.pairs) < 10
    assert math.isfinite(Sprt(0, 10).llr([0, 0, 40, 0, 0]))
    assert Sprt(0, 10).llr([0] * 5) == 0
    assert MatchTally().los == 0.5


def test_a_clean_sweep_ends_the_test_soon() -> None:
    """All pairs won: the best that no difference can say is one half each, so a pair brings log(0.52/0.5)."""
    assert Sprt(0, 10).verdict([0, 0, 0, 0, 60]) is None
    assert Sprt(0, 10).verdict([0, 0, 0, 0, 80]) == "better"
    assert Sprt(0, 10).verdict([80, 0, 0, 0, 0]) == "not better"
    assert Sprt(0, 10).llr([0, 0, 0, 0, 50]) == pytest.approx(50 * math.log(1 + 0.0407), rel=0.05)


def test_the_most_likely_chances_keep_the_condition_and_are_the_best() -> None:
    chooser = random.Random(1)

    def strength_of(chances: list[float]) -> float:
        scores = [place / (len(chances) - 1) for place in range(len(chances))]
        mean = sum(map(lambda chance, score: chance * score, chances, scores))
        return (mean - 0.5) / math.sqrt(
            sum(map(lambda chance, score: chance * (score - mean) ** 2, chances, scores))
        )

    def shares_of(weights: list[float]) -> list[float]:
        return [weight / sum(weights) for weight in weights]

    for _ in range(40):
        shares = shares_of([chooser.random() ** 2 + 0.001 for _ in range(chooser.choice((3, 5)))])
        strength = chooser.uniform(-2, 2)
        best = most_likely(shares, strength)
        assert sum(best) == pytest.approx(1)
        assert strength_of(best) == pytest.approx(strength, abs=1e-6)
        likelihood = sum(map(lambda share, chance: share * math.log(chance), shares, best))
        for _ in range(10):  # others that keep the condition, found by tilting a neighbour
            near = shares_of([chance * math.exp(chooser.gauss(0, 0.05)) for chance in best])
            low, high = -20.0, 20.0
            for _ in range(60):
                tilt = (low + high) / 2
                other = shares_of([chance * math.exp(tilt * place) for place, chance in enumerate(near)])
                low, high = (tilt, high) if strength_of(other) < strength else (low, tilt)
            said = sum(map(lambda share, chance: share * math.log(chance), shares, other))
            assert said <= likelihood + 1e-9


def test_any_counts_give_a_number() -> None:
    chooser = random.Random(2)
    for _ in range(500):
        counts = [
            chooser.choice((0, 0, 1, 5, chooser.randint(0, 3000))) for _ in range(chooser.choice((3, 5)))
        ]
        low = chooser.choice((0.0, -5.0, -1000.0, chooser.uniform(-9000, 9000)))
        assert math.isfinite(Sprt(low, low + chooser.choice((1, 10, 1000))).llr(counts))


def test_error_bars_cover_the_truth_as_often_as_they_say() -> None:
    chooser = random.Random(5)
    truth, covered, series = 60.0, 0, 400
    for _ in range(series):
        tally = MatchTally()
        for _ in range(100):
            tally.add_pair(*(float(chooser.random() < expected(truth)) for _ in range(2)))
        covered += abs(tally.elo - truth) <= tally.elo_error
    assert 0.90 < covered / series < 0.985


def test_a_lopsided_series_still_has_an_error_bar() -> None:
    tally = MatchTally()
    for points in [(1.0, 1.0)] * 9 + [(1.0, 0.0)]:
        tally.add_pair(*points)
    assert 0 < tally.elo_error < 400
    assert MatchTally(1, 0, 1).elo_error == math.inf


def test_a_few_equal_results_do_not_make_a_small_error() -> None:
    split, drawn = MatchTally(), MatchTally()
    for number in range(1, 51):
        split.add_pair(1, 0)
        drawn.add_pair(0.5, 0.5)
        if number == 1:
            assert split.elo_error > 150
            assert drawn.elo_error > 150
    assert split.elo_error == drawn.elo_error < 10
    assert MatchTally(0, 1, 0).elo_error > 150


def test_pairs_that_cancel_out_are_worth_more_than_single_games() -> None:
    tally = MatchTally()
    for _ in range(50):
        tally.add_pair(1, 0)
    for _ in range(10):
        tally.add_pair(1, 1)
    single = MatchTally(tally.wins, tally.draws, tally.losses)
    assert tally.elo == single.elo
    assert tally.elo_error < 0.6 * single.elo_error


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "not better"), (30.0, "better")])
def test_the_sequential_test_errs_as_rarely_as_it_says(truth: float, verdict: str) -> None:
    """With normalised Elo truth at a hypothesis, at most about 5% of the tests end wrongly."""
    chooser = random.Random(9)
    test, wrong, runs = Sprt(0, 30), 0, some(200)
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
