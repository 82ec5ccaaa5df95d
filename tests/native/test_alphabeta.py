"""The native alpha-beta: the plain family is the textbook's twin, the strong one proves and keeps time."""

from __future__ import annotations

import math
import random
import threading
from functools import cache
from typing import Any

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.result import WIN, Proven, SearchResult
from boyi.native.alphabeta import alphabeta
from boyi.native.alphabeta import available as searchable
from boyi.native.provider import board_to_search
from boyi.native.report import to_result
from boyi.settings.alphabeta import FastAlphaBetaConfig
from boyi.settings.limits import AlphaBetaLimits
from boyi.textbook import alphabeta as textbook
from tests.effort import some
from tests.patience import PATIENCE, Spent, at_most, wait_until

pytestmark = pytest.mark.skipif(
    "native" not in available(boyi.game("othello", backend="python")), reason="no native module"
)

# A native game joins by one line: name, settings, the depth at which all methods are still quick in Python.
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("othello", {}, 3),
    ("othello", {"size": 4}, 4),
    ("othello", {"size": 6}, 3),
]
EVALUATIONS = [
    # Othello's learned evaluation is slow in Python.
    (name, settings, depth - (evaluation == "patterns"), evaluation)
    for name, settings, depth in GAMES
    for evaluation in sorted({boyi.game(name).evaluation(each).name for each in (None, "none")})
] + [("othello", {}, 3, "lead")]
METHODS = ("minimax", "negamax", "alphabeta", "aspiration", "pvs")


def random_line(game: boyi.Game, seed: int) -> list[boyi.Position]:
    """The positions of one random game, the start included."""
    chooser = random.Random(seed)
    line = [game.start()]
    while line[-1].outcome is None:
        line.append(line[-1].play(chooser.choice(line[-1].moves())))
    return line


def othello(plies: int, seed: int) -> boyi.Position:
    """A position of a random game, or the last one before its end."""
    line = [p for p in random_line(boyi.game("othello", backend="native"), seed) if p.outcome is None]
    return line[min(plies, len(line) - 1)]


NATIVE: dict[str, Any] = {
    "evaluation": "patterns", "method": "strong", "width": 0, "ordered": True, "window": 50, "multi": 1,
    "history": [], "seconds": math.inf, "nodes": (1 << 63) - 1, "depth": 99, "memory": 256 << 20,
    "threads": 1, "seed": 0, "progress": None, "cancel": None, "slot": None, "iterative": False,
}  # fmt: skip
"""What the native function is told at the defaults."""


def directly(position: Any, **knobs: Any) -> SearchResult:
    """Search by the native function itself, which accepts more than our settings do."""
    import boyi._native as native

    return to_result(native.alphabeta(board_to_search(position), **{**NATIVE, **knobs}), 0.0, evaluated=True)


# The plain family


