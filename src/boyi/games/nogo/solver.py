"""NoGo's solver: the C++ search for exact endgames, and what ``boyi solve`` makes of it."""

from __future__ import annotations

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.grid import GridPosition
from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest, TooLarge, won_or_lost
from boyi.games.nogo.rules import NoGoPosition
from boyi.native.solution import Solution, solve_position

MOST_CELLS = 64
"""That somebody may play; the solver has a bit for each."""


def solve(asked: Position | SolveRequest) -> Solution:
    """Solve a native NoGo position with at most 64 cells that a side may play.

    The loser's moves of the line are its first legal ones.

    >>> import boyi
    >>> solve(boyi.game("nogo", size=3, backend="native").start()).result
    'win'
    """
    import boyi._native as native

    error = BoyiError("The solver needs a native NoGo position.")
    return solve_position(native.nogo_solve, SolveRequest.of(asked), "nogo", error)


def solve_nogo(request: SolveRequest) -> SolveAnswer:
    """Who wins; there are no draws and no scores."""
    assert isinstance(request.position, GridPosition)
    if (cells := playable_cells(request.position)) > MOST_CELLS:
        raise TooLarge(
            "The solver takes positions in which at most {most} cells can be played; here it is {cells}.",
            most=MOST_CELLS,
            cells=cells,
        )
    return won_or_lost(request, solve(request))


def playable_cells(position: GridPosition) -> int:
    """How many cells one side or the other may play."""
    here = position.game.python_position(position)
    assert isinstance(here, NoGoPosition)
    return (here.legal | NoGoPosition(here.game, here.stones, 1 - here.turn).legal).bit_count()


SOLVER = GameSolver(solve_nogo, ("win",))
