"""The LAN session: both ends of every ending, crossings, claims that our board does not show, junk."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boyi
from boyi.course.message import SIZE, LanMessage, Op, decode, encode, format_cell, parse_cell
from boyi.course.session import (
    Began,
    Chatted,
    Confirmed,
    Declined,
    Ended,
    Event,
    Ignored,
    Invited,
    LanAction,
    LanSession,
    Left,
    Played,
    Stuck,
)
from boyi.protocols.actions import Reply
from tests.effort import some


class Wire:
    """Two sessions and the line between them."""

    def __init__(self) -> None:
        self.ends = (LanSession("Ann"), LanSession("Bob"))
        self.events: tuple[list[Event], list[Event]] = ([], [])

    def do(self, who: int, actions: list[LanAction]) -> None:
        pending = [(who, action) for action in actions]
        for _ in range(50):
            if not pending:
                return
            side, action = pending.pop(0)
            if isinstance(action, Reply):
                pending += [(1 - side, more) for more in self.ends[1 - side].receive(action.text)]
            else:
                self.events[side].append(action)
        raise AssertionError("the two never stop confirming")

    def start(self) -> None:
        self.do(0, self.ends[0].invite(0))
        self.do(1, self.ends[1].accept())
        assert self.events == ([Began("Bob", 0)], [Invited("Ann", 1), Began("Ann", 1)])
        self.events[0].clear()
        self.events[1].clear()


def test_a_whole_game_ends_when_somebody_has_no_move() -> None:
    wire, chance = Wire(), random.Random(4)
    wire.start()
    while wire.ends[0].phase == "playing":
        who = 0 if wire.ends[0].our_turn else 1
        assert wire.ends[1 - who].our_turn is False
        session = wire.ends[who]
        wire.do(who, session.play(chance.choice(session.situation.position.moves()), 1794767609068))
    assert wire.ends[0].situation == wire.ends[1].situation
    outcome = wire.ends[0].situation.position.outcome
    assert outcome is not None
    assert outcome.winner is not None
    for events in wire.events:
        assert events[-2:] == [Ended(outcome.winner, "no move"), Confirmed()]
    assert [session.phase for session in wire.ends] == ["idle", "idle"]
    wire.do(1, wire.ends[1].invite(0))
    assert wire.events[0][-1] == Invited("Bob", 1)


def test_a_peer_without_a_move_that_does_not_give_up() -> None:
    # The course's own program never gives up: its time has to run out.
    games = (_random_game(seed) for seed in range(20))
    session, actions = next(found for found in games if found[1])
    assert actions[-1] == Stuck()
    assert session.phase == "playing"
    assert session.claim_time()[-1] == Ended(0, "no move")
    assert session.receive(encode(LanMessage(Op.TIMEOUT_END, "Bob", "")))[-1] == Confirmed()


def _random_game(seed: int) -> tuple[LanSession, list[LanAction]]:
    """A game to its end, and what our last move led to if it was ours."""
    session, chance = LanSession("Ann"), random.Random(seed)
    session.invite(0)
    session.receive(encode(LanMessage(Op.READY, "Bob", "")))
    actions: list[LanAction] = []
    while session.situation.position.outcome is None:
        ours, move = session.our_turn, chance.choice(session.situation.position.moves())
        line = encode(LanMessage(Op.MOVE, format_cell(move, SIZE), ""))
        actions = session.play(move) if ours else []
        if not ours:
            session.receive(line)
    return session, actions


def test_resignation_time_and_leaving() -> None:
    wire = Wire()
    wire.start()
    wire.do(1, wire.ends[1].resign())
    assert wire.events == ([Ended(0, "resigned"), Confirmed()], [Ended(0, "resigned"), Confirmed()])
    wire = Wire()
    wire.start()
    wire.do(1, wire.ends[1].claim_time())
    assert wire.events == ([Ended(1, "time out"), Confirmed()], [Ended(1, "time out"), Confirmed()])
    with pytest.raises(boyi.BoyiError, match="not possible now"):
        wire.ends[1].resign()
    wire = Wire()
    wire.start()
    wire.do(0, wire.ends[0].chat("bye\nbye"))
    wire.do(0, wire.ends[0].leave())
    assert wire.events == ([Ended(1, "left")], [Chatted("bye bye"), Left("Ann"), Ended(1, "left")])


def test_false_claims_are_confirmed_and_marked() -> None:
    wire = Wire()
    wire.start()
    session = wire.ends[0]
    session.play(40)
    confirmation, ended, _ = session.receive(encode(LanMessage(Op.SUICIDE_END, "Bob", "")))
    assert isinstance(confirmation, Reply)
    assert decode(confirmation.text) == LanMessage(Op.SUICIDE_END, "Ann", "illegal move")
    assert ended == Ended(1, "illegal move", disputed=True)


def test_moves_out_of_turn_are_ignored_and_unreadable_ones_lose() -> None:
    wire = Wire()
    wire.start()
    assert wire.ends[0].receive(encode(LanMessage(Op.MOVE, "A1", ""))) == [Ignored("MOVE has no meaning now")]
    with pytest.raises(boyi.BoyiError, match="not your turn"):
        wire.ends[1].play(0)
    with pytest.raises(boyi.IllegalMove):
        wire.ends[0].play(81)
    wire.do(0, wire.ends[0].play(40))
    assert wire.events[1] == [Played(40)]
    assert wire.ends[0].receive(encode(LanMessage(Op.MOVE, "J0", "")))[1] == Ended(0, "illegal move")


def test_invitations_that_cross() -> None:
    first, second = LanSession("Ann"), LanSession("Bob")
    (one,), (two,) = first.invite(0), second.invite(1)
    assert isinstance(one, Reply)
    assert isinstance(two, Reply)
    assert (first.receive(two.text), second.receive(one.text)) == ([Began("Bob", 0)], [Began("Ann", 1)])
    first, second = LanSession("Ann"), LanSession("Bob")
    (one,), (two,) = first.invite(0), second.invite(0)
    assert isinstance(one, Reply)
    assert isinstance(two, Reply)
    reject, declined = first.receive(two.text)
    assert isinstance(reject, Reply)
    assert isinstance(declined, Declined)
    second.receive(one.text)
    assert second.receive(reject.text) == [Ignored("REJECT has no meaning now")]
    assert (first.phase, second.phase) == ("idle", "idle")


def test_cells() -> None:
    assert [format_cell(parse_cell(text)) for text in ("A1", "e5", " I9 ")] == ["A1", "E5", "I9"]
    assert parse_cell("B1") == 9
    for text in ("", "A", "A0", "J1", "A10", "A:", "ǅ1"):
        with pytest.raises(boyi.BoyiError):
            parse_cell(text)


@settings(max_examples=some(200))
@given(
    st.lists(
        st.one_of(
            st.text(max_size=30),
            st.builds(
                lambda op, one, two: encode(LanMessage(op, one, two)),
                st.sampled_from(Op),
                st.sampled_from(["Bob", "A1", "E5", "Z9", ""]),
                st.sampled_from(["", "b", "w", "x"]),
            ),
            st.sampled_from(
                [
                    '{"op":1}',
                    '{"op":true,"data1":"","data2":""}',
                    '{"op":2e5,"data1":"","data2":""}',
                    "[" * 9999,
                ]
            ),
        ),
        max_size=25,
    ),
    st.integers(0, 10**6),
)
def test_a_session_survives_anything(lines: list[str], seed: int) -> None:
    chance, session = random.Random(seed), LanSession("Ann")
    for line in lines:
        for action in session.receive(line):
            assert not isinstance(action, Reply) or decode(action.text) is not None
        local = chance.choice([session.accept, session.decline, session.resign, session.claim_time])
        with suppress(boyi.BoyiError):
            local() if chance.random() < 0.8 else session.invite(chance.randrange(2))
            if session.our_turn:
                session.play(chance.choice(session.situation.position.moves()))


def test_half_characters_can_be_sent() -> None:
    (reply,) = LanSession("Ann").chat("\ud800 你好")
    assert isinstance(reply, Reply)
    assert decode(reply.text) == LanMessage(Op.CHAT, "  你好", "")
    reply.text.encode("utf-8")
