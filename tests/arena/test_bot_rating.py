"""The rating of a bot: opponents near its strength, an end, a resume that changes nothing, a report."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from pathlib import Path

import pytest

from boyi.arena.bot_rating import RatedGame, RatingRun, RatingSettings, rate_bot
from boyi.arena.bradley_terry import ELO, _chances
from boyi.arena.folder import BadFolder, GameFolder
from boyi.arena.report.rating import rating_report
from boyi.arena.results import GameResult
from boyi.arena.settings import BadSeries
from boyi.core.language import ENGLISH, Language
from boyi.core.loading import load
from boyi.core.registry import game_class, game_names

DOCUMENT = Path(__file__).parents[2] / "docs" / "strength.md"


def settings_of(**others: object) -> RatingSettings:
    given: dict[str, object] = {"seed": 3, "precision": 200, "games": 40, **others}
    return RatingSettings("tictactoe", "mcts:nodes=30", **given)  # type: ignore[arg-type]


def test_the_ratings_of_the_levels_are_those_of_the_document() -> None:
    """docs/strength.md has the difference of each pair of neighbours; a rating is their sum."""
    text = DOCUMENT.read_text("utf-8")
    rows = re.findall(r"^(\w+) +level:(\d+) +level:(\d+) .*?([+-]\d+) ±", text, re.MULTILINE)
    for name in game_names():
        found = {int(upper): int(elo) for game, upper, lower, elo in rows if game == name}
        ratings = load(game_class(name).level_ratings)
        assert ratings[0] == 1000
        assert len(ratings) == 10
        if found:
            steps = [after - before for before, after in pairwise(ratings)]
            assert steps == [found[level] for level in range(2, 11)]


def simulate(settings: RatingSettings, strength: float, seed: int) -> float:
    """The rating that a bot of this strength is given, without playing."""
    from random import Random

    random, results = Random(seed), dict[int, GameResult]()
    while jobs := settings.next_jobs(results):
        for job in jobs:
            level = settings.scale[job.settings.b]
            black, white = (strength, level) if job.number == 1 else (level, strength)
            points = random.choices([1.0, 0.5, 0.0], _chances((black + 40) / ELO, white / ELO, 0.3))[0]
            results[job.key] = GameResult(job.number, points if job.number == 1 else 1 - points, "three")
    progress = settings.progress(results)
    assert progress.ending == "precise", progress.ending
    met = {level for key, (level, _) in progress.games.items() if key > 20}
    assert all(abs(settings.scale[level] - strength) < 500 for level in met)
    return (progress.rating.elo - strength) / progress.rating.error


@pytest.mark.parametrize("runs", [15, pytest.param(60, marks=pytest.mark.soak)])
def test_a_known_strength_is_found_within_the_interval(runs: int) -> None:
    off = [
        simulate(RatingSettings("tictactoe", "random", precision=100, games=400), strength, seed)
        for seed in range(runs)
        for strength in (1150.0, 1640.0, 2200.0)
    ]
    inside = sum(abs(one) <= 1 for one in off) / len(off)
    assert inside > 0.89
    assert abs(sum(off) / len(off)) < 0.2


@pytest.mark.parametrize(("points", "ending"), [(0.0, "below"), (1.0, "above")])
def test_a_bot_beyond_the_scale_is_not_measured_for_ever(points: float, ending: str) -> None:
    settings = RatingSettings("tictactoe", "random", precision=100, games=400)
    results: dict[int, GameResult] = {}
    while jobs := settings.next_jobs(results):
        results |= {job.key: GameResult(job.number, points, "three") for job in jobs}
    assert settings.progress(results).ending == ending
    assert len(results) < 60


def test_a_run_that_was_stopped_goes_on_to_the_same_games(tmp_path: Path) -> None:
    settings = settings_of()
    whole: list[RatedGame] = []
    progress = rate_bot(settings, listen=whole.append)
    assert progress.ending in ("precise", "all games")

    async def part(games: int) -> None:
        folder = (
            GameFolder.open(tmp_path / "r", RatingSettings)
            if (tmp_path / "r").exists()
            else GameFolder.create(tmp_path / "r", settings)
        )
        with folder:
            run, count = RatingRun(folder.settings, folder), 0
            async for _ in run.play():
                count += 1
                if count == games:
                    return

    for games in (3, 2, 1000):
        asyncio.run(part(games))
    with GameFolder.open(tmp_path / "r", RatingSettings) as folder:
        run = RatingRun(folder.settings, folder)
        assert run.progress.history == progress.history
        assert run.results == {number: game.result for number, game in enumerate(whole, start=1)} or (
            [(r.points, r.plies) for r in run.results.values()]
            == [(g.result.points, g.result.plies) for g in whole]
        )
        page = rating_report(run, ENGLISH, nodes=50)
        assert "Rating of mcts:nodes=30: Tic-tac-toe" in page
        assert page.count('<details class="game"') == len(run.results)
        assert "http" not in re.sub(r'xmlns=\\?"http://www.w3.org/2000/svg', "", page).replace(
            'SVG = "http://www.w3.org/2000/svg"', ""
        )
        assert "评级" in rating_report(run, Language("zh_CN"), nodes=50)


def test_a_game_of_another_side_is_not_credited(tmp_path: Path) -> None:
    settings = settings_of(games=4)
    with GameFolder.create(tmp_path / "r", settings) as folder:
        rate_bot(settings, folder)
        file = folder.file(1)
        text = file.read_text("utf-8")
        file.write_text(text.replace("mcts:nodes=30", "somebody"), "utf-8")
        with pytest.raises(BadFolder, match="Delete it to have the game played again"):
            RatingRun(settings, folder)


def test_wrong_settings_are_refused_in_a_sentence() -> None:
    for wrong in ({"games": 2}, {"precision": 5}, {"start": 11}):
        with pytest.raises(BadSeries):
            settings_of(**wrong)
    with pytest.raises(BadSeries, match="not the settings of a rating"):
        RatingSettings.from_data({"game": "tictactoe"})
    assert RatingSettings.from_data(settings_of().to_data()) == settings_of()
