"""Every number of the thesis's worked example."""

from __future__ import annotations

import json

from boyi.textbook.search_tree import replay
from boyi.textbook.thesis import as_text, shown, worked_example
from boyi.textbook.trace import Trace

TABLE = [
    ([], [], "b", "loss"),
    ([], [], "c", "win"),
    ([], [], "d", "win"),
    ([{"c": "3.09", "b": "1.09", "d": "3.09"}], ["d"], "e", "win"),
    ([{"c": "3.35", "b": "1.35", "d": "2.66"}], ["c"], "f", "loss"),
    ([{"c": "1.79", "b": "1.53", "d": "2.79"}], ["d"], "g", "win"),
    ([{"c": "1.89", "b": "1.67", "d": "2.54"}, {"e": "3.09", "g": "3.09"}], ["d", "g"], "h", "loss"),
]


def test_every_number_of_the_table() -> None:
    data = json.loads(json.dumps(worked_example().to_data()))
    rows = [(row["ucb1"], row["path"], row["expanded"], row["result"]) for row in data["simulations"]]
    assert rows == TABLE
    assert [row["terminal"] for row in data["simulations"]] == [False] * 6 + [True]
    assert data["rates"] == {"c": "0.00", "b": "-1.00", "d": "0.50"}
    assert data["played"] == "d"


def test_the_trace_rebuilds_the_tree() -> None:
    example = worked_example()
    tree = replay(Trace.from_data(json.loads(json.dumps(example.trace.to_data()))))
    assert [(node.q, node.n) for _, node in sorted(tree.items())] == [
        (1.0, 7), (-1.0, 1), (0.0, 2), (2.0, 4), (1.0, 1), (-1.0, 1), (0.0, 2), (-1.0, 1),
    ]  # fmt: skip
    assert tree[6].parent == 3
    assert tree[7].parent == 6


def test_values_are_truncated_not_rounded() -> None:
    assert [shown(value) for value in (3.0999, -1.0, 0.5, 1.7999999, -0.999)] == [
        "3.09", "-1.00", "0.50", "1.79", "-0.99",
    ]  # fmt: skip


def test_the_text_reads_like_the_table() -> None:
    text = as_text(worked_example())
    assert "7. c 1.89, b 1.67, d 2.54; then e 3.09, g 3.09: d, g, expand h (terminal); result: loss" in text
    assert text.endswith("Final win rates: c 0.00, b -1.00, d 0.50. d is played.")