@pytest.mark.parametrize(("name", "settings", "depth", "evaluation"), EVALUATIONS)
@pytest.mark.parametrize("width", [0, 1, 4])
def test_plain_searches_equal_the_textbook_node_for_node(
    name: str, settings: dict[str, Any], depth: int, evaluation: str, width: int
) -> None:
    native = boyi.game(name, backend="native", **settings)
    judge = native.evaluation(evaluation)
    line = random_line(native, seed=len(evaluation) + width)
    parts = some(6)
    places = {len(line) * part // parts for part in range(parts)} | {max(0, len(line) - 4)}
    for position in [line[place] for place in sorted(places) if line[place].outcome is None]:
        for plies in (1, 2, depth if width == 0 else depth + 1):
            for method in METHODS:
                if method in METHODS[:2] and plies > 2 and width == 0 and len(position.moves()) > 8:
                    continue
                for ordered in (True, False) if plies == 2 else (True,):
                    ours = alphabeta(
                        position, method=method, evaluation=evaluation, depth=plies, width=width, window=7,
                        ordered=ordered,
                    )  # fmt: skip
                    theirs = textbook(
                        position, method=method, depth=plies, width=width, window=7, evaluate=judge.value,
                        gain=judge.gain if ordered else None,
                    )  # fmt: skip
                    expected = (theirs.move, theirs.score, theirs.nodes)
                    assert (ours.move, ours.score, ours.nodes) == expected, (method, plies, repr(position))
                    assert ours.depth == plies
                    if width == 0:
                        assert ours.proven == theirs.proven


@pytest.mark.outside
def test_a_plain_search_answers_with_the_best_so_far_when_time_or_nodes_end() -> None:
    position = othello(20, 1)
    with at_most(processor=0.2):
        result = alphabeta(position, method="negamax", depth=30, time=0.1)
    assert result.depth == 0
    assert result.seconds > 0.05
    assert position.is_legal(result.move)
    assert alphabeta(position, method="minimax", depth=30, nodes=1000).nodes == 1000


@pytest.mark.parametrize("method", METHODS)
def test_a_plain_search_without_a_depth_deepens(method: Any) -> None:
    position = othello(20, 1)
    result = alphabeta(position, method=method, nodes=3000)
    assert result.nodes == 3000
    assert result.depth >= 2
    # The value is that of a search of that depth; of equal moves the one that was best before is kept.
    assert result.score == alphabeta(position, method=method, depth=result.depth).score
    assert position.is_legal(result.move)
    # Where the game is decided, the search ends.
    ending = random_line(boyi.game("othello", backend="native"), seed=3)[-5]
    known = alphabeta(ending, method=method, nodes=100_000)
    assert known.nodes < 100_000
    assert known.proven == textbook(ending, method=method, depth=10).proven


# The strong search


@cache
def truth(position: boyi.Position) -> int:
    """1, 0 or -1 for the side to move, by definition."""
    outcome = position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    return max(-truth(position.play(move)) for move in position.legal_moves)


PROVEN: dict[int, Proven] = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.parametrize("threads", [1, 2])
def test_late_positions_are_proven_as_exact_minimax_says(threads: int) -> None:
    results = []
    for seed in range(some(150)):
        line = [p for p in random_line(boyi.game("othello", backend="native"), seed) if p.outcome is None]
        for position in line[-7:-1:3]:
            result = alphabeta(position, nodes=1_000_000, threads=threads, seed=seed)
            assert result.proven == PROVEN[truth(position)], (seed, repr(position))
            assert -truth(position.play(result.move)) == truth(position), (seed, repr(position))
            assert result.win_rate == (truth(position) + 1) / 2
            results.append(result.proven)
    assert len(results) == 2 * some(150)
    least = 1 if some(5) < 5 else 5
    assert min(results.count(word) for word in PROVEN.values()) >= least


def test_a_proven_line_is_legal_and_as_long_as_the_score_says() -> None:
    for seed in range(40):
        line = [p for p in random_line(boyi.game("othello", backend="native"), seed) if p.outcome is None]
        position = line[-6]
        result = alphabeta(position, time=5, evaluation="positional")  # one without a solver of its own
        if result.proven == "draw":
            assert result.score == 0
            continue
        assert WIN - abs(result.score or 0) == len(result.pv)
        for move in result.pv:
            assert position.outcome is None
            position = position.play(move)
        assert position.outcome is not None


def test_several_lines_are_the_best_moves_in_order() -> None:
    position = othello(50, 4)
    result = alphabeta(position, time=10, multi=99)
    assert sorted(c.move for c in result.candidates) == list(position.moves())
    scores = [c.score or 0 for c in result.candidates]
    assert scores == sorted(scores, reverse=True)
    for candidate in result.candidates:
        exact = -truth(position.play(candidate.move)) if len(position.moves()) < 9 else None
        assert exact is None or candidate.win_rate == (exact + 1) / 2


def test_one_thread_with_a_node_limit_is_deterministic_and_exact() -> None:
    position = othello(14, 3)
    first, again = (alphabeta(position, nodes=50_000, seed=5) for _ in range(2))
    assert first.nodes == again.nodes == 50_000
    assert (first.move, first.score, first.candidates, first.depth) == (
        again.move,
        again.score,
        again.candidates,
        again.depth,
    )


def test_a_deeper_limit_is_reached_and_lines_are_legal() -> None:
    for seed in range(5):
        position = othello(12, seed)
        result = alphabeta(position, depth=7, time=20)
        assert result.depth == 7
        assert len(result.pv) >= 7
        assert result.pv[0] == result.move
        for move in result.pv:
            position = position.play(move)


@pytest.mark.outside
@pytest.mark.parametrize("threads", [1, 2])
def test_time_is_kept(threads: int) -> None:
    # Of the processor's time, and the best of three: other processes may hold a thread up.
    late = []
    for limit in (0.1, 0.25):
        attempts, depths = [], []
        for seed in range(3):
            spent = Spent()
            depths.append(alphabeta(othello(16, seed), time=limit, threads=threads).depth)
            attempts.append(spent.processor / threads - limit)
            assert spent.clock > limit - 0.02
        assert max(depths) >= 1
        late.append(min(attempts))
    assert max(late) < 0.05


@pytest.mark.outside
def test_another_thread_can_cancel_at_once() -> None:
    from boyi._native import Cancel

    delays = []
    for _ in range(3):
        token = Cancel()
        stopped: list[Spent] = []

        def stop(token: Cancel = token, stopped: list[Spent] = stopped) -> None:
            begun = Spent()
            wait_until(lambda: begun.processor > 0.15, "the search")
            stopped.append(Spent())
            token.cancel()

        thread = threading.Thread(target=stop)
        thread.start()
        result = alphabeta(othello(10, 1), time=PATIENCE, cancel=token)
        delays.append(stopped[0].processor)
        thread.join()
        assert result.depth >= 3
        with at_most(processor=1):
            alphabeta(othello(10, 1), time=20, cancel=token)
    assert min(delays) < 0.05


@pytest.mark.outside
def test_progress_comes_five_times_a_second_and_can_stop_the_search() -> None:
    depths: list[int] = []

    def watch(result: SearchResult) -> bool:
        depths.append(result.depth)
        assert result.nodes > 0
        return len(depths) == 8

    with at_most(processor=2 * (1.6 + 0.3)):
        alphabeta(othello(10, 2), time=PATIENCE, threads=2, progress=watch)
    assert len(depths) == 8
    assert depths == sorted(depths)

    def broken(result: SearchResult) -> bool:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        alphabeta(othello(10, 2), time=30, progress=broken)


@pytest.mark.parametrize("memory", [0, 1, 63, 128, 1000, 10_000, 1 << 62])
def test_any_amount_of_memory_gives_the_truth(memory: int) -> None:
    for seed in range(20):
        line = [p for p in random_line(boyi.game("othello", backend="native"), seed) if p.outcome is None]
        for threads in (1, 2):
            result = directly(line[-5], memory=memory, threads=threads, nodes=1_000_000)
            assert result.proven == PROVEN[truth(line[-5])]


def test_an_ended_game_is_refused() -> None:
    line = random_line(boyi.game("othello", backend="native"), 1)
    for method in ("strong", "pvs"):
        with pytest.raises(boyi.BoyiError, match="over"):
            alphabeta(line[-1], method=method)
    with pytest.raises(boyi.BoyiError, match="native position"):
        alphabeta(boyi.game("othello", backend="python").start())
    assert searchable(line[0])
    assert not searchable(boyi.game("othello", backend="python").start())


@pytest.mark.parametrize(
    "knobs",
    [
        {"method": "magic"},
        {"evaluation": "magic"},
        {"width": -1, "method": "pvs"},
        {"width": 3},
        {"multi": 0},
        {"multi": 2, "method": "pvs"},
        {"window": 0, "method": "aspiration"},
        {"window": 1 << 40, "method": "aspiration"},
        {"time": -1},
        {"time": math.nan},
        {"time": "1"},
        {"nodes": 0},
        {"nodes": -5},
        {"nodes": 1 << 70},
        {"depth": 0},
        {"depth": 1 << 40},
        {"memory": -1},
        {"memory": 1 << 70},
        {"threads": 0},
        {"threads": 257},
        {"threads": 2.0},
        {"seed": "x"},
        {"cancel": 3},
        {"unheard_of": 1},
    ],
    ids=str,
)
def test_wrong_settings_get_a_sentence(knobs: dict[str, Any]) -> None:
    with pytest.raises(boyi.BoyiError, match=r"\.$"):
        alphabeta(othello(4, 0), **knobs)


def test_the_native_function_itself_refuses_nonsense() -> None:
    import boyi._native as native

    position: Any = othello(4, 0)
    good = {**NATIVE, "evaluation": "lead", "seconds": 1.0, "nodes": 1000, "depth": 5, "memory": 1 << 20}
    assert native.alphabeta(position.board, **good)[1] <= 1000
    for wrong in (
        {"evaluation": "no"}, {"method": ""}, {"width": -1}, {"window": -1}, {"multi": -7},
        {"threads": 0}, {"threads": 10**6}, {"depth": 0}, {"nodes": -1}, {"memory": -1}, {"seed": -1},
        {"history": [-1]}, {"history": "abc"}, {"progress": 3, "nodes": 1 << 60, "depth": 90},
        {"cancel": "now"}, {"depth": 1 << 40}, {"seconds": math.nan},
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError, RuntimeError)):
            native.alphabeta(position.board, **{**good, **wrong})
    with pytest.raises(TypeError):
        native.alphabeta(None, **good)  # type: ignore[arg-type]
    for move in (-1, 0, 64, 65, 1 << 40):
        with pytest.raises(ValueError, match="illegal"):
            native.gain(position.board, "lead", move)
    with pytest.raises(ValueError, match="evaluation"):
        native.evaluate(position.board, "")


