"""The judge: every ending has its reason, and a record replays its match."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from boyi.core.clock import TimeControl
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.match import (
    ClockChanged,
    Event,
    GameOver,
    GameStarted,
    Match,
    MatchRules,
    MovePlayed,
    MoveReplaced,
    Thinking,
)
from boyi.players.base import Decision, Player, PlayerFailed, adapt
from boyi.players.human import HumanPlayer
from boyi.players.spec import make_player
from tests.match.scripted import (
    Scripted,
    ending,
    play,
    play_in_virtual_time,
    record_of,
)
from tests.patience import NEVER, PATIENCE


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


def test_a_player_may_end_the_game_with_an_outcome_of_its_own() -> None:
    error = PlayerFailed("It stops and counts.", None, Outcome(0, "discs", 3))
    over = ending(play(Match(record_of(), (Scripted(error), Scripted()))))
    assert over.outcome == Outcome(0, "discs", 3)


def test_a_reason_of_the_players_own_counts() -> None:
    error = PlayerFailed("It printed a megabyte.")
    error.reason = "flood"
    over = ending(play(Match(record_of(), (Scripted(error), Scripted()))))
    assert (over.outcome, str(over.detail)) == (Outcome(1, "flood"), "It printed a megabyte.")


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
    players = make_player(f"mcts:time={NEVER}", 1), Scripted(Decision(None))
    match = Match(record_of("othello"), players, MatchRules(thinking=True))

    def stop(event: Event) -> None:
        if isinstance(event, Thinking) and event.result.nodes > 0:
            match.end(Outcome(None, "stopped"))

    assert ending(play(match, stop)).outcome.reason == "stopped"
    players = make_player("mcts:time=0.4", 1), Scripted(Decision(None))
    assert not any(isinstance(event, Thinking) for event in play(Match(record_of("othello"), players)))


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


def test_illegal_answers_are_forgiven_as_often_as_the_rules_say() -> None:
    for allowed, reason in (((0, 0), "illegal move"), ((0, 2), "illegal move"), ((2, 0), "resigned")):
        players = Scripted("z9", Decision(99), Decision(None)), make_player("random", 1)
        match = Match(record_of(), players, MatchRules(illegal_moves=allowed), seed=1)
        events = play(match)
        assert ending(events).outcome.reason == reason
        replaced = [event for event in events if isinstance(event, MoveReplaced)]
        assert [event.player for event in replaced] == ([0, 0] if allowed[0] else [])
        for event in replaced:
            played = events[events.index(event) + 1]
            assert isinstance(played, MovePlayed)
            assert (played.player, played.text) == (0, event.text)
            assert "z9" in str(event.fault) or "99" in str(event.fault)


def test_a_crash_is_not_forgiven() -> None:
    match = Match(record_of(), (Scripted(RuntimeError("boom")), Scripted()), MatchRules(illegal_moves=(9, 9)))
    assert ending(play(match)).outcome == Outcome(1, "crash")
