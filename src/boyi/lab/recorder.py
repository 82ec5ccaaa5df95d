"""The events of a running search as entries of a spool, and where its steps begin.

An entry is a list: the kind of the event and its values. It also holds the values from before the event, so
that a tree can be changed forwards and backwards (``boyi.lab.tree``). What every sibling had when one was
selected is not written down: it follows from the tree at that event.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from threading import Condition
from typing import Any, Literal, get_args

from boyi.core.message import Message
from boyi.lab.spool import Spool
from boyi.textbook.trace import (
    Backup,
    Child,
    Cut,
    Enter,
    Event,
    Expand,
    Leaf,
    Select,
    Simulate,
    TableHit,
    Trace,
)

Level = Literal["phase", "iteration"]
LEVELS: tuple[Level, ...] = get_args(Level)
Entry = list[Any]
MOST_EVENTS = 1_000_000
"""A longer search is stopped here; its steps up to then can be seen."""
RESULT = "result"
"""The last entry of a search that came to its end."""


class Stopped(Exception):
    """Raised inside a search to leave it."""


class Recorder(Trace):
    """A trace that is written to a spool while others read it."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        super().__init__(limit=most)
        self.spool = Spool()
        self.starts: Mapping[Level, array[int]] = {level: array("Q") for level in LEVELS}
        self.finished = False
        self.problem: Exception | Message | None = None
        """Why the search did not come to its end."""
        self.changed = Condition()
        self.awaited: dict[Level, int] = {}
        """The first step of each level that someone waits for; to wake them at every event would cost the
        search most of its time."""
        self._stopping = False
        self._totals: dict[int, float] = {}  # MCTS: Q by node
        self._windows: dict[int, tuple[int, int | None]] = {}  # alpha-beta: alpha and best value by node
        self._last = ""
        self._root = -1

    def add(self, event: Event) -> None:
        """Write an event."""
        if self._stopping:
            raise Stopped
        if len(self.spool) >= self.limit:
            self.problem = Message(
                "The search was stopped after {count:,} events; give it a smaller budget.", count=self.limit
            )
            raise Stopped
        phase, iteration = self._boundaries(event)
        with self.changed:
            self._start(phase, iteration)
            self.spool.append(self._entry(event))
            self._last = event.kind
            if phase and any(self.known(level) > step for level, step in self.awaited.items()):
                self.awaited.clear()
                self.changed.notify_all()

    def stop(self, why: Message | None = None) -> None:
        """Make the search end at its next event; ``why`` is told to who reads its steps."""
        if why is not None and not self.finished:
            self.problem = why
        self._stopping = True

    def finish(self, answer: Any = None) -> None:
        """Say that no event follows; ``answer`` is what the search found."""
        with self.changed:
            if answer is not None:
                self._start(True, True)
                self.spool.append([RESULT, answer])
            self.finished = True
            self.changed.notify_all()

    def known(self, level: Level) -> int:
        """How many steps are complete."""
        count = len(self.starts[level])
        return count if self.finished else max(count - 1, 0)

    def bounds(self, level: Level, step: int) -> tuple[int, int]:
        """The first entry of a step and the first one after it."""
        starts = self.starts[level]
        return starts[step], starts[step + 1] if step + 1 < len(starts) else len(self.spool)

    def _start(self, phase: bool, iteration: bool) -> None:
        if phase:
            self.starts["phase"].append(len(self.spool))
        if iteration:
            self.starts["iteration"].append(len(self.spool))

    def _boundaries(self, event: Event) -> tuple[bool, bool]:
        """Whether a phase and an iteration begin with this event."""
        if isinstance(event, Select | Expand):
            return True, event.node == 0
        if isinstance(event, Enter):
            # An iteration of the minimax family is a move of the root; a new depth begins with the root.
            root = event.parent is None
            if root:
                self._root = event.node
            return True, root or event.parent == self._root
        if isinstance(event, Backup):
            return self._last != Backup.kind, False
        return not isinstance(event, Leaf | TableHit), False

    def _entry(self, event: Event) -> Entry:
        match event:
            case Select():
                return [event.kind, event.node, event.chosen]
            case Expand():
                return [event.kind, event.node, event.child, event.move]
            case Simulate():
                return [event.kind, event.node, event.moves, event.reward]
            case Backup():
                before = self._totals.get(event.node, 0.0)
                self._totals[event.node] = event.q
                return [event.kind, event.node, event.reward, event.q, event.n, before]
            case Enter():
                self._windows[event.node] = (event.alpha, None)
                window = [event.alpha, event.beta]
                return [event.kind, event.node, event.parent, event.move, event.depth, *window]
            case Leaf():
                return [event.kind, event.node, event.value, event.ended]
            case TableHit():
                return [event.kind, event.node, event.value]
            case Child():
                alpha, best = self._windows[event.node]
                now = event.value if best is None else max(best, event.value)
                self._windows[event.node] = (event.alpha, now)
                values = [event.value, event.alpha, event.beta]
                return [event.kind, event.node, event.child, event.move, *values, alpha, best]
            case Cut():
                return [event.kind, event.node, event.move, event.value, event.skipped]
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a tree search")
