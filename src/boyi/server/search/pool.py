"""All worker processes of a server: those that search for everyone, and one for each explanation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from boyi.server.search.worker_process import WorkerProcess
from boyi.server.settings import Settings

BEAT = 1.0
"""Seconds between two pings of a process."""
STARTING = 4
"""How many times as long a process may be silent while it starts."""
PATIENCE = 5.0
"""Seconds that a process gets to end with the server."""
P = TypeVar("P", bound=WorkerProcess)


class WorkerPool:
    """Starts worker processes, ends those that are silent for too long, and all with the server.

    All methods are called on the event loop.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self._processes: list[WorkerProcess] = []
        self._beating: asyncio.TimerHandle | None = None
        self._endings: set[asyncio.Task[None]] = set()
        self.closed = False

    @property
    def pids(self) -> list[int]:
        """The process ids, for those who look after the machine."""
        return [process.child.pid for process in self._processes]

    def start(self, kind: type[P], heard: Callable[[P, Any], None], ended: Callable[[P], None]) -> P:
        """Start a process; ``heard`` is told what it says, ``ended`` when it is no more."""
        loop = asyncio.get_running_loop()

        def end(process: P) -> None:
            if process in self._processes and not self.closed:
                task = loop.create_task(wait(process))
                self._endings.add(task)
                task.add_done_callback(self._endings.discard)

        async def wait(process: P) -> None:
            process.close_input()
            process.child.kill()  # it says nothing any more, but may live on
            await asyncio.to_thread(process.child.wait)
            if process in self._processes and not self.closed:
                self._processes.remove(process)
                ended(process)

        process = kind.start(loop, heard, end)
        self._processes.append(process)
        if self._beating is None:
            self._beating = loop.call_later(BEAT, self._beat)
        return process

    async def end(self, process: WorkerProcess) -> None:
        """End a process now, whatever it does; its ``ended`` is not called."""
        if process in self._processes:
            self._processes.remove(process)
            process.close_input()
            process.child.kill()
            await asyncio.to_thread(process.child.wait)

    async def close(self) -> None:
        """End all processes."""
        self.closed = True
        if self._beating is not None:
            self._beating.cancel()
        for process in self._processes:
            process.close_input()
        for process in self._processes:
            await asyncio.to_thread(process.wait, PATIENCE)
        await asyncio.gather(*self._endings)

    def _beat(self) -> None:
        """End the processes that have not answered for too long: they are stopped, or hang."""
        for process in self._processes:
            process.beat()
            patience = self._settings.worker_silence / BEAT * (1 if process.answered else STARTING)
            if process.unanswered > patience:
                process.child.kill()
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat) if self._processes else None
