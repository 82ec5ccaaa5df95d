"""The native Monte Carlo search on Othello: what it proves, its limits, its memory, its options."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.errors import BadOption, BoyiError, IllegalMove
from boyi.core.game import Position
from boyi.core.result import SearchResult
from boyi.textbook.mcts import MctsConfig

pytest.importorskip("boyi._native")

from boyi.native.mcts import FastMcts, native_options, search
from boyi.settings.limits import SearchLimits
from boyi.settings.mcts import FastMctsConfig
from tests.effort import some
from tests.patience import PATIENCE, Spent, at_most, wait_until

GAME = boyi.game("othello", backend="native")
WORDS = {1: "win", 0: "draw", -1: "loss"}


def late_positions(count: int, empties: int, seed: int) -> Iterator[Position]:
    """Positions of random games with a few empty cells and the game still on."""
    choose = random.Random(seed)
    while count:
        position = GAME.start()
        while position.outcome is None and sum(cell == "." for cell in position.cells) > empties:  # type: ignore[attr-defined]
            position = position.play(choose.choice(position.moves()))
        if position.outcome is None:
            count -= 1
            yield position


def minimax(position: Position, memory: dict[int, int]) -> int:
    """The exact result for the side to move: 1, 0 or -1."""
    if (known := memory.get(position.key)) is not None:
        return known
    outcome = position.outcome
    if outcome is not None:
        value = 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    else:
        value = max(-minimax(position._after(move), memory) for move in position.moves())
    memory[position.key] = value
    return value


def without_time(result: SearchResult) -> tuple[object, ...]:
    return (*result.candidates, result.nodes, result.depth, result.proven)


# The solver


@pytest.mark.parametrize("threads", [1, 2])
def test_proofs_equal_minimax(threads: int) -> None:
    for position in late_positions(some(100), 7, seed=threads):
        exact = minimax(position, {})
        result = search(position, nodes=100_000, threads=threads, forced=False)
        assert result.proven == WORDS[exact], position
        assert result.win_rate == (exact + 1) / 2
        assert -minimax(position.play(result.move), {}) == exact


def test_early_proofs_are_never_wrong() -> None:
    proven = 0
    for position in late_positions(150, 7, seed=5):
        result = search(position, nodes=300, forced=False)
        if result.proven:
            proven += 1
            assert result.proven == WORDS[minimax(position, {})]
    assert 20 < proven < 150


def test_a_proven_line_leads_to_the_result() -> None:
    decided = 0
    for position in late_positions(100, 6, seed=9):
        result = search(position, nodes=100_000, forced=False)
        end = position
        for move in result.pv:
            end = end.play(move)
        assert result.depth == len(result.pv)
        assert end.outcome is not None
        winner = (
            None
            if result.proven == "draw"
            else position.turn
            if result.proven == "win"
            else 1 - position.turn
        )
        assert end.outcome.winner == winner
        decided += result.proven != "draw"
    assert decided > 50


def test_a_lost_move_is_not_played_while_another_is_open() -> None:
    found = 0
    for position in late_positions(150, 7, seed=11):
        memory: dict[int, int] = {}
        result = search(position, nodes=40, forced=False)
        rates = [candidate.win_rate for candidate in result.candidates]
        open_moves = [rate for rate in rates if rate > 0]
        if len(open_moves) < len(rates) and open_moves:
            found += 1
            assert result.win_rate > 0
        if result.proven == "loss":
            assert minimax(position, memory) == -1
    assert found > 10


def test_a_win_in_one_is_seen_before_any_simulation_and_a_threat_of_one_soon() -> None:
    wins = threats = 0
    for late in (*late_positions(60, 1, seed=21), *late_positions(100, 2, seed=22)):
        ends = [late.play(move).outcome for move in late.moves()]
        if any(end is not None and end.winner == late.turn for end in ends):
            wins += 1
            result = search(late, nodes=1, forced=False)
            assert result.proven == "win"
            assert len(result.pv) == 1
        for move in late.moves():
            after = late.play(move)
            replies = [after.play(reply).outcome for reply in after.moves()]
            if len(late.moves()) > 1 and any(end is not None and end.winner == after.turn for end in replies):
                threats += 1
                seen = search(late, nodes=len(late.moves()), forced=False)
                lost = {candidate.move: candidate.win_rate for candidate in seen.candidates}
                assert seen.proven == "win" or lost.get(move, 0.0) == 0.0
    assert wins > 5
    assert threats > 5


# Limits


def test_the_node_limit_is_exact() -> None:
    for nodes in (1, 2, 3, 100, 1001, 12345):
        result = search(GAME.start(), nodes=nodes)
        assert result.nodes == nodes
        assert sum(candidate.visits for candidate in result.candidates) == nodes
    assert search(GAME.start(), nodes=2000, threads=2).nodes == 2000
    assert search(GAME.start(), nodes=100, rollouts=16).nodes == 100


def test_one_thread_and_a_seed_give_one_answer() -> None:
    knobs: list[dict[str, Any]] = [
        {},
        {"rave": True},
        {"memory": 1 << 16},
        {"tie": "random", "final": "ucb"},
        {"rollouts": 3},
    ]
    for extra in knobs:
        first, again, other = (search(GAME.start(), nodes=3000, seed=seed, **extra) for seed in (7, 7, 8))
        assert without_time(first) == without_time(again)
        assert without_time(first) != without_time(other)


@pytest.mark.outside
def test_the_time_limit_is_kept() -> None:
    for seconds in (0.1, 0.15, 0.3):
        for threads in (1, 2):
            # Of the processor's time, and the best of three: a search that is always late is wrong.
            over = math.inf
            for _ in range(3):
                spent = Spent()
                result = search(GAME.start(), time=seconds, threads=threads)
                over = min(over, spent.processor / threads - seconds)
                assert spent.clock > seconds - 0.02
                assert result.nodes > 0
            assert over < 0.05
    assert search(GAME.start(), time=0.001).nodes >= 1


@pytest.mark.outside
def test_stop_from_another_thread_ends_it_at_once() -> None:
    late = []
    for threads, rollouts in ((1, 1), (2, 1), (1, 1_000_000)):
        running = FastMcts(GAME.start(), FastMctsConfig(rollouts=rollouts))
        stopped: list[Spent] = []

        def stop(running: FastMcts = running, stopped: list[Spent] = stopped) -> None:
            begun = Spent()
            wait_until(lambda: begun.processor > 0.1, "the search")
            stopped.append(Spent())
            running.stop()

        threading.Thread(target=stop).start()
        result = running.run(SearchLimits(time=PATIENCE, threads=threads))
        late.append(stopped[0].processor)
        assert result.nodes > 0
    assert min(late) < 0.05
    assert max(late) < 0.5


@pytest.mark.outside
def test_progress_comes_often_and_can_stop_the_search() -> None:
    seen: list[SearchResult] = []

    # Until twenty: without them it would go on for minutes.
    def enough(result: SearchResult) -> bool:
        seen.append(result)
        return len(seen) == 20

    with at_most(processor=10):
        search(GAME.start(), time=PATIENCE, progress=enough)
    assert len(seen) == 20
    # A worker that the machine left waiting may have done nothing between two reports.
    nodes = [result.nodes for result in seen]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1]
    assert all(result.candidates[0].move == result.move for result in seen)
    with at_most(processor=5):
        search(GAME.start(), time=60, progress=lambda result: True)

    def broken(result: SearchResult) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        search(GAME.start(), time=60, progress=broken)


def test_tiny_memory_is_enough() -> None:
    # 64 KiB hold about 500 nodes, so the tree is recycled a hundred times.
    alone = search(GAME.start(), nodes=50_000, memory=1 << 16)
    assert alone.nodes == 50_000
    assert sum(candidate.visits for candidate in alone.candidates) == 50_000
    assert search(GAME.start(), nodes=50_000, memory=1 << 16, threads=2, rave=True).nodes == 50_000
    for position in late_positions(30, 7, seed=3):
        result = search(position, nodes=300_000, memory=1 << 16, forced=False)
        assert result.proven == WORDS[minimax(position, {})]


def test_stopping_while_memory_is_recycled() -> None:
    choose = random.Random(6)
    for _ in range(25):
        running = FastMcts(GAME.start())
        timer = threading.Timer(choose.uniform(0.005, 0.03), running.stop)
        timer.start()
        result = running.run(SearchLimits(time=10, threads=2, memory=1 << 17))
        assert abs(sum(candidate.visits for candidate in result.candidates) - result.nodes) <= 2
        timer.join()
        running.advance(result.move)
        assert running.run(SearchLimits(nodes=100, memory=1 << 17)).nodes == 100


def test_recycling_keeps_what_matters() -> None:
    small = search(GAME.start(), nodes=60_000, memory=1 << 18)
    assert len(small.pv) >= 5
    position = GAME.start()
    for move in small.pv:
        position = position.play(move)


# Tree reuse


def test_advance_keeps_the_visits_below_the_move() -> None:
    running = FastMcts(GAME.start())
    first = running.run(SearchLimits(nodes=5000))
    assert running.visits == 5000
    running.advance(first.move)
    assert running.visits == first.candidates[0].visits
    reply = first.pv[1]
    second = running.run(SearchLimits(nodes=1000))
    # The node's own first game is nobody's visit below it; those of the lookahead's node are all kept.
    kept = sum(candidate.visits for candidate in second.candidates) - 1000
    assert first.candidates[0].visits - 2 <= kept <= first.candidates[0].visits
    assert second.nodes == 1000
    running.advance(reply)
    assert running.position == GAME.start().play(first.move).play(reply)
    assert running.run(SearchLimits(nodes=10)).nodes == 10


def test_advance_along_whole_games() -> None:
    choose = random.Random(1)
    for config in (FastMctsConfig(), FastMctsConfig(rave=True, backup="computer")):
        running = FastMcts(GAME.start(), config)
        while running.position.outcome is None:
            result = running.run(SearchLimits(nodes=60, memory=1 << 17))
            assert running.position.is_legal(result.move)
            # Half of the moves are the tree's, half may be outside of it.
            running.advance(choose.choice([result.move, choose.choice(running.position.moves())]))
        with pytest.raises(BoyiError, match="over"):
            running.run(SearchLimits(nodes=1))
        with pytest.raises(IllegalMove):
            running.advance(0)


# Options


def test_every_option_of_the_textbook_search_is_there_with_its_default() -> None:
    ours = {field.name: field.default for field in fields(FastMctsConfig)}
    for field in fields(MctsConfig):
        if field.name not in ("iterations", "time", "seed"):
            assert ours[field.name] == field.default


@pytest.mark.parametrize(
    "knobs",
    [
        {"factor": 1, "scale": "unit", "final": "ucb", "rollouts": 16, "cap": 24, "cap_value": "black-loss"},
        {"backup": "computer", "c": 1.414, "final": "rate", "solver": False},
        {"reward": "lead/16", "c": 1 / math.sqrt(2), "final": "rate"},
        {"rave": True, "c": 0.2},
        {"fpu": 0.5},
        {"fpu": math.nan},
        {"expand": 5},
        {"lookahead": False, "virtual_loss": 0.0, "threads": 2},
    ],
)
def test_each_way_to_search_finds_the_better_of_two_moves(knobs: dict[str, Any]) -> None:
    # Late positions in which one move keeps a win and another loses: all designs must mostly see it.
    right = total = 0
    for position in late_positions(60, 5, seed=2):
        exact = {move: -minimax(position.play(move), {}) for move in position.moves()}
        if set(exact.values()) >= {1, -1}:
            total += 1
            right += exact[search(position, nodes=2000, **knobs).move] == 1
    assert total >= 15
    # The thesis's way takes the opponent's worst moves for granted, so it errs more.
    assert right >= total * (0.6 if knobs.get("backup") == "computer" else 0.85)


def test_cut_games_count_as_told() -> None:
    # Cut at once, every game is a draw, or lost for black whoever moves.
    half = search(GAME.start(), nodes=500, cap=1)
    assert {candidate.win_rate for candidate in half.candidates} == {0.5}
    lost = search(GAME.start(), nodes=500, cap=1, cap_value="black-loss")
    assert {candidate.win_rate for candidate in lost.candidates} == {0.0}
    white = search(GAME.start().play(GAME.start().moves()[0]), nodes=500, cap=1, cap_value="black-loss")
    assert {candidate.win_rate for candidate in white.candidates} == {1.0}


def test_a_single_move_is_answered_at_once() -> None:
    for position in late_positions(200, 4, seed=4):
        if len(position.moves()) == 1:
            result = search(position, time=60)
            assert result.move == position.moves()[0]
            assert result.nodes <= 1
            assert search(position, nodes=50, forced=False, solver=False).nodes == 50
            return
    pytest.fail("no such position")


def test_rates_agree_with_the_textbook_search() -> None:
    from boyi.textbook.mcts import search as textbook

    position = next(late_positions(1, 30, seed=8))
    ours = search(position, nodes=4000, solver=False)
    theirs = textbook(position, iterations=2000)
    rates = {candidate.move: candidate.win_rate for candidate in ours.candidates}
    assert abs(ours.win_rate - theirs.win_rate) < 0.08
    for candidate in theirs.candidates[:2]:
        assert abs(rates[candidate.move] - candidate.win_rate) < 0.15


# Hostile arguments


@pytest.mark.parametrize(
    "knobs",
    [
        {"c": -1},
        {"c": math.nan},
        {"c": "x"},
        {"factor": 3},
        {"scale": "other"},
        {"rollouts": 0},
        {"rollouts": 1.5},
        {"cap": -1},
        {"cap": 2**40},
        {"cap_value": "x"},
        {"cap": 10, "cap_value": "eval"},
        {"reward": "lead/0"},
        {"reward": 3},
        {"backup": "x"},
        {"final": "x"},
        {"tie": "x"},
        {"fpu": -math.inf},
        {"virtual_loss": 2},
        {"expand": -1},
        {"nodes": 0},
        {"nodes": -5},
        {"nodes": 2**70},
        {"time": -1},
        {"time": math.nan},
        {"threads": 0},
        {"threads": 1000},
        {"seed": -1},
        {"memory": 0},
        {"memory": 2**80},
        {"unknown": 1},
    ],
)
def test_bad_arguments_raise(knobs: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        search(GAME.start(), **{"nodes": 10, **knobs})


def test_the_native_search_takes_every_setting_and_no_other() -> None:
    import boyi._native as native

    position: Any = GAME.start()
    options = native_options(FastMctsConfig(), 1000)
    assert native.mcts(position.board, options, []).visits == 0
    for name in options:
        rest = {other: value for other, value in options.items() if other != name}
        with pytest.raises(ValueError, match=f"missing option: {name}$"):
            native.mcts(position.board, rest, [])
    with pytest.raises(ValueError, match="unknown option"):
        native.mcts(position.board, {**options, "raves": True}, [])


@pytest.mark.parametrize("name", ["mcts_config", "minimax_config"])
def test_defaults_and_ranges_stand_only_in_the_settings(name: str) -> None:
    header = Path(__file__).parents[2] / "native" / "search" / f"{name}.hpp"
    _, _, rest = header.read_text(encoding="utf-8").partition("Config {")
    members, end, _ = rest.partition("\n};")
    assert end
    assert members.count(";") >= 5
    assert not set("=<>()") & set(members)


def test_positions_that_cannot_be_searched_say_so() -> None:
    position = GAME.start()
    choose = random.Random(0)
    while position.outcome is None:
        position = position.play(choose.choice(position.moves()))
    with pytest.raises(BoyiError, match="over"):
        search(position, nodes=1)
    with pytest.raises(BoyiError, match="native position"):
        search(boyi.game("othello", backend="python").start(), nodes=1)


def test_a_running_search_refuses_other_calls() -> None:
    running = FastMcts(GAME.start())
    errors: list[Exception] = []

    def meddle(result: SearchResult) -> bool:
        for call in (lambda: running.advance(result.move), lambda: running.run(SearchLimits(nodes=1))):
            try:
                call()
            except RuntimeError as error:
                errors.append(error)
        return True

    running.run(SearchLimits(time=5), meddle)
    assert len(errors) == 2
    assert running.position == GAME.start()
