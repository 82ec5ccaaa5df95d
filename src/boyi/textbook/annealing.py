"""Alpha-beta in a window that is annealed from move to move of a game, with every number it uses.

The source program does not ask for the value of the best move: a move whose prospects reach beta is good
enough. Prospects are from 0 to 1; the evaluation of the game gives them by its scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, inf
from random import Random
from time import perf_counter

from boyi.core.errors import BoyiError
from boyi.core.evaluation import NONE, Evaluation
from boyi.core.game import Position
from boyi.core.message import Term
from boyi.core.result import DECIDED, require_ongoing
from boyi.textbook.alphabeta import INFINITE, AlphaBeta, AlphaBetaConfig


class Window:
    """The bounds of the root, which move with the values of the game."""

    START = (0.31, 0.61)
    FIRST_STEP, COOLING = 0.03, 0.97

    def __init__(self, random: Random, start: tuple[float, float] = START) -> None:
        self.random = random
        self.alpha, self.beta = start
        self.step = self.FIRST_STEP

    @property
    def chance(self) -> float:
        """The probability that the window moves where it may."""
        return exp(-self.step / self.FIRST_STEP)

    def anneal(self, value: float) -> bool:
        """After a move: down if things go badly, up if they go well, and every time a little less.

        Returns whether the window has moved.
        """
        direction = -1 if value < 0.45 else 1 if value > 0.55 else 0
        moves = bool(direction) and self.random.random() < self.chance
        if moves:
            self.alpha += direction * (0.5 - self.alpha) * self.step
            self.beta += direction * (self.beta - 0.5) * self.step
        self.step *= self.COOLING
        return moves


@dataclass(frozen=True)
class AnnealedMove:
    """One move of a game, how the window stood before it, and what became of the window."""

    position: Position
    """Before the move."""
    move: int
    value: float
    """The prospects that the search found for the side to move, or the bound that they reached."""
    window: tuple[float, float]
    after: tuple[float, float]
    step: float
    """Epsilon before the move."""
    chance: float
    moved: bool
    nodes: int
    open_nodes: int
    """The nodes of the same search without bounds at the root."""
    open_value: float


def prospects(value: float, judge: Evaluation) -> float:
    """A value of the evaluation as prospects from 0 to 1."""
    if abs(value) > DECIDED:
        return float(value > 0)
    return min(max(0.5 + value / (2 * judge.scale), 0.0), 1.0)


def judge_of(position: Position) -> Evaluation:
    """The evaluation of the game, or a sentence that it has none."""
    judge = position.game.evaluation()
    if judge is NONE:
        raise BoyiError(
            "The annealed window needs an evaluation, and {game} has none.", game=Term(position.game.name)
        )
    return judge


def annealed_game(
    position: Position, depth: int = 2, plies: int = 12, seed: int = 0, time: float | None = None
) -> Iterator[AnnealedMove]:
    """Let the side to move play with an annealed window, the other side at random.

    After ``time`` seconds a move that is searched is given up: ``OutOfTime``.

    >>> import boyi
    >>> moves = list(annealed_game(boyi.game("nogo", size=5).start(), depth=1, plies=2))
    >>> moves[0].window, len(moves)
    ((0.31, 0.61), 2)
    """
    require_ongoing(position.outcome)
    judge = judge_of(position)
    random = Random(seed)
    window = Window(random)
    end = inf if time is None else perf_counter() + time
    for _ in range(plies):
        if position.outcome is not None:
            return
        order = random.randrange(1 << 30)
        low, high = (round((bound - 0.5) * 2 * judge.scale) for bound in (window.alpha, window.beta))
        value, move, nodes = _search(position, depth, low, high, judge, order, end)
        open_value, _, open_nodes = _search(position, depth, -INFINITE, INFINITE, judge, order, end)
        before, step, chance = (window.alpha, window.beta), window.step, window.chance
        found = prospects(value, judge)
        moved = window.anneal(found)
        yield AnnealedMove(
            position,
            move,
            found,
            before,
            (window.alpha, window.beta),
            step,
            chance,
            moved,
            nodes,
            open_nodes,
            prospects(open_value, judge),
        )
        position = position.play(move)
        if position.outcome is None:
            position = position.play(random.choice(position.moves()))


def _search(
    position: Position, depth: int, low: int, high: int, judge: Evaluation, seed: int, end: float
) -> tuple[int, int, int]:
    """The value in a window of the root, the move, the nodes; moves in random order, as in the source."""
    random = Random(seed)
    config = AlphaBetaConfig(
        depth=depth,
        evaluate=judge.value,
        gain=lambda _, __: random.randrange(1 << 30),
    )
    search = AlphaBeta(position, config)
    search.deadline = end
    value = search.search(position, depth, low, high, 0)
    return value, search.best[position.key], search.nodes
