"""Marks of good and bad moves, and the better line, as properties of SGF, so that they live in files too."""

from __future__ import annotations

from typing import Literal

from boyi.formats.numbers import format_number

Mark = Literal["", "good", "inaccuracy", "mistake", "blunder"]
MARKS: dict[Mark, tuple[str, str]] = {
    "good": ("TE", "1"),
    "inaccuracy": ("DO", ""),
    "mistake": ("BM", "1"),
    "blunder": ("BM", "2"),
}
BETTER = "BETTER"
"""The property of a node that holds the line a review prefers."""
LOSS = "BYLOSS"
"""The property that holds what a move cost by a review: win rate, then points if the game has them."""


def mark_of(properties: dict[str, list[str]]) -> Mark:
    """The mark that a node's properties say."""
    for mark, (name, value) in MARKS.items():
        if properties.get(name) == [value]:
            return mark
    return next((mark for mark, (name, _) in MARKS.items() if name in properties), "")


def set_mark(properties: dict[str, list[str]], mark: Mark) -> None:
    """Put a mark among a node's properties, in the place of another."""
    for name, _ in MARKS.values():
        properties.pop(name, None)
    if mark:
        name, value = MARKS[mark]
        properties[name] = [value]


def set_loss(properties: dict[str, list[str]], loss: float | None, points: float | None = None) -> None:
    """Put what a move cost among its properties, in the place of what was there."""
    properties.pop(LOSS, None)
    if loss is not None:
        values = [loss] if points is None else [loss, points]
        properties[LOSS] = [format_number(round(max(0.0, value), 4)) or "0" for value in values]
