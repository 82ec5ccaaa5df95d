"""Swap2, the opening procedure of Gomoku: who gets which colour, and what loses."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.clock import Clock, TimeControl
from boyi.core.record import GameRecord
from boyi.match import ColoursChosen, Event, GameOver, Match, MatchRules, MovePlayed
from boyi.players.base import Decision, Player
from boyi.players.spec import make_player
from boyi.protocols.actions import Choice
from boyi.protocols.swap2 import count, opening

PROGRAM = Path(__file__).parents[1] / "programs" / "programs" / "swap2_engine.py"
THREE = (112, 113, 127)
GAME = boyi.game("gomoku", opening="swap2")


def program(how: str) -> str:
    return f"cmd:{sys.executable} -S {PROGRAM} {how}?protocol=gomocup"


class Says(Player):
    """A player whose answers are known."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.clocks: list[Clock | None] = []

    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Any:
        self.clocks.append(clock)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        raise AssertionError("it is not its move")


class Sleeps(Says):
    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Any:
        await asyncio.sleep(100)


class Opened:
    """An opening that was played to its end."""

    def __init__(self, black: int, events: list[Event]) -> None:
        self.black, self.events = black, events


def play(
    first: Player | str, second: Player | str, **settings: Any
) -> tuple[GameRecord, Opened, list[Event]]:
    """The opening alone: what follows is an ordinary match."""
    record = GameRecord(settings.pop("game", GAME))

    async def run() -> Opened:
        one, two = (make_player(who, 1) if isinstance(who, str) else who for who in (first, second))
        match = Match(record, (one, two), settings.pop("rules", None), **settings)
        told: list[Event] = []
        stream = match.play()
        try:
            async for event in stream:
                if isinstance(event, (MovePlayed, ColoursChosen, GameOver)):
                    told.append(event)
                if isinstance(event, (ColoursChosen, GameOver)):
                    break
            return Opened(0 if match.players == (one, two) else 1, told)
        finally:
            await stream.aclose()  # type: ignore[attr-defined]
            await one.close()
            await two.close()

    opened = asyncio.run(run())
    return record, opened, opened.events


@pytest.mark.parametrize(
    ("second", "later", "by", "black", "plies"),
    [
        (Choice(swap=True), None, 1, 1, 3),
        (Choice((0,)), None, 1, 0, 4),
        (Choice(), None, 1, 0, 3),
        (Choice((0, 1)), Choice(swap=True), 0, 0, 5),
        (Choice((0, 1)), Choice((2,)), 0, 1, 6),
        (Choice((0, 1)), Choice(), 0, 1, 5),
    ],
)
def test_every_way_to_a_colour(second: Choice, later: Choice | None, by: int, black: int, plies: int) -> None:
    record, opening, events = play(Says(Choice(THREE), later), Says(second))
    assert events[-1] == ColoursChosen(by, black)
    assert opening.black == black
    assert record.plies == plies
    assert [event.move for event in events if isinstance(event, MovePlayed)] == record.moves
    assert record.outcome is None
    assert all(node.spent is None for node in record.nodes)  # on nobody's clock


@pytest.mark.parametrize(
    ("first", "second", "loser", "reason", "words"),
    [
        ([Choice((1, 2))], [], 0, "illegal move", "wants three stones after 0 stones, not 2 stones"),
        ([Choice(swap=True)], [], 0, "illegal move", "not SWAP"),
        ([Choice((1, 2, 1))], [], 0, "illegal move", "taken"),
        ([Choice((1, 2, 999))], [], 0, "illegal move", ""),
        (["a1 b2 c3"], [], 0, "illegal move", "is no answer to swap2"),
        ([Choice(THREE)], [Choice((1, 2, 3))], 1, "illegal move", "SWAP, one stone or two"),
        ([Choice(THREE)], [Choice((1,), swap=True)], 1, "illegal move", "after 3 stones"),
        ([Choice(THREE)], [Choice((112,))], 1, "illegal move", "taken"),
        ([Choice(THREE)], [RuntimeError("no idea")], 1, "crash", "RuntimeError: no idea"),
        ([Choice(THREE)], [SystemExit(3)], 1, "crash", "left the program"),
        ([Choice(THREE), Choice((3, 4))], [Choice((1, 2))], 0, "illegal move", "SWAP or one stone"),
    ],
)
def test_what_loses(first: list[Any], second: list[Any], loser: int, reason: str, words: str) -> None:
    record, opening, events = play(Says(*first), Says(*second))
    ended = record.outcome
    assert ended is not None
    assert (ended.winner, ended.reason) == (1 - loser, reason)
    assert opening.black == 0
    assert words in record.headers["ending"]
    assert isinstance(over := events[-1], GameOver)
    assert (over.outcome, str(over.detail)) == (ended, record.headers["ending"])
    assert record.plies in (0, 3, 5)


