"""Which search runs next, and which one is paused for it: a queue that knows no processes and no clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

SLICE = 1.0
"""Seconds that a move or a hint runs before anything else; a longer search then shares with the others."""

Urgency = Literal[0, 1, 2, 3]
MOVE: Urgency = 0
HINT: Urgency = 1
STUDY: Urgency = 2
GUEST: Urgency = 3
"""A game's move, a hint, an analysis for those who play or own the game, an analysis for a spectator."""


@dataclass(eq=False, slots=True)
class Task:
    """A search in the queue."""

    owner: str
    """Whose share of the workers it uses."""
    urgency: Urgency
    asked: float
    used: float = 0.0
    """Seconds of a worker's time, without the present run."""
    since: float | None = None
    """When the present run began."""
    home: object = None
    """The worker in which it is paused; nobody else can resume it."""

    def grade(self, now: float) -> int:
        """0 for a move or hint in its first slice, 1 for a longer one, then analyses, then spectators'."""
        if self.urgency >= STUDY:
            return self.urgency
        return int(self.used + self.running(now) >= SLICE)

    def running(self, now: float) -> float:
        """How long the present run has taken."""
        return 0.0 if self.since is None else now - self.since


class Scheduler:
    """Start-time fair queueing: by grade, then the owner who has had the least time, then who asked first.

    An owner who comes back after a while begins level with the one who has had the least of those who are
    here: nobody saves up a claim.
    """

    def __init__(self) -> None:
        self._waiting: list[Task] = []
        self._running: list[Task] = []
        self._had: dict[str, float] = {}
        """Seconds of each owner that has something here, or is ahead of those who have."""

    def add(self, task: Task, now: float) -> None:
        """Let a task wait."""
        here = self._owners()
        if task.owner not in here:
            least = min((self._had_until(owner, now) for owner in here), default=0.0)
            self._had[task.owner] = max(self._had.get(task.owner, 0.0), least)
        self._waiting.append(task)

    def remove(self, task: Task, now: float) -> None:
        """Forget a task that waits, if it does."""
        if task in self._waiting:
            self._waiting.remove(task)
            self._forget_owners(now)

    def start(self, task: Task, now: float) -> None:
        """A waiting task runs from now on."""
        self._waiting.remove(task)
        self._running.append(task)
        task.since = now

    def pause(self, task: Task, now: float) -> None:
        """A running task waits again."""
        self._waiting.append(task)
        self.stop(task, now)

    def stop(self, task: Task, now: float) -> None:
        """A task no longer runs: its owner is charged."""
        self._running.remove(task)
        taken = task.running(now)
        task.used += taken
        task.since = None
        self._had[task.owner] += taken
        self._forget_owners(now)

    def waiting(self, now: float) -> list[Task]:
        """The tasks that wait, the next one first."""
        return sorted(self._waiting, key=lambda task: self._rank(task, now))

    def count(self, urgencies: Iterable[Urgency], owner: str | None = None) -> int:
        """How many of an owner, or of all, wait or run."""
        wanted = set(urgencies)
        everything = (*self._waiting, *self._running)
        return sum(task.urgency in wanted and owner in (None, task.owner) for task in everything)

    def gives_way(self, running: Task, waiting: Task, now: float) -> bool:
        """Whether a running task is to be paused for a waiting one.

        To a lower grade it gives way at once; to its own after a slice, if its owner has had more.
        """
        mine, other = running.grade(now), waiting.grade(now)
        if mine != other:
            return mine > other
        return (
            mine > 0
            and running.running(now) >= SLICE
            and self._rank(waiting, now)[1] < self._rank(running, now)[1]
        )

    def worst(self, tasks: Iterable[Task], now: float) -> Task | None:
        """The one of these that the others need least."""
        return max(tasks, key=lambda task: self._rank(task, now), default=None)

    def _rank(self, task: Task, now: float) -> tuple[int, float, int, float]:
        return task.grade(now), self._had_until(task.owner, now), task.urgency, task.asked

    def _had_until(self, owner: str, now: float) -> float:
        """The seconds of an owner, with those of the present runs."""
        return self._had[owner] + sum(task.running(now) for task in self._running if task.owner == owner)

    def _owners(self) -> set[str]:
        return {task.owner for task in (*self._waiting, *self._running)}

    def _forget_owners(self, now: float) -> None:
        """Owners without tasks are remembered only while they are ahead of one who has some."""
        here = self._owners()
        least = min((self._had_until(owner, now) for owner in here), default=float("inf"))
        self._had = {owner: had for owner, had in self._had.items() if owner in here or had > least}
