"""Monte Carlo tree search: its books balance, its trace is its tree, its options mean what they say."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

import boyi
from boyi.core.errors import BadOption
from boyi.textbook import MctsConfig, Trace, mcts
from boyi.textbook.mcts import Mcts, MctsNode
from boyi.textbook.search_tree import replay
from boyi.textbook.trace import Select, Simulate
from tests.patience import at_most


def every(node: MctsNode) -> list[MctsNode]:
    found = [node]
    for child in found:
        found += child.children
    return found


@pytest.mark.parametrize("name", boyi.game_names())
def test_the_books_balance_and_the_trace_rebuilds_the_tree(name: str) -> None:
    game = boyi.game(name)
    trace = Trace(limit=10**6)
    search = Mcts(game.start(), MctsConfig(iterations=60, rollouts=2, cap=30), trace)
    result = search.run()
    nodes = every(search.root)
    assert search.root.n == 120 == result.nodes
    for node in nodes:
        own = node.n - sum(child.n for child in node.children)
        assert own == (0 if node is search.root else 2) or node.position.outcome is not None
        assert abs(node.q) <= node.n
    told = replay(Trace.from_data(json.loads(json.dumps(trace.to_data()))))
    assert {number: (node.q, node.n, node.move) for number, node in told.items()} == {
        node.number: (node.q, node.n, node.move) for node in nodes
    }
    assert sum(candidate.visits for candidate in result.candidates) == 120
    assert game.start().is_legal(result.move)


def test_every_ucb_value_in_the_trace_is_the_formula() -> None:
    trace = Trace(limit=10**6)
    Mcts(boyi.game("tictactoe").start(), MctsConfig(iterations=200, c=0.7, factor=1), trace).run()
    selects = [event for event in trace.events if isinstance(event, Select)]
    assert len(selects) > 100
    for event in selects:
        parent = sum(sibling.n for sibling in event.siblings)
        for sibling in event.siblings:
            # Below the root the parent also had the visit of its own expansion.
            visits = parent + (event.node != 0)
            assert sibling.exploration == pytest.approx(0.7 * math.sqrt(math.log(visits) / sibling.n))
            assert sibling.ucb == pytest.approx(sibling.q / sibling.n + sibling.exploration)
        assert max(event.siblings, key=lambda sibling: sibling.ucb).node == event.chosen


def test_the_same_seed_gives_the_same_search_and_another_seed_another() -> None:
    position = boyi.game("othello").start()
    runs = [mcts(position, iterations=50, seed=seed) for seed in (1, 1, 2)]
    assert runs[0].candidates == runs[1].candidates
    assert runs[0].candidates != runs[2].candidates


@pytest.mark.parametrize("backend", ["python", "native"])
def test_both_back_ends_are_searched_alike(backend: str) -> None:
    position = boyi.game("othello", backend=backend).start()
    expected = mcts(boyi.game("othello", backend="python").start(), iterations=40, seed=5)
    assert mcts(position, iterations=40, seed=5).candidates == expected.candidates


def test_wins_and_blocks_are_found() -> None:
    game = boyi.game("tictactoe")
    win = game.start().play_text("a1 b1 b2 c1")
    assert game.format_move(mcts(win, iterations=400).move) == "c3"
    block = game.start().play_text("b2 a1 c3 b1")
    assert game.format_move(mcts(block, iterations=2000).move) == "c1"


@pytest.mark.parametrize("final", ["visits", "rate", "ucb"])
@pytest.mark.parametrize("tie", ["first", "last", "random"])
def test_final_choices(final: str, tie: str) -> None:
    search = Mcts(boyi.game("tictactoe").start(), MctsConfig(iterations=300, final=final, tie=tie))  # type: ignore[arg-type]
    result = search.run()
    children = search.root.children
    values: Callable[[MctsNode], float] = {
        "visits": lambda node: node.n,
        "rate": lambda node: node.q / node.n,
        "ucb": lambda node: search.ucb(node, search.root)[0],
    }[final]
    chosen = next(child for child in children if child.move == result.move)
    assert values(chosen) == max(values(child) for child in children)


def test_a_capped_game_counts_as_configured() -> None:
    position = boyi.game("othello").start()
    for cap_value, reward in (("half", 0.0), ("black-loss", -1.0)):
        trace = Trace(limit=10**5)
        Mcts(position, MctsConfig(iterations=20, cap=6, cap_value=cap_value), trace).run()  # type: ignore[arg-type]
        games = [event for event in trace.events if isinstance(event, Simulate)]
        assert all(len(game.moves) == 6 and game.reward == reward for game in games)


def test_rewards_by_lead() -> None:
    trace = Trace(limit=10**5)
    Mcts(boyi.game("othello").start(), MctsConfig(iterations=30, reward="lead/64"), trace).run()
    rewards = {event.reward for event in trace.events if isinstance(event, Simulate)}
    assert len(rewards) > 10
    assert all(abs(reward) <= 1 and float(reward * 64).is_integer() for reward in rewards)
    with pytest.raises(boyi.BoyiError, match="no point lead"):
        mcts(boyi.game("tictactoe").start(), reward="lead/4")
    with pytest.raises(BadOption, match="reward='money' is not accepted: choose win, lead/16"):
        MctsConfig(reward="money")


def test_backing_up_for_the_computer_keeps_one_view() -> None:
    search = Mcts(boyi.game("tictactoe").start(), MctsConfig(iterations=500, backup="computer"))
    search.run()
    root = search.root
    assert root.q == pytest.approx(sum(child.q for child in root.children), abs=500)
    negamax = Mcts(boyi.game("tictactoe").start(), MctsConfig(iterations=500))
    negamax.run()
    assert negamax.root.q == pytest.approx(-sum(child.q for child in negamax.root.children))


@pytest.mark.parametrize(
    "knobs", [{"iterations": 0}, {"rollouts": 0}, {"backup": "foo"}, {"final": "foo"}, {"cap_value": "eval"}]
)
def test_what_makes_no_sense_is_refused(knobs: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        mcts(boyi.game("tictactoe").start(), **knobs)


@pytest.mark.outside
def test_time_is_looked_at_between_random_games() -> None:
    with at_most(processor=0.5):
        mcts(boyi.game("loa", size=12).start(), rollouts=10**6, time=0.2)


@pytest.mark.outside
def test_a_time_limit_is_kept() -> None:
    with at_most(processor=0.3):
        result = mcts(boyi.game("othello").start(), iterations=10**9, time=0.2)
    assert result.seconds > 0.19
