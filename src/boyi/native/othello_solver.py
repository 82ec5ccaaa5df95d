"""Othello played out to the end: exact scores of late positions, by the C++ solver."""

from __future__ import annotations

import math
import time
from typing import Literal, NamedTuple

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.game import Position
from boyi.core.message import Term
from boyi.native.position import NativePosition
from boyi.native.provider import board_to_search
from boyi.native.resources import explained
from boyi.native.watching import SolverProgress, answering, checked_cancel

_MOST = (1 << 63) - 1


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


def solve(
    position: Position,
    *,
    goal: Literal["score", "result"] = "score",
    seconds: float = math.inf,
    nodes: int = _MOST,
    memory: int = 512 << 20,
    threads: int = 1,
    progress: SolverProgress | None = None,
    cancel: object = None,
) -> Solution:
    """Solve a native Othello position; ``goal="result"`` only asks who wins and is quicker.

    About 16 empty cells take a hundredth of a second, 22 a second or two; each one more doubles it.
    ``progress`` is called about ten times a second with the nodes so far and stops the solver by a true
    answer; ``cancel`` is a ``boyi._native.Cancel`` by which another thread can stop it.

    >>> import boyi
    >>> game = boyi.game("othello", size=4, backend="native")
    >>> solution = solve(game.start())
    >>> solution.score, solution.result
    (-10, 'loss')
    """
    if not isinstance(position, NativePosition) or position.game.name != "othello":
        raise BoyiError(
            "Othello is solved by the native rules: choose size 4, 6 or 8 and the back end native."
        )
    if position.outcome is not None:
        raise BoyiError(
            "There is nothing to solve: the game is over ({reason}).", reason=Term(position.outcome.reason)
        )
    if goal not in ("score", "result"):
        raise BadOption("There is no goal {goal}: choose score or result.", goal=shorten(goal))
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise BadOption("threads is a whole number from 1 to 256, not {value}.", value=shorten(threads))
    for name, value, least in (("nodes", nodes, 1), ("memory", memory, 0)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST:
            raise BadOption(
                "{name} is a whole number of at least {least}, not {value}.",
                name=name,
                least=least,
                value=shorten(value),
            )
    if not isinstance(seconds, (int, float)) or not seconds >= 0:
        raise BadOption("seconds is a number of at least 0, not {seconds}.", seconds=shorten(seconds))
    import boyi._native as native

    token = checked_cancel(cancel)
    tell = answering(progress)
    board = board_to_search(position)
    begin = time.perf_counter()
    bound = position.game.area if goal == "score" else 0
    with explained(memory):
        lower, upper, line, visited = native.othello_solve(
            board,
            low=-bound,
            high=bound,
            seconds=seconds,
            nodes=nodes,
            memory=memory,
            threads=threads,
            progress=None if tell is None else lambda report: tell(report[1]),
            cancel=token,
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
