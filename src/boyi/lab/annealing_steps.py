"""The steps of a game with an annealed window: the window of each move, and what it saves."""

from __future__ import annotations

from boyi.core.game import Position
from boyi.core.message import Message
from boyi.lab.explanation import ListedExplanation
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import Number, Step, Table
from boyi.textbook.alphabeta import OutOfTime
from boyi.textbook.annealing import AnnealedMove, annealed_game


def explain_annealing(
    position: Position, depth: int, plies: int, seed: int, limit: TraceLimit | None = None
) -> ListedExplanation:
    """A step for each move of the player with the window."""
    limit = limit or TraceLimit()
    steps: list[Step] = []
    rows: list[list[Number]] = []
    problem = None
    try:
        for number, played in enumerate(annealed_game(position, depth, plies, seed, limit.seconds), start=1):
            rows.append(
                [number, *played.window, played.value, played.open_value, played.nodes, played.open_nodes]
            )
            steps.append(_move(number, played, [*rows]))
    except OutOfTime:
        problem = limit.too_long
    settings = {"depth": depth, "plies": plies, "seed": seed}
    return ListedExplanation("annealing", position, settings, steps, problem)


def _move(number: int, played: AnnealedMove, rows: list[list[Number]]) -> Step:
    game = played.position.game
    name = game.format_move(played.move, played.position)
    text = Message(
        "Move {number}, {move}: prospects {value:.2f} in the window ({alpha:.3f}, {beta:.3f}).",
        number=number,
        move=name,
        value=played.value,
        alpha=played.window[0],
        beta=played.window[1],
    )
    if played.value >= played.window[1]:
        text = Message("{text} They reach beta: the move is good enough and the search ends.", text=text)
    if played.moved:
        text = Message(
            "{text} The window moves to ({alpha:.4f}, {beta:.4f}).",
            text=text,
            alpha=played.after[0],
            beta=played.after[1],
        )
    else:
        text = Message("{text} The window stays.", text=text)
    columns = (
        Message("move"),
        Message("alpha"),
        Message("beta"),
        Message("value in the window"),
        Message("value without window"),
        Message("nodes"),
        Message("nodes without window"),
    )
    formula = (f"p = exp(-{played.step:.4f} / 0.03) = {played.chance:.3f}",)
    after = played.position.play(played.move)
    table = Table(columns, rows, len(rows) - 1)
    return Step("anneal", text, formula, after, played.move, (table,), (name,))
