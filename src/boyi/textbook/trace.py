"""What a search did, step by step, as plain data: bounded, JSON-ready, and enough to rebuild its tree."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from boyi.core.errors import BoyiError

if TYPE_CHECKING:
    from boyi.core.game import Position


@dataclass(frozen=True, slots=True)
class Sibling:
    """One child as the selection rule saw it."""

    node: int
    move: int
    q: float
    n: int
    exploration: float
    ucb: float


@dataclass(frozen=True, slots=True)
class Select:
    """MCTS selected the child ``chosen`` of ``node``."""

    kind: ClassVar[str] = "select"
    node: int
    siblings: tuple[Sibling, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Expand:
    """MCTS added ``child`` below ``node`` by ``move``."""

    kind: ClassVar[str] = "expand"
    node: int
    child: int
    move: int


@dataclass(frozen=True, slots=True)
class Simulate:
    """A random game from ``node``: its moves, and its reward for the first player."""

    kind: ClassVar[str] = "simulate"
    node: int
    moves: tuple[int, ...]
    reward: float


@dataclass(frozen=True, slots=True)
class Backup:
    """One node of the path from a leaf to the root got this reward; its new totals."""

    kind: ClassVar[str] = "backup"
    node: int
    reward: float
    q: float
    n: int


@dataclass(frozen=True, slots=True)
class Enter:
    """Alpha-beta entered a node with this window (numbers for the side to move there)."""

    kind: ClassVar[str] = "enter"
    node: int
    parent: int | None
    move: int | None
    depth: int
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """A node at the horizon or at the end of the game, and its value for the side to move."""

    kind: ClassVar[str] = "leaf"
    node: int
    value: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Child:
    """A child came back with ``value`` for the side to move at ``node``; the window is now this."""

    kind: ClassVar[str] = "child"
    node: int
    child: int
    move: int
    value: int
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A beta cut-off: this move reached beta, the rest of the node's moves were not searched."""

    kind: ClassVar[str] = "cut"
    node: int
    move: int
    value: int
    skipped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableHit:
    """The transposition table answered instead of a search."""

    kind: ClassVar[str] = "table"
    node: int
    value: int


@dataclass(frozen=True, slots=True)
class Choose:
    """A player that looks at no tree gave every move a weight and took one."""

    kind: ClassVar[str] = "choose"
    moves: tuple[int, ...]
    weights: tuple[int, ...]
    chosen: int


Event = Select | Expand | Simulate | Backup | Enter | Leaf | Child | Cut | TableHit | Choose
KINDS: dict[str, type[Event]] = {event.kind: event for event in get_args(Event)}


@dataclass
class Trace:
    """Collects events up to ``limit``; after that it only counts, and says so in ``dropped``."""

    limit: int = 10_000
    events: list[Event] = field(default_factory=list)
    dropped: int = 0
    position: Position | None = None
    """What was searched; says how moves are written where the trace is drawn."""

    def add(self, event: Event) -> None:
        """Note an event."""
        if len(self.events) < self.limit:
            self.events.append(event)
        else:
            self.dropped += 1

    def __repr__(self) -> str:
        cut = f", {self.dropped} more dropped" if self.dropped else ""
        return f"<Trace of {len(self.events)} events{cut}>"

    def _repr_svg_(self) -> str | None:
        if self.dropped:  # a tree that is cut short cannot be drawn; the line above says why
            return None
        from boyi.textbook.trace_drawing import trace_svg  # only notebooks need it

        return trace_svg(self)

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        events = [{"kind": event.kind, **asdict(event)} for event in self.events]
        return {"events": events, "dropped": self.dropped}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Trace:
        """Read ``to_data`` back."""
        trace = cls(limit=max(len(data["events"]), 1), dropped=data["dropped"])
        for entry in data["events"]:
            values = {key: _frozen(value) for key, value in entry.items() if key != "kind"}
            trace.add(KINDS[entry["kind"]](**values))
        return trace


def _frozen(value: Any) -> Any:
    """Lists become tuples, and the siblings of a selection become values again."""
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return Sibling(**value) if isinstance(value, dict) else value


@dataclass
class Remembered:
    """A node of a tree rebuilt from a trace."""

    move: int | None = None
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    q: float = 0.0
    n: int = 0
    value: int | None = None
    """In the trees of the minimax family: its value for the side to move there, or a bound on it."""


def replay(trace: Trace) -> dict[int, Remembered]:
    """Rebuild the tree that a complete trace tells of: node number -> node.

    A search that deepens step by step grows a tree for every depth; their roots have no parent.
    """
    if trace.dropped:
        raise BoyiError(
            "The trace is cut short by {count} events; search with a larger limit.", count=trace.dropped
        )
    tree = {0: Remembered()}
    for event in trace.events:
        if isinstance(event, Expand):
            tree[event.child] = Remembered(event.move, event.node)
            tree[event.node].children.append(event.child)
        elif isinstance(event, Backup):
            tree[event.node].q += event.reward
            tree[event.node].n += 1
        elif isinstance(event, Enter):
            tree[event.node] = Remembered(event.move, event.parent, n=1)
            if event.parent is not None:
                tree[event.parent].children.append(event.node)
        elif isinstance(event, (Leaf, TableHit)):
            tree[event.node].value = event.value
        elif isinstance(event, Child):
            known = tree[event.node].value
            tree[event.node].value = event.value if known is None else max(known, event.value)
        elif isinstance(event, Choose):
            for number, move in enumerate(event.moves, start=1):
                weight = event.weights[number - 1]
                tree[number] = Remembered(move, 0, q=weight, n=int(move == event.chosen))
                tree[0].children.append(number)
    return tree
