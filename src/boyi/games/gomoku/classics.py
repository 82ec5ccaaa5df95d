"""The three Gomoku programs of the sources, as players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from boyi.core.game import Position
from boyi.core.grid import as_grid
from boyi.core.message import Message, Term
from boyi.core.result import Candidate, SearchResult
from boyi.core.search_clock import search_time
from boyi.engines.alphabeta import AlphaBetaEngine
from boyi.engines.classics import plain_tree_search
from boyi.engines.kinds import SEARCH_TIME, WIDTH
from boyi.players.engine import Engine, Progress, SearchRequest, Stop
from boyi.players.spec import Kind
from boyi.settings.limits import DEPTH, NODES, SEED, TIME
from boyi.textbook.fivetuple import search as five_tuple


class FiveTuple(Engine):
    """The thesis's weights; equal cells are decided by the seed, or by their order without one."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        return five_tuple(request.position, self.seed)


class SixCellAlphaBeta(Engine):
    """The report's program: three rules first, then alpha-beta over the best few candidates of each node."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        began = search_time()
        position = request.position
        move = first_rules(position)
        if move is not None:
            candidate = Candidate(move, 1, 0.5, None, (move,), bound="none")
            return SearchResult(move, None, 0.5, (move,), (candidate,), 1, 1, search_time() - began)
        # The table weighs the opponent's shapes more, so it must know who the computer is.
        evaluation = f"sixcell-{position.game.players[position.turn]}"
        engine = AlphaBetaEngine({"method": "alphabeta", "evaluation": evaluation, **self.settings})
        return engine.search(request, seconds, progress, stop)


def first_rules(position: Position) -> int | None:
    """Win now; else block a five; else make an open four; None if there is nothing of the kind."""
    own, other = "xo"[position.turn], "ox"[position.turn]
    for candidates in (_fives(position, own), _fives(position, other), _open_fours(position, own)):
        for cell in candidates:
            if position.is_legal(cell):
                return cell
    return None


@cache
def windows(size: int, length: int) -> tuple[tuple[int, ...], ...]:
    """All lines of ``length`` cells."""
    found = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last = row + (length - 1) * down, column + (length - 1) * right
                if all(0 <= place < size for place in last):
                    found.append(
                        tuple((row + step * down) * size + column + step * right for step in range(length))
                    )
    return tuple(found)


def _fives(position: Position, side: str) -> Iterator[int]:
    """The cells that make five of ``side``."""
    grid = as_grid(position)
    cells = grid.cells
    for window in windows(grid.game.size, 5):
        content = [cells[cell] for cell in window]
        if content.count(side) == 4 and "." in content:
            yield window[content.index(".")]


def _open_fours(position: Position, side: str) -> Iterator[int]:
    """The cells that make four of ``side`` with both ends empty."""
    grid = as_grid(position)
    cells = grid.cells
    for window in windows(grid.game.size, 6):
        content = [cells[cell] for cell in window]
        if content[0] == content[5] == "." and content.count(side) == 3 and content.count(".") == 3:
            yield window[content.index(".", 1)]


def make_five_tuple(settings: Mapping[str, Any]) -> Engine:
    """A2: no search, the dearest cell by the weights of all lines of five."""
    return FiveTuple(settings.get("seed"))


def make_alphabeta(settings: Mapping[str, Any]) -> Engine:
    """B2–B6: six-cell table, gains, three first rules; depth 4 and width 10 unless said otherwise."""
    return SixCellAlphaBeta(settings)


def make_thesis_mcts(settings: Mapping[str, Any]) -> Engine:
    """A4: Q for the computer at every node, best win rate, c = 1.414, one rollout, the match's time."""
    return plain_tree_search(settings)


CLASSICS: Mapping[str, Kind] = {
    "five-tuple": Kind(
        make_five_tuple,
        (
            replace(TIME, otherwise=Term("it needs none")),
            replace(SEED, otherwise=Term("the first of equals")),
        ),
        Message("five-tuple weights, no search"),
    ),
    "alphabeta": Kind(
        make_alphabeta,
        (replace(TIME, otherwise=Term("no limit")), DEPTH, WIDTH, SEED),
        Message("alpha-beta, depth 4, width 10"),
        defaults={"depth": 4, "width": 10},
    ),
    "thesis-mcts": Kind(
        make_thesis_mcts,
        (SEARCH_TIME, NODES, SEED),
        Message("the thesis's tree search (MCTS)"),
        defaults={
            "c": 1.414,
            "factor": 2,
            "backup": "computer",
            "final": "rate",
            "tie": "last",
            "rollouts": 1,
        },
    ),
}
