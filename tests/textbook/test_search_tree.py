"""The tree of a trace: at any event it is what the events before it make, wherever one comes from."""

from __future__ import annotations

import random
from typing import Any

import pytest

import boyi
from boyi.textbook import AlphaBetaConfig, MctsConfig, Trace, search_tree
from boyi.textbook.alphabeta import AlphaBeta
from boyi.textbook.mcts import Mcts
from boyi.textbook.search_tree import SearchTree, TreeHistory
from boyi.textbook.trace import Event


def traced(kind: str) -> list[Event]:
    position = boyi.game("nogo", size=5).start().play_text("A1 B3")
    trace = Trace(limit=10**6)
    if kind == "mcts":
        Mcts(position, MctsConfig(iterations=150, cap=4), trace).run()
    else:
        settings: dict[str, Any] = {"depth": 3, "width": 6, "table": True, "iterative": True}
        AlphaBeta(position, AlphaBetaConfig(method="pvs", **settings), trace).run()
    return trace.events


def made_of(events: list[Event]) -> SearchTree:
    tree = SearchTree()
    for event in events:
        tree.apply(event)
    return tree


@pytest.mark.parametrize("kind", ["mcts", "pvs"])
def test_the_tree_at_any_event_is_made_of_the_events_before_it(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_tree, "SPACING", 16)
    monkeypatch.setattr(search_tree, "MOST_SNAPSHOTS", 5)
    monkeypatch.setattr(search_tree, "NEAR", 4)
    events = traced(kind)
    history = TreeHistory(lambda first, after: events[first:after])
    chance = random.Random(1)
    places = chance.choices(range(len(events) + 1), k=60)
    last = len(events)
    for event in [*places, last, *range(last, max(last - 60, 0), -1), 0, 1, last]:
        tree = history.at(event)
        assert tree == made_of(events[:event])
        assert len(history._snapshots) <= 5


def test_a_snapshot_stays_as_it_was_when_the_tree_goes_on() -> None:
    events = traced("mcts")
    tree = made_of(events[:100])
    snapshot, expected = tree.copy(), made_of(events[:100])
    for event in events[100:]:
        tree.apply(event)
    assert snapshot == expected
    for event in events[100:200]:
        snapshot.apply(event)
    assert snapshot == made_of(events[:200])
    assert tree == made_of(events)
