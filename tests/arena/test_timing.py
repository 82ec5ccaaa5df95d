"""What is charged in runs of games: chosen in one place, kept with the run, and printed with its result."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boyi import formats
from boyi.arena import timing
from boyi.arena.bot_rating import RatingSettings
from boyi.arena.folder import Folder
from boyi.arena.ladder.settings import ClassSettings, Student
from boyi.arena.play import play_series
from boyi.arena.report.tournament import tournament_report
from boyi.arena.seats import Seats
from boyi.arena.settings import SeriesSettings
from boyi.arena.timing import BadTiming, timing_sentence
from boyi.arena.tournament import Entrant, EventSettings, TournamentRun, TournamentSettings
from boyi.arena.tuning import Parameter, TuningSettings
from boyi.core.language import ENGLISH, Language
from boyi.lab import Experiment, find_experiment
from boyi.match.rules import MARGIN
from boyi.programs.meter import CAN_MEASURE

measured = pytest.mark.skipif(not CAN_MEASURE, reason="the processor time of other processes is not known")
PROGRAM = "py:my_bot.py"


def runs(spec: str, **given: Any) -> list[Any]:
    """Each kind of run that a player can be in."""
    players = (Entrant("a", "random"), Entrant("b", spec))
    return [
        SeriesSettings("tictactoe", "random", spec, **given),
        TournamentSettings("Cup", players, (EventSettings("tictactoe"),), **given),
        RatingSettings("tictactoe", spec, **given),
    ]


@measured
def test_processor_time_is_usual_where_a_program_plays() -> None:
    assert [one.timing for one in runs(PROGRAM)] == ["processor"] * 3
    assert [one.timing for one in runs("level:3")] == ["wall"] * 3
    assert [one.timing for one in runs("cmd:engine?protocol=gtp")] == ["processor"] * 3
    assert timing.chosen_timing(None, ["an-engine"]) == "processor"  # of boyi engines
    assert [one.timing for one in runs(PROGRAM, timing="wall")] == ["wall"] * 3
    assert [one.timing for one in runs("level:3", timing="processor")] == ["processor"] * 3
    cup = runs(PROGRAM)[1]
    assert cup.series(0, 0, 0, 0).timing == "processor"  # also where our own players meet
    assert find_experiment("time").series[0].timing == "processor"
    tuning = TuningSettings("tictactoe", "mcts:nodes=20", (Parameter("c", 0.1, 2.0),), timing="processor")
    assert tuning.series(0, "mcts:c=1", "mcts:c=2").rules(0).timing == "processor"


@measured
def test_a_class_has_processor_time_and_no_grace() -> None:
    settings = ClassSettings("3", "othello", (Student("Anna"),))
    series = settings.series(0, ("a", PROGRAM), ("b", "level:1"))
    assert (series.timing, series.margin) == ("processor", MARGIN)
    assert settings.to_data()["timing"] == "processor"
    assert replace(settings, timing="wall").series(0, ("a", PROGRAM), ("b", "level:1")).timing == "wall"


def test_data_without_the_setting_were_judged_by_the_wall() -> None:
    kinds = [*runs(PROGRAM), ClassSettings("3", "othello", (Student("Anna"),))]
    for settings in kinds:
        data = json.loads(json.dumps(settings.to_data()))
        assert type(settings).from_data(data) == settings
        del data["timing"]
        assert type(settings).from_data(data).timing == "wall"
    experiment = find_experiment("time")
    assert Experiment.from_data(json.loads(json.dumps(experiment.to_data()))) == experiment


def test_other_words_are_refused_and_so_is_what_the_machine_cannot_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for make in (lambda: runs("random", timing="clock"), lambda: find_experiment("time").changed(timing="x")):
        with pytest.raises(BadTiming, match="timing is"):
            make()
    monkeypatch.setattr(timing, "CAN_MEASURE", False)
    assert [one.timing for one in runs(PROGRAM)] == ["wall"] * 3
    Seats(SeriesSettings("tictactoe", "random", "random", timing="processor")).check()
    with pytest.raises(BadTiming, match="timing = wall"):
        Seats(SeriesSettings("tictactoe", "random", PROGRAM, timing="processor")).check()


@measured
@pytest.mark.outside
def test_a_series_keeps_and_says_what_was_charged(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import time\nclass Bot:\n    def choose(self, position):\n"
        "        time.sleep(0.3)\n        return position.legal_moves[0]\n"
    )
    settings = SeriesSettings("tictactoe", f"py:{bot}", "random", games=2, time=0.2, seed=1)
    with Folder.create(tmp_path / "m", settings) as folder:
        standing = play_series(settings, folder)
        record = formats.read(folder.file(1).read_bytes())
    assert "time out" not in standing.reasons["losses"]  # it sleeps longer than it may compute
    assert standing.seconds_a_move(0) < 0.2
    assert standing.as_data(settings)["timing"] == "processor"
    assert record.headers["timing"] == "processor"
    slept = [node for node in record.nodes if (node.wall or 0) >= 0.3]
    assert len(slept) >= 2
    assert all((node.spent or 0) <= 0.2 for node in slept)


def test_the_report_says_it_in_both_languages() -> None:
    for chosen in ("processor", "wall"):
        run = TournamentRun(runs("random", timing=chosen)[1])
        for language in (ENGLISH, Language("zh_CN")):
            assert language(timing_sentence(chosen)) in tournament_report(run, language)
