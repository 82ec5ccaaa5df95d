"""Players of both kinds, and what they may answer."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

import boyi
from boyi.core.errors import BadMove
from boyi.core.game import Position
from boyi.core.record import GameRecord
from boyi.players.base import BlockingPlayer, Decision, PlayerFailed, adapt
from boyi.players.random import RandomPlayer


class FirstMove:
    def choose(self, position: Position) -> int:
        return position.moves()[0]


class Says:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, position: Position) -> Any:
        return self.answer


def ask(player: Any) -> Decision:
    return asyncio.run(adapt(player).choose(GameRecord(boyi.game("tictactoe")), None))


def test_an_async_player_stays_itself() -> None:
    player = RandomPlayer(1)
    assert adapt(player) is player


@pytest.mark.parametrize("player", [FirstMove, FirstMove()])
def test_a_blocking_class_or_object_is_adapted(player: Any) -> None:
    assert isinstance(adapt(player), BlockingPlayer)
    assert ask(player) == Decision(0)


@pytest.mark.parametrize(("answer", "move"), [(4, 4), ("b2", 4), (Decision(8, 0.5), 8), (None, None)])
def test_answers_may_be_numbers_text_decisions_or_a_resignation(answer: Any, move: int | None) -> None:
    decision = ask(Says(answer))
    assert decision.move == move
    assert decision.resigns is (move is None)


@pytest.mark.parametrize("answer", [4.0, [4], object()])
def test_other_answers_are_named_in_one_sentence(answer: Any) -> None:
    with pytest.raises(PlayerFailed, match=r"^Says returned .*: choose\(\) returns a move number"):
        ask(Says(answer))


def test_a_text_that_is_no_move_is_the_games_own_error() -> None:
    with pytest.raises(BadMove):
        ask(Says("z9"))


def test_something_without_choose_is_refused() -> None:
    with pytest.raises(PlayerFailed, match="it has no method choose"):
        adapt(42)


def test_an_exception_of_a_player_arrives() -> None:
    class Crashing:
        def choose(self, position: Position) -> int:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        ask(Crashing())


@pytest.mark.alone
def test_a_player_that_hangs_can_be_left() -> None:
    class Hanging:
        def choose(self, position: Position) -> int:
            time.sleep(2)
            return 0

    async def impatient() -> None:
        await asyncio.wait_for(adapt(Hanging()).choose(GameRecord(boyi.game("tictactoe")), None), 0.05)

    began = time.perf_counter()
    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert time.perf_counter() - began < 1
