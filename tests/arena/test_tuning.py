"""Tuning: both methods find a known optimum, a stopped run goes on to the same values, and the command."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from boyi.arena.folder import GameFolder
from boyi.arena.tuning import (
    METHODS,
    BadTuning,
    Method,
    Parameter,
    TuningProgress,
    TuningRun,
    TuningSettings,
    tune,
)
from boyi.cli.main import main
from boyi.players.spec import Spec

PARAMETERS = (Parameter("c", 0.0, 2.0), Parameter("rollouts", 1, 9, whole=True))


def settings_of(method: Method = "spsa", **others: object) -> TuningSettings:
    given: dict[str, object] = {"method": method, "steps": 200, "pairs": 4, "seed": 3, **others}
    return TuningSettings("tictactoe", "mcts:nodes=20,c=0.2", PARAMETERS, **given)  # type: ignore[arg-type]


def worth(values: list[float], best: tuple[float, float]) -> float:
    """Elo of values in a landscape with one hill."""
    return -600 * sum((value - top) ** 2 for value, top in zip(values, best, strict=True))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("best", [(0.7, 0.3), (0.2, 0.9)])
def test_a_known_optimum_is_found(method: Method, best: tuple[float, float]) -> None:
    """Results are drawn from the Elo difference of the two variants; nothing is played."""
    gains = []
    for seed in range(6):
        settings, random = settings_of(method, seed=seed), Random(seed)
        progress = TuningProgress(settings)
        for _ in range(settings.steps):
            first, second = progress.variants()
            chance = 1 / (1 + 10 ** ((worth(second, best) - worth(first, best)) / 400))
            games = settings.games_a_step
            progress.add(sum(random.random() < chance for _ in range(games)) / games)
        gains.append(worth(progress.result, best) - worth(settings.start, best))
        if method == "spsa":
            assert worth(progress.result, best) > -60
    # A single step of annealing is decided by eight games, so its last values waver.
    share = 0.7 if method == "spsa" else 0.5
    assert sum(gains) / len(gains) > share * -worth(settings_of().start, best)


def test_values_stay_in_their_range_and_whole_ones_whole() -> None:
    settings = settings_of("annealing")
    progress, random = TuningProgress(settings), Random(1)
    for _ in range(100):
        for variant in map(settings.variant, progress.variants()):
            own = dict(Spec.parse(variant).settings)
            assert 0 <= float(own["c"]) <= 2
            assert own["rollouts"] in set("123456789")
            assert own["nodes"] == "20"
        progress.add(random.random())
    assert settings.start == [0.1, 0.5]


def test_a_tuning_that_is_stopped_goes_on_to_the_same_values(tmp_path: Path) -> None:
    settings = settings_of(steps=3, pairs=1)
    whole = tune(settings)

    async def part(games: int) -> TuningProgress:
        path = tmp_path / "t"
        exists = path.exists()
        with GameFolder.open(path, TuningSettings) if exists else GameFolder.create(path, settings) as folder:
            run, count = TuningRun(folder.settings, folder), 0
            async for _ in run.play():
                count += 1
                if count == games:
                    break
            return run.progress

    asyncio.run(part(1))
    asyncio.run(part(2))
    assert asyncio.run(part(100)).history == whole.history


def test_what_is_wrong_is_said() -> None:
    for text in ("c", "c:2..1", "c:a..b", "c:0.2"):
        with pytest.raises(BadTuning, match=r"name:low\.\.high"):
            Parameter.parse(text)
    with pytest.raises(BadTuning, match="no setting depth"):
        TuningSettings("tictactoe", "mcts:", (Parameter("depth", 1, 3, True),))
    with pytest.raises(BadTuning, match="no method"):
        settings_of("hill")  # type: ignore[arg-type]
    with pytest.raises(BadTuning, match="settings of a tuning"):
        TuningSettings.from_data({})
    settings = settings_of(nodes=5)
    assert TuningSettings.from_data(json.loads(json.dumps(settings.to_data()))) == settings


@pytest.mark.parametrize("method", METHODS)
def test_the_command(
    method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["tune", "mcts:nodes=20", "--game", "tictactoe", "--params", "c:0.1..2,rollouts:1..4"]
    given += ["--method", method, "--steps", "2", "--pairs", "1", "--check", "6", "--seed", "1", "--json"]
    assert main(given) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["steps"] == 2
    assert data["check"]["games"] <= 6
    page = Path(data["report"]).read_text("utf-8")
    assert "How rollouts moved" in page
    assert main(given) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["tune", "--resume", "tuning", "--check", "6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == data["result"]
    assert main(["tune", "mcts:nodes=20"]) == 2
