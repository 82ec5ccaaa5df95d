"""Monte Carlo tree search: select by UCB1, expand, simulate, back up; with every choice the sources made."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.message import Term
from boyi.core.outcome import Outcome
from boyi.core.result import Candidate, SearchResult, require_ongoing
from boyi.core.search_clock import search_time
from boyi.settings.limits import ITERATIONS, SEED, TIME
from boyi.settings.mcts import MctsSettings
from boyi.settings.setting import declare
from boyi.textbook.trace import Backup, Expand, Select, Sibling, Simulate, Trace


@dataclass(frozen=True)
class MctsConfig(MctsSettings):
    """The settings of the search (``boyi.settings.mcts``) and when it ends."""

    iterations: int = declare(ITERATIONS)
    time: float | None = declare(TIME, otherwise=Term("no limit"))
    seed: int = declare(SEED)


class MctsNode:
    """A position in the tree: its totals, its children in order of creation, and the moves not tried yet."""

    __slots__ = ("children", "move", "n", "number", "parent", "position", "q", "untried")

    def __init__(self, number: int, position: Position, parent: MctsNode | None, move: int | None) -> None:
        self.number = number
        self.position = position
        self.parent = parent
        self.move = move
        self.children: list[MctsNode] = []
        self.untried: list[int] = list(position.moves())
        self.q = 0.0
        self.n = 0


def ucb1(q: float, n: int, parent_n: int, config: MctsConfig) -> tuple[float, float]:
    """The UCB1 value of a child with these totals, and the part of it that is exploration."""
    exploration = config.c * math.sqrt(config.factor * math.log(parent_n) / n)
    mean = q / n
    return (mean if config.scale == "signed" else (mean + 1) / 2) + exploration, exploration


Rollout = Callable[[Position], tuple[tuple[int, ...], float]]
"""Plays a game to its end: its moves, and its reward for the first player."""


class Mcts:
    """One search. ``run`` works until a limit is reached; ``step`` adds one leaf (for teaching)."""

    def __init__(
        self,
        position: Position,
        config: MctsConfig | None = None,
        trace: Trace | None = None,
        rollout: Rollout | None = None,
    ) -> None:
        require_ongoing(position.outcome)
        self.config = config = config or MctsConfig()
        self.trace = trace
        if trace is not None:
            trace.position = position
        self.random = random.Random(config.seed)
        self.rollout = rollout or self.random_game
        self.root = MctsNode(0, position, None, None)
        self.created = 1
        self.deadline = math.inf
        if config.shuffle:
            self.random.shuffle(self.root.untried)

    def step(self) -> MctsNode:
        """One iteration: select and expand, simulate, back up. Returns the leaf."""
        leaf = self.tree_policy()
        for played in range(self.config.rollouts):
            if played and self.enough():
                break
            moves, reward = self.rollout(leaf.position)
            if self.trace is not None:
                self.trace.add(Simulate(leaf.number, moves, reward))
            self.back_up(leaf, reward)
        return leaf

    def enough(self) -> bool:
        """Whether the time is over; looked at before every random game, as some are long."""
        return search_time() > self.deadline

    def tree_policy(self) -> MctsNode:
        """Go down by UCB1 to a node with an untried move and add that child; or end at a finished game."""
        node = self.root
        while node.position.outcome is None:
            if node.untried:
                return self.expand(node)
            node = self.best_child(node)
        return node

    def expand(self, node: MctsNode) -> MctsNode:
        """Add the child of the next untried move."""
        move = node.untried.pop(0)
        child = MctsNode(self.created, node.position.play(move), node, move)
        self.created += 1
        if self.config.shuffle:
            self.random.shuffle(child.untried)
        node.children.append(child)
        if self.trace is not None:
            self.trace.add(Expand(node.number, child.number, move))
        return child

    def ucb(self, child: MctsNode, parent: MctsNode) -> tuple[float, float]:
        """The child's UCB1 value and the part of it that is exploration."""
        return ucb1(child.q, child.n, parent.n, self.config)

    def best_child(self, node: MctsNode) -> MctsNode:
        """The child with the largest UCB1 value."""
        values = [self.ucb(child, node) for child in node.children]
        chosen = self.pick(node.children, [value for value, _ in values])
        if self.trace is not None:
            siblings = tuple(
                Sibling(child.number, child.move or 0, child.q, child.n, exploration, value)
                for child, (value, exploration) in zip(node.children, values, strict=True)
            )
            self.trace.add(Select(node.number, siblings, chosen.number))
        return chosen

    def pick(self, nodes: list[MctsNode], values: list[float]) -> MctsNode:
        """The node with the largest value; equals are decided by ``tie``."""
        best = max(values)
        equal = [node for node, value in zip(nodes, values, strict=True) if value == best]
        if self.config.tie == "random":
            return self.random.choice(equal)
        return equal[-1] if self.config.tie == "last" else equal[0]

    def random_game(self, position: Position) -> tuple[tuple[int, ...], float]:
        """Play random moves to the end, or to the cap."""
        limit = self.config.cap or position.game.playout_cap
        choose = self.random.random
        moves: list[int] = []
        while (outcome := position.outcome) is None:
            if len(moves) >= limit:
                cut_is_loss = self.config.cap and self.config.cap_value == "black-loss"
                return tuple(moves), -1.0 if cut_is_loss else 0.0
            legal = position.moves()
            move = legal[int(choose() * len(legal))]
            moves.append(move)
            position = position._after(move)
        return tuple(moves), self.reward(outcome)

    def reward(self, outcome: Outcome) -> float:
        """What an ended game is worth for the first player, between -1 and 1."""
        if self.config.reward != "win":
            if outcome.score is None:
                raise BoyiError(
                    "This game has no point lead for the reward {reward}.", reward=self.config.reward
                )
            return outcome.score / int(self.config.reward.removeprefix("lead/"))
        return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner

    def back_up(self, leaf: MctsNode, reward: float) -> None:
        """Add the reward to every node on the way up, from the view its Q is counted in."""
        node: MctsNode | None = leaf
        while node is not None:
            if self.config.backup == "computer":
                for_first = self.root.position.turn == 0
            else:
                for_first = node.position.turn == 1  # whoever moved into the node
            seen = reward if for_first else -reward
            if self.config.backup == "computer" and reward == 0:
                # The thesis counts a draw against the computer at its own nodes and for it at the opponent's.
                seen = -1.0 if node.position.turn == self.root.position.turn else 1.0
            node.q += seen
            node.n += 1
            if self.trace is not None:
                self.trace.add(Backup(node.number, seen, node.q, node.n))
            node = node.parent

    def run(self) -> SearchResult:
        """Search until the iterations or the time are used up."""
        start = search_time()
        self.deadline = math.inf if self.config.time is None else start + self.config.time
        done = 0
        while done < self.config.iterations and (done == 0 or not self.enough()):
            self.step()
            done += 1
        return self.result(search_time() - start)

    def final_choice(self) -> MctsNode:
        """The root's child to play."""
        children = self.root.children
        if self.config.final == "visits":
            return self.pick(children, [float(child.n) for child in children])
        if self.config.final == "rate":
            return self.pick(children, [child.q / child.n for child in children])
        return self.pick(children, [self.ucb(child, self.root)[0] for child in children])

    def result(self, seconds: float) -> SearchResult:
        """The answer as it stands."""
        chosen = self.final_choice()
        ranked = sorted(self.root.children, key=lambda child: (child is not chosen, -child.n))
        candidates = tuple(_candidate(child) for child in ranked)
        best = candidates[0]
        return SearchResult(
            best.move, best.score, best.win_rate, best.pv, candidates, self.root.n, len(best.pv), seconds
        )


def _candidate(child: MctsNode) -> Candidate:
    rate = min(max((child.q / child.n + 1) / 2, 0.0), 1.0)
    line = [child]
    while line[-1].children:
        line.append(max(line[-1].children, key=lambda node: node.n))
    moves = tuple(node.move for node in line if node.move is not None)
    return Candidate(moves[0], child.n, rate, None, moves)


def search(
    position: Position, config: MctsConfig | None = None, trace: Trace | None = None, **knobs: Any
) -> SearchResult:
    """Search a position by Monte Carlo tree search.

    >>> import boyi
    >>> position = boyi.game("tictactoe").start().play_text("a1 b1 b2 c1")
    >>> position.game.format_move(search(position, iterations=300).move)
    'c3'
    """
    return Mcts(position, replace(config or MctsConfig(), **knobs), trace).run().at(position)
