"""The random player, playouts, and the plain playout search."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.errors import IllegalMove
from boyi.core.playout import BadLimit, PlayoutTally
from boyi.core.record import GameRecord
from boyi.engines.playout import PlayoutPlayer
from boyi.engines.random import RandomPlayer
from boyi.players.base import Decision, Player
from boyi.settings.playout import PlayoutConfig
from tests.patience import at_most

OTHELLO = [pytest.param(name, id=name) for name in available(boyi.game("othello", backend="python"))]


def decide(player: Player, record: GameRecord, clock: boyi.Clock | None = None) -> Decision:
    return asyncio.run(player.choose(record, clock))


def after(name: str, moves: str) -> GameRecord:
    record = GameRecord(boyi.game(name))
    record.play_text(moves)
    return record


# Position.playouts


@pytest.mark.parametrize("backend", OTHELLO)
def test_playouts_count_and_add_up(backend: str) -> None:
    tally = boyi.game("othello", backend=backend).start().playouts(40, seed=5)
    assert tally.games == 40 == sum(tally.wins) + tally.draws
    assert 40 * 40 < tally.plies < 40 * 70
    assert all(wins > 5 for wins in tally.wins)


@pytest.mark.parametrize("backend", OTHELLO)
def test_playouts_follow_their_seed(backend: str) -> None:
    start = boyi.game("othello", backend=backend).start()
    assert start.playouts(20, seed=1) == start.playouts(20, seed=1) != start.playouts(20, seed=2)
    assert start.playouts(1, seed=-1).games == start.playouts(1, seed=1 << 200).games == 1


@pytest.mark.outside
@pytest.mark.parametrize("backend", OTHELLO)
def test_playouts_end_with_their_time(backend: str) -> None:
    with at_most(processor=1):
        tally = boyi.game("othello", backend=backend).start().playouts(seconds=0.05)
    assert tally.games >= 1


def test_playouts_are_uniform_on_a_solved_game() -> None:
    # 9! orders of filling the board give the first player 58.5%, the second 28.8%, draws 12.7%.
    tally = boyi.game("tictactoe").start().playouts(4000, seed=3)
    assert tally.wins[0] / 4000 == pytest.approx(0.585, abs=0.03)
    assert tally.wins[1] / 4000 == pytest.approx(0.288, abs=0.03)


def test_a_finished_game_counts_as_itself() -> None:
    tally = boyi.game("tictactoe").start().play_text("a1 a2 b1 b2 c1").playouts(3)
    assert tally == PlayoutTally(3, 0, (3, 0), 0)


def test_a_playout_beyond_the_cap_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    game = boyi.game("tictactoe")
    monkeypatch.setattr(type(game), "playout_cap", 4)
    assert game.start().playouts(5) == PlayoutTally(5, 20, (0, 0), 5)


@pytest.mark.parametrize(("count", "seconds"), [(None, None), (-1, None), (None, -0.1), (None, float("nan"))])
def test_playouts_want_an_end(count: int | None, seconds: float | None) -> None:
    with pytest.raises(BadLimit):
        boyi.game("tictactoe").start().playouts(count, seconds)


def test_an_empty_tally_is_even() -> None:
    assert PlayoutTally().value(0) == 0.5


# Players


def test_random_games_follow_their_seed() -> None:
    def game(seed: int) -> str:
        record, player = after("othello", ""), RandomPlayer(seed)
        while record.outcome is None:
            move = decide(player, record).move
            assert move is not None
            record.play(move)
        return record.text()

    assert game(1) == game(1) != game(2)


@pytest.mark.parametrize("player", [RandomPlayer(), PlayoutPlayer()])
def test_nobody_moves_in_a_finished_game(player: Player) -> None:
    with pytest.raises(IllegalMove, match="The game is over"):
        decide(player, after("tictactoe", "a1 a2 b1 b2 c1"))


def test_a_win_is_taken() -> None:
    record = after("tictactoe", "a1 a2 b1 b2")
    decision = decide(PlayoutPlayer(PlayoutConfig(playouts=1)), record)
    assert decision.move == record.game.parse_move("c1")
    assert decision.win_rate == 1.0


@pytest.mark.parametrize("seed", range(12))
def test_a_loss_in_one_is_avoided(seed: int) -> None:
    # With a single playout only the look at the replies can find the one move that does not lose.
    record = after("tictactoe", "a1 b2 b1")
    decision = decide(PlayoutPlayer(PlayoutConfig(playouts=1, seed=seed)), record)
    assert decision.move == record.game.parse_move("c1")


def test_a_lost_position_still_gets_a_move() -> None:
    lost = after("tictactoe", "a1 c2 a3 b1 c3")  # black threatens a2 and b3
    assert decide(PlayoutPlayer(PlayoutConfig(playouts=9)), lost).move in lost.position.legal_moves


@pytest.mark.parametrize("backend", OTHELLO)
def test_a_playout_limit_and_a_seed_repeat_the_choice(backend: str) -> None:
    record = GameRecord(boyi.game("othello", backend=backend))
    record.play_text("f5 d6 c3")
    first, again, other = (
        decide(PlayoutPlayer(PlayoutConfig(playouts=150, seed=seed)), record) for seed in (4, 4, 5)
    )
    assert first == again
    assert first.playouts == 150
    assert first.candidates != other.candidates
    assert [c.visits for c in first.candidates] == sorted((c.visits for c in first.candidates), reverse=True)


def test_playouts_beat_random_moves() -> None:
    wins = 0.0
    for seed in range(10):
        record = GameRecord(boyi.game("othello", size=4))
        players: list[Player] = [PlayoutPlayer(PlayoutConfig(playouts=30, seed=seed)), RandomPlayer(seed)]
        while (outcome := record.outcome) is None:
            move = decide(players[(record.position.turn + seed) % 2], record).move
            assert move is not None
            record.play(move)
        wins += outcome.value(seed % 2)
    assert wins >= 6.5


@pytest.mark.outside
def test_time_limits_hold() -> None:
    with at_most(processor=1):
        decide(PlayoutPlayer(PlayoutConfig(time=0.1)), after("othello", ""))
    # A clock with little time left goes before the player's own wish.
    clock = boyi.Clock.start(boyi.TimeControl.parse("1"))
    with at_most(processor=1):
        decide(PlayoutPlayer(PlayoutConfig(time=60)), after("othello", ""), clock)


@pytest.mark.outside
def test_a_search_can_be_stopped() -> None:
    stop = Event()
    stop.set()
    with at_most(processor=1):
        decision = PlayoutPlayer().search(boyi.game("othello").start(), 60, stop)
    assert decision.move is not None

    async def impatient() -> None:
        await asyncio.wait_for(PlayoutPlayer(PlayoutConfig(time=60)).choose(after("othello", "")), 0.1)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
