"""The minimax family: one value for all of them, and perfect play where the truth is known."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, get_args

import pytest

import boyi
from boyi.core.errors import BadOption
from boyi.core.result import DECIDED, WIN
from boyi.settings.alphabeta import PlainMethod
from boyi.textbook import AlphaBetaConfig, Trace, alphabeta, replay
from boyi.textbook.alphabeta import AlphaBeta, OutOfTime
from boyi.textbook.trace import Cut, Enter, Leaf
from tests.conformance.cases import random_line
from tests.patience import at_most

VARIANTS: list[dict[str, Any]] = [
    {},
    {"table": True},
    {"history": True},
    {"table": True, "history": True, "iterative": True},
]
METHODS = ("minimax", "negamax", "alphabeta", "aspiration", "pvs")


def crude(position: boyi.Position) -> int:
    """Any fixed function of the position serves to compare searches: a small number from its key."""
    return int(position.key >> 7) % 201 - 100


def by_key(position: boyi.Position, move: int) -> int:
    return int(position.play(move).key >> 11) % 1000


@pytest.mark.parametrize("name", boyi.game_names())
@pytest.mark.parametrize("width", [0, 4])
def test_all_variants_return_the_value_of_plain_minimax(name: str, width: int) -> None:
    game = boyi.game(name, size=5) if name in ("gomoku", "nogo") else boyi.game(name)
    line = random_line(game, seed=8)
    for position in {line[len(line) * k // 8] for k in range(7)}:
        if position.outcome is not None:
            continue
        base = AlphaBetaConfig(
            depth=3 if width else 2, width=width, evaluate=crude, gain=by_key if width else None
        )
        truth = alphabeta(position, base, method="minimax").score
        for method in METHODS[1:]:
            for knobs in VARIANTS:
                result = alphabeta(position, base, method=method, window=10, **knobs)
                decided_early = bool(knobs.get("iterative")) and abs(result.score or 0) > DECIDED
                assert result.score == truth or decided_early, (method, knobs, repr(position))
                assert position.is_legal(result.move)


@cache
def perfect(position: boyi.Position) -> int:
    """The value of tic-tac-toe by definition: 1, 0 or -1 for the side to move."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else -1
    return max(-perfect(position.play(move)) for move in position.legal_moves)


@cache
def reachable() -> list[boyi.Position]:
    """Every position of tic-tac-toe that is not the end of a game."""
    seen = {boyi.game("tictactoe").start()}
    pending = list(seen)
    while pending:
        position = pending.pop()
        for move in position.legal_moves:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return [position for position in seen if position.outcome is None]


def different() -> list[boyi.Position]:
    """One of each set of positions that are images of each other, not always the same way round."""
    seen: set[boyi.Position] = set()
    found = []
    for position in sorted(reachable(), key=lambda position: position.key):
        if position not in seen:
            found.append(position)
            game = position.game
            seen |= {game.transform(position, symmetry) for symmetry in range(game.symmetries)}
    return found


