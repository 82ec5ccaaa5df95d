"""Commands to a match: judged at once, whether it runs or not, and told as events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import boyi
from boyi.core.clock import Clock, TimeControl
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.match import (
    Answered,
    ClockChanged,
    ColoursChosen,
    Event,
    GameOver,
    Match,
    MatchRules,
    MovePlayed,
    NotNow,
    NotYourTurn,
    OpeningChanged,
    Requested,
    TakenBack,
)
from boyi.match.turn import Signal
from boyi.players.base import Decision, Player
from boyi.players.human import HumanPlayer
from boyi.protocols.actions import Choice
from tests import virtual_time

SWAP2 = boyi.game("gomoku", opening="swap2")
FREE = MatchRules(take_back="free", reopen=True)


def record_of(moves: str = "", game: str = "tictactoe") -> boyi.GameRecord:
    record = boyi.GameRecord(boyi.game(game))
    record.play_text(moves)
    return record


def people(record: boyi.GameRecord, rules: MatchRules | None = None, **more: Any) -> Match:
    return Match(record, (HumanPlayer(), HumanPlayer()), rules, **more)


class Driver:
    """Runs a match by hand, as someone does who has a queue of their own."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.signals: asyncio.Queue[Signal] = asyncio.Queue()
        match.start(self.signals.put_nowait)
        self.settle()

    def settle(self) -> list[Event]:
        """All that has happened, and the steps that follow from the board."""
        events = self.match.take_events()
        while self.match.advance():
            events += self.match.take_events()
        return events

    async def wait(self) -> list[Event]:
        self.match.handle(await self.signals.get())
        return self.settle()


def test_a_match_that_does_not_run_takes_commands_too() -> None:
    record = record_of("b2 a1")
    match = people(record)
    match.resign(1)
    assert match.take_events() == [GameOver(Outcome(0, "resigned"))]
    assert record.outcome == Outcome(0, "resigned")
    with pytest.raises(NotNow, match="The game is over"):
        match.resign(0)
    with pytest.raises(NotNow, match="The game is over"):
        match.offer_draw(0)
    match.end(Outcome(None, "agreed"))  # it stays as it ended
    assert match.take_events() == []
    with pytest.raises(NotYourTurn):
        people(record_of()).submit(0, 4)


def test_stopped_from_outside_without_running() -> None:
    record = record_of("b2")
    match = people(record)
    match.end(Outcome(1, "resigned"), Message("It left."))
    assert match.take_events() == [GameOver(Outcome(1, "resigned"), Message("It left."))]
    assert record.headers["ending"] == "It left."


@pytest.mark.parametrize("reason", ["resigned", "agreed", "crash", "time out"])
def test_an_end_that_no_move_made_is_taken_back_without_moves(reason: str) -> None:
    record = record_of("b2 a1")
    match = people(record, FREE)
    match.end(Outcome(None, reason), Message("A sentence."))
    match.take_events()
    match.ask_take_back(0)
    assert match.take_events() == [TakenBack(2, match.clock, reopened=True)]
    assert record.outcome is None
    assert match.over is None
    assert "ending" not in record.headers


def test_an_end_on_the_board_is_taken_back_with_the_last_choice() -> None:
    record = record_of("b2 a1 b1 a2 b3")
    match = people(record, FREE)
    match.ask_take_back(1)  # who moved before the last move
    assert match.take_events() == [TakenBack(3, match.clock, reopened=True)]


def test_an_end_stays_where_the_rules_say_so() -> None:
    for rules in (MatchRules(take_back="ask"), MatchRules(take_back="free")):
        match = people(record_of("b2"), rules)
        match.resign(0)
        with pytest.raises(NotNow, match="The game is over: its moves cannot be taken back"):
            match.ask_take_back(0)


