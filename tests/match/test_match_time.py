"""The judge and the time: what is charged, who loses on time, and what costs nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import boyi
from boyi.core.clock import Clock, TimeControl
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.result import SearchResult
from boyi.match import (
    ClockChanged,
    Event,
    GameOver,
    GameStarted,
    Match,
    MatchRules,
    MovePlayed,
    Thinking,
    clock_after,
    replay,
)
from boyi.match.replay import charge
from boyi.match.turns import PREPARATION
from boyi.players.base import Decision, Player, PlayerFailed, adapt
from boyi.players.spec import make_player
from boyi.protocols.actions import Choice
from tests import virtual_time
from tests.match.scripted import (
    Scripted,
    collect,
    ending,
    play,
    play_in_virtual_time,
    random_pair,
    record_of,
)
from tests.patience import PATIENCE


class Settling(Scripted):
    """Must be left alone for a moment after each move."""

    MOMENT = 5.0

    def __init__(self, *answers: Any) -> None:
        super().__init__(*answers)
        self.rested = 0.0

    @property
    def settling(self) -> float:
        return self.rested - asyncio.get_running_loop().time()

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        now = asyncio.get_running_loop().time()
        assert now >= self.rested
        self.rested = now + self.MOMENT
        return await super().choose(record, clock)


def test_the_moment_in_which_a_player_is_left_alone_is_nobodys_time() -> None:
    record = record_of()
    players = (Settling("a1", "b1", "c1"), Scripted("a2", "b2"))
    match = Match(record, players, MatchRules(TimeControl(per_move=1.0)))
    assert ending(play_in_virtual_time(match)).outcome == Outcome(0, "three")
    assert [record.nodes[node].spent for node in record.main_line()[1:]] == [0.0] * 5


class Preparing(Scripted):
    """Needs a while to start; its clock does not run meanwhile."""

    def __init__(self, *answers: Any, needs: float = 0.0, error: Exception | None = None) -> None:
        super().__init__(*answers)
        self.needs, self.error, self.prepared = needs, error, 0

    async def prepare(self, record: boyi.GameRecord, clock: Clock | None = None) -> None:
        self.prepared += 1
        await asyncio.sleep(self.needs)
        if self.error is not None:
            raise self.error


def test_getting_ready_is_off_the_clock_and_happens_once() -> None:
    slow = Preparing("a2", "b1", needs=40)
    record = record_of()
    rules = MatchRules(TimeControl.parse("0.1/move"), margin=0.1)
    events = play_in_virtual_time(Match(record, (Scripted("b2", "a1", "c3"), slow), rules))
    assert ending(events).outcome == Outcome(0, "three")
    assert slow.prepared == 1
    assert [event.player for event in events if isinstance(event, ClockChanged)] == [0, 1, 0, 1, 0]
    assert record.nodes[2].spent == 0


def test_who_is_not_ready_loses_and_who_waits_may_leave() -> None:
    broken = Preparing(error=PlayerFailed("It has no engine."))
    over = ending(play(Match(record_of(), (broken, Scripted()), MatchRules(TimeControl.parse("9/move")))))
    assert over == GameOver(Outcome(1, "crash"), Message("It has no engine."))
    over = ending(play_in_virtual_time(Match(record_of(), (Preparing(needs=PREPARATION + 1), Scripted()))))
    assert (over.outcome, "not ready" in str(over.detail)) == (Outcome(1, "time out"), True)
    match = Match(record_of(), (Preparing(needs=PREPARATION - 1), Scripted()))

    async def run() -> list[Event]:
        asyncio.get_running_loop().call_later(0.1, match.resign, 1)
        return [event async for event in match.play()]

    assert ending(virtual_time.run(run())).outcome == Outcome(0, "resigned")


def test_the_clock_decides_and_the_margin_forgives() -> None:
    rules = MatchRules(TimeControl.parse("0.05/move"), margin=0.0)
    for pause, reason in ((0.051, "time out"), (0.049, "resigned")):
        players = Scripted("b2", Decision(None), pause=pause), Scripted("a1")
        assert ending(play_in_virtual_time(Match(record_of(), players, rules))).outcome == Outcome(1, reason)
    rules = MatchRules(TimeControl.parse("0.05/move"), margin=5.0)
    record = record_of()
    slow = Scripted("b2", Decision(None), pause=5.04)
    over = ending(play_in_virtual_time(Match(record, (slow, Scripted("a1")), rules)))
    assert over.outcome == Outcome(1, "resigned")
    assert record.nodes[1].spent == 0.05


def test_a_player_that_blocks_its_thread_still_loses_on_time() -> None:
    free = threading.Event()

    class Sleeper:
        def choose(self, position: object) -> int:
            free.wait(PATIENCE)
            return 0

    def wake(event: Event) -> None:
        if isinstance(event, GameOver):
            free.set()  # the loop waits for its threads before it ends

    rules = MatchRules(TimeControl.parse("0.1/move"), margin=0.05)
    over = ending(play(Match(record_of(), (adapt(Sleeper()), Scripted()), rules), wake))
    assert over.outcome == Outcome(1, "time out")


def test_a_player_that_blocks_the_whole_program_loses_on_time_too() -> None:
    class Blocker(Player):
        async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
            time.sleep(0.2)
            return Decision(4)

    rules = MatchRules(TimeControl.parse("0.05/move"), margin=0.05)
    over = ending(play(Match(record_of(), (Blocker(), Scripted()), rules)))
    assert over.outcome == Outcome(1, "time out")
    assert "0.05 s" in str(over.detail)


class Musing(Scripted):
    """Says what it thinks of in the middle of its time."""

    watch: Callable[[SearchResult], None] = staticmethod(lambda result: None)

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        await asyncio.sleep(self.pause)
        self.watch(SearchResult(4, None, 0.5, (4,), (), 1, 1, self.pause))
        return await super().choose(record, clock)


def test_a_busy_listener_costs_the_players_nothing() -> None:
    record = record_of()
    players = Musing("b2", pause=0.2), Scripted(Decision(None))
    heard = []

    async def listen(event: Event) -> None:
        if isinstance(event, Thinking):
            heard.append(event)
            await asyncio.sleep(60)

    rules = MatchRules(TimeControl.parse("5/move"), thinking=True)
    play_in_virtual_time(Match(record, players, rules), listen)
    assert len(heard) == 1
    assert record.nodes[1].spent == 0.4


def test_all_the_time_there_was_is_gone_whatever_the_rounding() -> None:
    """What is left is a sum of roundings; what the record holds of it may be a little more."""
    for number in range(1, 400):
        clock = Clock.start(TimeControl.parse("10"))
        for _ in range(3):
            clock = charge(clock, 0, number / 1000)
        last = clock.left(0)
        assert last is not None
        assert charge(clock, 0, round(last, 3)).left(0) == pytest.approx(0.0, abs=1e-9)


def test_the_moves_of_an_opening_neither_cost_nor_bring_time() -> None:
    record = record_of(moves="b2 a2 c1")
    match = Match(record, random_pair(1), MatchRules(TimeControl.parse("10+5")))
    assert (match.clock.left(0), match.clock.left(1)) == (10.0, 10.0)


def test_fischer_and_byo_yomi_are_charged_as_the_record_says() -> None:
    for text in ("10+2", "0.01+3x5", "10", "5/move"):
        record = record_of()
        control = TimeControl.parse(text)
        match = Match(record, (make_player("random", 1), make_player("random", 2)), MatchRules(control))
        events = play(match)
        assert clock_after(record) == match.clock
        assert [e for e in events if isinstance(e, MovePlayed | GameStarted | GameOver)] == list(
            replay(record)
        )


@pytest.mark.parametrize("answer", [Decision(None), Decision(99), RuntimeError("boom")])
def test_at_the_end_the_time_of_a_move_that_was_not_made_stands_still(answer: Any) -> None:
    for text in ("10+2", "5/move"):
        rules = MatchRules(TimeControl.parse(text))
        match = Match(record_of(), (Scripted("b2"), Scripted(answer, pause=0.2)), rules)

        async def run(match: Match = match) -> None:
            ending(await collect(match, None))
            assert match.elapsed() == pytest.approx(0.2)
            await asyncio.sleep(1)
            assert match.elapsed() == pytest.approx(0.2)

        virtual_time.run(run())


class Told(Scripted):
    """Remembers what it was told of the clock."""

    def __init__(self, *answers: Any, pause: float = 0.0) -> None:
        super().__init__(*answers, pause=pause)
        self.told: list[tuple[str, float | None]] = []

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        assert clock is not None
        self.told.append((str(clock.control), clock.left(record.position.turn)))
        return await super().choose(record, clock)


def test_each_side_has_its_own_time() -> None:
    rules = MatchRules(TimeControl.parse("60+1"), TimeControl.parse("3/move"), margin=0)
    record = record_of()
    first, second = Told("b2", "a1", "c3", pause=4), Told("a2", "b1", pause=2)
    match = Match(record, (first, second), rules)
    assert ending(play_in_virtual_time(match)).outcome == Outcome(0, "three")
    assert first.told == [("60+1", 60.0), ("60+1", 57.0), ("60+1", 54.0)]
    assert second.told == [("3/move", 3.0)] * 2
    assert (record.headers["clock"], record.headers["white clock"]) == ("60+1", "3/move")
    assert clock_after(record) == match.clock
    late = Match(record_of(), (Told("b2", pause=4), Told("a2", pause=4)), rules)
    assert ending(play_in_virtual_time(late)).outcome == Outcome(0, "time out")


def test_with_swap2_the_time_goes_with_the_player() -> None:
    rules = MatchRules(TimeControl.parse("60+1"), TimeControl.parse("3/move"))

    class Opens(Scripted):
        async def choose_opening(self, record: boyi.GameRecord, clock: Clock | None = None) -> Choice:
            assert clock is not None
            self.control = str(clock.control)
            return Choice((112, 113, 127)) if record.plies == 0 else Choice(swap=True)

    first, second = Opens(Decision(None)), Opens(Decision(None))
    record = record_of("gomoku", opening="swap2")
    match = Match(record, (first, second), rules)
    ending(play(match))
    assert (first.control, second.control) == ("60+1", "3/move")
    assert match.players == (second, first)
    assert [str(match.clock.control_of(side)) for side in (0, 1)] == ["3/move", "60+1"]
    assert (record.headers["clock"], record.headers["white clock"]) == ("3/move", "60+1")
