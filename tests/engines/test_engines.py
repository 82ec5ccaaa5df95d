"""The players that search, on every game and back end: limits, stopping, determinism, history."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

import boyi
from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BadOption
from boyi.core.game import Game, Position
from boyi.core.grid import as_grid
from boyi.core.record import GameRecord
from boyi.core.result import WIN, Candidate, SearchResult
from boyi.engines.alphabeta import Points
from boyi.native.othello_solver import solve
from boyi.players.engine import Engine, EnginePlayer, SearchRequest, Stop, least
from boyi.players.limit import Limit, WrongLimit
from boyi.players.spec import make_engine, make_player
from boyi.settings.limits import SearchLimits
from tests.patience import at_most

GAMES = [
    boyi.game("gomoku"),
    boyi.game("gomoku", size=9, rule="renju", backend="python"),
    boyi.game("othello"),
    boyi.game("othello", size=6, backend="python"),
    boyi.game("loa"),
    boyi.game("loa", size=6, backend="python"),
    boyi.game("nogo"),
    boyi.game("nogo", size=5, backend="python"),
    boyi.game("tictactoe"),
]


def engine(spec: str) -> Engine:
    made = make_engine(spec)
    assert isinstance(made, Engine)
    return made


def identify(game: Game) -> str:
    return f"{game.name}-{game.backend}"


@pytest.mark.parametrize("game", GAMES, ids=identify)
@pytest.mark.parametrize(
    "spec",
    ["mcts:nodes=40", "alphabeta:nodes=300", "minimax:depth=1", "alphabeta:method=pvs,depth=1,width=3"],
)
def test_every_engine_answers_in_every_game(game: Game, spec: str) -> None:
    position = game.start()
    first = engine(spec).search(SearchRequest(position))
    second = engine(spec).search(SearchRequest(position))
    assert first.move in position.legal_moves
    assert (first.move, first.nodes, first.candidates) == (second.move, second.nodes, second.candidates)
    assert first.pv[0] == first.move == first.candidates[0].move
    assert 0 <= first.win_rate <= 1
    assert all(0 <= found.win_rate <= 1 for found in first.candidates)
    evaluates = not spec.startswith("mcts")
    assert (first.score is not None) == evaluates
    assert all((found.score is not None) == evaluates for found in first.candidates)


@pytest.mark.parametrize("spec", ["mcts:nodes=2000", "alphabeta:depth=3"])
def test_both_back_ends_find_the_win(spec: str) -> None:
    for backend in ("python", "native"):
        game = boyi.game("gomoku", size=9, backend=backend)
        position = game.start().play_text("a1 i9 b1 i8 c1 h9 d1 h8")
        if spec.startswith("alphabeta") and backend == "python":
            continue  # every move of a 9x9 board three plies deep is for C++
        assert game.format_move(engine(spec).search(SearchRequest(position)).move) == "e1"


def test_alphabeta_is_the_same_on_both_back_ends() -> None:
    answers = []
    for backend in ("python", "native"):
        position = boyi.game("othello", size=6, backend=backend).start()
        answers.append(engine("alphabeta:method=alphabeta,depth=4").search(SearchRequest(position)))
    python, native = answers
    assert (python.move, python.nodes, python.score) == (native.move, native.nodes, native.score)
    assert python.win_rate == pytest.approx(native.win_rate)


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("game", ["gomoku", "loa", "nogo"])
def test_a_score_is_in_the_unit_of_the_evaluation(game: str, backend: str) -> None:
    position = boyi.game(game, backend=backend).start()
    judge = position.game.evaluation()
    expected = max(-judge.value(position.play(move)) for move in position.legal_moves)
    result = engine("alphabeta:method=negamax,depth=1").search(SearchRequest(position))
    assert result.score == expected
    assert result.win_rate == pytest.approx(judge.win_rate(expected))


def test_a_score_of_othello_is_in_discs() -> None:
    start = boyi.game("othello").start()
    lead = engine("alphabeta:method=negamax,depth=1,evaluation=lead").search(SearchRequest(start))
    assert lead.score == 3  # four discs to one after the first move
    patterns = start.game.evaluation("patterns")
    expected = max(-patterns.value(start.play(move)) for move in start.legal_moves)
    first = engine("alphabeta:method=negamax,depth=1").search(SearchRequest(start))
    assert first.score == expected / 16
    late = random_position(start, empty=8, seed=3)
    solved = engine("alphabeta").search(SearchRequest(late))
    assert solved.proven is not None
    assert solved.score == solve(late).score


def test_a_win_that_is_only_known_to_be_one_counts_the_whole_board() -> None:
    game = boyi.game("othello", size=4, backend="python")
    won = SearchResult(0, WIN - 9.0, 1.0, (0,), (Candidate(0, 1, 1.0, WIN - 9.0),), 9, 1, 0.1, "win")
    told = Points.of(game, game.evaluation()).told(won)
    assert (told.score, told.candidates[0].score) == (16, 16)


def random_position(position: Position, empty: int, seed: int) -> Position:
    """A position of a random game with so many empty cells."""
    choose = random.Random(seed)
    while as_grid(position).cells.count(".") > empty:
        position = position.play(choose.choice(position.moves()))
    return position


@pytest.mark.outside
@pytest.mark.parametrize("game", [boyi.game("gomoku"), boyi.game("loa", size=6), boyi.game("tictactoe")])
@pytest.mark.parametrize("spec", ["mcts:time=60", "alphabeta:time=60", "mcts:nodes=1000000000"])
def test_a_search_stops_when_it_is_told(game: Game, spec: str) -> None:
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    with at_most(processor=2):
        result = engine(spec).search(SearchRequest(game.start()), stop=stop)
    assert result.move in game.start().legal_moves
    # Set before the search begins, it ends it as well.
    with at_most(processor=2):
        engine(spec).search(SearchRequest(game.start()), stop=stop)


@pytest.mark.outside
@pytest.mark.parametrize("game", [boyi.game("nogo"), boyi.game("othello", size=10)])
@pytest.mark.parametrize("spec", ["mcts:time=60", "alphabeta:time=60"])
def test_progress_is_told_and_may_stop(game: Game, spec: str) -> None:
    told: list[SearchResult] = []

    def enough(result: SearchResult) -> bool:
        told.append(result)
        return len(told) == 3

    with at_most(processor=10):
        engine(spec).search(SearchRequest(game.start()), progress=enough)
    assert len(told) == 3
    assert all(0 <= result.win_rate <= 1 for result in told)
    # Without an evaluation there is no score; in discs, none is larger than the board.
    for score in (result.score for result in told):
        assert score is None if spec.startswith("mcts") else score is not None and abs(score) <= 100


@pytest.mark.outside
def test_a_player_keeps_to_its_clock_and_can_be_cancelled() -> None:
    record = GameRecord(boyi.game("othello"))
    clock = Clock.start(TimeControl.parse("0.2/move"))
    for spec in ("mcts:time=60", "alphabeta:time=60"):
        player = make_player(spec)
        assert isinstance(player, EnginePlayer)
        with at_most(processor=1):
            decision = asyncio.run(player.choose(record, clock))
        assert decision.move in record.position.legal_moves
        assert decision.win_rate is not None

        async def impatient(player: EnginePlayer = player) -> None:
            await asyncio.wait_for(player.choose(record), 0.2)

        with at_most(processor=2), pytest.raises(TimeoutError):
            asyncio.run(impatient())


def test_a_given_limit_overrides_the_players_own() -> None:
    made = make_engine("mcts:time=60,nodes=5", limit=Limit(time=0.2))
    assert vars(made)["limits"] == SearchLimits(nodes=5, time=0.2)
    made = make_engine("mcts:time=60,nodes=5", limit=Limit(nodes=9))
    assert vars(made)["limits"] == SearchLimits(nodes=9)
    made = make_engine("mcts:time=60", seed=3, threads=2)
    assert vars(made)["limits"] == SearchLimits(time=60.0, seed=3, threads=2)
    with pytest.raises(WrongLimit, match="mcts cannot be limited by depth"):
        make_engine("mcts", limit=Limit(depth=3))
    make_player("random", limit=Limit(time=1))  # plays at once anyway
    assert least(None, 2, 1.5) == 1.5


def test_settings_of_the_native_search_are_refused_on_python() -> None:
    with pytest.raises(BadOption, match="rave is a setting of the native search"):
        engine("mcts:rave=yes,nodes=5").search(SearchRequest(boyi.game("tictactoe").start()))


def test_history_reaches_the_search() -> None:
    # The only way not to lose by repetition is to know what has stood on the board.
    record = GameRecord(boyi.game("loa"))
    record.play_text("b8-b6 a7-c7 b6-b8 c7-a7")
    situation = SearchRequest.of(record)
    assert situation.plies == 4
    assert len(situation.history) == 4
    assert situation.position.key in situation.history
