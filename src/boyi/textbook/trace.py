"""What a search did, step by step: typed events, bounded in number, and enough to rebuild its tree.

Nodes are numbered 0, 1, 2 … in the order in which they are made; 0 is the root. Events say when a node is
made and whenever its numbers change, so that the tree at any event follows from the events before it
(``boyi.textbook.search_tree``).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, get_args

if TYPE_CHECKING:
    from boyi.core.game import Position


class Compact:
    """The base of values that are pickled as their class and their fields: long traces go to files."""

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in self.__slots__)


@dataclass(frozen=True, slots=True)
class Sibling(Compact):
    """One child as the selection rule saw it."""

    node: int
    move: int
    q: float
    n: int
    exploration: float
    ucb: float


@dataclass(frozen=True, slots=True)
class Select(Compact):
    """MCTS selected the child ``chosen`` of ``node``."""

    kind: ClassVar[str] = "select"
    node: int
    siblings: tuple[Sibling, ...]
    """Left out in a long trace: they follow from the tree at the event."""
    chosen: int


@dataclass(frozen=True, slots=True)
class Expand(Compact):
    """MCTS added ``child`` below ``node`` by ``move``."""

    kind: ClassVar[str] = "expand"
    node: int
    child: int
    move: int


@dataclass(frozen=True, slots=True)
class Simulate(Compact):
    """A random game from ``node``: its moves, and its reward for the first player."""

    kind: ClassVar[str] = "simulate"
    node: int
    moves: tuple[int, ...]
    reward: float


@dataclass(frozen=True, slots=True)
class Backup(Compact):
    """One node of the path from a leaf to the root got this reward; its new totals."""

    kind: ClassVar[str] = "backup"
    node: int
    reward: float
    q: float
    n: int


@dataclass(frozen=True, slots=True)
class Enter(Compact):
    """Alpha-beta entered a node with this window (numbers for the side to move there)."""

    kind: ClassVar[str] = "enter"
    node: int
    parent: int | None
    move: int | None
    depth: int
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Leaf(Compact):
    """A node at the horizon or at the end of the game, and its value for the side to move."""

    kind: ClassVar[str] = "leaf"
    node: int
    value: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Child(Compact):
    """A child came back with ``value`` for the side to move at ``node``; the window is now this."""

    kind: ClassVar[str] = "child"
    node: int
    child: int
    move: int
    value: int
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Cut(Compact):
    """A beta cut-off: this move reached beta, the rest of the node's moves were not searched."""

    kind: ClassVar[str] = "cut"
    node: int
    move: int
    value: int
    skipped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableHit(Compact):
    """The transposition table answered instead of a search."""

    kind: ClassVar[str] = "table"
    node: int
    value: int


@dataclass(frozen=True, slots=True)
class Choose(Compact):
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
        """Take an event."""
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
        from boyi.textbook.search_tree import trace_svg  # only notebooks need it

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
