"""Explanations show what the searches really did, in any order, while they run."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest

import boyi
from boyi.core.errors import BadOption, BoyiError, UnknownName
from boyi.lab import Comparison, Score, explain
from boyi.lab.explanation import NoStep
from boyi.lab.prediction import conceal
from boyi.lab.recorder import Level
from boyi.lab.search_explanation import SearchExplanation
from boyi.lab.trace_limit import TraceLimit
from boyi.textbook import AlphaBetaConfig, MctsConfig, Trace
from boyi.textbook.alphabeta import AlphaBeta
from boyi.textbook.mcts import Mcts
from boyi.textbook.trace import Cut, Select, Simulate
from tests.patience import PATIENCE, at_most

POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "tictactoe": ({}, "a1 b1 b2 c1"),
    "othello": ({"size": 6}, "b3"),
    "gomoku": ({}, "h8 i9"),
    "loa": ({}, ""),
    "nogo": ({"size": 5}, "A1 B3"),
}


def position_of(name: str) -> boyi.Position:
    options, moves = POSITIONS[name]
    return boyi.game(name, **options).start().play_text(moves)


@pytest.mark.parametrize("name", POSITIONS)
def test_selections_show_the_very_numbers_of_the_search(name: str) -> None:
    position = position_of(name)
    given = MctsConfig(iterations=260, c=0.8, rollouts=2, cap=6, seed=3)
    trace = Trace(limit=10**6)
    Mcts(position, given, trace).run()
    selects = [event for event in trace.events if isinstance(event, Select)]
    with explain("mcts:iterations=260,c=0.8,rollouts=2,cap=6,seed=3", position) as found:
        views = [view for view in found.views() if view["kind"] == "select"]
    assert len(views) == len(selects) > 30
    for view, event in zip(views, selects, strict=True):
        table = view["tables"][0]
        expected = [[one.q, one.n, one.q / one.n, one.exploration, one.ucb] for one in event.siblings]
        assert [row[1:] for row in table["rows"]] == expected
        assert event.siblings[table["chosen"]].node == event.chosen
        assert view["ask"]["answer"] == table["chosen"]
        json.dumps(view)


def test_random_games_can_be_replayed_move_by_move() -> None:
    position = position_of("othello")
    trace = Trace(limit=10**6)
    Mcts(position, MctsConfig(iterations=30), trace).run()
    games = [event for event in trace.events if isinstance(event, Simulate)]
    with explain("mcts:iterations=30", position) as found:
        views = [view for view in found.views() if view["kind"] == "simulate"]
    for view, event in zip(views, games, strict=True):
        cells = list(view["board"]["cells"])
        for changes in view["game"]["changes"]:
            for cell, content in changes:
                cells[cell] = content
        end = position.game.parse_position(view["game"]["end"])
        assert "".join(cells) == end.cells  # type: ignore[attr-defined]
        assert len(view["game"]["moves"]) == len(event.moves)
        assert end.outcome is not None


def test_back_up_shows_values_before_and_after_along_the_path() -> None:
    with explain("mcts:iterations=40", position_of("tictactoe")) as found:
        views = [view for view in found.views() if view["kind"] == "backup"]
    totals: dict[tuple[str, ...], tuple[float, int]] = {}
    for view in views:
        path = view["path"]
        rows = view["tables"][0]["rows"]
        assert len(rows) == len(path) + 1
        for place, (_, reward, q, n, _, q_after, n_after, mean) in enumerate(rows):
            node = tuple(path[: len(path) - place])
            assert totals.get(node, (0.0, 0)) == (q, n)
            assert (q_after, n_after) == (q + reward, n + 1)
            assert mean == q_after / n_after
            totals[node] = (q_after, n_after)


JUMPS = [
    ("mcts:iterations=80,rollouts=2", "tictactoe"),
    ("mcts:iterations=300,cap=3,reward=lead/7", "othello"),
    ("alphabeta:depth=3,width=5", "gomoku"),
    ("pvs:depth=4,iterative=yes,table=yes,history=yes", "othello"),
    ("aspiration:depth=3,window=3", "othello"),
    ("minimax:depth=2", "nogo"),
    ("five-tuple", "gomoku"),
    ("annealing:plies=3", "nogo"),
]


@pytest.mark.parametrize(("search", "name"), JUMPS)
def test_a_step_is_the_same_from_wherever_one_comes(search: str, name: str) -> None:
    chance = random.Random(1)
    with explain(search, position_of(name)) as found:
        for level in found.levels:
            views = list(found.views(level))
            assert len(views) == found.count(level) > 1
            for number in chance.choices(range(len(views)), k=40):
                assert found.view(number, level) == views[number]
            for number in reversed(range(max(len(views) - 30, 0), len(views))):
                assert found.view(number, level) == views[number]
            with explain(search, position_of(name)) as fresh:  # whose first look is at this step
                assert fresh.view(len(views) - 2, level) == views[-2]


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta", "aspiration", "pvs"])
def test_windows_cut_offs_and_counts_are_those_of_the_search(method: str) -> None:
    position = position_of("othello")
    judge = position.game.evaluation()
    config = AlphaBetaConfig(depth=3, method=method, evaluate=judge.value, gain=judge.gain)  # type: ignore[arg-type]
    trace = Trace(limit=10**6)
    search = AlphaBeta(position, config, trace)
    result = search.run()
    cuts = [event for event in trace.events if isinstance(event, Cut)]
    with explain(f"{method}:depth=3", position) as found:
        views = list(found.views())
    last = {label["en"]: value for label, value in views[-1]["counts"]}
    assert last["nodes"] == search.nodes == result.nodes
    shown = [view for view in views if view["kind"] == "cut"]
    assert len(shown) == len(cuts) == last.get("cut-offs", 0)
    assert last.get("moves not searched", 0) == sum(len(cut.skipped) for cut in cuts)
    assert views[-1]["board"]["last"] == [result.move]
    if method == "alphabeta":
        entered = [view["text"]["en"] for view in views if view["kind"] in ("depth", "enter", "leaf")]
        assert all("The window is (" in text for text in entered)


def test_saved_nodes_are_those_that_minimax_visits() -> None:
    """Alpha-beta's nodes and those it says it saved are together all nodes of minimax."""
    position = boyi.game("tictactoe").start().play_text("a1 b2 c3")
    with explain("alphabeta:depth=3", position) as found:
        views = list(found.views())
    assert isinstance(found, SearchExplanation)
    saved = sum(
        int(view["text"]["en"].partition("Minimax would visit ")[2].partition(" node")[0] or 0)
        for view in views
        if view["kind"] == "cut"
    )
    visited = views[-1]["counts"][0][1]
    with explain("minimax:depth=3", position) as everything:
        total = everything.view(everything.count() - 1)["counts"][0][1]
    assert saved > 0
    assert visited + saved == total


