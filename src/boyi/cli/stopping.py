"""Running what takes long until it ends or is told to stop, by Ctrl-C or by the system."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

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
