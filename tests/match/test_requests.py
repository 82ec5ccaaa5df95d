"""The judge and what players ask of each other: draws, moves back, and a person's wrong move."""

from __future__ import annotations

import pytest

import boyi
from boyi.core.outcome import Outcome
from boyi.match import (
    Answered,
    ClockChanged,
    Event,
    Match,
    MatchRules,
    MovePlayed,
    Requested,
    TakenBack,
)
from boyi.match.errors import NotNow, NotYourTurn
from boyi.players.base import Decision
from boyi.players.human import HumanPlayer
from boyi.players.spec import make_player
from tests.match.scripted import (
    Scripted,
    ending,
    play,
    record_of,
)


def test_a_player_that_fails_to_answer_an_offer_has_refused_it() -> None:
    class Undecided(Scripted):
        def accepts_draw(self) -> bool:
            raise RuntimeError

    players = Scripted(Decision(4, offers_draw=True), Decision(None)), Undecided("a1")
    assert Answered("draw", 1, False) in play(Match(record_of(), players))


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
