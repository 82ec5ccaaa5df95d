"""Players of both kinds, and what they may answer."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import boyi
from boyi.core.clock import Clock
from boyi.core.errors import BadMove
from boyi.core.game import Position
from boyi.core.record import GameRecord
from boyi.engines.opening import choose_opening
from boyi.engines.random import RandomPlayer
from boyi.players.base import BlockingPlayer, Decision, Player, PlayerFailed, adapt
from tests.patience import PATIENCE


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


def test_a_player_that_hangs_can_be_left() -> None:
    left = threading.Event()

    class Hanging:
        def choose(self, position: Position) -> int:
            return 0 if left.wait(PATIENCE) else 1

    async def impatient() -> None:
        await asyncio.wait_for(adapt(Hanging()).choose(GameRecord(boyi.game("tictactoe")), None), 0.05)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert not left.is_set()
    left.set()


def test_a_player_needs_no_more_than_choose() -> None:
    """The rest has defaults: it plays every game, leaves openings to the expert, keeps nothing running."""

    class First(Player):
        async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
            return Decision(record.position.moves()[0])

    async def scene() -> None:
        player, record = First(), GameRecord(boyi.game("gomoku", opening="swap2"))
        player.check_game(record.game)
        assert not player.keeps_running
        assert player.watch is None
        assert player.accepts_draw() is None
        await player.prepare(record)
        assert await player.choose_opening(record) is None
        assert len((await choose_opening(player, record)).stones) == 3
        await player.close()
        assert (await player.choose(record)).move == 0

    asyncio.run(scene())


def test_an_object_with_an_async_choose_becomes_a_player() -> None:
    class Second:
        async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
            return Decision(record.position.moves()[1])

    player = adapt(Second())
    assert isinstance(player, Player)
    assert asyncio.run(player.choose(GameRecord(boyi.game("nogo")))).move == 1
    assert adapt(player) is player
