"""The ten levels: the mechanism, not the calibration."""

from __future__ import annotations

from random import Random

import pytest

import boyi
from boyi.core.game import Game, Position
from boyi.core.level import UNRATED, Level
from boyi.core.loading import load
from boyi.engines.books import MARGIN, shipped_book
from boyi.engines.levels import LevelEngine, limit_of
from boyi.engines.refutation import winner
from boyi.players.engine import SearchRequest
from boyi.players.limit import Limit, WrongLimit
from boyi.players.spec import BadSpec, make_engine
from tests.patience import at_most

STANDARD = [boyi.game(name) for name in ("gomoku", "othello", "loa", "nogo")]
LEVELS: list[tuple[Level, ...]] = [load(game.levels) for game in STANDARD]


def wins_in_one(position: Position) -> list[int]:
    return [move for move in position.moves() if winner(position.play(move)) == position.turn]


def parries(position: Position) -> list[int]:
    """The moves after which the opponent has no win in one."""
    return [move for move in position.moves() if not wins_in_one(position.play(move))]


def sharp_positions(game: Game, wanted: int) -> list[tuple[Position, list[int]]]:
    """Random positions in which a few moves win, or few avoid a loss, with those moves."""
    found: list[tuple[Position, list[int]]] = []
    random = Random(7)
    while len(found) < wanted:
        line = [game.start()]
        while line[-1].outcome is None and len(line) < 200:
            line.append(line[-1].play(random.choice(line[-1].moves())))
        for position in line[-4:-1]:
            if position.outcome is not None:
                continue
            good = wins_in_one(position) or (parries(position) if len(position.moves()) < 90 else [])
            if 0 < len(good) < len(position.moves()):
                found.append((position, good))
    return found[:wanted]


@pytest.mark.parametrize("game", [*STANDARD, boyi.game("tictactoe")], ids=lambda game: game.name)
def test_careful_levels_take_and_parry_wins_in_one(game: Game) -> None:
    for position, good in sharp_positions(game, 6):
        for level in (3, 6, 8):
            assert boyi.search(position, player=f"level:{level}").move in good


def test_level_one_of_gomoku_overlooks_no_five() -> None:
    game = boyi.game("gomoku")
    winning = game.start().play_text("h8 a1 i8 a2 j8 a3 k8 a5")
    moves = {game.format_move(boyi.search(winning, player="level:1", seed=seed).move) for seed in range(8)}
    assert moves <= {"g8", "l8"}
    engine = LevelEngine(1, seed=5)
    threatened = game.start().play_text("h8 a1 o2 a2 c12 a3 m6 a4")
    moves = {game.format_move(engine.search(SearchRequest(threatened)).move) for _ in range(20)}
    assert moves == {"a5"}


def test_a_blind_level_takes_wins_and_parries_every_other_time() -> None:
    engine = LevelEngine(1, seed=5)
    parried = threats = 0
    for sharp, good in sharp_positions(boyi.game("tictactoe"), 20):
        for _ in range(4):
            found = engine.search(SearchRequest(sharp)).move in good
            if wins_in_one(sharp):
                assert found
            else:
                threats += 1
                parried += found
    assert threats >= 20
    assert threats / 4 <= parried < threats


@pytest.mark.parametrize("name", ["gomoku", "othello", "loa", "nogo", "tictactoe"])
@pytest.mark.parametrize("level", [1, 3, 8])
def test_levels_play_on_python_alone(name: str, level: int) -> None:
    """Slowly: time may end before one ply was looked at, and still nothing is missed."""
    game = boyi.game(name, backend="python")
    engine = LevelEngine(level, seed=5, time=0.02)
    position = game.start()
    for _ in range(3):
        position = position.play(engine.search(SearchRequest(position)).move)
    for sharp, good in sharp_positions(game, 2):
        wins = wins_in_one(sharp)
        if wins or level > 1:
            assert engine.search(SearchRequest(sharp)).move in good, (name, level, repr(sharp))


def test_first_stones_on_python_alone_are_not_at_the_edge() -> None:
    game = boyi.game("gomoku", backend="python")
    for moves in ("", "h8"):
        for level in (1, 5, 10):
            move = LevelEngine(level, seed=2).search(SearchRequest(game.start().play_text(moves))).move
            assert all(3 <= line <= 11 for line in divmod(move, 15)), (level, game.format_move(move))


