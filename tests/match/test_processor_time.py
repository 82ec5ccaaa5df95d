"""The judge where a player's processor time is charged: with real programs, beside busy ones."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import formats
from boyi.core.clock import WALL_FACTOR, WALL_GRACE, Clock, TimeControl
from boyi.core.outcome import Outcome
from boyi.match import ClockChanged, GameOver, Match, MatchRules, clock_after, replay, turns
from boyi.players.base import Decision, Player, adapt
from boyi.players.spec import make_player
from boyi.programs.cgroup import ControlGroup
from boyi.programs.meter import CAN_MEASURE
from boyi.programs.process import ProcessPlayer
from tests import virtual_time
from tests.match.scripted import Scripted, ending, play, play_in_virtual_time, record_of

measured = pytest.mark.skipif(not CAN_MEASURE, reason="the processor time of other processes is not known")
BURN = """
import time
def burn(seconds):
    ends = time.thread_time() + seconds
    while time.thread_time() < ends:
        pass
"""
"""Uses so many seconds of a processor, however busy the machine is."""
FIRST = "position.legal_moves[0]"


def rules(control: str, margin: float = 0.1) -> MatchRules:
    return MatchRules(TimeControl.parse(control), timing="processor", margin=margin)


class Metered(Scripted):
    """Uses a part of a processor while it pauses."""

    def __init__(self, *answers: Any, pause: float, share: float, processors: int = 1) -> None:
        super().__init__(*answers, pause=pause)
        self.share, self.processors = share, processors
        self.past, self.since = 100.0, None  # type: float, float | None

    def processor_seconds(self) -> float:
        asked = 0.0 if self.since is None else asyncio.get_running_loop().time() - self.since
        return self.past + asked * self.share

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        self.since = asyncio.get_running_loop().time()
        try:
            return await super().choose(record, clock)
        finally:
            self.past, self.since = self.processor_seconds(), None


def test_processor_time_is_charged_and_the_wall_is_written_beside_it() -> None:
    record = record_of()
    players = Metered("b2", "a1", "c3", pause=8, share=0.1), Metered("a2", "b1", pause=4, share=1)
    match = Match(record, players, rules("5/move"))
    events = play_in_virtual_time(match)
    assert ending(events).outcome == Outcome(0, "three")
    assert [(node.spent, node.wall) for node in record.nodes[1:]] == [(0.8, 8), (4, 4)] * 2 + [(0.8, 8)]
    assert record.headers["timing"] == "processor"
    assert clock_after(record) == match.clock
    again = formats.read(formats.write(record, "json"))
    assert [node.wall for node in again.nodes] == [node.wall for node in record.nodes]
    assert [event for event in events if not isinstance(event, ClockChanged)] == list(replay(again))


@pytest.mark.parametrize(
    ("share", "processors", "reason"),
    [(1.02, 1, "time out"), (0.98, 1, "resigned"), (1.9, 2, "resigned"), (2.1, 2, "time out")],
)
def test_a_player_may_use_its_time_on_each_of_its_processors(
    share: float, processors: int, reason: str
) -> None:
    player = Metered(Decision(None), pause=10, share=share, processors=processors)
    over = ending(play_in_virtual_time(Match(record_of(), (player, Scripted()), rules("10/move", margin=0))))
    assert over.outcome == Outcome(1, reason)
    assert ("processor time" in str(over.detail)) == (reason == "time out")


def test_a_player_that_computes_past_its_time_is_stopped_before_it_answers() -> None:
    async def run() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        player = Metered("b2", pause=1000, share=1)
        async for _ in Match(record_of(), (player, Scripted()), rules("10/move", margin=0)).play():
            pass
        return loop.time() - began

    assert 10 < virtual_time.run(run()) < 10.2


def test_waiting_is_bounded_by_the_wall_for_a_move_and_for_a_game() -> None:
    longest = 2 * WALL_FACTOR + WALL_GRACE
    for pause, reason in ((longest - 0.1, "resigned"), (longest + 0.2, "time out")):
        player = Metered(Decision(None), pause=pause, share=0.01)
        over = ending(
            play_in_virtual_time(Match(record_of(), (player, Scripted()), rules("2/move", margin=0)))
        )
        assert over.outcome == Outcome(1, reason)
        assert ("wall-clock" in str(over.detail)) == (reason == "time out")
    # A clock of a game: what was slept before counts.
    sleeper = Metered("b2", "a1", "c3", pause=15, share=0.01)
    match = Match(record_of(), (sleeper, Scripted("a2", "b1")), rules("2", margin=0))
    over = ending(play_in_virtual_time(match))
    assert over.outcome == Outcome(1, "time out")
    assert match.record.plies == 2


def test_a_player_whose_processor_time_is_not_known_is_judged_by_the_wall() -> None:
    record = record_of()
    match = Match(record, (Scripted("b2", pause=2), Scripted(Decision(None), pause=4)), rules("3/move"))
    assert ending(play_in_virtual_time(match)).outcome == Outcome(0, "time out")
    assert (record.nodes[1].spent, record.nodes[1].wall) == (2, None)


def test_who_takes_over_a_turn_has_what_is_left_of_it() -> None:
    first, second = (Metered("b2", pause=4, share=1) for _ in range(2))
    match = Match(record_of(), (first, Scripted(Decision(None))), rules("6/move", margin=0))

    async def run() -> GameOver:
        loop = asyncio.get_running_loop()
        loop.call_later(3, match.replace_player, 0, second)
        events = [event async for event in match.play()]
        return ending(events)

    assert virtual_time.run(run()).outcome == Outcome(1, "time out")


# Our own searches


@pytest.mark.outside
@pytest.mark.parametrize(
    ("spec", "backend"),
    [
        ("mcts:threads=2,reuse=no", "native"),
        ("alphabeta", "native"),
        ("alphabeta", "python"),
        ("playout", "python"),
    ],
)
def test_our_searches_count_the_seconds_of_the_processor(spec: str, backend: str) -> None:
    if backend == "native" and boyi.game("othello").backend != "native":
        pytest.skip("there is no native module")
    record = boyi.GameRecord(boyi.game("othello", backend=backend))
    seconds = 0.3
    with crowded():
        players = make_player(spec, 1), Scripted(Decision(None))
        play(Match(record, players, MatchRules(TimeControl(per_move=seconds), timing="processor", margin=60)))
    node = record.nodes[1]
    assert node.spent is not None
    assert node.wall is not None
    assert 0.8 * seconds < node.spent < seconds + 0.1
    assert node.wall > 1.5 * node.spent


def test_what_a_blocking_player_computes_is_charged() -> None:
    class Burns:
        def choose(self, position: Any) -> int:
            ends = time.thread_time() + 0.3
            while time.thread_time() < ends:
                pass
            return 4

    record = record_of()
    play(Match(record, (adapt(Burns()), Scripted(Decision(None))), rules("9/move")))
    assert record.nodes[1].spent is not None
    assert 0.29 < record.nodes[1].spent < 0.5


# Real programs


@contextmanager
def crowded() -> Iterator[None]:
    """One processor for us and our programs, on which five others compute all the time."""
    ours = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if ours is not None:
        os.sched_setaffinity(0, {min(ours)})
    others = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(5)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        if ours is not None:
            os.sched_setaffinity(0, ours)


def bot(folder: Path, body: str, settings: str = "", imports: str = "", answer: str = FIRST) -> Player:
    """A student's file that does something before each move."""
    file = folder / "bot.py"
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    file.write_text(
        f"{imports}\n{BURN}\nclass Bot:\n    def choose(self, position):\n{lines}\n        return {answer}\n"
    )
    return make_player(f"py:{file}?timeout=600{settings}")


