"""A running program with which we talk in lines: bounded, watched, and gone when we are done with it."""

from __future__ import annotations

import asyncio
import os
import select
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Lock, Thread
from time import monotonic
from typing import IO

from boyi.core.errors import shorten
from boyi.core.message import Message, Term
from boyi.core.outcome import FLOOD as FLOODED
from boyi.players.base import PlayerFailed, in_thread
from boyi.programs.dialogue import Voice
from boyi.programs.launcher import FAILED, LEFT
from boyi.programs.meter import ProcessorMeter
from boyi.programs.output import LONGEST_SETTLING, Output
from boyi.programs.process_tree import end_process_tree
from boyi.programs.sandbox import Allowance, Launched, Protection, launch, protection

CAN_POLL = hasattr(select, "poll")
"""Whether pipes can be asked for what waits in them (not on Windows)."""
Listen = Callable[[Voice, str], None]
CHUNK = 4096
"""Bytes that are read at once: few enough to be cut into lines without delaying other threads."""
SLICE = 0.002
"""Seconds that one program's lines are dealt with before others get their turn on the event loop."""
LOOK_AGAIN = 0.5
LAST_WORDS = 0.1
"""Seconds in which the output of a program that has ended is still read."""
NOTICED = 2.0
"""Seconds in which the end of a program that has closed its output is waited for."""
GRACE = 1.0
"""Seconds to end after its input was closed, before it is killed."""
MOST_CHUNKS = 64
"""Pieces of the error output that are taken at once; whoever writes more is read by the thread."""


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
        folder: Path | None = None,
        sandbox: Protection | None = None,
        line_end: str = "\n",
        listen: Listen | None = None,
        meter: ProcessorMeter | None = None,
    ) -> None:
        """``folder``: where it runs; None: in the current one.

        ``listen`` is called with every line that is sent, taken or written to the error output; ``meter``
        learns what processor time the program uses.
        """
        self.name = name
        self.mark = token_hex(8)
        self._line_end = line_end
        try:
            launched = launch(command, sandbox or protection(), allowance, needed, self.mark, folder)
        except OSError as error:
            raise PlayerFailed(
                "{name} cannot be started: {why}.", name=name, why=Term(error.strerror or str(error))
            ) from None
        self._process, self._group = launched.process, launched.group
        self._memory = (allowance or Allowance()).memory
        self.pid = self._process.pid
        self._listen: Listen = listen or _ignore
        self._errors = launched.process.stderr
        self._state = state = Output(partial(self._listen, "!"))
        self._resumed = 0.0
        """When the event loop last ran something else while lines were taken."""
        if launched.report is None:
            state.reported(b"")
        self._reading = Lock()
        """Held while a piece of the error output is read and kept."""
        for stream, keep, pace, lock in (
            (launched.process.stdout, state.printed, state.wait_for_room, None),
            (launched.process.stderr, state.said, state.pause, self._reading),
            (launched.report, state.reported, None, None),
        ):
            if stream is not None:
                Thread(target=_read, args=(stream, keep, pace, lock), daemon=True).start()
        if meter is not None:
            meter.follow(self.pid, self._group)
        # It ends the program also when this object is freed or the interpreter ends without a `close`.
        self._end = weakref.finalize(self, _finish, launched, self.mark, state, meter)

    @property
    def alive(self) -> bool:
        """Whether it runs and can still be heard."""
        silent = self._state.ended or bool(self._state.excess)
        return self._end.alive and self._process.poll() is None and not silent

    async def send(self, lines: Sequence[str]) -> None:
        """Write lines in one go; the one who reads nothing is waited for."""
        data = "".join(f"{line}{self._line_end}" for line in lines).encode("utf-8", errors="replace")
        stream = self._process.stdin
        if not data or stream is None or stream.closed:
            return
        self.drain()
        for line in lines:
            self._listen(">", line)
        # A program that has gone is noticed where its answer is read; it may have answered before it went.
        with suppress(OSError, ValueError):
            await in_thread(lambda: _write(stream.fileno(), data))

    def wake(self) -> list[str]:
        """Begin a turn: take the lines that came without being asked for, count output from here on."""
        return self._state.turn(its=True)

    def rest(self) -> None:
        """End a turn."""
        self._state.turn(its=False)

    def settling(self, quiet: float) -> float:
        """Seconds until it has printed nothing for so long; 0 or less: it may be talked to."""
        return self._state.settling(quiet)

    async def settle(self, quiet: float) -> None:
        """Let it come to rest before the next command."""
        latest = monotonic() + LONGEST_SETTLING
        while (seconds := min(self.settling(quiet), latest - monotonic())) > 0:
            await asyncio.sleep(seconds)

    async def line(self) -> str | None:
        """The next line, or None when no more will come; raises when there were too many.

        However many lines wait, other tasks and time limits have their turn in between.
        """
        while True:
            if monotonic() - self._resumed > SLICE:
                await asyncio.sleep(0)
                self._resumed = monotonic()
            line = self._state.take()
            if line is not None:
                self.drain()
                self._listen("<", line)
                return line
            if self._state.excess:
                raise await self.failure()
            if self._state.ended:
                return None
            gone = self._process.poll() is not None
            heard = await self._state.wait(LAST_WORDS if gone else LOOK_AGAIN)
            if not heard and self._group is not None and self._group.overused:
                raise await self.failure()
            if not heard and gone:
                # Its children may hold the output open; they are not who we talk with.
                self.kill()

    def drain(self) -> None:
        """Take what it has written to its error output by now, so that nothing is kept out of order."""
        if self._errors is not None:
            for _ in range(MOST_CHUNKS):
                if not _read_ready(self._errors, self._state.said, self._reading):
                    return

    async def failure(self) -> PlayerFailed:
        """Why it can no longer be talked with."""
        if self._state.excess:
            return PlayerFailed(
                "{name} printed more than {amount} without a move.",
                FLOODED,
                name=self.name,
                amount=self._state.excess,
            )
        return await self._ending()

    async def _ending(self) -> PlayerFailed:
        """How it ended."""
        name = self.name
        if self._group is not None and self._group.overused:
            return PlayerFailed(
                "{name} and its children used more than {amount} MB of memory together.",
                name=name,
                amount=self._memory,
            )
        await self._end_seen()
        code = self._process.poll()
        # Its exit code and error output could say so too, but those are the program's own words.
        number = self._state.report.get(FAILED)
        if code is not None and number is not None:
            why = Term(os.strerror(number))
            return PlayerFailed("{name} cannot be started: {why}.", name=name, why=why)
        said = self._state.last_words
        last = Message(": {text}", text=shorten(said, 200)) if said else ""
        if code is None:
            return PlayerFailed("{name} closed its output{last}.", name=name, last=last)
        if code < 0 or code > 128:
            number = -code if code < 0 else code - 128
            return PlayerFailed(
                "{name} was ended by signal {number}{last}.", name=name, number=number, last=last
            )
        return PlayerFailed("{name} ended with exit code {number}{last}.", name=name, number=code, last=last)

    async def left_running(self) -> int:
        """How many processes the program left when it ended, where its launcher has seen that (``plain``)."""
        await self._end_seen()
        return self._state.report.get(LEFT, 0)

    async def _end_seen(self) -> None:
        """Give the end of a program a moment to be noticed, with all that was said before it."""
        for _ in range(int(NOTICED / 0.01)):
            if self._process.poll() is not None and self._state.silent:
                break
            await asyncio.sleep(0.01)

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


