"""The events of a running search, most of them in a temporary file, and where its steps begin."""

from __future__ import annotations

import math
import pickle
import tempfile
from array import array
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from threading import Condition, Lock
from time import monotonic
from typing import Literal, get_args

from boyi.core.message import Message
from boyi.core.result import SearchResult
from boyi.lab.trace_limit import TraceLimit
from boyi.textbook.trace import Backup, Child, Enter, Event, Expand, Leaf, Select, TableHit, Trace

Level = Literal["phase", "iteration"]
LEVELS: tuple[Level, ...] = get_args(Level)
BLOCK = 256
"""Events that go to the file together."""
BLOCKS = 16
"""Blocks of the file that are remembered after reading."""


class Stopped(Exception):
    """Raised inside a search to leave it."""


class Recorder(Trace):
    """A trace that is written to a file while others read it: one thread adds, any may read.

    >>> recorder = Recorder()
    >>> for child in range(1, 1001):
    ...     recorder.add(Expand(0, child, move=child))
    >>> len(recorder), recorder.read(254, 258)[-1]
    (1000, Expand(node=0, child=258, move=258))
    >>> recorder.close()
    """

    def __init__(self, bounds: TraceLimit | None = None) -> None:
        self._bounds = bounds or TraceLimit()
        super().__init__(limit=self._bounds.events)
        self.starts: Mapping[Level, array[int]] = {level: array("Q") for level in LEVELS}
        self.result: SearchResult | None = None
        """What the search found; its last step has no event but this."""
        self.finished = False
        self.problem: Exception | Message | None = None
        """Why the search did not come to its end."""
        self.changed = Condition()
        self.awaited: dict[Level, int] = {}
        """The first step of each level that someone waits for; to wake them at every event would cost the
        search most of its time."""
        self.returned = 0
        """Moves of the root that the minimax family has searched to the present depth."""
        self._ends = math.inf if self._bounds.seconds is None else monotonic() + self._bounds.seconds
        self._stopping = False
        self._last: type[Event] | None = None
        self._root = -1
        self._file = tempfile.TemporaryFile(prefix="boyi-")  # noqa: SIM115 (closed by close)
        self._places = array("Q", [0])
        """Where each block of the file begins, and where the last one ends."""
        self._pending: list[Event] = []
        self._count = 0
        self._lock = Lock()
        self._block = lru_cache(BLOCKS)(self._read_block)

    def __len__(self) -> int:
        return self._count

    def add(self, event: Event) -> None:
        """Take an event, or end the search: it was stopped, or is at its limit."""
        if self._stopping:
            raise Stopped
        count = self._count
        if count >= self.limit or monotonic() > self._ends:
            self.problem = self._bounds.too_many if count >= self.limit else self._bounds.too_long
            raise Stopped
        phase, iteration = self._begins(event)
        if isinstance(event, Select):
            event = replace(event, siblings=())
        with self.changed:
            self._start(count, phase, iteration)
            self._append(event)
            self._last = type(event)
            if phase and any(self.known(level) > step for level, step in self.awaited.items()):
                self.awaited.clear()
                self.changed.notify_all()

    def stop(self, why: Message | None = None) -> None:
        """Make the search end at its next event; ``why`` is told to who reads its steps."""
        if why is not None and not self.finished:
            self.problem = why
        self._stopping = True

    def finish(self, result: SearchResult | None = None) -> None:
        """Say that no event follows; ``result`` is what the search found."""
        with self.changed:
            if result is not None:
                self.result = result
                self._start(len(self), True, True)
            self.finished = True
            self.changed.notify_all()

    def known(self, level: Level) -> int:
        """How many steps are complete."""
        count = len(self.starts[level])
        return count if self.finished else max(count - 1, 0)

    def bounds(self, level: Level, step: int) -> tuple[int, int]:
        """The first event of a step and the first one after it; the step of the result has none."""
        starts = self.starts[level]
        return starts[step], starts[step + 1] if step + 1 < len(starts) else len(self)

    def read(self, first: int, after: int) -> list[Event]:
        """The events from ``first`` up to, but not including, ``after``."""
        found: list[Event] = []
        while first < after:
            block, place = divmod(first, BLOCK)
            with self._lock:
                events = self._block(block) if block + 1 < len(self._places) else self._pending
                found += events[place : place + after - first]
            first = (block + 1) * BLOCK
        return found

    def close(self) -> None:
        """Remove the file."""
        with self._lock:
            self._file.close()

    def _append(self, event: Event) -> None:
        with self._lock:
            self._pending.append(event)
            if len(self._pending) == BLOCK:
                data = pickle.dumps(self._pending, pickle.HIGHEST_PROTOCOL)
                self._file.seek(self._places[-1])
                self._file.write(data)
                self._places.append(self._places[-1] + len(data))
                self._pending = []
            self._count += 1

    def _read_block(self, number: int) -> list[Event]:
        start, end = self._places[number], self._places[number + 1]
        self._file.seek(start)
        block: list[Event] = pickle.loads(self._file.read(end - start))  # our own file, which has no name
        return block

    def _start(self, place: int, phase: bool, iteration: bool) -> None:
        if phase:
            self.starts["phase"].append(place)
        if iteration:
            self.starts["iteration"].append(place)

    def _begins(self, event: Event) -> tuple[bool, bool]:
        """Whether a phase and an iteration begin with this event."""
        if isinstance(event, Select | Expand):
            return True, event.node == 0
        if isinstance(event, Enter):
            # An iteration of the minimax family is a move of the root; a new depth begins with the root.
            root = event.parent is None
            if root:
                self._root, self.returned = event.node, 0
            return True, root or event.parent == self._root
        if isinstance(event, Backup):
            return self._last is not Backup, False
        if isinstance(event, Child):
            self.returned += event.node == self._root
        return not isinstance(event, Leaf | TableHit), False
