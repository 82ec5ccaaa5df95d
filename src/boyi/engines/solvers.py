"""Solvers: searches whose answers are proofs. A game names its own (``Game.solver``) for ``boyi solve``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from boyi.core.errors import BadOption, BoyiError, UnknownName, did_you_mean, shorten
from boyi.core.game import Position
from boyi.core.loading import load
from boyi.core.message import Message, Term, listing
from boyi.core.registry import game_class, game_names
from boyi.core.result import require_ongoing
from boyi.native.solve_request import SolveRequest as SolveRequest

if TYPE_CHECKING:
    from boyi._native import Cancel
    from boyi.native.solution import Solution
    from boyi.native.watching import SolverProgress


class TooLarge(BoyiError):
    """A position that the solver of its game does not take yet."""


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
    """A game's solver."""

    answer: Callable[[SolveRequest], SolveAnswer]
    kinds: tuple[str, ...]
    """What it can be asked; the first is the default."""


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


def solver_games() -> Sequence[str]:
    """The games that have a solver."""
    return [name for name in game_names() if game_class(name).solver is not None]


def solve(
    position: Position,
    *,
    kind: str | None = None,
    seconds: float | None = None,
    threads: int = 1,
    progress: SolverProgress | None = None,
    cancel: Cancel | None = None,
) -> SolveAnswer:
    """Ask the solver of the position's game; ``kind`` is one of its kinds, by default the first.

    ``progress`` is called about ten times a second with the nodes so far and ends the solver by a true
    answer; ``cancel`` is a ``boyi._native.Cancel`` by which another thread ends it. The answer is then what
    is known.

    >>> import boyi
    >>> answer = solve(boyi.game("othello", size=4).start(), kind="wld")
    >>> answer.win, answer.kind
    (False, 'wld')
    """
    game = position.game.name
    solver = load(position.game.solver)
    if not isinstance(solver, GameSolver):
        offered = solver_games()
        message = Message(
            "There is no solver for {game}: choose {offered}.", game=shorten(game), offered=listing(offered)
        )
        raise UnknownName.of(did_you_mean(message, game, offered))
    if kind is not None and kind not in solver.kinds:
        raise BadOption(
            "There is no kind {kind} for {game}: choose {offered}.",
            kind=shorten(kind),
            game=Term(game),
            offered=listing(solver.kinds),
        )
    require_ongoing(position.outcome)
    return solver.answer(SolveRequest(position, kind or solver.kinds[0], seconds, threads, progress, cancel))
