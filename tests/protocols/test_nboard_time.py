"""What programs are told of the time where their protocol has no word for it."""

from __future__ import annotations

import pytest

import boyi
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Send
from boyi.protocols.host import Time
from boyi.protocols.nboard.host import DEPTHS, MOST_MORE, SECONDS, NBoardHost
from boyi.protocols.situation import Situation

START = Situation.start_of(boyi.game("othello")).play(37)


def depths(answers: list[Answer]) -> list[int]:
    lines = [answer.text.split() for answer in answers if isinstance(answer, Send)]
    return [int(line[2]) for line in lines if line[:2] == ["set", "depth"]]


def begin(host: NBoardHost, time: Time, limits: Limits | None = None) -> int:
    (depth,) = depths(host.begin(START, time, limits or Limits()))
    host.receive("pong 1")
    return depth


class Engine:
    """A table at which every answer takes as long as the test says."""

    def __init__(self, time: Time, limits: Limits | None = None) -> None:
        self.clock = 0.0
        self.time = time
        self.host = NBoardHost(lambda: self.clock)
        self.depth = begin(self.host, time, limits)
        self.pings = 1

    def answer(self, took: float, situation: Situation = START, move: str = "d6") -> None:
        self.pings += 1
        changes = depths(self.host.ask(situation, self.time))
        self.depth = changes[0] if changes else self.depth
        self.host.receive(f"pong {self.pings}")
        self.clock += took
        self.host.receive("status thinking")
        self.host.receive(f"=== {move}/0/0")


def test_less_time_is_less_depth() -> None:
    told = [begin(NBoardHost(), Time(move=seconds)) for seconds in (0.1, *SECONDS)]
    assert told == [*DEPTHS]
    assert begin(NBoardHost(), Time(left=30 * 1.1)) == begin(NBoardHost(), Time(move=1.0))
    assert begin(NBoardHost(), Time()) == begin(NBoardHost(), Time(move=5.0))


def test_a_slow_engine_is_asked_for_less_and_a_quick_one_for_more() -> None:
    engine = Engine(Time(move=1.0))
    seen = []
    for took in (0.2, 0.01, 0.01, 0.2, 0.5, 0.9, 0.9, 0.9, 0.9):
        engine.answer(took)
        seen.append(engine.depth)
    assert seen == [7, 7, 8, 9, 9, 7, 5, 3, 1]
    for _ in range(20):
        engine.answer(0.0)
    assert engine.depth == 7 + MOST_MORE


def test_a_move_without_a_choice_says_nothing_about_the_engine() -> None:
    engine = Engine(Time(move=1.0))
    game = boyi.game("othello")
    forced = Situation(game.parse_position("xo6/8/8/8/8/8/8/7o x"))
    assert len(forced.position.moves()) == 1
    for _ in range(3):
        engine.answer(0.0, forced, "c1")
    assert engine.depth == 7


@pytest.mark.parametrize("took", [0.0, 0.9])
def test_a_depth_that_was_given_is_kept(took: float) -> None:
    engine = Engine(Time(move=1.0), Limits(depth=5))
    for _ in range(3):
        engine.answer(took)
    assert engine.depth == 5
