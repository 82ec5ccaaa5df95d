"""The five-tuple weight method for Gomoku: no search, only a sum of weights over all lines of five cells.

A 15x15 board has 572 lines of five cells ("tuples"). Each is worth something by what stands in it, seen from
the side to move; a cell is worth the sum of the tuples it lies in, and the dearest empty cell is played.
"""

from __future__ import annotations

import random
import time
from functools import cache

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.grid import as_grid
from boyi.core.message import Term
from boyi.core.result import Candidate, SearchResult, require_ongoing
from boyi.textbook.trace import Choose, Trace

EMPTY = 7
OWN = (EMPTY, 35, 800, 15_000, 800_000)
"""A tuple with so many own stones and no other's; five would be a finished game."""
OTHER = (EMPTY, 15, 400, 1_800, 100_000)
"""A tuple with so many of the opponent's stones and no own one."""
MIXED = 0


@cache
def tuples(size: int) -> tuple[tuple[int, ...], ...]:
    """All lines of five cells.

    >>> len(tuples(15))
    572
    """
    found = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + 4 * down, column + 4 * right
                if all(0 <= place < size for place in ends):
                    found.append(tuple((row + k * down) * size + column + k * right for k in range(5)))
    return tuple(found)


def weight(own: int, other: int) -> int:
    """What a tuple with these numbers of stones is worth."""
    if own and other:
        return MIXED
    return OTHER[min(other, 4)] if other else OWN[min(own, 4)]


def cell_scores(position: Position) -> list[int]:
    """The score of every cell of a Gomoku position for the side to move."""
    grid = as_grid(position)
    cells, own, other = grid.cells, "xo"[grid.turn], "ox"[grid.turn]
    scores = [0] * len(cells)
    for line in tuples(grid.game.size):
        content = [cells[cell] for cell in line]
        worth = weight(content.count(own), content.count(other))
        if worth:
            for cell in line:
                scores[cell] += worth
    return scores


def require_lines_of_five(position: Position) -> None:
    """Refuse a position of another game."""
    if position.game.name != "gomoku":
        raise BoyiError("The five-tuple method is for gomoku, not for {game}.", game=Term(position.game.name))


def search(position: Position, seed: int | None = None, trace: Trace | None = None) -> SearchResult:
    """Choose the legal cell with the largest score; the first of equals, or with a seed a random one.

    >>> import boyi
    >>> position = boyi.game("gomoku").start().play_text("h8 a1 i8 a2 j8 a3")
    >>> position.game.format_move(search(position).move)
    'g8'
    """
    start = time.perf_counter()
    require_lines_of_five(position)
    require_ongoing(position.outcome)
    scores = cell_scores(position)
    ranked = sorted(position.moves(), key=lambda move: -scores[move])
    best = [move for move in ranked if scores[move] == scores[ranked[0]]]
    chosen = best[0] if seed is None else random.Random(seed).choice(best)
    if trace is not None:
        trace.position = position
        trace.add(Choose(tuple(ranked), tuple(scores[move] for move in ranked), chosen))
    ranked.sort(key=lambda move: (move != chosen, -scores[move]))
    # The weights are no chances, so no win rate is claimed.
    candidates = tuple(Candidate(move, 1, 0.5, scores[move], (move,), bound="none") for move in ranked[:10])
    seconds = time.perf_counter() - start
    result = SearchResult(chosen, scores[chosen], 0.5, (chosen,), candidates, len(ranked), 1, seconds)
    return result.at(position)
