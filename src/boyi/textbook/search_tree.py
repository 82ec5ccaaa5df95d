"""The tree of a search as its trace tells of it: at the end, or at any event of a long trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from boyi.core.errors import BoyiError
from boyi.drawing.tree import choose_nodes, draw_tree, lay_out
from boyi.textbook.trace import (
    Backup,
    Child,
    Choose,
    Cut,
    Enter,
    Event,
    Expand,
    Leaf,
    TableHit,
    Trace,
)


@dataclass(slots=True)
class TreeNode:
    """A node as it is known at an event."""

    move: int | None = None
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    q: float = 0.0
    """The sum of its rewards, as the search counts them; of a move that was weighed, its weight."""
    n: int = 0
    """How often it was visited."""
    # The minimax family, numbers for the side to move at the node
    depth: int = 0
    opened: int = 0
    """Alpha when the node was entered."""
    alpha: int = 0
    beta: int = 0
    value: int | None = None
    """The best value so far or a bound on it, or a leaf's own."""
    ended: bool = False
    cut: int = 0
    """Moves that were not searched."""
    remembered: bool = False
    """Whether the table answered."""
    owner: object = field(default=None, repr=False, compare=False)
    """The tree that may change it; other trees share it."""


@dataclass
class SearchTree:
    """All nodes that exist at an event, by their numbers, and what was counted up to it."""

    nodes: list[TreeNode] = field(default_factory=lambda: [TreeNode()])
    root: int = 0
    """Of the depth that is searched: a search that deepens step by step grows a tree for every depth."""
    events: int = 0
    """How many events have made it what it is."""
    cuts: int = 0
    skipped: int = 0
    hits: int = 0
    _owner: object = field(default_factory=object, repr=False, compare=False)

    def copy(self) -> SearchTree:
        """A snapshot: the nodes are shared until either tree changes them."""
        self._owner = object()
        return replace(self, nodes=self.nodes.copy(), _owner=object())

    def apply(self, event: Event) -> None:
        """Go past the next event."""
        self.events += 1
        match event:
            case Backup(number, _, q, n):
                node = self._own(number)
                node.q, node.n = q, n
            case Expand(parent, number, move):
                self._add(number, TreeNode(move, parent))
            case Enter(number, parent, move, depth, alpha, beta):
                self._add(
                    number,
                    TreeNode(move, parent, n=1, depth=depth, opened=alpha, alpha=alpha, beta=beta),
                )
                if parent is None:
                    self.root = number
            case Leaf(number, value, ended):
                node = self._own(number)
                node.value, node.ended = value, ended
            case Child(number, _, _, value, alpha, _):
                node = self._own(number)
                node.alpha = alpha
                node.value = value if node.value is None else max(node.value, value)
            case Cut(number, _, _, skipped):
                self._own(number).cut = len(skipped)
                self.cuts += 1
                self.skipped += len(skipped)
            case TableHit(number, value):
                node = self._own(number)
                node.value, node.remembered = value, True
                self.hits += 1
            case Choose(moves, weights, chosen):
                for number, (move, weight) in enumerate(zip(moves, weights, strict=True), start=1):
                    self._add(number, TreeNode(move, 0, q=weight, n=int(move == chosen)))

    def path(self, node: int) -> list[int]:
        """The nodes from the root to ``node``."""
        found = [node]
        while (parent := self.nodes[found[-1]].parent) is not None:
            found.append(parent)
        return found[::-1]

    def _own(self, number: int) -> TreeNode:
        """A node that this tree may change."""
        node = self.nodes[number]
        if node.owner is not self._owner:
            node = self.nodes[number] = replace(node, children=node.children.copy(), owner=self._owner)
        return node

    def _add(self, number: int, node: TreeNode) -> None:
        node.owner = self._owner
        if number == len(self.nodes):
            self.nodes.append(node)
        else:
            self.nodes[number] = node  # the root of the minimax family, which is entered like any node
        if node.parent is not None:
            self._own(node.parent).children.append(number)


def replay(trace: Trace) -> dict[int, TreeNode]:
    """Rebuild the tree that a complete trace tells of: node number -> node."""
    if trace.dropped:
        raise BoyiError(
            "The trace is cut short by {count} events; search with a larger limit.", count=trace.dropped
        )
    tree = SearchTree()
    for event in trace.events:
        tree.apply(event)
    return dict(enumerate(tree.nodes))


SPACING = 4_096
"""Events between two snapshots at first."""
MOST_SNAPSHOTS = 24
"""When there are more, every second one is dropped and the spacing doubles."""
NEAR = 256
"""Events before the one that was gone back to at which a snapshot is taken: going back goes on."""


class TreeHistory:
    """The tree at any event of a trace, which may still grow; ``read(first, after)`` returns its events."""

    def __init__(self, read: Callable[[int, int], Iterable[Event]]) -> None:
        self._read = read
        self._spacing = SPACING
        self._snapshots = [SearchTree()]
        self._near = self._snapshots[0]
        self._tree = self._snapshots[0].copy()

    def at(self, event: int) -> SearchTree:
        """The tree before the event of this number; it holds until the next call."""
        known = [one for one in (*self._snapshots, self._near) if one.events <= event]
        start = max(known, key=lambda one: one.events)
        if not start.events <= self._tree.events <= event:
            goes_back = event < self._tree.events
            self._tree = start.copy()
            if goes_back and event - start.events > NEAR:
                self._advance(event - NEAR)
                self._near = self._tree.copy()
        self._advance(event)
        return self._tree

    def _advance(self, event: int) -> None:
        tree = self._tree
        while tree.events < event:
            stop = min(event, tree.events - tree.events % self._spacing + self._spacing)
            for one in self._read(tree.events, stop):
                tree.apply(one)
            if tree.events >= self._snapshots[-1].events + self._spacing:
                self._snapshots.append(tree.copy())
            if len(self._snapshots) > MOST_SNAPSHOTS:
                del self._snapshots[1::2]
                self._spacing *= 2


def trace_svg(trace: Trace) -> str:
    """The most visited part of the tree; of a search that deepens, the tree of its last depth."""
    tree = replay(trace)
    root = max((number for number, node in tree.items() if node.parent is None), default=0)
    game = None if trace.position is None else trace.position.game

    def texts(number: int) -> tuple[str, str]:
        node = tree[number]
        if node.move is None:
            return "·", _value(node)
        return str(node.move) if game is None else game.format_move(node.move), _value(node)

    def importance(number: int) -> float:
        node = tree[number]
        return node.n if node.value is None else -number

    best = _best_line(tree, root)
    shown = choose_nodes(root, lambda number: tree[number].children, importance, best)

    def mark(number: int) -> str:
        return "path" if number in best else ""

    return draw_tree(lay_out(root, shown, texts, mark))


def _value(node: TreeNode) -> str:
    """Q and N of tree search and of weights, the value of the minimax family."""
    if node.value is not None:
        return f"{node.value:+d}"
    return f"{node.q:g} / {node.n}"


def _best_line(tree: dict[int, TreeNode], root: int) -> list[int]:
    """The nodes of the line that the search thinks best."""
    line = [root]
    while children := tree[line[-1]].children:
        known = [child for child in children if tree[child].value is not None]
        if known:
            line.append(min(known, key=lambda child: tree[child].value or 0))
        else:
            line.append(max(children, key=lambda child: tree[child].n))
    return line
