"""A running program with which we talk in lines: bounded, watched, and gone when we are done with it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Condition, Lock, Thread
from typing import IO

from boyi.core.errors import shorten
from boyi.core.outcome import FLOOD as FLOODED
from boyi.players.base import PlayerFailed, in_thread
from boyi.players.family import end_family
from boyi.players.launcher import NOT_STARTED
from boyi.players.sandbox import Allowance, Protection, enclose, environment, protection
from boyi.protocols.lines import LineBuffer

FLOOD = 8 << 20
"""Bytes that a program may print in one turn."""
IDLE = 1 << 20
"""Bytes that are read while it is not its turn; one that ponders and prints has to wait then."""
CHUNK = 1 << 16
REMEMBERED = 4096
"""Bytes of the error output that are kept, the last ones."""
LOOK_AGAIN = 0.5
LAST_WORDS = 0.1
"""Seconds in which the output of a program that has ended is still read."""
GRACE = 1.0
"""Seconds to leave after a polite request."""


class Child:
    """One process. Threads read what it prints, so it belongs to no event loop and outlives them.

    Its error output is kept for the sentence about its end and is otherwise of no consequence.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        allowance: Allowance | None = None,
        needed: Iterable[Path] = (),
        wall: Protection | None = None,
        line_end: str = "\n",
    ) -> None:
        self.name = name
        self.mark = token_hex(8)
        self._line_end = line_end
        whole = enclose(command, wall or protection(), allowance, needed)
        try:
            self._process = subprocess.Popen(
                whole,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(self.mark),
                start_new_session=True,
                close_fds=True,
                bufsize=0,
            )
        except OSError as error:
            raise PlayerFailed(f"{name} cannot be started: {error.strerror}.") from None
        self.pid = self._process.pid
        self._state = _Output()
        output, errors = self._process.stdout, self._process.stderr
        assert output is not None
        assert errors is not None
        for stream, keep in ((output, self._state.printed), (errors, self._state.said)):
            room = self._state.wait_for_room if stream is output else None
            Thread(target=_read, args=(stream, keep, room), daemon=True).start()
        # Also at the end of the interpreter, whoever forgot to close us.
        self._end = weakref.finalize(self, _finish, self._process, self.mark, self._state)

    @property
    def alive(self) -> bool:
        """Whether it runs and can still be heard."""
        silent = self._state.ended or self._state.flooded
        return self._end.alive and self._process.poll() is None and not silent

    async def send(self, lines: Sequence[str]) -> None:
        """Write lines in one go; the one who reads nothing is waited for."""
        data = "".join(f"{line}{self._line_end}" for line in lines).encode("utf-8", errors="replace")
        stream = self._process.stdin
        if not data or stream is None or stream.closed:
            return
        # A program that has gone is noticed where its answer is read; it may have answered before it went.
        with suppress(OSError, ValueError):
            await in_thread(lambda: _write(stream.fileno(), data))

    def wake(self) -> list[str]:
        """Begin a turn: take the lines that came without being asked for, count output from here on."""
        return self._state.turn(its=True)

    def rest(self) -> None:
        """End a turn."""
        self._state.turn(its=False)

    async def line(self) -> str | None:
        """The next line, or None when no more will come; raises when there were too many."""
        while True:
            line = self._state.take()
            if line is not None:
                return line
            if self._state.flooded:
                raise await self.failure()
            if self._state.ended:
                return None
            gone = self._process.poll() is not None
            if not await self._state.wait(LAST_WORDS if gone else LOOK_AGAIN) and gone:
                # Its children may hold the output open; they are not who we talk with.
                self.kill()

    async def failure(self) -> PlayerFailed:
        """Why it can no longer be talked with."""
        if self._state.flooded:
            sentence = f"{self.name} printed more than {FLOOD >> 20} MB without a move."
            return PlayerFailed(sentence, FLOODED)
        return PlayerFailed(f"{self.name} {await self._ending()}.")

    async def _ending(self) -> str:
        """How it ended, as the rest of a sentence."""
        for _ in range(20):
            if self._process.poll() is not None and self._state.silent:
                break
            await asyncio.sleep(0.01)
        code = self._process.poll()
        last = self._state.last_words
        if code is None:
            return "closed its output" + (f": {shorten(last, 200)}" if last else "")
        if code == NOT_STARTED and " cannot be started: " in last:
            return f"cannot be started: {last.rpartition(': ')[2]}"
        if code < 0 or code > 128:
            how = f"was ended by signal {-code if code < 0 else code - 128}"
        else:
            how = f"ended with exit code {code}"
        return how + (f": {shorten(last, 200)}" if last else "")

    async def leave(self) -> None:
        """Close its input, give it a moment to go, then end it."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            for _ in range(int(GRACE / 0.01)):
                if self._process.poll() is not None or not self._end.alive:
                    break
                await asyncio.sleep(0.01)
        finally:
            self.kill()

    def kill(self) -> None:
        """End it and all its children now."""
        self._end()


class _Output:
    """What a program has printed and nobody has read yet; filled by threads, emptied by an event loop."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._room = Condition(self._lock)
        self._its_turn = True
        self._over = False
        self._lines: deque[str] = deque()
        self._buffer = LineBuffer()
        self._counted = 0
        self._errors = b""
        self._waiter: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        self.ended = False
        self.flooded = False
        self.silent = False
        """Whether the error output has ended too."""

    def printed(self, data: bytes) -> bool:
        """Take bytes from the program's output (none: it has ended); False: read no more."""
        with self._lock:
            self._counted += len(data)
            if self._counted > FLOOD and self._its_turn:
                self.flooded = True
                self._lines.clear()
            elif data:
                self._lines.extend(self._buffer.feed(data))
            else:
                self._lines.extend(self._buffer.finish())
                self.ended = True
            waiter, self._waiter = self._waiter, None
        if waiter is not None:
            with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                waiter[0].call_soon_threadsafe(_wake, waiter[1])
        return not self.flooded

    def said(self, data: bytes) -> bool:
        """Take bytes from its error output."""
        self._errors = (self._errors + data)[-REMEMBERED:]
        self.silent = not data
        return True

    def take(self) -> str | None:
        with self._lock:
            return self._lines.popleft() if self._lines else None

    def turn(self, *, its: bool) -> list[str]:
        """Begin or end a turn; the lines from before it are taken out."""
        with self._lock:
            lines = list(self._lines)
            if its:
                self._lines.clear()
            self._counted = 0
            self._its_turn = its
            self._room.notify_all()
            return lines

    def wait_for_room(self) -> None:
        """Until there is a reason to read on."""
        with self._lock:
            self._room.wait_for(lambda: self._its_turn or self._over or self._counted < IDLE)

    def give_up(self) -> None:
        """Let the reader see the end."""
        with self._lock:
            self._over = True
            self._room.notify_all()

    async def wait(self, seconds: float) -> bool:
        """Until something has been printed, or some time has passed: whether something was."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        with self._lock:
            if self._lines or self.ended or self.flooded:
                return True
            self._waiter = (loop, future)
        await asyncio.wait([future], timeout=seconds)
        return future.done()

    @property
    def last_words(self) -> str:
        lines = [line for line in self._errors.decode("utf-8", errors="replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _read(stream: IO[bytes], keep: Callable[[bytes], bool], wait_for_room: Callable[[], None] | None) -> None:
    with stream:
        while True:
            if wait_for_room is not None:
                wait_for_room()
            try:
                data = os.read(stream.fileno(), CHUNK)
            except OSError:
                data = b""
            if not keep(data) or not data:
                return


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _finish(process: subprocess.Popen[bytes], mark: str, output: _Output) -> None:
    end_family(process, mark)
    output.give_up()
    # The other streams are closed by the threads that read them: a handle closed elsewhere could be reused.
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