def test_extreme_but_legal_settings_answer() -> None:
    position = othello(8, 6)
    for knobs in (
        {"seconds": 0.0},
        {"nodes": 1},
        {"seconds": math.inf, "depth": 1},
        {"nodes": 300, "threads": 8},
        {"nodes": 3000, "depth": 1 << 30},
        {"nodes": 3000, "depth": 1 << 30, "method": "alphabeta"},
        {"nodes": 1, "method": "minimax"},
        {"depth": 2, "multi": 1 << 30},
        {"nodes": 3000, "seed": (1 << 63) - 1},
    ):
        assert position.is_legal(directly(position, **knobs).move), knobs
    known = alphabeta(position, nodes=3000, history=[-1, 1 << 80, position.key])
    assert position.is_legal(known.move)


def test_configurations_are_values() -> None:
    assert FastAlphaBetaConfig(multi=2) == FastAlphaBetaConfig(multi=2)
    config, limits = FastAlphaBetaConfig(evaluation="lead"), AlphaBetaLimits(depth=3)
    by_values = alphabeta(othello(9, 9), config, limits)
    by_knobs = alphabeta(othello(9, 9), evaluation="lead", depth=3)
    assert (by_values.move, by_values.score, by_values.nodes) == (
        by_knobs.move,
        by_knobs.score,
        by_knobs.nodes,
    )


def test_the_strong_search_beats_a_plain_one() -> None:
    chooser = random.Random(7)
    points = 0.0
    for _ in range(3):
        opening = boyi.game("othello", backend="native").start()
        for _ in range(6):
            opening = opening.play(chooser.choice(opening.moves()))
        for strong in (0, 1):
            position = opening
            while position.outcome is None:
                if position.turn == strong:
                    move = alphabeta(position, nodes=20_000).move
                else:
                    move = alphabeta(position, method="pvs", evaluation="lead", depth=3).move
                position = position.play(move)
            points += position.outcome.value(strong)
    assert points >= 4.5, f"{points} of 6 points"