def test_whoever_says_nothing_loses_on_time() -> None:
    record, _, _ = play(Says(Choice(THREE)), Sleeps(), watchdog=0.05)
    ended = record.outcome
    assert ended is not None
    assert (ended.winner, ended.reason) == (0, "time out")


def test_the_players_are_told_their_time() -> None:
    timed, untimed = Says(Choice(THREE)), Says(Choice(THREE))
    play(timed, Says(Choice()), rules=MatchRules(TimeControl.parse("2/move")))
    play(untimed, Says(Choice()))
    assert timed.clocks[0] is not None
    assert timed.clocks[0].left(0) == 2.0
    assert untimed.clocks == [None]


@pytest.mark.parametrize("size", [5, 7, 15, 20])
@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_players_that_do_not_know_swap2_are_helped(size: int, rule: str) -> None:
    game = boyi.game("gomoku", size=size, rule=rule, opening="swap2")
    record, _, events = play("random", "random", game=game, seed=5)
    ours = {opening(size, number) for number in range(count())}
    assert tuple(record.moves) in ours  # and whoever has white moves by itself
    assert isinstance(events[-1], ColoursChosen)


def test_engines_take_the_side_that_their_search_prefers() -> None:
    won = tuple(GAME.parse_move(name, GAME.start()) for name in ("h8", "a1", "j8"))
    three = (won[0], won[1], won[2])  # two black stones in the middle, white's in the corner
    _, opening, events = play(Says(Choice(three)), "alphabeta:depth=6")
    assert events[-1] == ColoursChosen(by=1, black=1)
    apart = tuple(GAME.parse_move(name, GAME.start()) for name in ("a1", "h8", "o15"))
    record, opening, _ = play(Says(Choice(apart)), "alphabeta:depth=6")
    assert opening.black == 0
    assert record.plies == 4  # its search has found the stone as well


@pytest.mark.parametrize(
    ("first", "second", "black", "plies"),
    [
        ("white", "white", 0, 4),
        ("white", "black", 1, 3),
        ("white", "more", 1, 6),
        ("black", "more", 0, 5),
        ("chatty", "chatty", 1, 3),
    ],
)
def test_programs_open_by_swap2board(first: str, second: str, black: int, plies: int) -> None:
    record, opening, _ = play(program(first), program(second))
    assert record.outcome is None, record.headers
    assert (opening.black, record.plies) == (black, plies)


@pytest.mark.parametrize(
    ("how", "reason", "words"),
    [
        ("words", "illegal move", "is no answer to SWAP2BOARD"),
        ("unknown", "crash", "does not know swap2"),
        ("error", "crash", "no swap2 here"),
        ("taken", "illegal move", "taken"),
        ("outside", "illegal move", "outside the 15x15 board"),
        ("few", "illegal move", "Swap2 wants"),
        ("quits", "crash", "3"),
    ],
)
def test_programs_that_do_not_know_swap2_lose(how: str, reason: str, words: str) -> None:
    pairs: list[tuple[Player | str, str]] = [(program(how), "random"), (Says(Choice(THREE)), program(how))]
    for side, (first, second) in enumerate(pairs):
        record, _, _ = play(first, second)
        ended = record.outcome
        assert ended is not None
        assert (ended.winner, ended.reason) == (1 - side, reason), record.headers
        assert words in record.headers["ending"]


def test_programs_of_other_protocols_get_the_expert() -> None:
    gtp = f"cmd:{sys.executable} -m boyi engine --protocol gtp --game gomoku?protocol=gtp"
    _, _, events = play(gtp, gtp)
    assert isinstance(events[-1], ColoursChosen)
