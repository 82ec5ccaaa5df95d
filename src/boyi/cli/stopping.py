"""Running what takes long until it ends or is told to stop, by Ctrl-C or by the system."""

from __future__ import annotations

import asyncio
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from boyi.core.message import Message

INTERRUPTED, TERMINATED = 130, 143
"""Exit codes, as a shell knows them."""


def run_until_stopped(work: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Run it; 0, or the exit code of what stopped it. Whatever it raises is raised here."""

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        await work()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        return INTERRUPTED
    except asyncio.CancelledError:
        return TERMINATED
    return 0


STOPPED = Message("Stopped before the end.")


def resume_with(*arguments: str | Path) -> Message:
    """How what was stopped is resumed, by a command that can be pasted into a shell."""
    words = ["boyi", *map(str, arguments)]
    command = subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
    return Message("Resume with: {command}", command=command)


class StopSignals:
    """Inside it the first Ctrl-C or SIGTERM only sets ``code``; a second one acts as outside.

    It is for work of the main thread that looks at ``code`` and then has something to say.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self.code = 0
        """The exit code of what asked to stop; 0: nothing did."""

    def __enter__(self) -> StopSignals:
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as for what runs behind a shell
                self._before[number] = signal.signal(number, self._told)
        return self

    def _told(self, number: int, frame: FrameType | None) -> None:
        self.code = TERMINATED if number == signal.SIGTERM else INTERRUPTED
        self._restore()

    def _restore(self) -> None:
        while self._before:
            signal.signal(*self._before.popitem())

    def __exit__(self, *error: object) -> None:
        self._restore()