def test_a_game_is_resumed_in_the_same_match() -> None:
    async def play() -> None:
        match = people(record_of("b2 a1"), FREE)
        driver = Driver(match)
        match.resign(0)
        assert isinstance(driver.settle()[0], GameOver)
        await match.stop()
        match.ask_take_back(0)
        match.take_events()
        again = Driver(match)
        match.submit(0, 8)
        assert isinstance(again.settle()[0], MovePlayed)
        await match.stop()

    asyncio.run(play())


def test_a_move_costs_the_time_until_it_came() -> None:
    async def play() -> None:
        match = people(record_of(), MatchRules(TimeControl.parse("10")))
        driver = Driver(match)
        loop = asyncio.get_running_loop()
        before = loop.time()
        await asyncio.sleep(3)
        came = loop.time()
        await asyncio.sleep(2)  # it waited in a queue
        match.submit(0, 4, came)
        assert match.record.nodes[1].spent == 3
        driver.settle()
        match.submit(1, 0, before)  # it came while the first one was being stored
        assert match.record.nodes[2].spent == 0
        await match.stop()

    virtual_time.run(play())


def test_a_move_that_came_too_late_ends_the_game() -> None:
    async def play() -> None:
        match = people(record_of(), MatchRules(TimeControl.parse("10"), margin=0.5))
        driver = Driver(match)
        now = asyncio.get_running_loop().time()
        with pytest.raises(NotNow, match="had ended before your move"):
            match.submit(0, 4, now + 10.6)
        assert [event.outcome for event in driver.settle() if isinstance(event, GameOver)] == [
            Outcome(1, "time out")
        ]
        await match.stop()

    virtual_time.run(play())


