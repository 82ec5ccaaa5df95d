"""Two lessons on the way to tree search that need no game: pi by random points, and a pay-off table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.lab.explanation import ListedExplanation
from boyi.lab.view import Number, Question, Step, Table

STOPS = (1, 2, 5)
"""A step is shown after 1, 2, 5, 10, 20, 50, … points."""
DRAWN = 1_000
"""Points that are drawn."""


def explain_pi(points: int, seed: int) -> ListedExplanation:
    """Estimate pi by the share of random points of a square that lie in its quarter circle."""
    random = Random(seed)
    steps: list[Step] = []
    rows: list[list[Number]] = []
    inside, drawn = 0, []
    wanted = {factor * 10**power for power in range(len(str(points))) for factor in STOPS} | {points}
    for number in range(1, points + 1):
        x, y = random.random(), random.random()
        inside += x * x + y * y < 1
        if number <= DRAWN:
            drawn.append((round(x, 4), round(y, 4)))
        if number in wanted:
            rows.append(_estimate(number, inside))
            steps.append(_points(number, inside, [*rows], [*drawn]))
    return ListedExplanation("pi", None, {"points": points, "seed": seed}, steps)


def _estimate(points: int, inside: int) -> list[Number]:
    share = inside / points
    spread = 4 * math.sqrt(share * (1 - share) / points)
    return [points, inside, 4 * share, abs(4 * share - math.pi), spread]


def _points(points: int, inside: int, rows: list[list[Number]], drawn: list[tuple[float, float]]) -> Step:
    text = Message(
        "{inside:,} of {points:,} points lie in the quarter circle: pi is about {estimate:.4f}.",
        inside=inside,
        points=points,
        estimate=4 * inside / points,
    )
    columns = (
        Message("points"),
        Message("inside"),
        Message("estimate"),
        Message("error"),
        Message("standard error"),
    )
    table = Table(columns, rows, len(rows) - 1)
    formula = (f"4 · {inside}/{points} = {4 * inside / points:.4f}",)
    return Step("points", text, formula, tables=(table,), points=drawn)


def explain_payoff(table: Sequence[Sequence[float]]) -> ListedExplanation:
    """Find the equilibrium of a table: rows a, b … for the computer, columns … for the human.

    >>> explain_payoff([[80, 10], [50, 30]]).step(4, "phase").text.values["value"]
    30
    """
    if not table or not table[0] or any(len(row) != len(table[0]) for row in table) or len(table) > 8:
        raise BoyiError("A pay-off table has 1 to 8 rows of equal length.")
    if len(table[0]) > 8:
        raise BoyiError("A pay-off table has 1 to 8 columns.")
    rows = "abcdefgh"[: len(table)]
    columns = "abcdefghijklmnop"[len(table) : len(table) + len(table[0])]
    lowest = [min(row) for row in table]
    highest = [max(row[place] for row in table) for place in range(len(columns))]
    maximin, minimax = max(lowest), min(highest)
    best_row, best_column = lowest.index(maximin), highest.index(minimax)

    def shown(row: int | None = None, minima: bool = False, maxima: bool = False) -> tuple[Table, ...]:
        body: list[list[Number]] = [
            [name, *table[place], *([lowest[place]] if minima else [])] for place, name in enumerate(rows)
        ]
        if maxima:
            body.append([Message("maximum"), *highest, *([""] if minima else [])])
        head = (Message("computer"), *columns, *([Message("minimum")] if minima else []))
        return (Table(head, body, row),)

    steps = [
        Step(
            "table",
            Message("The computer chooses a row, the human a column; the number goes to the computer."),
            tables=shown(),
        ),
        Step(
            "minima",
            Message("The human will choose what is worst for the computer: the minimum of the row."),
            tuple(f"min({', '.join(f'{value:g}' for value in row)}) = {min(row):g}" for row in table),
            tables=shown(minima=True),
        ),
        Step(
            "maximin",
            Message(
                "The computer takes row {row}, the largest minimum: at least {value:g} is certain.",
                row=rows[best_row],
                value=maximin,
            ),
            (f"max({', '.join(f'{value:g}' for value in lowest)}) = {maximin:g}",),
            tables=shown(best_row, minima=True),
            question=Question(Message("Which row does the computer take?"), tuple(rows), best_row),
        ),
        Step(
            "minimax",
            Message(
                "The human takes column {column}, the smallest maximum: at most {value:g} is lost.",
                column=columns[best_column],
                value=minimax,
            ),
            (f"min({', '.join(f'{value:g}' for value in highest)}) = {minimax:g}",),
            tables=shown(best_row, minima=True, maxima=True),
            question=Question(Message("Which column does the human take?"), tuple(columns), best_column),
        ),
    ]
    if maximin == minimax:
        end = Message(
            "Both are equal: row {row}, column {column} is the equilibrium, and its value is {value:g}.",
            row=rows[best_row],
            column=columns[best_column],
            value=maximin,
        )
    else:
        end = Message(
            "{low:g} is less than {high:g}: without chance there is no equilibrium in this table.",
            low=maximin,
            high=minimax,
        )
    steps.append(Step("result", end, tables=shown(best_row, minima=True, maxima=True)))
    return ListedExplanation("payoff", None, {"table": [list(row) for row in table]}, steps)
