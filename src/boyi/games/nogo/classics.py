"""The NoGo program of the sources, as a player: alpha-beta on the territory formula, in a window that is
annealed from move to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from boyi.core.game import Position
from boyi.core.grid import GridPosition
from boyi.core.message import Message
from boyi.core.result import Candidate, SearchResult
from boyi.core.search_clock import search_time
from boyi.games.nogo.evaluation import prospects, territory
from boyi.native.position import NativePosition
from boyi.players.engine import Engine, Progress, SearchRequest, Stop, least
from boyi.players.spec import Kind
from boyi.settings.limits import DEPTH, SEED, TIME
from boyi.settings.setting import Word
from boyi.textbook.alphabeta import OutOfTime
from boyi.textbook.annealing import Window

FULL = (0.0, 1.0)
"""The bounds of all prospects: the root's window cuts nothing."""
WINDOW = Word(
    "bounds of the root: annealed from move to move, fixed as they begin, or full, which cuts nothing",
    "annealed",
    words=("annealed", "fixed", "full"),
    name="window",
)
BEAT = 0.1
"""Seconds between two reports."""


class AnnealedAlphaBeta(Engine):
    """Keeps its window for a whole game; a new game is known by its fewer moves.

    The source gives no depth. Four plies is what this finishes on a 9x9 board in nearly every position within
    90% of the cup's three seconds; when time runs out, the best of the moves looked at so far is played.
    """

    DEPTH, SECONDS, SHARE = 4, 3.0, 0.9

    def __init__(
        self, time: float = SECONDS, depth: int = DEPTH, seed: int = 0, window: str = "annealed"
    ) -> None:
        self.time, self.depth, self.kind = time, depth, window
        self.random = Random(seed)
        self.window = self._new_window()
        self.plies = -1

    def _new_window(self) -> Window:
        return Window(self.random, FULL if self.kind == "full" else Window.START)

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        if request.plies <= self.plies:
            self.window = self._new_window()
        self.plies = request.plies
        limit = self.SHARE * (least(self.time, seconds) or self.time)
        run = _Run(request.position, self.random, limit, progress, stop or Stop())
        result = run.root(self.depth, self.window.alpha, self.window.beta)
        if self.kind == "annealed":
            self.window.anneal(result.win_rate)
        return result


class _Run:
    """One search; values are the computer's prospects, so it maximises at its own nodes only."""

    def __init__(
        self, position: Position, random: Random, seconds: float, progress: Progress | None, stop: Stop
    ) -> None:
        assert isinstance(position, GridPosition)
        self.position, self.random = position, random
        self.computer = position.turn
        self.size = position.game.size
        self.stones = len(position.cells) - position.cells.count(".")
        self.progress, self.stop = progress, stop
        self.began = self.beat = search_time()
        self.ends = self.began + seconds
        self.nodes = 0
        self.depth = 0
        self.found: list[tuple[float, tuple[int, ...]]] = []

    def root(self, depth: int, alpha: float, beta: float) -> SearchResult:
        """Try the moves in random order until one reaches beta or the time is over."""
        self.depth = depth
        moves = list(self.position.moves())
        self.random.shuffle(moves)
        try:
            for move in moves:
                value, line = self.value(self.position.play(move), depth - 1, 1, alpha, beta)
                self.found.append((value, (move, *line)))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        except OutOfTime:
            pass
        if not self.found:
            self.found.append((0.5, (moves[0],)))
        return self.result()

    def value(
        self, position: Position, depth: int, ply: int, alpha: float, beta: float
    ) -> tuple[float, tuple[int, ...]]:
        """The value for the computer and the line that leads to it."""
        self.nodes += 1
        if self.nodes % 16 == 0:
            self.check_limits()
        moves = list(position.moves()) if depth > 0 else []
        if not moves:
            own, other = points(position)[:: -1 if self.computer else 1]
            return prospects(own, other, self.stones + ply, self.size), ()
        self.random.shuffle(moves)
        maximises = position.turn == self.computer
        best: float = -1.0 if maximises else 2.0
        best_line: tuple[int, ...] = ()
        for move in moves:
            value, line = self.value(position._after(move), depth - 1, ply + 1, alpha, beta)
            if value > best if maximises else value < best:
                best, best_line = value, (move, *line)
            if maximises:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best, best_line

    def check_limits(self) -> None:
        """Check the clock and the stop, and report the result so far."""
        now = search_time()
        if now >= self.ends or self.stop.is_set():
            raise OutOfTime
        if self.progress is not None and self.found and now - self.beat >= BEAT:
            self.beat = now
            if self.progress(self.result()):
                raise OutOfTime

    def result(self) -> SearchResult:
        """The best so far; the first of equals, which is a random one."""
        ranked = sorted(self.found, key=lambda item: -item[0])
        candidates = tuple(Candidate(line[0], 1, value, value, line) for value, line in ranked)
        best = candidates[0]
        seconds = search_time() - self.began
        return SearchResult(
            best.move, best.score, best.win_rate, best.pv, candidates, self.nodes, self.depth, seconds
        )


def points(position: Position) -> tuple[int, int]:
    """``territory``, by the native board where there is one."""
    if isinstance(position, NativePosition):
        import boyi._native as native  # only there if native positions are

        return native.nogo_territory(position.board)
    return territory(position)


def make_nogo_alphabeta(settings: Mapping[str, Any]) -> Engine:
    """E8: territory, random order, a window that is annealed from move to move."""
    return AnnealedAlphaBeta(**settings)


CLASSICS: Mapping[str, Kind] = {
    "nogo-alphabeta": Kind(
        make_nogo_alphabeta,
        (TIME, DEPTH, SEED, WINDOW),
        Message("the course's alpha-beta on territory"),
        defaults={"time": AnnealedAlphaBeta.SECONDS, "depth": AnnealedAlphaBeta.DEPTH},
    ),
}
