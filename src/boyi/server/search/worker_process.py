"""A worker process as the server sees it: what it is told, what it says, and whether it still answers."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self

from boyi.server.search.frames import frame_of, read_frame
from boyi.server.search.jobs import Ping
from boyi.server.search.starvation import waited

STARVED = 0.5
"""A beat counts as unanswered only if the process waited for a processor for less of it, in seconds."""


@dataclass(eq=False, slots=True)
class WorkerProcess:
    """A child process; a thread hands its reports to the event loop, another one writes its orders.

    A child that starts, or is stopped, reads nothing, and a full pipe would hold the event loop.
    """

    child: subprocess.Popen[bytes]
    born: float
    unanswered: int = 0
    """Beats since a ping without an answer, but for those in which it waited for a processor."""
    pinged: bool = False
    """Whether a ping is under way."""
    waited: float = 0.0
    """Seconds that it had waited for a processor until the last beat."""
    answered: bool = False
    """Whether it has ever answered: before that it is starting."""
    _orders: SimpleQueue[bytes | None] = field(default_factory=SimpleQueue)
    """Frames to be written; None closes the input."""

    @classmethod
    def start(
        cls,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[Self, Any], None],
        ended: Callable[[Self], None],
    ) -> Self:
        """Start one; ``heard`` and ``ended`` are called on the loop."""
        child = subprocess.Popen(
            [sys.executable, "-m", "boyi.server.search.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        process = cls(child, loop.time())

        def hear(report: Any) -> None:
            process.pong()  # whatever it says, it is alive
            heard(process, report)

        def read() -> None:
            stream = child.stdout
            assert stream is not None
            with suppress(RuntimeError), stream:  # the loop is closed: the server ends
                try:
                    while (report := read_frame(stream)) is not None:
                        loop.call_soon_threadsafe(hear, report)
                finally:
                    loop.call_soon_threadsafe(ended, process)

        Thread(target=read, daemon=True).start()
        Thread(target=process._write, daemon=True).start()
        return process

    def order(self, order: object) -> None:
        """Tell it something; a dead worker is noticed by its reader, and a closed one needs nothing."""
        self._orders.put(frame_of(order))

    def _write(self) -> None:
        """Write the orders, in a thread of its own, until the input is closed or the child has gone."""
        stream = self.child.stdin
        assert stream is not None
        with suppress(BrokenPipeError), stream:
            while (frame := self._orders.get()) is not None:
                stream.write(frame)
                stream.flush()

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
        """Let it see that the server needs it no more; it ends then."""
        self._orders.put(None)

    def wait(self, seconds: float) -> None:
        """Wait for its end, then end it by force."""
        try:
            self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
