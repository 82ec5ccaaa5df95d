"""How long tests wait: for an event, with one generous limit, so that a busy machine fails nothing.

Nothing here makes a test slower: a wait ends with its event, and the limit is only reached by a failure.
What a search or a program may take is judged by the processor time that it used (``Spent``): that is the
same with twenty busy processes beside it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 180.0
"""Seconds that anything which must come may take."""

NEVER = 3600.0
"""Seconds for what a test ends itself, such as a search that is stopped: far more than PATIENCE."""


def wait_until(ready: Callable[[], object], what: str = "what was waited for") -> None:
    """Look again and again until something holds."""
    ends = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < ends, f"{what} did not come within {PATIENCE:g} s"
        time.sleep(0.01)


async def until(ready: Callable[[], object], what: str = "what was waited for") -> None:
    """The same beside other tasks."""
    ends = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < ends, f"{what} did not come within {PATIENCE:g} s"
        await asyncio.sleep(0.01)


def processor_time(pid: int) -> float:
    """Seconds of the processor that another process has used (where there is a /proc)."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Spent:
    """Seconds since it was made: on the clock, and of the processor by all threads of this process."""

    def __init__(self) -> None:
        self._clock, self._processor = time.perf_counter(), time.process_time()

    @property
    def clock(self) -> float:
        return time.perf_counter() - self._clock

    @property
    def processor(self) -> float:
        return time.process_time() - self._processor


@contextmanager
def at_most(processor: float) -> Iterator[Spent]:
    """Fails when what is done inside uses more seconds of the processor."""
    spent = Spent()
    yield spent
    used = spent.processor
    assert used < processor, f"{used:.3f} s of the processor, more than {processor:g} s"