def test_the_table_and_the_deepening_are_shown() -> None:
    with explain(
        "alphabeta:depth=5,table=yes,iterative=yes", boyi.game("tictactoe").start().play_text("a1 b2")
    ) as found:
        views = list(found.views())
    assert any(view["kind"] == "table" for view in views)
    depths = [view["text"]["en"] for view in views if view["kind"] == "depth"]
    assert depths[0].startswith("Depth 1 begins")
    assert depths[1].startswith("Depth 2 begins")


def test_the_first_step_is_there_long_before_the_last() -> None:
    position = boyi.game("gomoku").start()
    with at_most(5), explain("mcts:iterations=100000", position) as found:
        view = found.view(0)
        assert view["kind"] == "expand"
        assert not found.finished
        assert found.head()["known"]["phase"] > 0
    assert found.finished  # closing it has stopped the search


def test_a_root_with_225_children_and_many_events_stays_out_of_memory() -> None:
    position = boyi.game("gomoku").start()
    with explain("mcts:iterations=3000,cap=1", position) as found:
        assert isinstance(found, SearchExplanation)
        count = found.count()
        assert len(found.recorder) > 12_000
        assert found.recorder.events == []  # most of them are in its file
        view = next(one for one in found.views(first=2_000) if one["kind"] == "select")
        assert len(view["tables"][0]["rows"]) == 225
        assert len(view["formula"]) == 12
        assert len(view["tree"]) <= 40
        assert found.view(count - 1)["kind"] == "result"