def over_of(player: Player, control: str = "1/move") -> tuple[GameOver, boyi.GameRecord]:
    record = record_of()
    try:
        over = ending(play(Match(record, (player, make_player("random", 1)), rules(control))))
    finally:
        asyncio.run(player.close())
    return over, record


@measured
@pytest.mark.outside
def test_a_bot_within_its_time_never_loses_on_a_busy_machine(tmp_path: Path) -> None:
    with crowded():
        over, record = over_of(bot(tmp_path, "burn(0.3)"))
    assert over.outcome.reason != "time out"
    moves = record.nodes[1::2]
    assert all(0.25 < (node.spent or 0) < 0.9 for node in moves)


@measured
@pytest.mark.outside
def test_a_bot_past_its_time_loses_on_a_quiet_machine(tmp_path: Path) -> None:
    over, _ = over_of(bot(tmp_path, "burn(2)"))
    assert over.outcome == Outcome(1, "time out")
    assert "processor time" in str(over.detail)


@measured
@pytest.mark.outside
def test_a_sleeper_loses_by_the_wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "WALL_GRACE", 0.2)
    over, _ = over_of(bot(tmp_path, "time.sleep(600)"), "0.05/move")
    assert over.outcome == Outcome(1, "time out")
    assert "wall-clock" in str(over.detail)


CHILDREN = "children = [multiprocessing.Process(target=burn, args=(0.7,)) for _ in range(2)]\n" + (
    "[child.start() for child in children]\n[child.join() for child in children]"
)
THREADS = (
    "def work():\n    while time.thread_time() < ends: hashlib.pbkdf2_hmac('sha256', b'x', b'y', 20_000)\n"
    "ends = 0.7\nthreads = [threading.Thread(target=work) for _ in range(2)]\n"
    "[one.start() for one in threads]\n[one.join() for one in threads]"
)


@measured
@pytest.mark.outside
@pytest.mark.parametrize("body", [CHILDREN, THREADS], ids=["children", "threads"])
@pytest.mark.parametrize("grouped", [True, False])
def test_children_and_threads_count_and_two_threads_count_double(
    body: str, grouped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imports = "import hashlib, multiprocessing, threading\nmultiprocessing.set_start_method('fork')"
    if not grouped:
        monkeypatch.setattr(ControlGroup, "processor_seconds", lambda group: None)
    for settings, reason in (("", "time out"), ("&threads=2", "resigned")):
        over, _ = over_of(bot(tmp_path, body, settings, imports, answer="None"))
        assert over.outcome == Outcome(1, reason)


@measured
@pytest.mark.outside
@pytest.mark.parametrize(("seconds", "reason"), [(0.3, "resigned"), (2, "time out")])
def test_the_time_out_of_a_program_without_a_clock_is_of_the_processor_too(
    seconds: float, reason: str, tmp_path: Path
) -> None:
    player = bot(tmp_path, f"time.sleep({seconds} == 0.3)\nburn({seconds})", answer="None")
    assert isinstance(player, ProcessPlayer)
    player.config = replace(player.config, timeout=1)
    over, _ = over_of(player, "none")
    assert over.outcome == Outcome(1, reason)
