"""What a large search will take is said before it runs, and a limit ends it."""

from __future__ import annotations

import pytest

import boyi
from boyi.core.language import CHINESE
from boyi.lab import Comparison, TraceLimit, estimate, explain
from boyi.lab import recorder as recorder_module
from boyi.textbook import alphabeta

LIMIT = TraceLimit(seconds=60)
LARGE = [
    ("alphabeta:depth=3", "gomoku", "h8 i9"),
    ("minimax:depth=3", "nogo", ""),
    ("alphabeta:depth=20", "gomoku", ""),
    ("mcts:iterations=100000,rollouts=50", "nogo", ""),
    ("annealing:depth=4,plies=100", "nogo", ""),
]
SMALL = [
    ("mcts", "gomoku", ""),
    ("minimax:depth=2", "nogo", ""),
    ("alphabeta:depth=3,width=6", "othello", "f5 d6"),
    ("annealing", "nogo", ""),
]


def position_of(name: str, moves: str = "") -> boyi.Position:
    return boyi.game(name).start().play_text(moves)


@pytest.mark.parametrize(("search", "name", "moves"), LARGE)
def test_a_large_search_is_known_before_it_runs(search: str, name: str, moves: str) -> None:
    expected = estimate(search, position_of(name, moves))
    assert expected is not None
    assert expected.is_large(LIMIT)
    sentence = expected.sentence(LIMIT)
    assert str(sentence).startswith("A large search: ")
    assert len(str(sentence)) < 200
    assert str(sentence).endswith("It is stopped after 1,000,000 events or 60 seconds.")
    assert CHINESE(sentence).startswith("大搜索：")


@pytest.mark.parametrize(("search", "name", "moves"), SMALL)
def test_a_small_one_too(search: str, name: str, moves: str) -> None:
    expected = estimate(search, position_of(name, moves))
    assert expected is not None
    assert not expected.is_large(LIMIT)


def test_what_needs_no_estimate_has_none() -> None:
    assert estimate("pi") is None
    assert estimate("five-tuple", position_of("gomoku")) is None
    assert estimate("mcts:reward=lead/16", position_of("tictactoe")) is None  # the search says why


@pytest.mark.parametrize(
    ("name", "moves", "depth"), [("nogo", "", 2), ("loa", "", 2), ("tictactoe", "b2", 3)]
)
def test_minimax_visits_as_many_nodes_as_expected(name: str, moves: str, depth: int) -> None:
    position = position_of(name, moves)
    expected = estimate(f"minimax:depth={depth}", position)
    assert expected is not None
    nodes = alphabeta(position, depth=depth, method="minimax").nodes
    assert expected.least == expected.most == pytest.approx(nodes, rel=0.1)


@pytest.mark.parametrize(("name", "moves"), [("gomoku", "h8 i9"), ("loa", ""), ("nogo", "")])
def test_alpha_beta_visits_more_than_the_least_and_less_than_the_most(name: str, moves: str) -> None:
    position = position_of(name, moves)
    expected = estimate("alphabeta:depth=2", position)
    assert expected is not None
    nodes = alphabeta(position, depth=2).nodes
    assert expected.least * 0.9 < nodes < expected.most * 1.1
    assert expected.least * 10 < expected.most


def test_the_limit_of_seconds_ends_a_search_and_its_steps_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(10**6))
    monkeypatch.setattr(recorder_module, "monotonic", lambda: next(times))  # a second an event
    with explain("alphabeta:depth=3", position_of("gomoku"), limit=TraceLimit(seconds=500)) as found:
        assert 100 < found.count() < 500
        assert str(found.problem) == "The search was stopped after 500 seconds; give it a smaller budget."
        assert found.view(found.count() - 1)["kind"] != "result"
        assert found.share == 1.0


def test_the_limit_holds_for_either_side_and_for_a_game_without_a_trace() -> None:
    limit = TraceLimit(events=50, seconds=3600)
    with Comparison.of("minimax:depth=3", "mcts", position_of("nogo"), limit) as both:
        both.count("phase")
        assert [
            str(side.problem).startswith("The search was stopped after 50")
            for side in (both.left, both.right)
        ]
    with explain("annealing", position_of("nogo"), limit=TraceLimit(seconds=1e-9)) as game:
        assert game.count() == 0
        assert str(game.problem).startswith("The search was stopped after ")


@pytest.mark.parametrize("search", ["mcts:iterations=300", "minimax:depth=2", "pvs:depth=2,iterative=yes"])
def test_the_share_that_is_searched_grows_to_all_of_it(search: str) -> None:
    with explain(search, position_of("nogo")) as found:
        shares = []
        while not found.finished:
            shares.append(found.share)
            found.wait("phase", found.known("phase") + 50)
        assert all(0 <= share <= 1 for share in shares)
        if "iterative" not in search:
            assert shares == sorted(shares)
        assert found.share == 1
