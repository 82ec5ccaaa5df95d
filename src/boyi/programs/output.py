"""What a program has printed and nobody has read yet: threads fill it, an event loop empties it."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Lock
from time import monotonic, sleep

from boyi.core.message import Message
from boyi.protocols.lines import LineBuffer

FLOOD = 8 << 20
"""Bytes that a program may print in one turn."""
FLOOD_LINES = 100_000
"""Lines that a program may print in one turn."""
WAITING = 1 << 20
"""Bytes that wait to be taken; a program that prints more, or while it is not its turn, has to wait."""
WAITING_LINES = 2048
REMEMBERED = 4096
"""Bytes of the error output that are kept, the last ones."""
LONGEST_SETTLING = 0.25
"""Seconds after a turn in which a program may go on printing before it gets the next command all the same."""
PAUSE = 0.001
"""Seconds between two readings of the error output, which is not limited otherwise."""


class Output:
    """The lines of one program, the end of its error output, and what its launcher reports."""

    def __init__(self, listen: Callable[[str], None] | None = None) -> None:
        """``listen`` is called with each line of the error output, by the thread that reads it."""
        self._listen, self._unsaid = listen, LineBuffer()
        self._lock = Lock()
        self._room = Condition(self._lock)
        self._its_turn = True
        self._over = False
        self._full = False
        """Whether the thread that reads waits for room."""
        self._lines: deque[str] = deque()
        self._held = 0
        """The length of the lines that wait."""
        self._buffer = LineBuffer()
        self._counted = 0
        self._counted_lines = 0
        self._errors = b""
        self._report = b""
        self._reported = False
        self._silent = False
        self._waiter: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        self.ended = False
        self._heard = self._rested = -math.inf
        """When something was printed last, and when the last turn ended."""
        self.excess: Message | None = None
        """What was too much of the output; None: it was not too much."""

    # What the reading threads bring

    def printed(self, data: bytes) -> bool:
        """Take bytes from the program's output (none: it has ended); False: read no more."""
        with self._lock:
            self._heard = monotonic()
            lines = self._buffer.feed(data) if data else self._buffer.finish()
            self._counted += len(data)
            self._counted_lines += len(lines)
            if self._its_turn and self._counted > FLOOD:
                self.excess = Message("{count} MB", count=FLOOD >> 20)
            elif self._its_turn and self._counted_lines > FLOOD_LINES:
                self.excess = Message("{count:,} lines", count=FLOOD_LINES)
            if self.excess:
                self._lines.clear()
            else:
                self._lines.extend(lines)
                self._held += sum(map(len, lines))
                self.ended = not data
            waiter, self._waiter = self._waiter, None
        if waiter is not None:
            with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                waiter[0].call_soon_threadsafe(_wake, waiter[1])
        return not self.excess

    def wait_for_room(self) -> None:
        """Until there is a reason to read on."""
        with self._lock:
            self._full = True
            self._room.wait_for(self._has_room)
            self._full = False

    def said(self, data: bytes) -> bool:
        """Take bytes from its error output."""
        self._errors = (self._errors + data)[-REMEMBERED:]
        if self._listen is not None:
            for line in self._unsaid.feed(data) if data else self._unsaid.finish():
                self._listen(line)
        self._silent = not data
        return True

    def pause(self) -> None:
        """Leave the processor to others before more of the error output is read."""
        sleep(PAUSE)

    def reported(self, data: bytes) -> bool:
        """Take bytes that the launcher wrote."""
        self._report = (self._report + data)[:REMEMBERED]
        self._reported = not data
        return True

    def give_up(self) -> None:
        """Let the reader see the end."""
        with self._lock:
            self._over = True
            self._room.notify_all()

    def _has_room(self) -> bool:
        if self._over:
            return True
        few = len(self._lines) < WAITING_LINES and self._held < WAITING
        return few and (self._its_turn or self._counted < WAITING)

    # What the event loop takes

    def take(self) -> str | None:
        """The next line, if one has come."""
        with self._lock:
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._held -= len(line)
            if self._full and 2 * len(self._lines) < WAITING_LINES and 2 * self._held < WAITING:
                self._room.notify_all()
            return line

    def turn(self, *, its: bool) -> list[str]:
        """Begin or end a turn; the lines from before it are taken out."""
        with self._lock:
            lines = list(self._lines)
            if its:
                self._lines.clear()
                self._held = 0
            self._counted = self._counted_lines = 0
            self._its_turn = its
            if not its:
                self._rested = monotonic()
            self._room.notify_all()
            return lines

    def settling(self, quiet: float) -> float:
        """Seconds until nothing has been printed for so long; a program that goes on is not waited for."""
        with self._lock:
            now = monotonic()
            latest = (now if self._its_turn else self._rested) + LONGEST_SETTLING
            return 0.0 if self.ended else min(self._heard + quiet, latest) - now

    async def wait(self, seconds: float) -> bool:
        """Until something has been printed, or some time has passed: whether something was."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        with self._lock:
            if self._lines or self.ended or self.excess:
                return True
            self._waiter = (loop, future)
        await asyncio.wait([future], timeout=seconds)
        return future.done()

    @property
    def silent(self) -> bool:
        """Whether the error output and the launcher's report have ended."""
        return self._silent and self._reported

    @property
    def last_words(self) -> str:
        """The last line of the error output."""
        lines = [line for line in self._errors.decode("utf-8", errors="replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""

    @property
    def report(self) -> dict[str, int]:
        """What the launcher wrote: words with a number each."""
        words = self._report.decode("ascii", errors="replace").split()
        return {word: int(number) for word, number in zip(words[::2], words[1::2], strict=False)}


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
