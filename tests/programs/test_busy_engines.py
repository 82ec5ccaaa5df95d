"""Engines that are still busy when their move has been read, as multi-threaded ones are."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import boyi
from boyi.arena.play import play_series
from boyi.arena.results import GameResult
from boyi.arena.series import GameFinished, SeriesEvent
from boyi.arena.settings import SeriesSettings
from boyi.core.outcome import LENGTH, TIME_OUT
from boyi.core.record import GameRecord
from boyi.players.base import PlayerFailed
from boyi.programs.config import ProcessConfig
from boyi.programs.process import ProcessPlayer
from tests.patience import PATIENCE

PROGRAM = Path(__file__).parent / "programs" / "busy.py"
GAMES, PLIES = 2, 20
MOVES = 3


class Busy:
    """One of the engines, and the commands that it has read."""

    def __init__(self, folder: Path, how: str) -> None:
        self.log = folder / "log"
        self.log.touch()
        self.command = [sys.executable, "-S", str(PROGRAM), how, str(self.log)]

    def heard(self, word: str) -> int:
        return sum(line.split()[:1] == [word] for line in self.log.read_text().splitlines())


def play(engine: Busy) -> list[GameResult]:
    """Games against an opponent that answers at once."""
    results = []

    def listen(event: SeriesEvent) -> None:
        if isinstance(event, GameFinished):
            results.append(event.result)

    spec = f"cmd:{' '.join(engine.command)}?protocol=gomocup&sandbox=plain"
    settings = SeriesSettings(
        "gomoku", spec, "random", games=GAMES, seed=2, clock=f"{PATIENCE:g}", max_plies=PLIES
    )
    play_series(settings, listen=listen)
    return results


@pytest.mark.parametrize("how", ["errors", "drops"])
def test_an_engine_that_has_not_left_its_search_gets_a_moment(tmp_path: Path, how: str) -> None:
    engine = Busy(tmp_path, how)
    results = play(engine)
    assert [(result.reason, result.plies) for result in results] == [(LENGTH, PLIES)] * GAMES
    # Each command came when the engine could take it: it was never asked twice, nor started anew.
    assert engine.heard("START") == 1
    assert engine.heard("RESTART") == GAMES - 1


@pytest.mark.parametrize(
    ("how", "restarts", "starts"),
    [
        ("once", 1, 1),
        ("no-restart", 1, 2),  # RESTART is optional: START does the same
        ("talks", MOVES, MOVES + 1),  # it refuses both in the middle of its search, and moves
        ("late-error", 0, 1),
    ],
)
def test_an_error_to_turn_is_no_crash(tmp_path: Path, how: str, restarts: int, starts: int) -> None:
    engine = Busy(tmp_path, how)
    player = ProcessPlayer(
        engine.command, ProcessConfig(protocol="gomocup", sandbox="plain", timeout=PATIENCE)
    )
    record = GameRecord(boyi.game("gomoku"))
    record.play_text("h8")

    async def ask() -> None:
        for _ in range(MOVES):
            decision = await player.choose(record)
            assert decision.move is not None
            record.play(decision.move)
            record.play(max(record.position.moves()))
        await player.close()

    asyncio.run(ask())
    assert (engine.heard("RESTART"), engine.heard("START")) == (restarts, starts)


def test_an_engine_that_refuses_twice_has_until_its_time_is_over(tmp_path: Path) -> None:
    engine = Busy(tmp_path, "refuses")
    player = ProcessPlayer(engine.command, ProcessConfig(protocol="gomocup", sandbox="plain", timeout=2.0))
    record = GameRecord(boyi.game("gomoku"))
    record.play_text("h8")
    with pytest.raises(PlayerFailed, match="did not move within") as caught:
        asyncio.run(player.choose(record))
    assert caught.value.reason == TIME_OUT
    assert (engine.heard("TURN"), engine.heard("RESTART"), engine.heard("BOARD")) == (1, 1, 1)
