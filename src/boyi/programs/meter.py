"""The seconds of a processor that a program and all its children have used.

A control group counts them itself. Without one they are added up over the living descendants and the ended
children that these have waited for; a child that its parent ignores is counted as long as it lives (Linux).
Elsewhere they are not known.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Lock

from boyi.core.clock import WALL_FACTOR, WALL_GRACE, next_look
from boyi.players.base import Player
from boyi.programs.cgroup import ControlGroup
from boyi.programs.launcher import descendants

CAN_MEASURE = Path("/proc/self/stat").exists()
"""Whether the processor time of other processes can be read on this machine."""


class ProcessorMeter:
    """Adds up what the programs of one player have used, which are run one after another."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._past = 0.0
        self._running: tuple[int, ControlGroup | None] | None = None
        self._seen = 0.0
        """What the running program had used when it was last looked at."""

    def follow(self, pid: int, group: ControlGroup | None) -> None:
        """Another program runs."""
        with self._lock:
            self._running = pid, group

    def stop(self) -> None:
        """The program is about to be ended."""
        with self._lock:
            self._past += self._look()
            self._running, self._seen = None, 0.0

    @property
    def seconds(self) -> float | None:
        """What all have used so far; None where that cannot be known."""
        if not CAN_MEASURE:
            return None
        with self._lock:
            return self._past + self._look()

    def _look(self) -> float:
        if self._running is not None and CAN_MEASURE:
            pid, group = self._running
            used = None if group is None else group.processor_seconds()
            # What a child that was not waited for has used is gone with it, but was seen before.
            self._seen = max(self._seen, processor_seconds_of(pid) if used is None else used)
        return self._seen


@asynccontextmanager
async def time_limit(seconds: float | None, player: Player) -> AsyncIterator[None]:
    """``asyncio.timeout`` by the clock by which a player is judged."""
    before = player.processor_seconds() if player.timing == "processor" else None
    if seconds is None or before is None:
        async with asyncio.timeout(seconds):
            yield
        return
    loop, allowed = asyncio.get_running_loop(), seconds * player.processors
    async with asyncio.timeout(seconds * WALL_FACTOR + WALL_GRACE) as watch:
        alarm: asyncio.Handle

        def look() -> None:
            nonlocal alarm
            left = allowed - ((player.processor_seconds() or 0.0) - before)
            if left < 0:
                watch.reschedule(loop.time())
            else:
                alarm = loop.call_later(next_look(left / player.processors, player.processors), look)

        alarm = loop.call_soon(look)
        try:
            yield
        finally:
            alarm.cancel()


def processor_seconds_of(pid: int) -> float:
    """What a process, its living descendants, and those they have waited for have used."""
    ticks = 0
    for one in (pid, *descendants(pid)):
        with suppress(OSError):  # it has just ended
            fields = Path(f"/proc/{one}/stat").read_text(errors="replace").rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
