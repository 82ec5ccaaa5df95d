"""The steps of the five-tuple weight method: every cell's score, and the tuples that make it up."""

from __future__ import annotations

from boyi.core.game import Position
from boyi.core.grid import as_grid
from boyi.core.message import Message
from boyi.lab.explanation import ListedExplanation
from boyi.lab.view import Number, Question, Step, Table
from boyi.textbook.fivetuple import cell_scores, search, tuples, weight

EXPLAINED = 8
"""Cells whose tuples are shown one by one."""


def explain_five_tuple(position: Position, seed: int | None = None) -> ListedExplanation:
    """All cells with their scores, the best cells with their tuples, and the move."""
    result = search(position, seed)
    grid, game = as_grid(position), position.game
    scores = cell_scores(position)
    ranked = sorted(position.moves(), key=lambda move: (move != result.move, -scores[move]))
    names = [game.format_move(move, position) for move in ranked]
    rows: list[list[Number]] = [[name, scores[move]] for name, move in zip(names, ranked, strict=True)]
    overview = Table((Message("cell"), Message("score")), rows, 0)
    lines = tuples(grid.game.size)
    steps = [
        Step(
            "scores",
            Message(
                "The board has {count} lines of five cells. Each empty cell is worth the sum of its lines.",
                count=len(lines),
            ),
            position=position,
            tables=(Table(overview.columns, rows, None),),
            marks={move: short(scores[move]) for move in ranked},
        )
    ]
    for move, name in list(zip(ranked, names, strict=True))[:EXPLAINED]:
        inside = [line for line in lines if move in line]
        steps.append(_cell(position, move, name, inside, scores[move]))
    text = Message("{move} is played: it has the largest score.", move=names[0])
    best = tuple(sorted(names[:EXPLAINED]))
    question = Question(Message("Which move is played?"), best, best.index(names[0]))
    after = position.play(result.move)
    steps.append(Step("result", text, (), after, result.move, (overview,), (names[0],), question=question))
    return ListedExplanation("five-tuple", position, {"seed": seed}, steps)


def _cell(position: Position, move: int, name: str, lines: list[tuple[int, ...]], score: int) -> Step:
    """The tuples of one cell; those that are worth nothing come last."""
    grid = as_grid(position)
    own, other = "xo"[grid.turn], "ox"[grid.turn]
    rows: list[list[Number]] = []
    terms = []
    for line in lines:
        content = [grid.cells[cell] for cell in line]
        counts = content.count(own), content.count(other)
        worth = weight(*counts)
        terms.append(worth)
        cells = " ".join(grid.game.format_move(cell) for cell in line)
        rows.append([cells, *counts, worth])
    rows.sort(key=lambda row: -int(str(row[-1])))
    terms.sort(reverse=True)
    columns = (Message("line"), Message("own stones"), Message("other stones"), Message("weight"))
    text = Message(
        "{cell} lies in {count} lines and scores {score:,}.", cell=name, count=len(lines), score=score
    )
    formula = " + ".join(str(term) for term in terms if term) or "0"
    return Step(
        "cell",
        text,
        (f"{name} = {formula} = {score}",),
        position,
        None,
        (Table(columns, rows),),
        (name,),
        marks={move: short(score)},
    )


def short(number: int) -> str:
    """A number that fits into a cell: ``7``, ``1.2k``, ``800k``.

    >>> short(56), short(1234), short(801_234), short(1_700_000)
    ('56', '1.2k', '801k', '1.7M')
    """
    if number < 1_000:
        return str(number)
    if number < 1_000_000:
        return f"{number / 1_000:.1f}k" if number < 100_000 else f"{number // 1_000}k"
    return f"{number / 1_000_000:.1f}M"
