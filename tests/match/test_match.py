"""The judge: every ending has its reason, every request its answer, and a record replays its match."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import boyi
from boyi.core.clock import Clock, TimeControl
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.result import SearchResult
from boyi.match import (
    Answered,
    ClockChanged,
    Event,
    GameOver,
    GameStarted,
    Match,
    MatchRules,
    MovePlayed,
    Requested,
    TakenBack,
    Thinking,
    clock_after,
    replay,
)
from boyi.match.errors import NotNow, NotYourTurn
from boyi.match.replay import charge
from boyi.match.turns import PREPARATION
from boyi.players.base import Decision, Player, PlayerFailed, adapt
from boyi.players.human import HumanPlayer
from boyi.players.spec import make_player
from tests import virtual_time
from tests.patience import PATIENCE


class Scripted(Player):
    """Plays what it is told, move by move, each after a pause."""

    def __init__(self, *answers: Any, pause: float = 0.0) -> None:
        self.answers, self.pause = list(answers), pause

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        await asyncio.sleep(self.pause)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, str):
            return Decision(record.game.parse_move(answer, record.position))
        return answer  # type: ignore[no-any-return]


def record_of(game: str = "tictactoe", moves: str = "", **options: Any) -> boyi.GameRecord:
    record = boyi.GameRecord(boyi.game(game, **options))
    record.play_text(moves)
    return record


def random_pair(seed: int) -> tuple[Player, Player]:
    return make_player("random", seed), make_player("random", seed + 50)


Act = Callable[[Event], Awaitable[None] | None]


def play(match: Match, act: Act | None = None) -> list[Event]:
    """The events of a whole match, with one of which something may be done."""
    return asyncio.run(asyncio.wait_for(collect(match, act), PATIENCE))


def play_in_virtual_time(match: Match, act: Act | None = None) -> list[Event]:
    """The same where all pauses take no time and exactly as long as they say."""
    return virtual_time.run(collect(match, act))


async def collect(match: Match, act: Act | None) -> list[Event]:
    events = []
    async for event in match.play():
        events.append(event)
        if act is not None and (doing := act(event)) is not None:
            await doing
    return events


def ending(events: list[Event]) -> GameOver:
    assert isinstance(events[-1], GameOver)
    assert sum(isinstance(event, GameOver) for event in events) == 1
    return events[-1]


def test_a_whole_game_is_a_stream_of_events() -> None:
    record = record_of()
    events = play(Match(record, (Scripted("b2", "a1", "c3"), Scripted("a2", "b1"))))
    assert isinstance(events[0], GameStarted)
    assert [event.text for event in events if isinstance(event, MovePlayed)] == ["b2", "a2", "a1", "b1", "c3"]
    assert [event.player for event in events if isinstance(event, ClockChanged)] == [0, 1, 0, 1, 0]
    assert ending(events).outcome == Outcome(0, "three")
    assert record.outcome == Outcome(0, "three")


@pytest.mark.parametrize(
    ("answer", "reason", "sentence"),
    [
        (Decision(None), "resigned", ""),
        (Decision(99), "illegal move", "99"),
        ("z9", "illegal move", "z9"),
        (RuntimeError("boom"), "crash", "RuntimeError: boom"),
        (PlayerFailed("The program ended."), "crash", "The program ended."),
        ("no decision at all", "illegal move", "no decision"),
        (Decision("b2"), "illegal move", "not a move number"),  # type: ignore[arg-type]
        (Decision(3.5), "illegal move", "not a move number"),  # type: ignore[arg-type]
        (Decision(10**40), "illegal move", "not legal"),
        (SystemExit(3), "crash", "left the program"),
        (asyncio.CancelledError(), "crash", "stopped"),
        (12, "illegal move", "12"),
    ],
)
def test_a_failure_loses_with_its_reason(answer: Any, reason: str, sentence: str) -> None:
    for loser in (0, 1):
        players: list[Player] = [Scripted("b2", "a1"), Scripted("a3", "c3")]
        players[loser] = Scripted(answer)
        record = record_of()
        over = ending(play(Match(record, (players[0], players[1]))))
        assert over.outcome == Outcome(1 - loser, reason)
        assert sentence in str(over.detail)
        assert record.result == over.outcome


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
    assert (over.outcome, "not ready" in str(over.detail)) == (Outcome(1, "crash"), True)
    match = Match(record_of(), (Preparing(needs=PREPARATION - 1), Scripted()))

    async def run() -> list[Event]:
        asyncio.get_running_loop().call_later(0.1, match.resign, 1)
        return [event async for event in match.play()]

    assert ending(virtual_time.run(run())).outcome == Outcome(0, "resigned")


def test_a_player_may_end_the_game_with_an_outcome_of_its_own() -> None:
    error = PlayerFailed("It stops and counts.", None, Outcome(0, "discs", 3))
    over = ending(play(Match(record_of(), (Scripted(error), Scripted()))))
    assert over.outcome == Outcome(0, "discs", 3)


def test_a_reason_of_the_players_own_counts() -> None:
    error = PlayerFailed("It printed a megabyte.")
    error.reason = "flood"
    over = ending(play(Match(record_of(), (Scripted(error), Scripted()))))
    assert (over.outcome, str(over.detail)) == (Outcome(1, "flood"), "It printed a megabyte.")


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


@pytest.mark.parametrize(
    "error", [StopIteration(), SystemExit(1), KeyboardInterrupt(), RecursionError("deep")]
)
def test_whatever_a_blocking_player_raises_is_its_own_crash(error: BaseException) -> None:
    class Raiser:
        def choose(self, position: object) -> int:
            raise error

    over = ending(play(Match(record_of(), (adapt(Raiser()), Scripted()))))
    assert over.outcome == Outcome(1, "crash")
    assert type(error).__name__ in str(over.detail)


@pytest.mark.parametrize("rate", [7.5, float("nan"), "high", 1, None])
def test_chances_that_are_none_are_left_out(rate: Any) -> None:
    record = record_of()
    events = play(Match(record, (Scripted(Decision(4, win_rate=rate)), Scripted(Decision(None)))))
    kept = 1.0 if rate == 1 else None
    assert record.nodes[1].evaluation == kept
    assert next(event for event in events if isinstance(event, MovePlayed)).win_rate == kept


def test_a_player_that_fails_to_answer_an_offer_has_refused_it() -> None:
    class Undecided(Scripted):
        def accepts_draw(self) -> bool:
            raise RuntimeError

    players = Scripted(Decision(4, offers_draw=True), Decision(None)), Undecided("a1")
    assert Answered("draw", 1, False) in play(Match(record_of(), players))


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


def test_a_match_is_ended_from_outside() -> None:
    match = Match(record_of(), (HumanPlayer(), HumanPlayer()), MatchRules(TimeControl.parse("10")))

    async def end(event: Event) -> None:
        if isinstance(event, ClockChanged):
            asyncio.get_running_loop().call_later(0.2, match.end, Outcome(1, "resigned"), Message("It left."))

    over = ending(play_in_virtual_time(match, end))
    assert over == GameOver(Outcome(1, "resigned"), Message("It left."))
    assert match.elapsed() == pytest.approx(0.2)


def test_a_match_goes_on_where_it_was_broken_off() -> None:
    record = record_of(moves="b2 a2")
    record.nodes[1].spent, record.nodes[2].spent = 3.0, 4.0
    match = Match(record, (Scripted("a1", "c3"), Scripted("b1")), MatchRules(TimeControl.parse("10+1")))
    assert (match.clock.left(0), match.clock.left(1)) == (8.0, 7.0)
    events = play(match)
    assert isinstance(events[0], GameStarted)
    assert events[0].ply == 2
    assert ending(events).outcome == Outcome(0, "three")


def test_length_and_repetition_are_draws() -> None:
    rules = MatchRules(longest=4)
    players = make_player("random", 1), make_player("random", 2)
    over = ending(play(Match(record_of("gomoku"), players, rules)))
    assert over.outcome == Outcome(None, "length")
    circle = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"] * 3
    players = Scripted(*circle[::2]), Scripted(*circle[1::2])
    over = ending(play(Match(record_of("loa"), players)))
    assert over.outcome == Outcome(None, "repetition")


def test_a_forced_pass_is_made_without_asking() -> None:
    forced = [
        event
        for seed in range(6)
        for event in play(
            Match(
                record_of("othello", size=4), (make_player("random", seed), make_player("random", seed + 50))
            )
        )
        if isinstance(event, MovePlayed) and event.forced
    ]
    assert forced
    assert {event.spent for event in forced} == {0.0}


def test_no_move_loses_in_nogo() -> None:
    players = make_player("random", 1), make_player("random", 2)
    assert ending(play(Match(record_of("nogo"), players))).outcome.reason == "no move"


def test_thoughts_are_told_when_wanted() -> None:
    players = make_player("mcts:time=0.4", 1), Scripted(Decision(None))
    thoughts = play(Match(record_of("othello"), players, MatchRules(thinking=True)))
    assert any(isinstance(event, Thinking) and event.result.nodes > 0 for event in thoughts)
    players = make_player("mcts:time=0.4", 1), Scripted(Decision(None))
    assert not any(isinstance(event, Thinking) for event in play(Match(record_of("othello"), players)))


def test_draws_by_agreement() -> None:
    for granted in (True, False):
        people = HumanPlayer(), HumanPlayer()
        match = Match(record_of(), people)

        def act(event: Event, match: Match = match, granted: bool = granted) -> None:
            if isinstance(event, ClockChanged):
                match.offer_draw(0)
            if isinstance(event, Requested):
                with pytest.raises(NotNow):
                    match.answer(0, True)
                match.answer(1, granted)
            if isinstance(event, Answered) and not granted:
                match.resign(1)

        events = play(match, act)
        assert Answered("draw", 1, granted) in events
        assert ending(events).outcome == (Outcome(None, "agreed") if granted else Outcome(0, "resigned"))


def test_an_offer_with_a_move_stands_until_the_other_moves() -> None:
    offer = Decision(4, offers_draw=True)
    events = play(Match(record_of(), (Scripted(offer, Decision(None)), Scripted("a1"))))
    assert events.index(Requested("draw", 0)) < events.index(Answered("draw", 1, False))
    engine = make_player("mcts:nodes=50", 1)
    events = play(Match(record_of(), (Scripted(offer, Decision(None)), engine)))
    assert any(isinstance(event, Answered) for event in events)


def test_offers_from_both_sides_are_an_agreement() -> None:
    people = HumanPlayer(), HumanPlayer()
    match = Match(record_of(), people)

    def act(event: Event) -> None:
        if isinstance(event, ClockChanged):
            match.offer_draw(0)
            match.offer_draw(1)

    assert ending(play(match, act)).outcome == Outcome(None, "agreed")


def test_taking_back_by_the_rules() -> None:
    match = Match(record_of(moves="b2 a1"), (HumanPlayer(), Scripted()))
    with pytest.raises(NotNow, match="cannot be taken back"):
        match.ask_take_back(0)

    person = HumanPlayer()
    match = Match(record_of(moves="b2 a1"), (person, Scripted()), MatchRules(take_back="free"))
    taken: list[int] = []

    def act(event: Event) -> None:
        if isinstance(event, ClockChanged) and not taken:
            match.ask_take_back(0)
        if isinstance(event, TakenBack):
            taken.append(event.ply)
            match.resign(0)

    events = play(match, act)
    assert taken == [0]
    assert ending(events).outcome == Outcome(1, "resigned")

    people = HumanPlayer(), HumanPlayer()
    match = Match(record_of(moves="b2"), people, MatchRules(take_back="ask"))

    def ask(event: Event) -> None:
        if isinstance(event, ClockChanged) and event.player == 1:
            with pytest.raises(NotNow, match="no move of yours"):
                match.ask_take_back(1)
            match.ask_take_back(0)
        if isinstance(event, Requested):
            match.answer(1, True)
        if isinstance(event, TakenBack):
            match.resign(1)

    events = play(match, ask)
    assert TakenBack(0, match.clock) in events


def test_a_person_is_refused_an_illegal_move_and_nothing_is_lost() -> None:
    match = Match(record_of(moves="b2"), (Scripted("a1"), HumanPlayer()))

    def act(event: Event) -> None:
        if isinstance(event, ClockChanged) and event.player == 1:
            with pytest.raises(NotYourTurn):
                match.submit(0, 8)
            with pytest.raises(boyi.IllegalMove):
                match.submit(1, 4)
            match.submit(1, 8)
            with pytest.raises(NotYourTurn):
                match.submit(1, 7)
        if isinstance(event, MovePlayed) and event.player == 1:
            match.resign(1)

    assert ending(play(match, act)).outcome == Outcome(0, "resigned")


def test_leaving_the_stream_stops_the_player_and_keeps_the_game() -> None:
    record = record_of("othello")
    match = Match(record, (make_player("mcts:time=60", 1), Scripted()))

    async def run() -> None:
        stream = match.play()
        async for event in stream:
            if isinstance(event, ClockChanged):
                break
        await stream.aclose()  # type: ignore[attr-defined]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert record.outcome is None
