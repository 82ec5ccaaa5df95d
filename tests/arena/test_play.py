"""Matches and series as function calls, in scripts and inside a running event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import boyi
from boyi.match import Event, GameOver, GameStarted
from boyi.players.base import Decision, Player
from tests.patience import at_most

SERIES = boyi.SeriesSettings("tictactoe", "mcts:nodes=50", "random", games=4, seed=1)


class First:
    """The bot of a beginner."""

    def choose(self, position: boyi.Position) -> int:
        return position.legal_moves[0]


class Leaving(Player):
    """Notes that it was closed."""

    closed = 0

    async def choose(self, record: boyi.GameRecord, clock: boyi.Clock | None = None) -> Decision:
        return Decision(record.position.moves()[0])

    async def close(self) -> None:
        type(self).closed += 1


def in_a_loop(work: Callable[[], Any]) -> Any:
    """Call a function as a cell of a notebook does."""

    async def cell() -> Any:
        return work()

    return asyncio.run(cell())


@pytest.mark.parametrize("call", [lambda work: work(), in_a_loop], ids=["script", "notebook"])
def test_the_same_in_a_script_and_in_a_notebook(call: Callable[[Callable[[], Any]], Any]) -> None:
    standing = call(lambda: boyi.play_series(SERIES))
    assert standing.tally.games == 4
    assert standing.tally == boyi.play_series(SERIES).tally
    assert call(lambda: boyi.play_series(SERIES, concurrency=2)).tally == standing.tally
    record = call(lambda: boyi.play_match("tictactoe", "mcts:nodes=50", "random", seed=1))
    assert record.outcome is not None
    position = boyi.game("tictactoe").start()
    assert call(lambda: boyi.search(position, player="random")).move in position.legal_moves


def test_errors_reach_a_notebook() -> None:
    with pytest.raises(boyi.BoyiError, match="There is no player 'nobody'"):
        in_a_loop(lambda: boyi.play_match("tictactoe", "nobody", "random"))

    def listen(event: object) -> None:
        raise RuntimeError("enough")

    for call in (in_a_loop, lambda work: work()):
        with pytest.raises(RuntimeError, match="enough"):
            call(lambda: boyi.play_series(SERIES, listen=listen))
        with pytest.raises(RuntimeError, match="enough"):
            call(lambda: boyi.play_match("tictactoe", First, First, listen=listen))


def test_players_of_every_sort_and_events() -> None:
    events: list[Event] = []
    Leaving.closed = 0
    record = boyi.play_match("tictactoe", First, Leaving(), listen=events.append)
    assert (record.headers["black"], record.headers["white"]) == ("First", "Leaving")
    assert isinstance(events[0], GameStarted)
    assert isinstance(events[-1], GameOver)
    assert events[-1].outcome == record.outcome
    assert Leaving.closed == 1
    assert record.text() == "a3 b3 c3 a2 b2 c2 a1"


def test_a_record_is_played_on_and_games_have_options() -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"), headers={"black": "Ann"})
    record.play_text("b2 a1")
    assert boyi.play_match(record, First(), First()) is record
    assert record.text().startswith("b2 a1 ")
    assert record.headers["black"] == "Ann"
    small = boyi.play_match(boyi.game("nogo", size=3), "random", "random", seed=2)
    again = boyi.play_match(boyi.game("nogo", size=3), "random", "random", seed=2)
    assert small.text() == again.text()


@pytest.mark.outside
def test_limits_hold_for_every_computer_player() -> None:
    with at_most(processor=4):
        record = boyi.play_match("tictactoe", "mcts:time=60", "alphabeta", time=0.1)
    assert record.outcome is not None
    assert boyi.play_match("tictactoe", "mcts", "random", nodes=20).outcome is not None
    timed = boyi.play_match("tictactoe", "mcts:nodes=5", "random", clock="60+1")
    assert timed.nodes[timed.end].clock is not None
    with pytest.raises(boyi.BoyiError, match="plays gomoku, not tictactoe"):
        boyi.play_match("tictactoe", "classic:five-tuple", "random")