def _ignore(voice: Voice, text: str) -> None:
    """Nobody listens."""


def _read(
    stream: IO[bytes],
    keep: Callable[[bytes], bool],
    pace: Callable[[], None] | None,
    lock: Lock | None = None,
) -> None:
    """Read to the end; with a lock, others may read pieces in between."""
    with stream:
        while True:
            if pace is not None:
                pace()
            if lock is not None and CAN_POLL:
                _waits(stream, None)
                with lock:
                    if _waits(stream) and (not keep(data := _piece(stream)) or not data):
                        return
                continue
            data = _piece(stream)
            if not keep(data) or not data:
                return


def _read_ready(stream: IO[bytes], keep: Callable[[bytes], bool], lock: Lock) -> bool:
    """Read what is there already, if anything; False: there is nothing, or it is the end."""
    with lock:
        try:
            if not CAN_POLL or stream.closed or not _waits(stream):
                return False
        except (OSError, ValueError):  # closed meanwhile
            return False
        data = _piece(stream)
        # The end is left to the thread, which closes the stream.
        return bool(data) and keep(data)


def _waits(stream: IO[bytes], milliseconds: int | None = 0) -> bool:
    """Whether something can be read, or the end; without a number, wait for it."""
    pipe = select.poll()
    pipe.register(stream.fileno(), select.POLLIN | select.POLLHUP)
    return bool(pipe.poll(milliseconds))


def _piece(stream: IO[bytes]) -> bytes:
    try:
        return os.read(stream.fileno(), CHUNK)
    except OSError:
        return b""


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _finish(launched: Launched, mark: str, output: Output, meter: ProcessorMeter | None) -> None:
    if meter is not None:
        meter.stop()
    end_process_tree(launched, mark)
    output.give_up()
    # The other streams are closed by the threads that read them: a handle closed elsewhere could be reused.
    stdin = launched.process.stdin
    if stdin is not None:
        with suppress(OSError):
            stdin.close()
