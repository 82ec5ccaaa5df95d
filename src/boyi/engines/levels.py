"""``level:1`` to ``level:10``: the same engines with less work, unsteady judgement and lapses.

The numbers are each game's own (``Game.levels``, values of ``boyi.core.level``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log10
from pathlib import Path
from random import Random
from typing import Any

from boyi.core.game import Game, Position
from boyi.core.level import GUARD, Level
from boyi.core.loading import load
from boyi.core.result import Candidate, SearchResult
from boyi.engines.books import Book, shipped_book
from boyi.engines.refutation import Refutations, winner
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, SearchRequest, Stop
from boyi.players.limit import Limit
from boyi.players.spec import make_engine

GLANCE = "alphabeta:multi=100"
"""The engine of a move at a glance, which judges all moves one ply deep."""
VARIED, VARIETY = 4, 0.05
"""In so many plies, levels with a steady judgement choose with so much noise, so that their games differ."""
GLANCES = 5
"""Moves that tell whether the opponent threatens to win whatever is played."""
LEAST = 1e-12
"""What odds are counted from and to."""


class LevelEngine(Engine):
    """Looks at the position as its level does, then chooses with noise among the moves that look good."""

    def __init__(
        self, level: int, threads: int | None = None, seed: int = 0, book: bool | Book = True, **limit: Any
    ) -> None:
        """``limit`` holds what replaces the level's own, time and nodes, or lowers it, depth.

        ``book``: whether strong levels without a limit use the game's book, or one that this level uses in
        any case.
        """
        self.level, self.threads, self.seed, self.book, self.limit = level, threads, seed, book, limit
        self.random = Random(seed)
        self.kept: dict[str, Engine] = {}

    def check_game(self, game: Game) -> None:
        """Raise a sentence if its own book is for another game."""
        if isinstance(self.book, Book):
            self.book.check_game(game)

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        level = self.with_lapses(request)
        book = self.book if isinstance(self.book, Book) else None
        if level.opening and self.book is True and not self.limit:
            book = shipped_book(request.position.game)
        if book and (known := book.choose(request.position, self.random)):
            return known
        engine = self.engine(level.engine, self.limited(limit_of(level)))
        result = engine.search(request, seconds, progress, stop)
        if result.proven:
            return result
        if level.noise:
            return self.choose_with_noise(request.position, result, level)
        # The native searches see what wins or loses at once; the textbook's may run out of time before.
        native = isinstance(request.position, NativePosition)
        return result if native else self.avoid_blunder(request.position, result)

    def limited(self, own: Limit) -> Limit:
        """A level's limit with what was given laid over it; its own time gives way to time and nodes."""
        given = Limit(**self.limit)
        timed = given.time is not None or given.nodes is not None
        depths = [depth for depth in (own.depth, given.depth) if depth is not None]
        return Limit(
            time=given.time if timed else own.time,
            nodes=own.nodes if given.nodes is None else given.nodes,
            depth=min(depths, default=None),
        )

    def with_lapses(self, request: SearchRequest) -> Level:
        """The level for this move: a glance in a lapse, its own opening at the beginning."""
        level = self.table(request.position)[self.level - 1]
        if self.random.random() < level.lapse:
            return replace(level, engine=GLANCE, depth=1, nodes=None, time=GUARD)
        if level.opening and begins(request):
            return replace(level, engine=level.opening, noise=VARIETY)
        return replace(level, noise=0.0) if level.lapse else level

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
        return load(position.game.levels)

    def choose_with_noise(self, position: Position, result: SearchResult, level: Level) -> SearchResult:
        """Choose again, with unsteady judgement, but take a win in one and prevent the opponent's."""
        tastes = {candidate.move: taste(candidate) for candidate in result.candidates}
        ranked = sorted(tastes, key=lambda move: -(tastes[move] + self.random.gauss(0, level.noise)))
        if self.random.random() >= level.blind:
            return self.avoid_blunder(position, result, ranked)
        if (won := win_in_one(position)) is not None:
            return result.choosing(won)
        missed = overlook(position, Refutations(position.turn), self.random)
        return result.choosing(ranked[0] if missed is None else missed)

    @staticmethod
    def avoid_blunder(position: Position, result: SearchResult, ranked: Sequence[int] = ()) -> SearchResult:
        """Take a win in one, else the first move that lets the opponent have none."""
        if (won := win_in_one(position)) is not None:
            return result.choosing(won)
        first = tuple(ranked) or tuple(candidate.move for candidate in result.candidates)
        refutations = Refutations(position.turn)
        others = (move for move in position.moves() if move not in first)
        for move in (*first, *others):
            if not refutations.refutes(position.play(move)):
                return result.choosing(move)
        return result.choosing(first[0])


def limit_of(level: Level) -> Limit:
    """The work that a level does for a move."""
    return Limit(level.time, level.nodes, level.depth)


def win_in_one(position: Position) -> int | None:
    """A move that wins at once."""
    return next((move for move in position.moves() if winner(position.play(move)) == position.turn), None)


def taste(candidate: Candidate) -> float:
    """How much speaks for a move, in powers of ten: its odds, or its visits where a tree search counted them.

    Win rates would not do: near 0 and 1 they hardly differ where the moves do.

    >>> taste(Candidate(3, visits=1000, win_rate=0.6))
    3.0
    >>> taste(Candidate(3, visits=1000, win_rate=10 / 11, score=400))
    1.0
    """
    if candidate.score is None:
        return log10(max(candidate.visits, 0.1))
    rate = min(max(candidate.win_rate, LEAST), 1 - LEAST)
    return round(log10(rate / (1 - rate)), 9)


def begins(request: SearchRequest) -> bool:
    """Whether the game has just begun at its usual start; a bare position does not tell."""
    keys = (*request.history, request.position.key)
    return len(keys) <= VARIED and keys[0] == request.position.game.start().key


def overlook(position: Position, refutations: Refutations, random: Random) -> int | None:
    """The move that looks best to someone who does not see the opponent's threat; None if there is none."""
    moves = list(position.moves())
    glances = random.sample(moves, min(GLANCES, len(moves)))
    if 2 * sum(refutations.refutes(position.play(move)) for move in glances) <= len(glances):
        return None
    gain = position.game.evaluation().gain
    by_gain = sorted(moves, key=lambda move: -gain(position, move))
    return next(move for move in by_gain if refutations.refutes(position.play(move)))


def make_level(settings: Mapping[str, Any]) -> LevelEngine:
    """``level:N``."""
    book = settings.get("book", True)
    return LevelEngine(**{**settings, "book": Book.open(book) if isinstance(book, Path) else book})