def test_levels_vary_on_boards_without_native_searches() -> None:
    start = SearchRequest(boyi.game("loa", size=10).start())
    assert len({LevelEngine(3, seed=seed).search(start).move for seed in range(8)}) > 1


def test_every_game_has_ten_levels_and_names() -> None:
    assert all(len(levels) == 10 for levels in (*LEVELS, UNRATED))
    for name, level in (("beginner", 2), ("intermediate", 5), ("advanced", 8)):
        made = make_engine(f"{name}:seed=4")
        assert isinstance(made, LevelEngine)
        assert (made.level, made.seed) == (level, 4)
    for bad in ("level:0", "level:11", "level:x", "level"):
        with pytest.raises(BadSpec):
            make_engine(bad)


def test_levels_vary_and_seeds_repeat() -> None:
    start = boyi.game("gomoku").start().play_text("h8")
    moves = [boyi.search(start, player="level:2", seed=seed).move for seed in range(6)]
    assert len(set(moves)) > 1
    assert moves == [boyi.search(start, player="level:2", seed=seed).move for seed in range(6)]


@pytest.mark.outside
def test_a_levels_work_can_be_given() -> None:
    start = boyi.game("othello").start()
    assert boyi.search(start, player="level:9", nodes=300).nodes == 300
    assert boyi.search(start, player="level:9,depth=2").depth == 2
    for level, limits in (("level:10", {"time": 0.05}), ("level:9", {"depth": 40})):
        with at_most(processor=0.5):
            boyi.search(start, player=level, **limits)
    with pytest.raises(WrongLimit, match=r"mcts cannot be limited by depth\."):
        boyi.search(boyi.game("nogo").start(), player="level:10", depth=2)


def test_a_depth_that_is_given_only_lowers_that_of_a_level() -> None:
    othello, gomoku = boyi.game("othello").start(), boyi.game("gomoku").start().play_text("h8 i9")
    for start, player, seed in ((othello, "level:1", 1), (gomoku, "level:1", 1), (gomoku, "level:5", 2)):
        free = boyi.search(start, player=player, seed=seed)
        deep = boyi.search(start, player=player, seed=seed, depth=12)
        assert (deep.move, deep.nodes, deep.depth) == (free.move, free.nodes, free.depth)
    assert boyi.search(gomoku, player="level:6", depth=1).depth == 1


def test_weak_levels_are_quick_and_the_top_is_limited_by_time_alone() -> None:
    for levels in (*LEVELS, UNRATED):
        assert all(level.time is not None and level.time < 0.2 for level in levels[:8])
        assert all(level.nodes or level.depth for level in levels[:8])
        assert all(limit_of(level) == Limit(time=level.time) for level in levels[8:])
        assert all(level.noise == level.lapse == level.blind == 0 for level in levels[7:])
        assert all(level.blind == 0 for level in levels[2:])


@pytest.mark.parametrize("game", STANDARD, ids=lambda game: game.name)
def test_strong_levels_vary_their_openings(game: Game) -> None:
    openings = set()
    for seed in range(6):
        record = boyi.GameRecord(game)
        for ply in range(4):
            record.play(boyi.search(record, player="level:10,nodes=1500", seed=10 * seed + ply).move)
        openings.add(tuple(record.moves))
    assert len(openings) > 1


def test_strong_levels_take_their_first_moves_from_the_book() -> None:
    start = boyi.game("othello").start()
    book = shipped_book(start.game)
    assert book is not None
    engine = LevelEngine(10, seed=1)
    found = {engine.search(SearchRequest(start)).move for _ in range(20)}
    assert found == set(start.legal_moves), "all four are one move by symmetry"
    after = start.play_text("f5")
    best = book.moves(after)[0]
    results = [engine.search(SearchRequest(after)) for _ in range(10)]
    assert all(result.nodes == 0 and result.win_rate >= best.rate - MARGIN for result in results)
    assert "f4" not in {start.game.format_move(result.move) for result in results}
    assert LevelEngine(8, seed=1, book=False).search(SearchRequest(after)).nodes > 0
    assert LevelEngine(10, seed=1, nodes=500).search(SearchRequest(after)).nodes > 0
    assert LevelEngine(5, seed=1).search(SearchRequest(after)).nodes > 0
