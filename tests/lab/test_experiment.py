"""Experiments: their declarations, what follows from their games, and that no game is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import math
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

import boyi
from boyi.arena.folder import GameFolder
from boyi.arena.results import GameResult
from boyi.core.errors import BoyiError, UnknownName
from boyi.lab import Experiment, ExperimentRun, Measured, Plot, experiments, find_experiment, run_experiment
from boyi.lab.experiment_files import experiment_texts, write_results
from boyi.lab.experiment_results import ExperimentResults

NAMES = (
    "annealing",
    "depth-width",
    "exploration",
    "ordering",
    "reward",
    "reward-levels",
    "rollouts",
    "time",
)
EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = (EXAMPLES / "small-trees.toml").read_text("utf-8")


def small(**given: Any) -> Experiment:
    return find_experiment("small-trees", [EXAMPLES]).changed(**{"games": 4, **given})


def test_the_experiments_of_the_sources_are_there() -> None:
    found = experiments()
    assert sorted(found) == sorted(NAMES)
    for experiment in found.values():
        experiment.check()
        for texts in (experiment.title, experiment.question, *(claim.text for claim in experiment.claims)):
            assert texts["en"] != texts["zh_CN"]
        assert experiment.claims
        assert Experiment.from_data(json.loads(json.dumps(experiment.to_data()))) == experiment


def test_settings_of_the_sources_are_those_that_play() -> None:
    """The tree search of the Lines of Action report, written out, is the classic."""
    record = boyi.GameRecord(boyi.game("loa", rule="capture"))
    record.play_text("b8-b6 a7-c7")
    specs = (find_experiment("rollouts").players[0].spec, "classic:loa-mcts")
    found = [boyi.search(record, player=spec, nodes=512, seed=3) for spec in specs]
    assert found[0].candidates == found[1].candidates


def test_who_meets_whom_and_with_how_much() -> None:
    experiment = small(nodes=10)
    names = [(a.name, b.name) for a, b in experiment.pairings]
    assert names == [("c=1", "c=0"), ("c=1", "c=1, four times"), ("c=0", "c=1, four times")]
    assert [series.b for series in experiment.series][:2] == ["mcts:c=0,nodes=10", "mcts:c=1,nodes=40"]
    timed = small(time=0.5)
    assert [(series.time, series.odds) for series in timed.series][:2] == [(0.5, None), (None, (0.5, 2.0))]
    assert timed.nodes is None
    levels = find_experiment("reward-levels")
    assert len(levels.pairings) == 4 * 3
    assert levels.series[0].b == "level:2,time=60"
    assert next((a.name, b.name) for a, b in find_experiment("time").pairings) == ("x2", "x1")
    other = find_experiment("exploration").changed(boyi.game("nogo", size=5))
    assert (other.game, other.options["size"], other.claims) == ("nogo", 5, ())


def test_all_pairings_begin_alike_and_more_games_change_nothing() -> None:
    experiment, longer = small(), small(games=10)
    openings = {series.plan(1).opening for series in experiment.series}
    assert len(openings) == 1
    jobs = [experiment.job(key) for key in range(1, experiment.all_games + 1)]
    assert {(job.settings.names, job.number) for job in jobs} == {
        (series.names, number) for series in experiment.series for number in range(1, 5)
    }
    for job in jobs:
        same = longer.job(job.key)
        assert (same.number, same.settings.plan(1)) == (job.number, job.settings.plan(1))


def results_of(points: list[float]) -> ExperimentResults:
    """Made-up games of the first pairing, in pairs."""
    experiment = small(games=100)
    games = {
        (number - 1) * 3 + 1: GameResult(number, value, "three", plies=5, moves=(3, 2), seconds=(0.3, 0.1))
        for number, value in enumerate(points, 1)
    }
    return ExperimentResults(experiment, games, {})


@pytest.mark.parametrize(
    ("points", "verdict"), [([1.0] * 40, "holds"), ([0.0] * 40, "fails"), ([1.0, 0.0] * 20, "open")]
)
def test_a_claim_is_judged_by_the_interval(points: list[float], verdict: str) -> None:
    results = results_of(points)
    assert results.claims[0].verdict == verdict
    data = json.loads(json.dumps(results.to_data(), allow_nan=False))
    assert data["claims"][0]["verdict"] == verdict
    assert data["pairings"][0]["games"] == 40
    assert data["players"][0]["elo"] == 0
    assert results.rows[0].milliseconds == pytest.approx(100)


def test_a_claim_may_name_the_players_the_other_way_round() -> None:
    experiment = small(games=100)
    claim = experiment.claims[0]
    turned = replace(experiment, claims=(replace(claim, a=claim.b, b=claim.a, least=-math.inf, most=0),))
    games = results_of([1.0] * 30 + [0.5] * 10).games
    judged = ExperimentResults(turned, games, {}).claims[0]
    assert (judged.verdict, judged.tally.losses, judged.tally.wins) == ("holds", 30, 0)
    assert judged.tally.pairs == [15, 0, 5, 0, 0]


def test_who_fails_is_named() -> None:
    experiment = small(games=2)
    crash = GameResult(1, 0.0, "crash", "out of order")
    results = ExperimentResults(experiment, {1: crash, 4: GameResult(2, 1.0, "three")}, {})
    assert results.faults == {"c=1": (1, "out of order")}


def test_it_plays_and_a_stopped_run_resumes_to_the_same_results(tmp_path: Path) -> None:
    experiment = small()
    whole = run_experiment(experiment)
    assert len(whole.games) == experiment.all_games == 12
    assert set(whole.work) == {"c=1", "c=0", "c=1, four times"}
    assert whole.work["c=1, four times"].nodes > whole.work["c=1"].nodes

    async def part(games: int) -> ExperimentRun:
        path = tmp_path / "e"
        new = not path.exists()
        with GameFolder.create(path, experiment) if new else GameFolder.open(path, Experiment) as folder:
            run, count = ExperimentRun(folder.settings, folder), 0
            async for _ in run.play():
                count += 1
                if count == games:
                    break
            return run

    asyncio.run(part(5))
    run = asyncio.run(part(4))
    assert (len(run.games), run.is_over) == (9, False)
    run = asyncio.run(part(100))
    assert run.is_over
    untimed = {key: (game.points, game.plies, game.reason) for key, game in run.games.items()}
    assert untimed == {key: (game.points, game.plies, game.reason) for key, game in whole.games.items()}
    assert [row.work.nodes for row in run.results().rows if row.work] == [
        row.work.nodes for row in whole.rows if row.work
    ]
    assert sorted(file.name for file in (tmp_path / "e").glob("game-*")) == [
        f"game-{key:06}.json" for key in range(1, 13)
    ]


def test_the_files_hold_what_the_table_says(tmp_path: Path) -> None:
    experiment = small(games=2)
    with GameFolder.create(tmp_path / "e", experiment) as folder:
        results = run_experiment(experiment, folder)
        names = write_results(results, folder, "zh_CN")
    assert {"games.csv", "pairings.csv", "players.csv", "ratings.png", "ratings.svg", "results.json"} <= set(
        names
    )
    texts = experiment_texts(results, "zh_CN")
    assert (tmp_path / "e" / "pairings.csv").read_text("utf-8") == texts["pairings.csv"]
    assert (
        texts["pairings.csv"].splitlines()[0].startswith("a,b,games,wins,draws,losses,score,score_error,elo")
    )
    assert len(texts["games.csv"].splitlines()) == 1 + experiment.all_games
    assert "小树" in texts["ratings.svg"]
    assert (tmp_path / "e" / "scores.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("labels", [("a", "b"), ("a rather long label of a pairing",) * 9])
def test_plots_have_room_for_their_labels(labels: tuple[str, ...]) -> None:
    plot = Plot("Score < 1", [Measured(label, 10.0 * place, 3.0) for place, label in enumerate(labels)])
    width, height = plot.size
    svg = ElementTree.fromstring(plot.to_svg())
    assert (svg.get("width"), svg.get("height")) == (str(width), str(height))
    circles = [one for one in svg if one.tag.endswith("circle")]
    assert len(circles) == len(labels)
    for one in circles:
        assert 0 < float(one.get("cx") or 0) < width
        assert 0 < float(one.get("cy") or 0) < height
    picture = Image.open(BytesIO(plot.to_png()))
    assert picture.size == (2 * width, 2 * height)
    x, y = (round(2 * float(circles[0].get(name) or 0)) for name in ("cx", "cy"))
    assert picture.convert("RGB").getpixel((x, y)) == (0x0F, 0x9D, 0x94)


WRONG = [
    (SMALL.replace("[title]", "[titel]"), "mine.toml, line 8: There is no key 'titel'; .*Did you mean title"),
    (SMALL.replace('zh_CN = "小树"', ""), "title needs a text in each language; zh_CN is missing"),
    (SMALL.replace('"tictactoe"', "3"), "game is a text in quotation marks"),
    (SMALL.replace('game = "tictactoe"', ""), "An experiment needs a line game"),
    (SMALL.replace('"tictactoe"', '"tictac"'), "mine.toml, line 2: There is no game"),
    (SMALL.replace("games = 40 ", 'games = "x" '), "games is a number"),
    (SMALL.replace("games = 40 ", "games = 1 "), "A pairing has 2 to 100,000 games, not 1"),
    (SMALL.replace("nodes = 20 ", "nodes = 20\ntime = 1.0 "), "limited by time or by nodes"),
    (SMALL.replace('"all"', '"swiss"'), "The schedule is one of all, neighbours, first, opponents"),
    (SMALL.replace('"mcts:c=0"', '"mtcs:c=0"'), "mine.toml, line 20: There is no player 'mtcs'"),
    (SMALL.replace('spec = "mcts:c=0"', ""), "A player needs a spec"),
    (SMALL.replace('name = "c=0"', 'name = "c=1"'), "Two players have the same name"),
    (SMALL.replace("share = 4 ", "share = 0 "), "The share of c=1, four times is a number above 0"),
    (SMALL.replace('b = "c=0"', 'b = "c=9"'), "c=1 and c=9 of a claim do not meet"),
    (SMALL.replace("least = 0 ", "#"), "the least or the most Elo difference"),
    (SMALL.replace('source = "a guess"', ""), "A claim needs a source"),
    (SMALL.replace("{ positions = 5 }", "3"), "work is a table"),
    (SMALL.replace("{ positions = 5 }", "{ positions = 0 }"), "Work is measured on 1 to 1,000 positions"),
    (SMALL.replace("[[players]]", "[players]", 1), "mine.toml, line 20: this is not TOML"),
    (SMALL.replace('"mcts:c=1"', '"random"').replace('"mcts:c=0"', '"random"'), "counts nodes"),
    (SMALL.partition("[[players]]")[0], "at least two"),
    ("#" * (1 << 21), "larger than an experiment can be"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_a_wrong_experiment_is_named_with_what_is_wrong(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BoyiError, match=sentence):
        find_experiment("mine", [tmp_path])


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(UnknownName, match="Did you mean reward"):
        find_experiment("rewards")
    with pytest.raises(BoyiError, match="classic:alphabeta plays gomoku, not othello"):
        find_experiment("depth-width").changed(boyi.game("othello")).check()
    with pytest.raises(BoyiError, match="There is no folder '/nowhere' with experiments"):
        experiments(["/nowhere"])
