"""The tree of a search at one of its events: entries of a recorder change it forwards and backwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from boyi.lab.recorder import Entry, Recorder

STRIDE = 4_096
"""Entries that are read at once on a long way."""


@dataclass(slots=True)
class TreeNode:
    """A node as it is known at an event."""

    move: int | None = None
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    # Monte Carlo tree search
    q: float = 0.0
    n: int = 0
    # The minimax family, numbers for the side to move at the node
    depth: int = 0
    opened: int = 0
    """Alpha when the node was entered."""
    alpha: int = 0
    beta: int = 0
    value: int | None = None
    """The best value so far, or a leaf's own."""
    ended: bool = False
    cut: int = 0
    """Moves that were not searched."""
    remembered: bool = False
    """Whether the table answered."""


@dataclass
class SearchTree:
    """All nodes that exist at an event, and what was counted up to it."""

    nodes: dict[int, TreeNode] = field(default_factory=lambda: {0: TreeNode()})
    root: int = 0
    """Of the depth that is searched; MCTS has one root only."""
    cuts: int = 0
    skipped: int = 0
    hits: int = 0
    leaves: int = 0

    def path(self, node: int) -> list[int]:
        """The nodes from the root to ``node``."""
        found = [node]
        while (parent := self.nodes[found[-1]].parent) is not None:
            found.append(parent)
        return found[::-1]

    def moves_to(self, node: int) -> tuple[int, ...]:
        """The moves from the root to ``node``."""
        return tuple(move for step in self.path(node) if (move := self.nodes[step].move) is not None)

    def apply(self, entry: Entry) -> None:
        """Go past an entry."""
        kind, number, *values = entry
        match kind:
            case "expand":
                child, move = values
                self.nodes[child] = TreeNode(move, number)
                self.nodes[number].children.append(child)
            case "backup":
                node = self.nodes[number]
                node.q, node.n = values[1], values[2]
            case "enter":
                parent, move, depth, alpha, beta = values
                self.nodes[number] = TreeNode(move, parent, depth=depth, opened=alpha, alpha=alpha, beta=beta)
                if parent is None:
                    self.root = number
                else:
                    self.nodes[parent].children.append(number)
            case "leaf":
                self.nodes[number].value, self.nodes[number].ended = values
                self.leaves += 1
            case "table":
                self.nodes[number].value, self.nodes[number].remembered = values[0], True
                self.hits += 1
            case "child":
                node, (_, _, value, alpha, _, _, best) = self.nodes[number], values
                node.alpha, node.value = alpha, value if best is None else max(best, value)
            case "cut":
                self.nodes[number].cut = len(values[2])
                self.cuts += 1
                self.skipped += len(values[2])

    def revert(self, entry: Entry) -> None:
        """Go back before an entry."""
        kind, number, *values = entry
        match kind:
            case "expand":
                del self.nodes[values[0]]
                self.nodes[number].children.pop()
            case "backup":
                node = self.nodes[number]
                node.q, node.n = values[3], values[2] - 1
            case "enter":
                parent = values[0]
                if parent is not None:
                    self.nodes[parent].children.pop()
                del self.nodes[number]
                if parent is None:
                    self.nodes.setdefault(0, TreeNode())
                    self.root = max(node for node, known in self.nodes.items() if known.parent is None)
            case "leaf":
                self.nodes[number].value, self.nodes[number].ended = None, False
                self.leaves -= 1
            case "table":
                self.nodes[number].value, self.nodes[number].remembered = None, False
                self.hits -= 1
            case "child":
                self.nodes[number].alpha, self.nodes[number].value = values[5], values[6]
            case "cut":
                self.nodes[number].cut = 0
                self.cuts -= 1
                self.skipped -= len(values[2])


class Cursor:
    """A tree that follows the reader from event to event."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.tree = SearchTree()
        self.at = 0
        """How many entries the tree has gone past."""

    def go(self, target: int) -> SearchTree:
        """Take the tree to the point before entry ``target``."""
        if target < self.at // 2:  # the beginning is nearer
            self.tree, self.at = SearchTree(), 0
        for first, last in self._blocks(target):
            entries = self.recorder.spool.read(first, last)
            if target > self.at:
                for entry in entries:
                    self.tree.apply(entry)
            else:
                for entry in reversed(entries):
                    self.tree.revert(entry)
        self.at = target
        return self.tree

    def _blocks(self, target: int) -> Iterator[tuple[int, int]]:
        if target >= self.at:
            for first in range(self.at, target, STRIDE):
                yield first, min(first + STRIDE, target)
        else:
            for last in range(self.at, target, -STRIDE):
                yield max(last - STRIDE, target), last
