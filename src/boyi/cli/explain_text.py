"""An explanation on the terminal: a line or two for each step, and tables where they were asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import monotonic
from typing import Any

from boyi.cli.columns import pad, width_of
from boyi.core.board_text import draw_text
from boyi.core.game import Position
from boyi.core.grid import GridGame
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.lesson import Lesson
from boyi.lab.mcts_steps import shown_number
from boyi.lab.recorder import Level
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import View

ROWS = 10
"""Rows of a table."""
BEAT = 0.5
"""Seconds between two lines on how far a search is."""


def lesson_lines(
    lesson: Lesson,
    level: Level | None,
    first: int,
    most: int,
    language: Language,
    limit: TraceLimit | None = None,
    *,
    full: bool,
) -> Iterator[str]:
    """A lesson, its parts one after the other."""
    code = language.code
    yield lesson.title[code]
    yield ""
    yield lesson.text[code]
    for number, part in enumerate(lesson.parts, start=1):
        yield ""
        yield f"{number}. {part.title[code]}"
        yield part.text[code]
        yield f"→ {part.look[code]}"
        with part.explain(limit) as found:
            wanted = level or part.level
            used = wanted if wanted in found.levels else found.levels[0]
            yield ""
            yield from part_lines(found, used, first, most, language, full=full)


def part_lines(
    found: Explanation | Comparison, level: Level, first: int, most: int, language: Language, *, full: bool
) -> Iterator[str]:
    """The position and some steps of an explanation."""
    one = found.left if isinstance(found, Comparison) else found
    if one.position is not None:
        yield str(one.position)
        yield ""
    number = first
    while number < first + most and await_step(found, level, number, language):
        view = found.view(number, level)
        number += 1
        if isinstance(found, Comparison):
            yield from _side("A", view["left"], found.left, language, full)
            yield from _side("B", view["right"], found.right, language, full)
        else:
            yield from _side("", view, found, language, full)
    if number == first:
        await_step(found, level, None, language)
        message = Message(
            "There are no steps from {first} on: there are {count}.",
            first=first + 1,
            count=found.count(level),
        )
        yield language(message)
    elif await_step(found, level, number, language):
        yield language(Message("More: --from {number}", number=number + 1))
    for side in (found.left, found.right) if isinstance(found, Comparison) else (found,):
        if side.finished and side.problem is not None:
            yield language(side.problem)


def await_step(found: Explanation | Comparison, level: Level, step: int | None, language: Language) -> bool:
    """Wait for a step, or with None for the end; in a terminal say how far the search is meanwhile.

    Returns whether the step is there.
    """
    wanted = sys.maxsize if step is None else step
    shown, began = False, monotonic()
    while not (known := found.wait(level, wanted, BEAT)) and not found.finished:
        if sys.stderr.isatty():
            said = Message(
                "{share:.0%} searched, {seconds:.0f} s", share=found.share, seconds=monotonic() - began
            )
            print(f"\r\x1b[K{language(said)}", end="", file=sys.stderr, flush=True)
            shown = True
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return known or found.wait(level, wanted)


def _side(name: str, view: View, found: Explanation, language: Language, full: bool) -> Iterator[str]:
    code = language.code
    mark = f"{name} " if name else ""
    yield f"{mark}{view['step'] + 1}. {view['text'][code]}"
    yield from (f"     {line}" for line in view["formula"] if line)
    if full or view["kind"] == "result":
        if full and found.position is not None and view["board"] is not None:
            yield from _indented(_board(view["board"], found.position))
        for table in view["tables"]:
            yield from _indented(_table(table, found, language))


def _indented(text: str) -> Iterator[str]:
    return (f"     {line}".rstrip() for line in text.splitlines())


def _board(board: View, position: Position) -> str:
    game = position.game
    if isinstance(game, GridGame):
        return draw_text(board["cells"], game.coordinates, board["last"])
    return str(board["text"])


def _table(table: View, found: Explanation, language: Language) -> str:
    code = language.code

    def text(value: Any) -> str:
        if isinstance(value, dict):
            return str(value[code])
        if isinstance(value, float) and not value.is_integer():
            return shown_number(value, max(found.decimals, 2 if found.truncate else 3), found.truncate)
        return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)

    order = list(range(len(table["rows"])))
    if len(order) > ROWS:
        # The chosen row and those with the largest last numbers.
        def rank(row: int) -> tuple[bool, float]:
            numbers = [value for value in table["rows"][row] if isinstance(value, int | float)]
            return row != table["chosen"], -numbers[-1] if numbers else 0.0

        order = sorted(sorted(order, key=rank)[:ROWS])
    rows = [[text(column) for column in table["columns"]]]
    rows += [[text(value) for value in table["rows"][row]] for row in order]
    widths = [max(width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [text(table["title"])] if table["title"] is not None else []
    for number, row in enumerate(rows):
        chosen = number > 0 and order[number - 1] == table["chosen"]
        cells = [
            pad(row[0], widths[0]),
            *(pad(cell, -wide) for cell, wide in zip(row[1:], widths[1:], strict=True)),
        ]
        lines.append(f"{'>' if chosen else ' '} {'  '.join(cells)}")
    if len(table["rows"]) > len(order):
        lines.append(language(Message("… and {count} more", count=len(table["rows"]) - len(order))))
    return "\n".join(lines)