class Slow(Player):
    """Answers after a while, and remembers the clock it was told."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.clocks = seconds, list[Clock | None]()

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        self.clocks.append(clock)
        await asyncio.sleep(self.seconds)
        return Decision(record.position.moves()[0])


@pytest.mark.parametrize("control", ["10", "10/move"])
def test_another_player_takes_over_in_the_middle_of_a_turn(control: str) -> None:
    async def play() -> None:
        match = people(record_of(), MatchRules(TimeControl.parse(control)))
        driver = Driver(match)
        await asyncio.sleep(4)
        computer = Slow(2)
        match.replace_player(0, computer)
        assert not any(isinstance(event, ClockChanged) for event in driver.settle())
        with pytest.raises(NotYourTurn):
            match.submit(0, 4)
        (move,) = [event for event in await driver.wait() if isinstance(event, MovePlayed)]
        assert move.spent == 6  # the time of both
        assert computer.clocks[0] is not None
        assert computer.clocks[0].left(0) == pytest.approx(6)
        await match.stop()

    virtual_time.run(play())


def test_a_person_takes_the_side_back_while_the_computer_thinks() -> None:
    async def play() -> None:
        computer = Slow(5)
        match = Match(record_of(), (computer, HumanPlayer()))
        driver = Driver(match)
        await asyncio.sleep(1)
        match.replace_player(0, HumanPlayer())
        match.submit(0, 4)
        assert [event.move for event in driver.settle() if isinstance(event, MovePlayed)] == [4]
        await driver.wait()  # the computer's answer, which counts no more
        assert match.record.plies == 1
        await match.stop()

    virtual_time.run(play())


def test_a_step_of_the_match_makes_one_move() -> None:
    """Whoever stores the moves sees them one by one, passes and stones of an opening too."""

    class Opens(Slow):
        async def choose_opening(self, record: boyi.GameRecord, clock: Clock | None = None) -> Choice:
            return Choice((112, 113, 127)) if record.plies == 0 else Choice((0,))

    async def play() -> None:
        match = Match(boyi.GameRecord(SWAP2), (Opens(1), Opens(1)))
        signals: asyncio.Queue[Signal] = asyncio.Queue()
        match.start(signals.put_nowait)
        while match.record.plies < 6:
            moves = [event for event in match.take_events() if isinstance(event, MovePlayed)]
            assert len(moves) <= 1
            assert not moves or moves[0].ply == match.record.plies
            if not match.advance():
                match.handle(await signals.get())
        await match.stop()

    virtual_time.run(play())


class TestPeopleInAnOpening:
    """Swap2 between two people."""

    def test_stones_are_placed_and_taken_back_in_ones_own_step(self) -> None:
        async def play() -> None:
            match = people(boyi.GameRecord(SWAP2), MatchRules(take_back="ask"))
            driver = Driver(match)
            assert match.opening is not None
            assert (match.opening.step, match.opening.player, match.opening.stones) == ("place3", 0, 3)
            with pytest.raises(NotYourTurn):
                match.submit(1, 0)
            with pytest.raises(NotNow, match="no stone to take back"):
                match.ask_take_back(0)
            match.submit(0, 112)
            driver.settle()
            match.submit(0, 113)
            driver.settle()
            with pytest.raises(boyi.IllegalMove):
                match.submit(0, 113)
            match.ask_take_back(0)
            taken, opening = driver.settle()
            assert isinstance(taken, TakenBack)
            assert opening == OpeningChanged(match.opening)
            for move in (114, 127):
                match.submit(0, move)
                driver.settle()
            assert match.opening is not None
            assert (match.opening.step, match.opening.player) == ("choose", 1)
            with pytest.raises(NotNow, match="no stone to take back"):
                match.ask_take_back(0)
            with pytest.raises(NotNow, match="Choose a colour first"):
                match.submit(1, 0)
            await match.stop()

        asyncio.run(play())

    @pytest.mark.parametrize(("what", "black"), [("black", 1), ("white", 0)])
    def test_a_colour_is_chosen(self, what: Any, black: int) -> None:
        async def play() -> None:
            record = boyi.GameRecord(SWAP2)
            record.play_text("h8 a1 b5")
            match = people(record, opening="choose")
            first, second = match.players
            driver = Driver(match)
            with pytest.raises(NotYourTurn):
                match.choose_colour(0, what)
            match.choose_colour(1, what)
            assert driver.settle()[0] == ColoursChosen(by=1, black=black)
            assert match.players == ((first, second) if black == 0 else (second, first))
            assert match.opening is None
            with pytest.raises(NotNow, match="cannot be taken back"):
                match.ask_take_back(1)
            match.submit(1, 3)
            await match.stop()

        asyncio.run(play())

    def test_an_offer_lapses_with_the_others_step(self) -> None:
        async def play() -> None:
            match = people(boyi.GameRecord(SWAP2))
            driver = Driver(match)
            match.offer_draw(1)
            assert driver.settle() == [Requested("draw", 1)]
            match.submit(0, 112)
            assert Answered("draw", 0, False) in driver.settle()
            match.offer_draw(0)
            driver.settle()
            match.submit(0, 113)  # one's own step leaves the offer
            assert not any(isinstance(event, Answered) for event in driver.settle())
            match.answer(1, True)
            assert GameOver(Outcome(None, "agreed")) in driver.settle()
            assert match.opening is None
            await match.stop()

        asyncio.run(play())

    def test_an_opening_is_resumed_after_a_resignation(self) -> None:
        match = people(boyi.GameRecord(SWAP2), FREE)
        match.resign(0)
        assert match.take_events() == [GameOver(Outcome(1, "resigned")), OpeningChanged(None)]
        match.ask_take_back(0)
        assert match.take_events()[-1] == OpeningChanged(match.opening)
        assert match.opening is not None
        assert match.opening.step == "place3"

    def test_a_killed_program_resumes_where_it_was(self) -> None:
        """The last stone of a step was stored, and the step, or the colour, was not."""
        record = boyi.GameRecord(SWAP2)
        record.play_text("h8 a1 b5")
        opening = people(record, opening="place3").opening
        assert opening is not None
        assert opening.step == "choose"
        record.play_text("c3")
        match = people(record, opening="choose")  # white was taken with a stone
        assert match.opening is None
        assert match.take_events() == [ColoursChosen(by=1, black=0)]
