"""What a report draws and says: intervals as long as they are, points of games not read as a half."""

from __future__ import annotations

import re
from math import inf

import pytest

from boyi.arena.report.tournament import tournament_report
from boyi.arena.tournament import TournamentRun, tables_of
from boyi.core.language import ENGLISH, Language
from boyi.drawing.charts import Bar, progress_chart, rating_chart
from tests.arena.test_tournament import settings_of, simulate


def bars_of(svg: str) -> list[tuple[float, float, float]]:
    """The ends of each bar and the place of its value."""
    lines = re.findall(r'<path d="M([0-9.]+) [0-9.]+H([0-9.]+)"', svg)
    values = re.findall(r'<circle cx="([0-9.]+)"', svg)
    return [(float(low), float(high), float(at)) for (low, high), at in zip(lines, values, strict=True)]


def test_error_bars_are_as_long_as_they_are() -> None:
    bars = [Bar("a", 1000, -1500, 2100), Bar("b", 0, -400, 400), Bar("c", 500, 450, inf)]
    svg = rating_chart(bars, [("level:1", 900)])
    drawn = bars_of(svg)
    scale = (drawn[0][2] - drawn[1][2]) / 1000
    for bar, (low, high, at) in zip(bars, drawn, strict=True):
        assert at - low == pytest.approx(scale * (bar.value - bar.low), abs=0.2)
        if bar.high < inf:
            assert high - at == pytest.approx(scale * (bar.high - bar.value), abs=0.2)
    # What has no end runs to the edge of the chart as an arrow.
    assert drawn[2][1] > drawn[0][1]
    assert len(re.findall(r"M[0-9.]+ [0-9.]+L", svg)) == 1


def test_a_tournament_shows_the_intervals_of_its_table() -> None:
    settings = settings_of(9, "gauntlet", games=2)
    run = TournamentRun(settings, None)
    run.results = simulate(settings, lambda job: float(job.settings.names[0] < job.settings.names[1]))
    ratings = [rating for rating in tables_of(settings, run.results)[0].ratings.players if rating.games]
    assert max(rating.error for rating in ratings) > 1000  # beyond what used to be drawn
    drawn = bars_of(tournament_report(run, ENGLISH))
    scale = (drawn[0][2] - drawn[-1][2]) / (ratings[0].elo - ratings[-1].elo)
    for rating, (low, high, _) in zip(ratings, drawn, strict=True):
        assert high - low == pytest.approx(scale * 2 * rating.error, abs=0.5)


def test_one_point_of_two_games_is_no_half() -> None:
    settings = settings_of(2, games=2)
    run = TournamentRun(settings, None)
    run.results = simulate(settings, lambda job: 1.0 if job.number == 1 else 0.0)
    assert tables_of(settings, run.results)[0].crosstable == {(0, 1): (1.0, 2), (1, 0): (1.0, 2)}
    assert tournament_report(run, ENGLISH).count("<td>1 of 2</td>") == 2
    assert tournament_report(run, Language("zh_CN")).count("<td>2 局得 1 分</td>") == 2


def test_a_band_is_cut_off_by_the_chart_and_not_shortened() -> None:
    svg = progress_chart([(1, 0, 2000), (2, 0, 400), (3, 0, 100)], widest=400)
    found = re.search(r'<svg x="60" y="20" .*?points="([^"]+)"', svg)
    assert found is not None
    corners = [tuple(map(float, corner.split(","))) for corner in found[1].split()]
    tall = [corners[-1 - place][1] - corners[place][1] for place in range(3)]
    assert tall == pytest.approx([20 * tall[2], 4 * tall[2], tall[2]], rel=0.05)
    assert progress_chart([(0, 0, inf)]).count("<polygon") == 0
