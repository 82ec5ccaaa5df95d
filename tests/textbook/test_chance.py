"""Searches without a tree: by lot, and what they tell of themselves."""

from __future__ import annotations

import json

import pytest

import boyi
from boyi.textbook import Trace, chance, fivetuple, replay


@pytest.mark.parametrize("name", boyi.game_names())
def test_every_move_may_be_drawn_and_a_seed_repeats(name: str) -> None:
    position = boyi.game(name).start()
    drawn = {chance(position, seed).move for seed in range(2000)}
    assert drawn == set(position.moves())
    assert chance(position, 7).move == chance(position, 7).move


@pytest.mark.parametrize("search", [chance, fivetuple])
def test_the_trace_tells_every_weight_and_the_choice(search: object) -> None:
    assert callable(search)
    position = boyi.game("gomoku").start().play_text("h8 i9")
    trace = Trace()
    result = search(position, 3, trace)
    tree = replay(Trace.from_data(json.loads(json.dumps(trace.to_data()))))
    assert {tree[child].move for child in tree[0].children} == set(position.moves())
    assert [node.move for node in tree.values() if node.n] == [result.move]
    best = max(tree[child].q for child in tree[0].children)
    assert best == (1 if search is chance else result.score)
