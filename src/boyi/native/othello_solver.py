"""Othello played out to the end: exact scores of late positions, by the C++ solver."""

from __future__ import annotations

import time
from typing import Literal, NamedTuple

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.game import Position
from boyi.core.message import Term
from boyi.native.position import NativePosition
from boyi.native.provider import board_to_search
from boyi.native.resources import explained
from boyi.native.solve_request import SolveRequest

MEMORY = 512 << 20
KINDS = ("score", "wld")
"""The exact score, or only who wins: win, loss or draw."""


class Solution(NamedTuple):
    """What perfect play leads to, for the side to move; empty cells go to the winner."""

    score: int | None
    """The exact disc difference; None if it was not asked for or not found within the limits."""
    move: int | None
    """A move that keeps it; None if none is known."""
    pv: tuple[int, ...]
    """Best play to the end."""
    nodes: int
    seconds: float
    lower: int
    """At least this score is certain."""
    upper: int
    """At most this score is possible."""

    @property
    def result(self) -> Literal["win", "draw", "loss"] | None:
        """Who wins, as far as it is certain."""
        if self.lower > 0:
            return "win"
        if self.upper < 0:
            return "loss"
        return "draw" if self.lower == self.upper == 0 else None


def solve(asked: Position | SolveRequest) -> Solution:
    """Solve a native Othello position; the kind ``wld`` only asks who wins and is quicker.

    About 16 empty cells take a hundredth of a second, 22 a second or two; each one more doubles it.

    >>> import boyi
    >>> game = boyi.game("othello", size=4, backend="native")
    >>> solution = solve(game.start())
    >>> solution.score, solution.result
    (-10, 'loss')
    """
    request = SolveRequest.of(asked)
    position = request.position
    if not isinstance(position, NativePosition) or position.game.name != "othello":
        raise BoyiError(
            "Othello is solved by the native rules: choose size 4, 6 or 8 and the back end native."
        )
    if position.outcome is not None:
        raise BoyiError(
            "There is nothing to solve: the game is over ({reason}).", reason=Term(position.outcome.reason)
        )
    if request.kind not in ("", *KINDS):
        raise BadOption("There is no goal {goal}: choose score or wld.", goal=shorten(request.kind))
    import boyi._native as native

    limits = request.limits()
    tell = limits["progress"]
    board = board_to_search(position)
    begin = time.perf_counter()
    memory = MEMORY if request.memory is None else request.memory
    bound = 0 if request.kind == "wld" else position.game.area
    with explained(memory):
        lower, upper, line, visited = native.othello_solve(
            board,
            low=-bound,
            high=bound,
            seconds=limits["seconds"],
            nodes=limits["nodes"],
            memory=memory,
            threads=request.threads,
            progress=None if tell is None else lambda report: tell(report[1]),
            cancel=limits["cancel"],
        )
    return Solution(
        lower if lower == upper else None,
        line[0] if line else None,
        tuple(line) if lower == upper else (),
        visited,
        time.perf_counter() - begin,
        lower,
        upper,
    )
