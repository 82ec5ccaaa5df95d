"""The clock of a search: the wall's, or the processor time of the thread that searches.

In a match that is judged by processor time, searches count their own seconds by it too: a busy machine then
costs them as little as the programs that they meet. Every search asks here what time it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, get_ident, local
from typing import TypeVar

from boyi.core.clock import Timing

Result = TypeVar("Result")

CAN_LOOK = hasattr(time, "pthread_getcpuclockid")
"""Whether the processor time of another thread can be read."""


class _Thread(local):
    """What a thread knows of its search."""

    timing: Timing = "wall"
    waited = 0.0
    """Processor seconds of its native searches, one after another, of each of their threads."""
    helped = 0.0
    """The same of all these threads together."""


_thread = _Thread()


def search_time() -> float:
    """Seconds on the clock by which this thread's search is timed; only differences mean something."""
    if _thread.timing == "wall":
        return time.perf_counter()
    return time.thread_time() + _thread.waited


def is_by_processor() -> bool:
    """Whether this thread's search is timed by the processor."""
    return _thread.timing == "processor"


def add_helpers(seconds: float, threads: int) -> None:
    """A native search of this thread has used so many processor seconds in threads of its own."""
    _thread.waited += seconds / threads
    _thread.helped += seconds


class ThreadMeter:
    """The processor seconds of work that is done in threads.

    >>> meter = ThreadMeter()
    >>> meter.measured(lambda: sum(range(100_000)))(), meter.seconds > 0
    (4999950000, True)
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._past = 0.0
        self._running: dict[int, float] = {}
        """The threads that work now, and what they had used before."""

    def measured(self, work: Callable[[], Result], timing: Timing = "wall") -> Callable[[], Result]:
        """The work, to be done in some thread, whose searches are timed so meanwhile."""

        def run() -> Result:
            thread, before = get_ident(), time.thread_time() + _thread.helped
            usual, _thread.timing = _thread.timing, timing
            with self._lock:
                self._running[thread] = before
            try:
                return work()
            finally:
                _thread.timing = usual
                with self._lock:
                    del self._running[thread]
                    self._past += time.thread_time() + _thread.helped - before

        return run

    @property
    def seconds(self) -> float:
        """What was used so far; of a native search that still runs, only what its calling thread has used."""
        with self._lock:  # so that no thread ends while its clock is read
            running = self._running if CAN_LOOK else {}
            return self._past + sum(
                time.clock_gettime(time.pthread_getcpuclockid(thread)) - before
                for thread, before in running.items()
            )
