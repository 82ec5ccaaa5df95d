"""The minimax family: one tree, one value, five ways to look at less and less of it.

``minimax`` and ``negamax`` look at everything. ``alphabeta`` leaves out what cannot matter, ``aspiration``
guesses the value first, ``pvs`` (NegaScout) proves with empty windows that the other moves are no better.
All of them return the value of plain minimax over the same tree; ``table``, ``history`` and ``iterative``
only make them quicker.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from boyi.core.game import Position
from boyi.core.message import Term
from boyi.core.result import DECIDED, WIN, Candidate, Proven, SearchResult, require_ongoing
from boyi.core.search_clock import search_time
from boyi.settings.alphabeta import HISTORY, ITERATIVE, METHOD, TABLE, AlphaBetaSettings, PlainMethod
from boyi.settings.limits import DEPTH, TIME
from boyi.settings.setting import declare
from boyi.textbook.trace import Child, Cut, Enter, Leaf, TableHit, Trace

INFINITE = WIN + 1

Evaluation = Callable[[Position], int]
"""A position's value for the side to move, well inside ±DECIDED."""
Gain = Callable[[Position, int], int]
"""How promising a move looks before it is searched; larger is better."""


@dataclass(frozen=True)
class AlphaBetaConfig(AlphaBetaSettings):
    """The settings of the search (``boyi.settings.alphabeta``), what it believes, and when it ends."""

    depth: int = declare(DEPTH, default=3, otherwise=None)
    method: PlainMethod = declare(METHOD)
    evaluate: Evaluation | None = None
    """Values leaves, for the side to move there; None: the game's own evaluation, which orders moves too."""
    gain: Gain | None = None
    """Orders moves, best first; None, where ``evaluate`` is given: as the game lists them."""
    table: bool = declare(TABLE)
    history: bool = declare(HISTORY)
    iterative: bool = declare(ITERATIVE)
    time: float | None = declare(TIME, otherwise=Term("no limit"))
    """With ``iterative``: the seconds after which the last finished depth is answered."""


class OutOfTime(Exception):
    """Raised inside a search to leave it."""


