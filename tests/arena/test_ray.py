"""Games on a real Ray on this machine: the same as without it, also after kills."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from boyi import formats
from boyi.arena import (
    Folder,
    Parameter,
    RatingSettings,
    SeriesSettings,
    TuningSettings,
    Workers,
    play_series,
    rate_bot,
    tune,
)
from boyi.arena.executors import SeriesFailed
from boyi.arena.ray_executor import NoCluster, connect
from boyi.arena.series import GameFinished, SeriesEvent
from boyi.cli.main import main
from boyi.core.registry import make_game
from boyi.lab import find_experiment, run_experiment
from boyi.lab.experiment_run import ExperimentGame
from tests.cli.test_tournament import check_books, leftovers, play_with_kills, tournament
from tests.patience import wait_until

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them"),
    # Ray leaves files and sockets open when it ends.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
TOKEN = token_hex(32)
"""Ray keeps the first token of a process, whatever the environment says later."""
SETTINGS = SeriesSettings("nogo", "mcts:nodes=300", "random", games=6, seed=5, options={"size": 7})


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a Ray that is started as ``--ray local`` does."""
    with pytest.MonkeyPatch.context() as patch:
        # Its processes know each other by this token; else Ray would keep one in the user's home.
        patch.setenv("RAY_AUTH_TOKEN", TOKEN)
        ray = connect("local")
        yield ray.get_runtime_context().gcs_address
        ray.shutdown()
        gc.collect()  # what Ray left open is found here, not in another test


def moves_of(events: list[SeriesEvent]) -> dict[int, tuple[str, dict[str, str]]]:
    """The moves and headers of each game, which is finished once."""
    found = [event for event in events if isinstance(event, GameFinished)]
    assert len({event.result.number for event in found}) == len(found)
    records = {event.result.number: formats.read(event.text) for event in found}
    return {number: (record.text(), dict(record.headers)) for number, record in records.items()}


def processes(name: str) -> list[int]:
    """The processes of this machine whose command line has a word in it."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and name in (entry / "cmdline").read_text(errors="replace"):
                found.append(int(entry.name))
        except OSError:
            continue  # it has ended meanwhile
    return found


def below(ancestors: set[int]) -> set[int]:
    """The processes that were started by these."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = set(ancestors)
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def test_the_same_games_with_and_without_ray_and_after_kills(address: str) -> None:
    alone: list[SeriesEvent] = []
    play_series(SETTINGS, listen=alone.append)
    on_ray: list[SeriesEvent] = []
    killed: list[str] = []

    def listen(event: SeriesEvent) -> None:
        on_ray.append(event)
        done = sum(isinstance(one, GameFinished) for one in on_ray)
        # First an actor of Ray, then the process below one.
        name = {2: "ray::GameWorker", 3: "boyi.arena.worker"}.get(done, "")
        own = below({os.getpid()})
        for pid in [pid for pid in processes(name) if pid in own][:1] if name else []:
            os.kill(pid, signal.SIGKILL)
            killed.append(name)

    play_series(SETTINGS, None, Workers(2, "local"), listen)
    assert killed == ["ray::GameWorker", "boyi.arena.worker"]
    assert moves_of(on_ray) == moves_of(alone)
    own = below({os.getpid()})
    wait_until(lambda: not own & set(processes("boyi.arena.worker")), "the end of the workers")


def test_ratings_tunings_and_experiments_on_ray_repeat_those_of_one_machine(address: str) -> None:
    rating = RatingSettings("tictactoe", "random", seed=1, precision=400, start=1)
    assert rate_bot(rating, None, Workers(1, "local")).history == rate_bot(rating).history
    tuning = TuningSettings("tictactoe", "mcts:nodes=20", (Parameter("c", 0.1, 2.0),), steps=2, pairs=1)
    assert tune(tuning, None, Workers(2, "local")).history == tune(tuning).history
    experiment = find_experiment("time").changed(make_game("tictactoe"), games=2, nodes=5)
    told: list[list[tuple[int, float, int]]] = []
    for workers in (Workers(1, "local"), 1):
        games: list[ExperimentGame] = []
        run_experiment(experiment, None, workers, games.append)
        told.append(sorted((game.job.name, game.result.points, game.result.plies) for game in games))
    assert told[0] == told[1]


def test_programs_that_misbehave_and_kills_of_the_runner_cost_no_game(address: str, tmp_path: Path) -> None:
    path = tournament(tmp_path, 5, 0.7)
    play_with_kills(path, tmp_path / "cup", 20, 1, ["--ray", address])
    check_books(tmp_path / "cup", 5)
    wait_until(lambda: not leftovers(str(tmp_path)), "the end of all programs")


def test_a_match_begun_on_one_machine_is_resumed_on_ray(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
    )
    arguments = ["match", "--game", "tictactoe", "--a", "py:bot.py", "--b", "random", "--seed", "1"]
    arguments += ["--out", "games", "--json", "--games"]
    run = [sys.executable, "-m", "boyi"]
    subprocess.run([*run, *arguments, "2"], cwd=tmp_path, check=True, capture_output=True)
    # The file of the bot is named as it is seen from where the command runs.
    more = [*run, "match", "--resume", "games", "--games", "6", "--json", "--ray", address]
    played = subprocess.run(more, cwd=tmp_path, check=True, capture_output=True, text=True)
    data: dict[str, Any] = json.loads(played.stdout)
    assert data["games"] == 6
    assert not any(data["faults"])
    with Folder.open(tmp_path / "games", to_play=False) as folder:
        assert sorted(folder.results()) == [1, 2, 3, 4, 5, 6]


def test_what_is_wrong_is_said(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = SeriesSettings("tictactoe", "random", "random", games=2)
    monkeypatch.setattr("boyi.arena.ray_executor.__version__", "0.0.0")
    with pytest.raises(SeriesFailed, match="cannot be played: A host of the cluster has Boyi"):
        play_series(settings, None, Workers(1, "local"))
    nobody = [sys.executable, "-m", "boyi", "match", "--game", "tictactoe", "--a", "random", "--b", "random"]
    refused = subprocess.run([*nobody, "--ray", "127.0.0.1:1"], capture_output=True, text=True)
    assert refused.returncode == 2
    assert "The cluster of Ray at '127.0.0.1:1' cannot be used: " in refused.stderr
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"boyi\[cluster\]"):
        connect("local")
    assert main([*nobody[3:], "--ray", "local"]) == 2
    assert "boyi[cluster]" in capsys.readouterr().err
