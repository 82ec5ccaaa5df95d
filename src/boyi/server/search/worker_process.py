"""One worker as the server sees it: the process, what is open in it, and whether it still answers."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread

from boyi.core.result import SearchResult
from boyi.server.search.jobs import Job, Order, Ping, Report, read_frame, write_frame
from boyi.server.search.scheduler import STUDY, Task
from boyi.server.search.starvation import waited

STARVED = 0.5
"""A beat counts as unanswered only if the process waited for a processor for less of it, in seconds."""


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
    """Whoever asked has gone."""
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
class WorkerProcess:
    """A child process; its reports are handed to the event loop by a thread."""

    child: subprocess.Popen[bytes]
    born: float
    running: Ticket | None = None
    pausing: asyncio.TimerHandle | None = None
    """The alarm of a running search that was told to pause and has not answered yet."""
    open: dict[int, Ticket] = field(default_factory=dict)
    """All its searches by their numbers: running, paused or about to end."""
    keys: set[str] = field(default_factory=set)
    """Players whose engines it has had: it may remember their games."""
    unanswered: int = 0
    """Beats since a ping without an answer, but for those in which it waited for a processor."""
    pinged: bool = False
    """Whether a ping is under way."""
    waited: float = 0.0
    """Seconds that it had waited for a processor until the last beat."""
    answered: bool = False
    """Whether it has ever answered: before that it is starting."""
    _lock: Lock = field(default_factory=Lock)

    @classmethod
    def start(
        cls,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[WorkerProcess, Report], None],
        ended: Callable[[WorkerProcess], None],
    ) -> WorkerProcess:
        """Start one; ``heard`` and ``ended`` are called on the loop."""
        child = subprocess.Popen(
            [sys.executable, "-m", "boyi.server.search.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        process = cls(child, loop.time())

        def read() -> None:
            stream = child.stdout
            assert stream is not None
            with suppress(RuntimeError), stream:  # the loop is closed: the server ends
                try:
                    while (report := read_frame(stream)) is not None:
                        loop.call_soon_threadsafe(heard, process, report)
                finally:
                    loop.call_soon_threadsafe(ended, process)

        Thread(target=read, daemon=True).start()
        return process

    def order(self, order: Order) -> None:
        """Tell it something; a dead worker is noticed by its reader, and a closed one needs nothing."""
        assert self.child.stdin is not None
        with suppress(BrokenPipeError, ValueError), self._lock:
            write_frame(self.child.stdin, order)

    def stopped_running(self) -> None:
        """Nothing runs in it now: the search has ended or is paused."""
        if self.pausing is not None:
            self.pausing.cancel()
        self.running = self.pausing = None

    def beat(self) -> None:
        """Once a beat: ask whether it is alive. No second ping before the first is answered."""
        before, self.waited = self.waited, waited(self.child.pid)
        if not self.pinged:
            self.pinged = True
            self.order(Ping())
        self.unanswered += self.waited - before < STARVED

    def pong(self) -> None:
        """It is alive."""
        self.unanswered, self.answered, self.pinged = 0, True, False

    @property
    def is_silent(self) -> bool:
        """Whether it did not answer the last ping: then it is not the search in it that does not listen."""
        return self.unanswered >= 3

    def close_input(self) -> None:
        """Let it see that nobody needs it; it ends then."""
        assert self.child.stdin is not None
        with suppress(OSError):
            self.child.stdin.close()

    def wait(self, seconds: float) -> None:
        """Wait for its end, then end it by force."""
        try:
            self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
