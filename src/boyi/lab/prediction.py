"""Predict, then reveal: a view without its answer, and the score of who predicts."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.errors import BoyiError
from boyi.lab.view import View

HIDDEN = ("text", "formula", "path", "tree")
PLAYED = ("result", "iteration")
"""Steps whose board has the answer on it."""


def conceal(view: View) -> View:
    """What may be shown before the answer: the question, the board, and tables without their last column.

    A view that asks nothing is shown as it is.
    """
    if view["ask"] is None:
        return view
    hidden = {name: [] for name in HIDDEN} | {"text": view["ask"]["text"], "game": None}
    shown = view["tables"]
    if view["kind"] in PLAYED:
        hidden["board"] = None
    if view["kind"] == "iteration":
        shown = shown[:1]  # the others are of nodes further down
    tables = [
        {
            **table,
            "columns": table["columns"][:-1],
            "rows": [row[:-1] for row in table["rows"]],
            "chosen": None,
        }
        for table in shown
    ]
    ask = {name: view["ask"][name] for name in ("text", "options")}
    return {**view, **hidden, "tables": tables, "counts": [], "ask": ask}


@dataclass
class Score:
    """How many answers were right.

    >>> score = Score()
    >>> score.answer({"step": 3, "ask": {"options": ["a1", "b2"], "answer": 1}}, 1)
    True
    >>> score.right, score.asked
    (1, 1)
    """

    right: int = 0
    asked: int = 0

    def answer(self, view: View, option: int) -> bool:
        """Count an answer, the place of an option; return whether it is right."""
        ask = view["ask"]
        if ask is None:
            raise BoyiError("Step {number} asks nothing.", number=view["step"])
        if not 0 <= option < len(ask["options"]):
            raise BoyiError("The question has {count} options.", count=len(ask["options"]))
        self.asked += 1
        self.right += option == ask["answer"]
        return bool(option == ask["answer"])
