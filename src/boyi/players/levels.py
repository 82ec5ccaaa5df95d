"""``level:1`` to ``level:10``: the same engines with less work and unsteady judgement.

``benchmarks/levels.py`` plays neighbouring levels against each other; the numbers below are its inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import log10
from random import Random
from typing import Any

from boyi.core.game import Position
from boyi.core.result import Candidate, SearchResult
from boyi.players.engine import Engine, Progress, Situation, Stop
from boyi.players.limit import Limit
from boyi.players.refutation import Refutations, winner
from boyi.players.spec import make_engine

LEAST = 1e-12
"""What odds are counted from and to."""
CAREFUL = 3
"""From this level on no move is played that lets the opponent win at once; below, every other time."""


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of one game."""

    engine: str
    """The spec of the engine."""
    limit: Limit
    """Its work a move: nodes, or seconds at the top."""
    noise: float = 0.0
    """The standard deviation of what is added to the judgement of each move, in powers of ten."""


def _ladder(engine: str, several: str, nodes: tuple[int, ...], noise: tuple[float, ...]) -> tuple[Level, ...]:
    """Eight levels by nodes and noise, two by time."""
    weak = [Level(several, Limit(nodes=work), unrest) for work, unrest in zip(nodes, noise, strict=True)]
    return (*weak, Level(engine, Limit(time=0.2)), Level(engine, Limit(time=1.0)))


NODES = (50, 100, 200, 400, 800, 1_600, 3_200, 8_000)
NOISE = (0.30, 0.20, 0.14, 0.10, 0.07, 0.05, 0.03, 0.01)

LEVELS: Mapping[str, tuple[Level, ...]] = {
    "gomoku": _ladder("alphabeta", "alphabeta:multi=8", NODES, NOISE),
    "othello": _ladder("alphabeta", "alphabeta:multi=8", NODES, NOISE),
    "loa": _ladder("alphabeta", "alphabeta:multi=8", NODES, NOISE),
    "nogo": _ladder("mcts", "mcts", NODES, NOISE),
}
"""Level 1 first."""
OTHERS = _ladder("mcts", "mcts", (10, 20, 40, 80, 160, 320, 640, 1_280), NOISE)
"""For games that nobody has rated."""


class LevelEngine(Engine):
    """Looks at the position as its level does, then wavers between the moves that look good."""

    def __init__(self, level: int, threads: int | None = None, seed: int = 0, **limit: Any) -> None:
        """``limit`` holds what replaces the level's own: time, nodes, depth."""
        self.level, self.threads, self.seed, self.limit = level, threads, seed, limit
        self.random = Random(seed)
        self.kept: dict[str, Engine] = {}

    def search(
        self,
        situation: Situation,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        position = situation.position
        level = self.table(position)[self.level - 1]
        # As in a spec, the own time counts only if nothing is given.
        limit = replace(level.limit, **{"time": None, **self.limit}) if self.limit else level.limit
        result = self.engine(level.engine, limit).search(situation, seconds, progress, stop)
        return result if level.noise == 0 or result.proven else self.waver(position, result, level.noise)

    def engine(self, spec: str, limit: Limit) -> Engine:
        """A new one for every move, so that seeds vary; where time is the limit, one that remembers."""
        if limit.nodes is None and limit.depth is None and spec in self.kept:
            return self.kept[spec]
        engine = make_engine(spec, self.random.getrandbits(62), self.threads, limit)
        assert isinstance(engine, Engine)
        self.kept[spec] = engine
        return engine

    @staticmethod
    def table(position: Position) -> tuple[Level, ...]:
        """The levels of the position's game."""
        return LEVELS.get(position.game.name, OTHERS)

    def waver(self, position: Position, result: SearchResult, noise: float) -> SearchResult:
        """Choose again, with unsteady judgement, but take a win in one and mind the opponent's."""
        for move in position.moves():
            if winner(position.play(move)) == position.turn:
                return _choose(result, move)
        tastes = {candidate.move: taste(candidate) for candidate in result.candidates}
        ranked = sorted(tastes, key=lambda move: -(tastes[move] + self.random.gauss(0, noise)))
        refutations = Refutations(position.turn)
        if self.level < CAREFUL and self.random.random() < 0.5:
            missed = overlook(position, refutations)
            return _choose(result, ranked[0] if missed is None else missed)
        others = [move for move in position.moves() if move not in tastes]
        for move in (*ranked, *others):
            if not refutations.refutes(position.play(move)):
                return _choose(result, move)
        return _choose(result, ranked[0])


def taste(candidate: Candidate) -> float:
    """How much speaks for a move, in powers of ten: its odds, or its visits where a tree search counted them.

    Win rates would not do: near 0 and 1 they hardly differ where the moves do.

    >>> taste(Candidate(3, visits=1000, win_rate=0.6, score=0.6))
    3.0
    >>> taste(Candidate(3, visits=1000, win_rate=10 / 11, score=10 / 11, value=400))
    1.0
    """
    if candidate.value is None:
        return log10(max(candidate.visits, 0.1))
    rate = min(max(candidate.win_rate, LEAST), 1 - LEAST)
    return round(log10(rate / (1 - rate)), 9)


def overlook(position: Position, refutations: Refutations) -> int | None:
    """The move that looks best to someone who does not see the opponent's threat; None if there is none."""
    moves = position.moves()
    loose = [move for move in moves if refutations.refutes(position.play(move))]
    if 2 * len(loose) <= len(moves):
        return None
    gain = position.game.evaluation().gain
    return max(loose, key=lambda move: gain(position, move))


def _choose(result: SearchResult, move: int) -> SearchResult:
    """The same answer with another move in front."""
    chosen = next(
        (candidate for candidate in result.candidates if candidate.move == move),
        Candidate(move, 0, result.win_rate, result.score, (move,)),
    )
    rest = tuple(candidate for candidate in result.candidates if candidate is not chosen)
    return replace(
        result,
        move=move,
        score=chosen.score,
        win_rate=chosen.win_rate,
        pv=chosen.pv or (move,),
        candidates=(chosen, *rest),
        value=chosen.value,
    )


def make_level(settings: Mapping[str, Any]) -> LevelEngine:
    """``level:N``."""
    return LevelEngine(**settings)
