"""A room's queue of commands: they are carried out one after the other, in the order in which they came."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

log = logging.getLogger("boyi.server")

Result = TypeVar("Result")
Command = Callable[[], Awaitable[Result]]


class CommandQueue:
    """Runs commands one at a time. A task exists only while there are some, so an idle queue keeps nothing.

    A command must not wait for another one of the same queue.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Command[Any], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs or waits."""
        return self._task is None

    def put(self, command: Command[Any]) -> asyncio.Future[Any]:
        """Add a command; it is carried out whether or not anyone waits for the future."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((command, future))
        if self._task is None:
            self._task = loop.create_task(self._work())
        return future

    async def run(self, command: Command[Result]) -> Result:
        """Add a command and wait for its result; giving up the wait does not stop it."""
        result: Result = await self.put(command)
        return result

    async def _work(self) -> None:
        try:
            while self._waiting:
                command, future = self._waiting.popleft()
                await _carry_out(command, future)
        finally:
            self._task = None


async def _carry_out(command: Command[Any], future: asyncio.Future[Any]) -> None:
    task = asyncio.current_task()
    try:
        result = await command()
    except asyncio.CancelledError:
        future.cancel()
        if task is not None and task.cancelling():
            raise  # the server ends; else only what the command waited for was cancelled
    except Exception as error:
        if future.done():
            log.error("a command failed: %s: %s", type(error).__name__, error)
        else:
            future.set_exception(error)
            future.exception()  # commands that nobody waits for tell of their errors themselves
    else:
        if not future.done():
            future.set_result(result)
