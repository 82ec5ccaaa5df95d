"""What the C++ solvers of games without scores answer, and how they are asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol

from boyi.core.errors import BoyiError
from boyi.core.result import require_ongoing
from boyi.native.position import NativePosition
from boyi.native.resources import explained
from boyi.native.solve_request import SolveRequest

MEMORY = 256 << 20
_RESULTS: tuple[Literal["win", "loss"] | None, ...] = (None, "win", "loss")


class Solution(NamedTuple):
    """Who wins with best play."""

    result: Literal["win", "loss"] | None
    """For the side to move; None if it was not decided."""
    line: tuple[int, ...]
    """Play to the end in which the winner's moves are proven."""
    nodes: int
    seconds: float


class NativeSolver(Protocol):
    """A solver of the native module: 0 unknown, 1 win or 2 loss for the side to move, a line, nodes."""

    def __call__(
        self,
        board: Any,
        *,
        seconds: float,
        nodes: int,
        memory: int,
        progress: Callable[[int], bool] | None,
        cancel: Any,
    ) -> tuple[int, list[int], int]: ...


def solve_position(solver: NativeSolver, request: SolveRequest, game: str, error: BoyiError) -> Solution:
    """Ask a solver about a native position of its game; ``error`` says what other positions lack."""
    position = request.position
    if not isinstance(position, NativePosition) or position.game.name != game:
        raise error
    require_ongoing(position.outcome)
    limits = request.limits()
    memory = MEMORY if request.memory is None else request.memory
    begin = time.perf_counter()
    with explained(memory):
        result, line, visited = solver(position.board, memory=memory, **limits)
    return Solution(_RESULTS[result], tuple(line), visited, time.perf_counter() - begin)
