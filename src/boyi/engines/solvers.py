"""Solvers: searches whose answers are proofs. A game names its solver here; ``boyi solve`` asks it.

A plug-in adds its own with ``register_solver``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from boyi.core.errors import BadOption, UnknownName, did_you_mean, shorten
from boyi.core.game import Position
from boyi.core.message import Message, Term, listing
from boyi.core.result import require_ongoing

if TYPE_CHECKING:
    from boyi.native.solution import Solution


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What is asked of a solver."""

    position: Position
    kind: str
    """What to find out; one of the solver's kinds."""
    seconds: float | None = None
    """Time for the whole answer; None: as long as it takes."""
    threads: int = 1


@dataclass(frozen=True, slots=True)
class SolveAnswer:
    """What a solver proved, for the side to move."""

    win: bool | None
    """Whether the side to move wins; None: not decided within the limits."""
    kind: str
    """What was asked, or the kind of proof that answered it."""
    best: tuple[int, ...]
    """Moves that are proven to be best; empty if none is."""
    pv: tuple[int, ...]
    """Best play, as far as it is proven."""
    nodes: int
    seconds: float
    score: int | None = None
    """The exact score, in games that have scores."""
    exact: bool = False
    """Whether ``score`` is proven."""
    result: Literal["win", "draw", "loss"] | None = None
    """The proven result, of solvers that tell a loss from a draw."""


@dataclass(frozen=True, slots=True)
class GameSolver:
    """A game's solver: a function, or ``"package.module:function"`` that is loaded on first use."""

    solve: Callable[[SolveRequest], SolveAnswer] | str
    kinds: tuple[str, ...]
    """What it can be asked; the first is the default."""

    def answer(self, request: SolveRequest) -> SolveAnswer:
        """Ask it."""
        solve = self.solve
        if isinstance(solve, str):
            module, _, function = solve.partition(":")
            solve = getattr(import_module(module), function)
        answer: SolveAnswer = solve(request)
        return answer


def won_or_lost(request: SolveRequest, found: Solution) -> SolveAnswer:
    """The answer of a solver of a game without scores."""
    win = None if found.result is None else found.result == "win"
    return SolveAnswer(
        win=win,
        kind=request.kind,
        best=found.line[:1] if win else (),
        pv=found.line,
        nodes=found.nodes,
        seconds=found.seconds,
        result=found.result,
    )


_solvers: dict[str, GameSolver] = {
    "gomoku": GameSolver("boyi.engines.gomoku_solve:solve_gomoku", ("vct", "vcf")),
    "othello": GameSolver("boyi.engines.othello_solve:solve_othello", ("score", "wld")),
    "loa": GameSolver("boyi.engines.loa_solve:solve_loa", ("win",)),
    "nogo": GameSolver("boyi.engines.nogo_solve:solve_nogo", ("win",)),
}


def register_solver(game: str, solver: GameSolver) -> None:
    """Name the solver of a game."""
    _solvers[game] = solver


def solver_games() -> Sequence[str]:
    """The games that have a solver."""
    return list(_solvers)


def solve(
    position: Position, *, kind: str | None = None, seconds: float | None = None, threads: int = 1
) -> SolveAnswer:
    """Ask the solver of the position's game; ``kind`` is one of its kinds, by default the first.

    >>> import boyi
    >>> answer = solve(boyi.game("othello", size=4).start(), kind="wld")
    >>> answer.win, answer.kind
    (False, 'wld')
    """
    game = position.game.name
    solver = _solvers.get(game)
    if solver is None:
        message = Message(
            "There is no solver for {game}: choose {offered}.", game=shorten(game), offered=listing(_solvers)
        )
        raise UnknownName.of(did_you_mean(message, game, _solvers))
    if kind is not None and kind not in solver.kinds:
        raise BadOption(
            "There is no kind {kind} for {game}: choose {offered}.",
            kind=shorten(kind),
            game=Term(game),
            offered=listing(solver.kinds),
        )
    require_ongoing(position.outcome)
    return solver.answer(SolveRequest(position, kind or solver.kinds[0], seconds, threads))
