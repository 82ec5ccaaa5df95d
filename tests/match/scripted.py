"""Players that do as a test says, and the events of their matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import boyi
from boyi.core.clock import Clock
from boyi.match import (
    Event,
    GameOver,
    Match,
)
from boyi.players.base import Decision, Player
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
