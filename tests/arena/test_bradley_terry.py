"""Bradley-Terry ratings: published figures, exact cases, and games of players whose strength is known."""

from __future__ import annotations

import math
from random import Random

import pytest

from boyi.arena.bradley_terry import ELO, Played, _chances, fit_ratings
from boyi.arena.rating import CONFIDENCE, elo
from tests.effort import some

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = """
4,3 4,2 4,3 6,1 4,2 6,0
3,3 4,2 4,3 6,0 6,1 4,3
2,5 4,3 2,4 4,3 4,2 6,0
3,3 5,1 2,5 4,3 4,2 6,1
5,1 2,5 3,3 4,2 5,2 6,0
2,5 3,3 3,4 4,3 4,2 2,4
2,5 1,5 1,6 2,4 1,6 3,4
"""
"""The American League of 1987 (Agresti, Categorical Data Analysis, section 10.6): a row for each home team,
its wins and losses against the other teams in their order."""
PUBLISHED = {
    "Milwaukee": 1.6196,
    "Detroit": 1.4754,
    "Toronto": 1.3271,
    "New York": 1.2813,
    "Boston": 1.1438,
    "Cleveland": 0.7047,
    "Baltimore": 0.0,
}
"""Natural logarithms of the abilities against Baltimore, as the R package BradleyTerry2 gives them."""
HOME, HOME_ERROR = 0.3023, 0.1309
"""The advantage of playing at home and its standard error, from the same place."""


def baseball() -> list[Played]:
    games: list[Played] = []
    for home, row in zip(TEAMS, WINS.split("\n")[1:], strict=False):
        others = [team for team in TEAMS if team != home]
        for away, cell in zip(others, row.split(), strict=True):
            won, lost = map(int, cell.split(","))
            games += [(home, away, 1.0)] * won + [(home, away, 0.0)] * lost
    return games


def test_published_figures_are_met() -> None:
    ratings = fit_ratings(baseball(), prior=None)
    base = ratings.by_name["Baltimore"].elo
    for team, ability in PUBLISHED.items():
        assert (ratings.by_name[team].elo - base) / ELO == pytest.approx(ability, abs=5e-5)
    assert ratings.advantage / ELO == pytest.approx(HOME, abs=5e-5)
    assert ratings.advantage_error / CONFIDENCE / ELO == pytest.approx(HOME_ERROR, abs=5e-5)
    assert sum(rating.elo for rating in ratings.players) == pytest.approx(0, abs=1e-6)


def test_the_prior_hardly_moves_what_games_have_decided() -> None:
    plain, held = fit_ratings(baseball(), prior=None), fit_ratings(baseball())
    for team in TEAMS:
        assert held.by_name[team].elo == pytest.approx(plain.by_name[team].elo, abs=3)


def test_points_are_as_many_as_expected() -> None:
    """The most likely ratings expect of every player what it has scored, with draws and with colours."""
    random = Random(5)
    games = [
        (a, b, random.choice([0.0, 0.5, 1.0])) for a in "abcd" for b in "abcd" if a != b for _ in range(9)
    ]
    ratings = fit_ratings(games, prior=None)
    for name in "abcd":
        due = sum(
            ratings.expected(black, white) if black == name else 1 - ratings.expected(black, white)
            for black, white, _ in games
            if name in (black, white)
        )
        assert due == pytest.approx(ratings.by_name[name].points, abs=1e-5)


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    games = [("a", "b", 1.0)] * 30 + [("a", "b", 0.0)] * 10 + [("b", "a", 0.0)] * 30 + [("b", "a", 1.0)] * 10
    ratings = fit_ratings(games, prior=None)
    assert ratings.by_name["a"].elo - ratings.by_name["b"].elo == pytest.approx(elo(0.75))
    assert ratings.advantage == pytest.approx(0, abs=1e-6)


def test_draws_have_their_share() -> None:
    """Between equals a share of 2/3 of draws is d = 4: a draw is four times as likely as a win."""
    games = [("a", "b", 0.5)] * 40 + [("a", "b", 1.0)] * 10 + [("a", "b", 0.0)] * 10
    games += [("b", "a", 0.5)] * 40 + [("b", "a", 1.0)] * 10 + [("b", "a", 0.0)] * 10
    assert fit_ratings(games, prior=None).draw == pytest.approx(4, rel=1e-6)


def test_who_has_won_everything_gets_a_finite_rating_that_says_so() -> None:
    games = [("a", "b", 1.0)] * 10 + [("b", "c", 1.0)] * 10 + [("c", "a", 0.0)] * 10
    ratings = fit_ratings(games)
    assert [rating.name for rating in ratings.players] == ["a", "b", "c"]
    assert ratings.by_name["a"].is_one_sided
    assert not ratings.by_name["b"].is_one_sided
    assert 200 < ratings.by_name["a"].error < 3000


def test_who_has_not_played_is_not_known() -> None:
    ratings = fit_ratings([("a", "b", 1.0), ("b", "a", 1.0)], players=["a", "b", "c"])
    assert ratings.by_name["c"].games == 0
    assert math.isinf(ratings.by_name["c"].error)
    assert fit_ratings([]).players == ()


def test_anchors_stay_and_carry_the_others() -> None:
    games = [("x", "level", 1.0)] * 10 + [("x", "level", 0.0)] * 10
    games += [("level", "x", 1.0)] * 10 + [("level", "x", 0.0)] * 10
    ratings = fit_ratings(games, anchors={"level": 1500.0}, prior=None)
    assert ratings.by_name["level"].elo == 1500
    assert ratings.by_name["level"].error == 0
    assert ratings.by_name["x"].elo == pytest.approx(1500, abs=1e-4)
    # A game between equals tells (ln 10 / 400)**2 / 4.
    assert ratings.by_name["x"].error == pytest.approx(CONFIDENCE * 2 * ELO / math.sqrt(40), rel=1e-3)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Eight players with known strengths, black 60 Elo ahead, many draws: 95% of the intervals are right."""
    random = Random(7)
    truth = {f"p{number}": 90.0 * (number - 3.5) for number in range(8)}
    inside = total = advantages = 0
    runs = some(120)
    bias = 0.0
    for _ in range(runs):
        games = []
        for black in truth:
            for white in truth:
                if black != white:
                    chances = _chances((truth[black] + 60) / ELO, truth[white] / ELO, 0.8)
                    games += [
                        (black, white, points) for points in random.choices([1.0, 0.5, 0.0], chances, k=6)
                    ]
        ratings = fit_ratings(games, prior=None)
        for name, strength in truth.items():
            rating = ratings.by_name[name]
            total += 1
            inside += rating.low <= strength <= rating.high
            bias += rating.elo - strength
        advantages += abs(ratings.advantage - 60) <= ratings.advantage_error
    spread = 3.5 * math.sqrt(0.95 * 0.05 / total)
    assert 0.95 - 2 * spread < inside / total < 0.95 + 2 * spread
    assert advantages / runs > 0.95 - 3.5 * math.sqrt(0.95 * 0.05 / runs)
    assert abs(bias / total) < 1