def test_a_search_beyond_the_limit_is_stopped_and_says_so() -> None:
    from boyi.lab.mcts_steps import MctsExplanation

    limit = TraceLimit(events=100)
    with MctsExplanation("mcts", position_of("tictactoe"), MctsConfig(iterations=1000), limit=limit) as found:
        assert found.count() > 10
        assert str(found.problem) == "The search was stopped after 100 events; give it a smaller budget."
        assert found.head()["problem"]["zh_CN"].startswith("搜索在 100 个事件后停止")


def test_an_error_of_the_search_reaches_who_looks() -> None:
    def broken(position: boyi.Position) -> int:
        raise ZeroDivisionError

    from boyi.lab.alphabeta_steps import AlphaBetaExplanation

    config = AlphaBetaConfig(depth=1, evaluate=broken)
    found = AlphaBetaExplanation("alphabeta", position_of("nogo"), config, {})
    with found, pytest.raises(ZeroDivisionError):
        found.count()


def test_many_may_look_at_once() -> None:
    problems: list[BaseException] = []
    with explain("mcts:iterations=400,cap=5", position_of("nogo")) as found:

        def look(seed: int) -> None:
            chance = random.Random(seed)
            try:
                for _ in range(60):
                    number = chance.randrange(300)
                    assert found.view(number)["step"] == number
            except BaseException as error:
                problems.append(error)

        threads = [threading.Thread(target=look, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    assert not problems


def test_the_same_seed_gives_the_same_steps() -> None:
    with Comparison.of("mcts:seed=5,iterations=50", "mcts:seed=5,iterations=50", position_of("nogo")) as both:
        views = list(both.views("iteration"))
    assert all(view["left"] == view["right"] for view in views)
    with Comparison.of("mcts:seed=5,c=0", "mcts:seed=5,c=3", position_of("nogo")) as both:
        last = both.view(both.count("iteration") - 1, "iteration")
    visits = [[row[2] for row in last[side]["tables"][0]["rows"]] for side in ("left", "right")]
    assert max(visits[0]) - min(visits[0]) > max(visits[1]) - min(visits[1])


def test_the_shorter_one_waits_at_its_end() -> None:
    with Comparison.of("mcts:iterations=3", "mcts:iterations=9", position_of("nogo")) as both:
        assert both.count("iteration") == 10
        view = both.view(9, "iteration")
        assert (view["left"]["kind"], view["left"]["step"]) == ("result", 3)
        assert (view["right"]["kind"], view["right"]["step"]) == ("result", 9)
        assert set(both.head()) == {"left", "right"}


@pytest.mark.parametrize(
    ("search", "level"),
    [("mcts:iterations=30", "phase"), ("mcts:iterations=30", "iteration"), ("alphabeta:depth=3", "phase")],
)
def test_a_prediction_does_not_see_the_answer(search: str, level: Level) -> None:
    score = Score()
    with explain(search, position_of("tictactoe")) as found:
        views = list(found.views(level))
    asked = [view for view in views if view["ask"] is not None]
    assert len(asked) > 5
    for view in views:
        hidden = conceal(view)
        if view["ask"] is None:
            assert hidden == view
            continue
        assert "answer" not in hidden["ask"]
        assert not hidden["formula"]
        assert not hidden["tree"]
        assert hidden["text"] == view["ask"]["text"]
        assert hidden["game"] is None
        if level == "iteration":  # its board and further tables are of the node that was reached
            assert hidden["board"] is None
            assert len(hidden["tables"]) == 1
        assert all(table["chosen"] is None for table in hidden["tables"])
        assert score.answer(view, view["ask"]["answer"])
    assert not score.answer(asked[0], (asked[0]["ask"]["answer"] + 1) % len(asked[0]["ask"]["options"]))
    assert (score.right, score.asked) == (len(asked), len(asked) + 1)
    with pytest.raises(BoyiError, match="asks nothing"):
        score.answer(next(view for view in views if view["ask"] is None), 0)
    with pytest.raises(BoyiError, match="options"):
        score.answer(asked[0], 99)


def test_every_text_is_in_both_languages() -> None:
    def check(value: Any) -> None:
        if isinstance(value, dict) and set(value) == {"en", "zh_CN"}:
            if any(letter.isalpha() for letter in value["en"]) and " " in value["en"]:
                assert value["en"] != value["zh_CN"], value
        elif isinstance(value, dict):
            for one in value.values():
                check(one)
        elif isinstance(value, list):
            for one in value:
                check(one)

    for search, name in JUMPS:
        with explain(search, position_of(name)) as found:
            for level in found.levels:
                for view in found.views(level, most=60):
                    view["path"] = []
                    check({name: value for name, value in view.items() if name != "tree"})
            check(found.head())


ENDED = "a1 b1 b2 c1 c3"
MISTAKES: list[tuple[str, str | None, str]] = [
    ("mcst", "tictactoe", "There is no search 'mcst' to explain: choose mcts, .* Did you mean mcts"),
    ("mcts:iterations=0", "tictactoe", "iterations=0 is not accepted: give a whole number from 1 to 100000"),
    ("mcts:iterations=100001", "tictactoe", "iterations=100001 is not accepted"),
    ("mcts:speed=3", "tictactoe", "The search has no setting 'speed'; its settings: c, "),
    ("alphabeta:depth=21", "tictactoe", "depth=21 is not accepted: give a whole number from 1 to 20"),
    ("alphabeta:evaluation=lead", "tictactoe", "tictactoe has no evaluation 'lead': choose none"),
    ("five-tuple", "othello", "The five-tuple method is for gomoku, not for othello"),
    ("annealing", "tictactoe", "The annealed window needs an evaluation, and tictactoe has none"),
    ("mcts", None, "The search mcts needs a position"),
    ("payoff:table=1 2/3", None, "A pay-off table has 1 to 8 rows of equal length"),
    ("payoff:table=x", None, "table=x is not accepted"),
    ("pi:points=0", None, "points=0 is not accepted"),
]


@pytest.mark.parametrize(("search", "name", "sentence"), MISTAKES)
def test_a_mistake_gets_a_sentence(search: str, name: str | None, sentence: str) -> None:
    with pytest.raises(BoyiError, match=sentence):
        explain(search, None if name is None else position_of(name))


def test_other_mistakes_get_a_sentence_too() -> None:
    ended = boyi.game("tictactoe").start().play_text(ENDED)
    with pytest.raises(BoyiError, match=r"There is nothing to search: the game is over \(three\)"):
        explain("mcts", ended)
    with pytest.raises(BadOption, match="no setting 'iteration'"):
        explain("mcts", ended, iteration=3)
    with pytest.raises(UnknownName):
        explain("", ended)
    with explain("mcts:iterations=2", position_of("nogo")) as found:
        level: Level
        for number, level in ((99, "phase"), (-1, "phase")):
            with pytest.raises(NoStep, match=f"There is no step {number}: this explanation has 7"):
                found.view(number, level)
    unpointed = explain("mcts:reward=lead/16", position_of("tictactoe"))
    with unpointed, pytest.raises(BoyiError, match="lead/16"):
        unpointed.count()
