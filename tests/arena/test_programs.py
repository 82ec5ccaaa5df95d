"""Series with other people's programs: faults lose their game, nothing is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.arena.play import play_series
from boyi.arena.series import GameFinished, SeriesEvent
from boyi.arena.settings import SeriesSettings
from tests.patience import PATIENCE, wait_until

ROGUE = Path(__file__).parents[1] / "programs" / "programs" / "rogue.py"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes as POSIX has them")


def rogue(how: str, word: str) -> str:
    return f"cmd:{sys.executable} -S {ROGUE} {how} {word}?protocol=gomocup"


def living(word: str) -> list[str]:
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "stat=,args="], capture_output=True, text=True, check=True
    )
    return [line for line in listed.stdout.splitlines() if word in line and not line.startswith("Z")]


def gone(word: str) -> bool:
    wait_until(lambda: not living(word), "the end of the programs")
    return True


@pytest.mark.parametrize(
    ("how", "reason"),
    [("crash", "crash"), ("silent", "time out"), ("flood", "flood"), ("outside", "illegal move")],
)
@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_program_that_misbehaves_loses_every_game(how: str, reason: str, concurrency: int) -> None:
    word = f"series-{how}-{concurrency}-{os.getpid()}"
    # Only the silent one may run out of time: a flood needs a while on a busy machine.
    limit = 1.0 if reason == "time out" else PATIENCE
    settings = SeriesSettings("gomoku", rogue(how, word), "random", games=2, seed=3, time=limit)
    events: list[SeriesEvent] = []
    standing = play_series(settings, None, concurrency, events.append)
    assert standing.reasons["losses"] == {reason: 2}
    assert all(event.result.detail for event in events if isinstance(event, GameFinished))
    assert gone(word)


def test_one_that_behaves_plays_many_games_and_is_ended() -> None:
    word = f"series-well-{os.getpid()}"
    settings = SeriesSettings(
        "gomoku", rogue("well", word), "random", games=4, seed=3, time=PATIENCE, max_plies=20
    )
    standing = play_series(settings)
    assert standing.tally.games == 4
    assert not set(standing.reasons["losses"]) & {"crash", "time out"}
    assert gone(word)


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_programs_end_with_a_match_that_is_killed(concurrency: str) -> None:
    word = f"series-killed-{concurrency}-{os.getpid()}"
    arguments = ["--game", "gomoku", "--a", rogue("silent", word), "--b", "random", "--games", "4"]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "boyi",
            "match",
            *arguments,
            "--concurrency",
            concurrency,
            "--openings",
            "random:0",
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until(
            lambda: any(" match " not in line and "bwrap" not in line for line in living(word)), "the program"
        )
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=PATIENCE)
    assert gone(word)
