"""Searches that were asked for, and a worker process with those that are open in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from boyi.core.result import SearchResult
from boyi.server.search.jobs import Job
from boyi.server.search.scheduler import STUDY, Task
from boyi.server.search.worker_process import WorkerProcess


@dataclass(eq=False, slots=True, kw_only=True)
class Ticket(Task):
    """A search and who waits for it."""

    job: Job
    limit: float
    """Seconds that it may take, with its pauses."""
    watch: Callable[[SearchResult], None] | None
    future: asyncio.Future[SearchResult | None]
    began: float | None = None
    """Since when its time runs: for a game's clock since it was asked, else since it was first handed out."""
    attempts: int = 0
    best: SearchResult | None = None
    """What it has found so far."""
    given_up: bool = False
    """The client that asked has gone, and its answer is not needed."""
    put_back: bool = False
    """It was told to end for another search, and begins again later."""
    told_to_end: bool = False
    """Its time is over, or another search needs its place: what it has found is the answer."""
    alarm: asyncio.TimerHandle | None = None

    @property
    def is_ending(self) -> bool:
        """Whether it was told to end and has not answered yet."""
        return self.given_up or self.told_to_end or self.put_back

    def better(self, result: SearchResult | None) -> SearchResult | None:
        """The result, or for an analysis that had to begin again what was found before, if that is more."""
        before = self.best
        if self.urgency < STUDY or before is None or result is None or before.nodes <= result.nodes:
            return result
        return before


@dataclass(eq=False, slots=True)
class SearchProcess(WorkerProcess):
    """A worker process that searches for everyone."""

    running: Ticket | None = None
    pausing: asyncio.TimerHandle | None = None
    """The alarm of a running search that was told to pause and has not answered yet."""
    open: dict[int, Ticket] = field(default_factory=dict)
    """All its searches by their numbers: running, paused or about to end."""
    keys: set[str] = field(default_factory=set)
    """Players whose engines it has had: it may remember their games."""

    def stopped_running(self) -> None:
        """Nothing runs in it now: the search has ended or is paused."""
        if self.pausing is not None:
            self.pausing.cancel()
        self.running = self.pausing = None