@pytest.mark.parametrize("knobs", [{"method": "alphabeta"}, {"method": "pvs", "history": True}], ids=str)
@pytest.mark.parametrize("images", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_perfect_play_in_every_position_of_tictactoe(images: bool, knobs: dict[str, Any]) -> None:
    positions = reachable() if images else different()
    assert len(positions) == (4520 if images else 627)
    for position in positions:
        result = alphabeta(position, depth=9, table=True, **knobs)
        assert result.score is not None
        sign = (result.score > 0) - (result.score < 0)
        assert sign == perfect(position)
        assert -perfect(position.play(result.move)) == perfect(position)
        assert (result.proven == "win") == (sign > 0)


def test_the_quickest_win_is_preferred_and_its_distance_told() -> None:
    position = boyi.game("tictactoe").start().play_text("a1 a2 b2 b1")
    result = alphabeta(position, depth=5)
    assert position.game.format_move(result.move) == "c3"
    assert result.score == WIN - 1
    assert result.pv == (result.move,)


def test_alphabeta_looks_at_less_and_the_table_at_less_still() -> None:
    position = boyi.game("tictactoe").start().play_text("a1")
    full = alphabeta(position, depth=8, method="negamax").nodes
    cut = alphabeta(position, depth=8).nodes
    table = alphabeta(position, depth=8, table=True).nodes
    assert full > 5 * cut > 5 * table


def test_the_trace_tells_the_same_search() -> None:
    position = boyi.game("tictactoe").start().play_text("a1 b2")
    trace = Trace()
    result = alphabeta(position, depth=3, evaluate=crude, trace=trace)
    entered = [event for event in trace.events if isinstance(event, Enter)]
    assert len(entered) == result.nodes
    assert [event.node for event in entered] == list(range(result.nodes))
    assert all(
        entered[event.parent].node == event.parent for event in entered[1:] if event.parent is not None
    )
    assert any(isinstance(event, Cut) for event in trace.events)
    assert any(isinstance(event, Leaf) and event.value == crude_of(position, entered, event.node)
               for event in trace.events)  # fmt: skip
    assert Trace.from_data(json.loads(json.dumps(trace.to_data()))).events == trace.events


@pytest.mark.parametrize("method", get_args(PlainMethod))
def test_the_trace_rebuilds_the_tree(method: PlainMethod) -> None:
    position = boyi.game("tictactoe").start().play_text("a1 b2")
    trace = Trace(limit=10**6)
    result = alphabeta(position, depth=3, method=method, evaluate=crude, trace=trace)
    tree = replay(Trace.from_data(json.loads(json.dumps(trace.to_data()))))
    assert len(tree) == result.nodes
    roots = [node for node in tree.values() if node.parent is None]
    assert roots[-1].value == result.score
    for number, node in tree.items():
        assert all(tree[child].parent == number for child in node.children)
        if method in ("minimax", "negamax") and node.children:
            assert node.value == max(-(tree[child].value or 0) for child in node.children)
    after = position.play(tree[roots[-1].children[0]].move or 0)
    assert {tree[child].move for child in tree[roots[-1].children[0]].children} <= set(after.moves())


def test_several_moves_get_their_exact_value() -> None:
    position = boyi.game("othello", size=6, backend="python").start().play_text("d5")
    exact = {
        move: -(alphabeta(position.play(move), depth=2, evaluate=crude, method="minimax").score or 0)
        for move in position.moves()
    }
    for method in ("alphabeta", "pvs"):
        for multi in (2, 3):
            found = alphabeta(position, depth=3, evaluate=crude, method=method, multi=multi).candidates
            assert len(found) == multi
            assert [candidate.score for candidate in found] == sorted(exact.values(), reverse=True)[:multi]
            assert all(candidate.score == exact[candidate.move] for candidate in found)
            assert all(len(candidate.pv) > 1 and candidate.pv[0] == candidate.move for candidate in found)


def test_without_time_for_one_ply_the_best_of_what_was_seen_is_answered() -> None:
    class Hasty(AlphaBeta):
        def leaf(self, position: boyi.Position, depth: int, ply: int) -> int | None:
            if self.nodes == 4:
                raise OutOfTime
            return super().leaf(position, depth, ply)

    worth = {3: 5, 0: 9, 1: 7}
    position = boyi.game("tictactoe").start()
    config = AlphaBetaConfig(
        depth=1,
        multi=9,
        evaluate=lambda after: -next(worth[cell] for cell in worth if after.cells[cell] == "x"),  # type: ignore[attr-defined]
        gain=lambda _, move: [3, 0, 1].index(move) - 9 if move in worth else -20,
    )
    result = Hasty(position, config).run()
    assert (result.move, result.depth, result.score) == (0, 0, 9)
    assert [candidate.move for candidate in result.candidates] == [0, 1, 3]


@pytest.mark.parametrize(
    "knobs", [{"depth": 0}, {"method": "foo"}, {"width": -3}, {"window": 0}, {"multi": 0}]
)
def test_what_makes_no_sense_is_refused(knobs: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        alphabeta(boyi.game("tictactoe").start(), **knobs)


def crude_of(root: boyi.Position, entered: list[Enter], node: int) -> int:
    """The evaluation of the position that the trace's node stands for, found by walking up its parents."""
    moves: list[int] = []
    step: int | None = node
    while step is not None:
        event = entered[step]
        if event.move is not None:
            moves.append(event.move)
        step = event.parent
    for move in reversed(moves):
        root = root.play(move)
    return crude(root)


def test_a_bounded_trace_counts_what_it_drops() -> None:
    trace = Trace(limit=10)
    alphabeta(boyi.game("tictactoe").start(), depth=3, trace=trace)
    assert len(trace.events) == 10
    assert trace.dropped > 100
    with pytest.raises(boyi.BoyiError, match=f"cut short by {trace.dropped} events"):
        replay(trace)


@pytest.mark.outside
def test_a_deadline_answers_with_the_last_finished_depth() -> None:
    position = boyi.game("othello", backend="python").start()
    with at_most(processor=0.4):
        result = alphabeta(position, depth=30, iterative=True, time=0.2, evaluate=crude)
    assert 1 <= result.depth < 30
    hasty = AlphaBeta(position, AlphaBetaConfig(depth=9, time=0.001)).run()
    assert position.is_legal(hasty.move)


def test_an_ended_game_is_refused() -> None:
    position = boyi.game("tictactoe").start().play_text("a1 b1 a2 b2 a3")
    with pytest.raises(boyi.BoyiError, match="over"):
        alphabeta(position)
