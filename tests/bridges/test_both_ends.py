"""Boyi as the host of Boyi: both ends of each protocol, in two processes."""

from __future__ import annotations

import asyncio
import sys

import pytest

import boyi
from boyi.players.spec import make_player
from boyi.protocols.actions import Identity, Limits, Reply
from boyi.protocols.analysis.engine import AnalysisEngine
from boyi.protocols.answers import Ready, Send
from boyi.protocols.host import Time
from boyi.protocols.situation import Situation
from boyi.protocols.table import make_host
from tests.bridges.child import Child

CASES = [
    ("gomocup", "gomoku"),
    ("gtp", "nogo"),
    ("gtp", "loa"),
    ("nboard", "othello"),
    ("botzone", "loa"),
    ("botzone-keep", "nogo"),
    ("botzone-simple", "othello"),
    ("analysis", "gomoku"),
]


def guest(protocol: str, game: str) -> str:
    name = "" if protocol == "analysis" else game
    command = f"{sys.executable} -m boyi engine {name} --protocol {protocol} --time 0.1"
    return f"cmd:{command}?protocol={protocol}&sandbox=plain&timeout=180"


@pytest.mark.parametrize(("protocol", "game"), CASES)
def test_a_game_between_the_two(protocol: str, game: str) -> None:
    async def play() -> None:
        record = boyi.GameRecord(boyi.game(game))
        player = make_player(guest(protocol, game))
        try:
            for _ in range(3):
                decision = await player.choose(record)
                assert decision.move is not None
                record.play(decision.move)
                record.play(record.position.moves()[0])
        finally:
            await player.close()

    asyncio.run(play())


def test_an_analysis_program_is_ready_before_its_clock_runs() -> None:
    """No query needs a greeting, but the first move must not pay for the loading of the program."""
    situation, host = Situation.start_of(boyi.game("loa")), make_host("analysis")
    (greeting,) = host.begin(situation, Time(), Limits())
    assert isinstance(greeting, Send)
    assert host.greets
    (answer,) = AnalysisEngine(Identity()).receive(greeting.text)
    assert isinstance(answer, Reply)
    assert host.receive(answer.text) == [Ready()]


def test_an_engine_that_asks_an_engine() -> None:
    """One protocol outside, another inside."""
    with Child([sys.executable, "-m", "boyi", "engine", "nogo", "--protocol", "gtp",
                "--player", guest("botzone", "nogo")]) as child:  # fmt: skip
        first = child.ask("genmove b")
        assert first.startswith("= ")
        assert child.line() == ""
        assert child.ask("genmove w") != first
        child.send("quit")
        assert child.wait() == 0
        assert child.errors() == ""