class AlphaBeta:
    """One search over one position."""

    def __init__(
        self, position: Position, config: AlphaBetaConfig | None = None, trace: Trace | None = None
    ) -> None:
        require_ongoing(position.outcome)
        self.position = position
        self.config = config or AlphaBetaConfig()
        self.trace = trace
        if trace is not None:
            trace.position = position
        own = position.game.evaluation()
        self.evaluate = self.config.evaluate or own.value
        self.gain = self.config.gain or (own.gain if self.config.evaluate is None else None)
        self.nodes = 0
        seconds = math.inf if self.config.time is None else self.config.time
        self.deadline = search_time() + seconds
        self.best: dict[int, int] = {}  # the best move found so far, by position key
        self.roots: dict[int, int] = {}  # the root's moves and values in the order of this depth's search
        self.guesses = 0  # positions of this depth's search whose value was guessed, not known
        self.remembered: dict[
            tuple[int, int], tuple[int, int, int, bool]
        ] = {}  # (key, depth) -> low, high, best move, whether guesses went into it
        self.cutoffs: defaultdict[int, int] = defaultdict(int)  # how much a move has cut, weighted by depth

    def run(self) -> SearchResult:
        """Search to the configured depth, or as deep as the time allows."""
        start = search_time()
        first = 1 if self.config.iterative else self.config.depth
        result = None
        for depth in range(first, self.config.depth + 1):
            self.roots, self.guesses = {}, 0
            try:
                value = self.value_at(depth, result.score if result else None)
            except OutOfTime:
                break
            result = self.report(round(value), depth, search_time() - start)
            if result.proven or self.guesses == 0:  # looking further would show nothing else
                break
        # Not even one ply in the time given: the best of what was seen of it.
        return result or self.report(max(self.roots.values(), default=0), 0, search_time() - start)

    def value_at(self, depth: int, guess: float | None) -> int:
        """The minimax value of the root at ``depth`` by the chosen method."""
        root, method = self.position, self.config.method
        if method == "minimax":
            value = self.minimax(root, depth, 0)
            return value if root.turn == 0 else -value
        if method == "negamax":
            return self.negamax(root, depth, 0)
        if method == "aspiration":
            return self.aspiration(root, depth, guess)
        return self.search(root, depth, -INFINITE, INFINITE, 0)

    # The plain pair: everything is looked at

    def minimax(
        self, position: Position, depth: int, ply: int, parent: int | None = None, move_in: int | None = None
    ) -> int:
        """The value for the first player: it takes the largest child, the second player the smallest."""
        node = self.enter(parent, move_in, depth)
        leaf = self.leaf(position, depth, ply)
        if leaf is not None:
            return leaf if position.turn == 0 else -leaf
        choose, sign = (max, 1) if position.turn == 0 else (min, -1)
        values: dict[int, int] = {}
        for move in self.ordered_moves(position):
            child = self.nodes
            values[move] = self.minimax(position.play(move), depth - 1, ply + 1, node, move)
            self.back(node, child, move, sign * values[move], ply)
        self.best[position.key] = choose(values, key=values.__getitem__)
        return choose(values.values())

    def negamax(
        self, position: Position, depth: int, ply: int, parent: int | None = None, move_in: int | None = None
    ) -> int:
        """The same with one rule for both: a child's value for me is minus its value for the opponent."""
        node = self.enter(parent, move_in, depth)
        leaf = self.leaf(position, depth, ply)
        if leaf is not None:
            return leaf
        values: dict[int, int] = {}
        for move in self.ordered_moves(position):
            child = self.nodes
            values[move] = -self.negamax(position.play(move), depth - 1, ply + 1, node, move)
            self.back(node, child, move, values[move], ply)
        self.best[position.key] = max(values, key=values.__getitem__)
        return max(values.values())

    # Alpha-beta and its descendants

    def aspiration(self, root: Position, depth: int, guess: float | None) -> int:
        """Alpha-beta in a small window around a guess; if the value is outside, again with that side open."""
        centre = round(guess) if guess is not None else self.evaluate(root)
        low, high = centre - self.config.window, centre + self.config.window
        value = self.search(root, depth, low, high, 0)
        if value <= low:
            value = self.search(root, depth, -INFINITE, low + 1, 0)
        elif value >= high:
            value = self.search(root, depth, high - 1, INFINITE, 0)
        return value

    def search(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        parent: int | None = None,
        move_in: int | None = None,
    ) -> int:
        """Negamax with a window: the exact value if inside it, else a bound on that side (fail-soft)."""
        # Step 1. Leaves
        node = self.enter(parent, move_in, depth, alpha, beta)
        leaf = self.leaf(position, depth, ply)
        if leaf is not None:
            return leaf

        # Step 2. Has this very position been searched to this very depth?
        entry = (position.key, depth)
        if self.config.table and entry in self.remembered and ply > 0:
            low, high, known, guessed = self.remembered[entry]
            low, high = _from_table(low, ply), _from_table(high, ply)
            if low >= beta or high <= alpha or low == high:
                self.best[position.key] = known
                self.guesses += guessed
                value = low if low >= beta or low == high else high
                if self.trace is not None:
                    self.trace.add(TableHit(node, value))
                return value

        # Step 3. The children, best first
        before = self.guesses
        best, best_move, floor = -INFINITE, -1, alpha
        moves = self.ordered_moves(position)
        for place, move in enumerate(moves):
            child = self.nodes
            after = position.play(move)
            if place == 0 or self.config.method != "pvs" or (ply == 0 and self.config.multi > 1):
                value = -self.search(after, depth - 1, -beta, -floor, ply + 1, node, move)
            else:
                # Minimal window: is this move any better at all? Only then is its value worth knowing.
                value = -self.search(after, depth - 1, -floor - 1, -floor, ply + 1, node, move)
                if floor < value < beta:
                    value = -self.search(after, depth - 1, -beta, -value, ply + 1, node, move)
            if value > best:
                best, best_move = value, move
            floor = max(floor, value)
            self.back(node, child, move, value, ply, floor, beta)
            if ply == 0 and self.config.multi > 1:
                exact = sorted(self.roots.values(), reverse=True)[: self.config.multi]
                floor = max(alpha, exact[-1]) if len(exact) == self.config.multi else alpha

            # Step 4. Beta cut-off (fail high)
            if floor >= beta:
                self.cutoffs[move] += depth * depth
                if self.trace is not None:
                    self.trace.add(Cut(node, move, value, tuple(moves[place + 1 :])))
                break

        # Step 5. Remember
        self.best[position.key] = best_move
        if self.config.table:
            low = -INFINITE if best <= alpha else best
            high = INFINITE if best >= beta else best
            guessed = self.guesses > before
            self.remembered[entry] = (_to_table(low, ply), _to_table(high, ply), best_move, guessed)
        return best

    # What all of them share

    def enter(
        self, parent: int | None, move: int | None, depth: int, alpha: int = -INFINITE, beta: int = INFINITE
    ) -> int:
        """Come to a node; its number."""
        if self.trace is not None:
            self.trace.add(Enter(self.nodes, parent, move, depth, alpha, beta))
        return self.nodes

    def back(
        self,
        node: int,
        child: int,
        move: int,
        value: int,
        ply: int,
        alpha: int = -INFINITE,
        beta: int = INFINITE,
    ) -> None:
        """Come back from a child with its value for the side to move."""
        if ply == 0:
            self.roots[move] = value
        if self.trace is not None:
            self.trace.add(Child(node, child, move, value, alpha, beta))

    def leaf(self, position: Position, depth: int, ply: int) -> int | None:
        """Count the node; return its value for the side to move if it is a leaf."""
        self.nodes += 1
        if search_time() > self.deadline:
            raise OutOfTime
        outcome = position.outcome
        if outcome is not None:
            value = (
                0 if outcome.winner is None else WIN - ply if outcome.winner == position.turn else ply - WIN
            )
        elif depth <= 0:
            value = self.evaluate(position)
            self.guesses += 1
        else:
            return None
        if self.trace is not None:
            self.trace.add(Leaf(self.nodes - 1, value, outcome is not None))
        return value

    def ordered_moves(self, position: Position) -> list[int]:
        """The moves to search: sorted by gain, cut to the width, then by what is known to be good."""
        moves = list(position.moves())
        if (gain := self.gain) is not None:
            moves.sort(key=lambda move: -gain(position, move))
        if self.config.width:
            moves = moves[: self.config.width]
        if self.config.history:
            moves.sort(key=lambda move: -self.cutoffs[move])
        if self.config.iterative and (known := self.best.get(position.key)) in moves:
            moves.remove(known)
            moves.insert(0, known)
        return moves

    def report(self, value: int, depth: int, seconds: float) -> SearchResult:
        """The answer, with the best line as far as it is remembered."""
        ranked = sorted(self.roots.items(), key=lambda root: -root[1])
        best = self.best[self.position.key] if depth else ranked[0][0] if ranked else None
        if best is None:
            best = self.ordered_moves(self.position)[0]
        ranked.sort(key=lambda root: root[0] != best)
        line = self.line(best, depth)
        proven: Proven | None = None
        if abs(value) > DECIDED:
            proven = "win" if value > 0 else "loss"
        elif depth and value == 0 and self.guesses == 0 and not self.config.width:
            proven = "draw"
        others = tuple(self.candidate(move, worth, 0, depth) for move, worth in ranked[1 : self.config.multi])
        candidates = (self.candidate(best, value, self.nodes, depth), *others)
        return SearchResult(
            best, value, win_rate(value), line, candidates, self.nodes, depth, seconds, proven
        )

    def candidate(self, move: int, value: int, visits: int, depth: int) -> Candidate:
        """A move of the root; nothing is known of it before the first iteration is finished."""
        decided = abs(value) > DECIDED
        return Candidate(
            move,
            visits,
            win_rate(value),
            value,
            self.line(move, depth),
            depth=depth or None,
            bound="exact" if depth else "none",
            proven=None if not decided else "win" if value > 0 else "loss",
            plies=WIN - abs(value) if decided else None,
        )

    def line(self, move: int, depth: int) -> tuple[int, ...]:
        """The best play after a move of the root, as far as it is remembered."""
        line, position = [move], self.position.play(move)
        while len(line) < depth and position.key in self.best and position.outcome is None:
            line.append(self.best[position.key])
            position = position.play(line[-1])
        return tuple(line)


def win_rate(value: int, scale: float = 400.0) -> float:
    """An evaluation as a share of points: 0 is even, ``scale`` is 10 to 1."""
    return 1 / (1 + 10 ** (-max(min(value / scale, 10.0), -10.0)))


def _to_table(value: int, ply: int) -> int:
    """Decided values count plies from the root; the table counts them from the position itself."""
    if abs(value) == INFINITE:
        return value
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


def _from_table(value: int, ply: int) -> int:
    if abs(value) == INFINITE:
        return value
    return value - ply if value > DECIDED else value + ply if value < -DECIDED else value


def search(
    position: Position, config: AlphaBetaConfig | None = None, trace: Trace | None = None, **knobs: Any
) -> SearchResult:
    """Search a position by one of the minimax family.

    >>> import boyi
    >>> position = boyi.game("tictactoe").start().play_text("a1 b2")
    >>> result = search(position, depth=9, method="pvs", table=True)
    >>> result.proven, result.score
    ('draw', 0)
    """
    return AlphaBeta(position, replace(config or AlphaBetaConfig(), **knobs), trace).run().at(position)
