"""The judge and other people's programs: a match ends as it should, whatever they do."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import boyi
from boyi.core.clock import TimeControl
from boyi.match import GameOver, Match, MatchRules
from boyi.players.spec import make_player
from tests.programs.children import gone

PROGRAMS = Path(__file__).parents[1] / "programs" / "programs"
linux = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")


async def play(spec: str, game: str, control: str) -> GameOver:
    record = boyi.GameRecord(boyi.game(game))
    players = make_player(spec), make_player("random", 3)
    rules = MatchRules(control=TimeControl.parse(control))
    for player in players:
        await player.prepare(record)
    async for event in Match(record, players, rules).play():
        last = event
    for player in players:
        await player.close()
    assert isinstance(last, GameOver)
    return last


@linux
@pytest.mark.parametrize(
    ("how", "reason"),
    [("crash", "crash"), ("silent", "time out"), ("flood", "flood"), ("outside", "illegal move")],
)
def test_a_program_that_misbehaves_loses_the_match(how: str, reason: str) -> None:
    word = f"match-{how}-{id(how)}"
    spec = f"cmd:{sys.executable} -S {PROGRAMS / 'rogue.py'} {how} {word}?protocol=gomocup&name=Rogue"
    over = asyncio.run(play(spec, "gomoku", "1/move" if reason == "time out" else "30/move"))
    assert (over.outcome.winner, over.outcome.reason) == (1, reason)
    assert gone(word)


def test_a_student_plays_a_match_under_a_clock() -> None:
    example = Path(__file__).parents[2] / "examples" / "my_bot.py"
    over = asyncio.run(play(f"py:{example}", "othello", "60+1"))
    assert over.outcome.reason == "discs"
