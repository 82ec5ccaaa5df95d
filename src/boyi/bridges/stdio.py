"""The engine side of a protocol on a pair of pipes: one runner for every conversation.

Three kinds of threads share a queue: one reads bytes and puts lines, one for each search puts what it finds,
and the caller's takes them one by one and is the only one that writes. No event loop: loading one would cost
the first answer more time than everything else together.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread, Timer
from typing import TYPE_CHECKING, Protocol

from boyi.core.errors import BoyiError, shorten
from boyi.core.result import SearchResult
from boyi.core.stop import Stop
from boyi.protocols.actions import Action, LoadFile, Quit, Reply, Result, StopSearch, Think
from boyi.protocols.conversation import Conversation
from boyi.protocols.lines import LineBuffer

if TYPE_CHECKING:
    from boyi.players.engine import Progress

CHUNK = 1 << 16
MOST_LINES = 4096
"""Lines that wait for the runner; then the reader waits too."""
MOST_ENDLESS = 32
"""Searches without an end that run beside the others."""
PATIENCE = 0.5
"""Seconds that stopped searches get when the runner leaves."""


News = str | None | Callable[[], list[Action]]
"""What the runner is told: a line, the end of the input, or how to tell the conversation of a search."""


class _Interrupted(BaseException):
    """Raised by a signal handler in the middle of a write that nobody reads."""


class Searcher(Protocol):
    """Who answers a ``Think``: ``bridges.thinking.Thinker``, or anything like it."""

    def prepare(self) -> None:
        """Load what the first search needs; called in a thread of its own after the first answer."""

    def search(self, think: Think, progress: Progress, stop: Stop) -> Result: ...

    def close(self) -> None:
        """End what it keeps running; called when the runner leaves."""


@dataclass(slots=True)
class _Job:
    """A search that runs or waits for its turn."""

    think: Think
    stop: Stop
    thread: Thread | None = None

    @property
    def counts(self) -> bool:
        """Whether it takes one of the places; one that is being stopped or never ends does not."""
        return not self.stop.is_set() and not self.endless

    @property
    def endless(self) -> bool:
        limits = self.think.limits
        return (
            self.think.purpose == "analysis" and (limits.seconds, limits.nodes, limits.depth) == (None,) * 3
        )


class EngineRunner:
    """Serves one conversation until it is over."""

    def __init__(
        self,
        conversation: Conversation,
        searcher: Searcher,
        *,
        read: Callable[[], bytes],
        write: Callable[[bytes], None],
        places: int = 1,
    ) -> None:
        """``read`` waits for bytes and gives none at the end; ``places``: searches at the same time."""
        self.conversation = conversation
        self.searcher = searcher
        self.places = places
        self._read, self._write = read, write
        # Of this kind, because it alone may be used by a signal handler, whatever the thread was doing.
        self._queue: SimpleQueue[News] = SimpleQueue()
        self._room = Semaphore(MOST_LINES)
        self._running: dict[int, _Job] = {}
        self._waiting: deque[_Job] = deque()
        self._over = False
        self._writing = False
        self._prepared = False

    def run(self) -> bool:
        """Serve; return whether all searches have ended (one that has not may disturb the process's end).

        Raises ``BrokenPipeError`` when nobody reads the answers any more.
        """
        Thread(target=_listen, args=(self._read, self._queue, self._room), daemon=True).start()
        try:
            while not self._over:
                news = self._queue.get()
                if isinstance(news, str):
                    self._room.release()
                    self._carry_out(self.conversation.receive(news))
                else:
                    self._carry_out(self.conversation.close() if news is None else news())
        except _Interrupted:
            pass
        finally:
            self._over = True
            ended = self._leave()
        return ended

    def interrupt(self) -> None:
        """Make ``run`` return soon; for signal handlers of its thread."""
        self._over = True
        if self._writing:
            raise _Interrupted  # else the write would continue when the handler returns
        self._queue.put(list)

    # The threads that search

    def _begin(self, think: Think) -> None:
        job = _Job(think, Stop())
        if job.endless and sum(other.endless for other in self._running.values()) >= MOST_ENDLESS:
            self._carry_out(
                self.conversation.failed(
                    think.ticket, f"{MOST_ENDLESS} endless searches are running already."
                )
            )
            return
        self._waiting.append(job)
        self._fill_places()

    def _fill_places(self) -> None:
        for job in [job for job in self._waiting if job.endless]:
            self._waiting.remove(job)
            self._start(job)
        while self._waiting and sum(job.counts for job in self._running.values()) < self.places:
            self._start(self._waiting.popleft())

    def _start(self, job: _Job) -> None:
        self._running[job.think.ticket] = job
        job.thread = Thread(target=self._search, args=(job,), daemon=True)
        job.thread.start()

    def _search(self, job: _Job) -> None:
        think, told = job.think, time.monotonic()

        def progress(result: SearchResult) -> bool:
            nonlocal told
            now = time.monotonic()
            # A stopped search reports no more: its conversation continues with something else.
            if think.report_every is not None and now - told >= think.report_every and not job.stop.is_set():
                told = now
                self._queue.put(lambda: self.conversation.progress(think.ticket, result))
            return job.stop.is_set()

        try:
            result = self.searcher.search(think, progress, job.stop)
        except BoyiError as error:
            reason = str(error)
            self._queue.put(lambda: self._ended(job, lambda: self.conversation.failed(think.ticket, reason)))
        except Exception as error:  # a player's mistake must not end the conversation, nor be silent
            reason = f"The search failed with {type(error).__name__}: {shorten(str(error), 200)}"
            self._queue.put(lambda: self._ended(job, lambda: self.conversation.failed(think.ticket, reason)))
        else:
            self._queue.put(lambda: self._ended(job, lambda: self.conversation.answer(think.ticket, result)))

    def _ended(self, job: _Job, tell: Callable[[], list[Action]]) -> list[Action]:
        self._running.pop(job.think.ticket, None)
        if job.thread is not None:
            job.thread.join(PATIENCE)  # it has just told us and does nothing more
        actions = tell()
        self._fill_places()
        return actions

    def _stop(self, ticket: int, within: float) -> None:
        for job in self._waiting:
            if job.think.ticket == ticket:
                self._waiting.remove(job)
                self._carry_out(self.conversation.answer(ticket, None))
                return
        if (running := self._running.get(ticket)) is None:
            return
        if within > 0:
            timer = Timer(within, running.stop.set)
            timer.daemon = True
            timer.start()
        else:
            running.stop.set()
            self._fill_places()

    # Files

    def _load(self, ask: LoadFile) -> None:
        def load() -> None:
            from boyi import formats  # few conversations open files
            from boyi.bridges.game_file import read_file

            try:
                record = formats.read(read_file(ask.path))
            except BoyiError as error:
                reason = f"cannot load file: {error}"
                self._queue.put(lambda: self.conversation.failed(ask.ticket, reason))
            else:
                self._queue.put(lambda: self.conversation.loaded(ask.ticket, record))

        Thread(target=load, daemon=True).start()

    # The thread that obeys

    def _carry_out(self, actions: list[Action]) -> None:
        said: list[str] = []
        for action in actions:
            match action:
                case Reply(text):
                    said.append(text)
                    continue
                case Quit():
                    self._over = True
            # What was said before goes out before anything else happens.
            self._say(said)
            match action:
                case Think():
                    self._begin(action)
                case StopSearch(ticket, within):
                    self._stop(ticket, within)
                case LoadFile():
                    self._load(action)
        self._say(said)

    def _say(self, lines: list[str]) -> None:
        if lines:
            self._writing = True
            self._write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
            self._writing = False
            lines.clear()
            if not self._prepared:
                self._prepared = True
                Thread(target=self.searcher.prepare, daemon=True).start()

    def _leave(self) -> bool:
        """Stop what runs and wait a little for it."""
        for job in self._running.values():
            job.stop.set()
        ends = time.monotonic() + PATIENCE
        threads = [job.thread for job in self._running.values() if job.thread is not None]
        for thread in threads:
            thread.join(max(0.0, ends - time.monotonic()))
        self.searcher.close()
        with suppress(Empty):
            while True:  # what was told too late refers to things that should go now
                self._queue.get_nowait()
        return not any(thread.is_alive() for thread in threads)


def _listen(read: Callable[[], bytes], queue: SimpleQueue[News], room: Semaphore) -> None:
    """Put lines until the input ends.

    This thread may wait without end, past the end of all else, so it knows nothing but the queue.
    """
    lines = LineBuffer()
    while True:
        try:
            data = read()
        except (OSError, ValueError):
            data = b""
        for line in lines.feed(data) if data else lines.finish():
            room.acquire()
            queue.put(line)
        if not data:
            queue.put(None)
            return


def read_descriptor(number: int) -> Callable[[], bytes]:
    """Reads from a pipe or file by its number (a buffered stream would wait for more than one line)."""
    return lambda: os.read(number, CHUNK)


def write_descriptor(number: int) -> Callable[[bytes], None]:
    """Writes all of it to a pipe or file by its number."""

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(number, view) :]

    return write
