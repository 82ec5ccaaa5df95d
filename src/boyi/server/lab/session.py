"""One explanation as the server sees it: its process, who has it, and when it was last asked."""

from __future__ import annotations

import asyncio
from secrets import token_urlsafe

from boyi.core.errors import BoyiError
from boyi.server.lab.requests import Answer, Prepare, Request
from boyi.server.refusals import Refusal
from boyi.server.search.pool import WorkerPool
from boyi.server.search.worker_process import WorkerProcess

ANSWER = 20.0
"""Seconds in which an answer comes; a process that takes longer is ended."""
MOST_WAITING = 8
"""Requests about one explanation that wait at once."""


class Session:
    """A worker process with one explanation; requests are answered in their order."""

    def __init__(self, pool: WorkerPool) -> None:
        self._loop = asyncio.get_running_loop()
        self.id = token_urlsafe(12)
        self.client = ""
        """The address of who has it."""
        self.used = self._loop.time()
        """When it was last asked, by the loop's clock."""
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._answer: asyncio.Future[Answer] | None = None
        self.closed = False
        self._pool = pool
        self._process = pool.start(WorkerProcess, self._heard, self._ended)
        self._process.order(Prepare())

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.child.pid

    @property
    def busy(self) -> bool:
        """Whether someone waits for an answer."""
        return self._waiting > 0

    async def ask(self, request: Request) -> Answer:
        """The answer. It is waited for even if the client goes, so that the next one gets its own."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("Too many steps are asked for at once.", "too-many")
        self._waiting += 1
        try:
            return await asyncio.shield(asyncio.ensure_future(self._exchange(request)))
        finally:
            self._waiting -= 1
            self.used = self._loop.time()

    async def _exchange(self, request: Request) -> Answer:
        async with self._turn:
            if self.closed:
                raise gone()
            self._answer = self._loop.create_future()
            self._process.order(request)
            try:
                async with asyncio.timeout(ANSWER):
                    answer = await self._answer
            except TimeoutError:
                await self.close()
                raise Refusal(
                    "This explanation takes too long: give it a smaller budget.", "too-large"
                ) from None
        if answer.error is not None:
            raise BoyiError.of(answer.error)
        return answer

    def _heard(self, process: WorkerProcess, report: object) -> None:
        if isinstance(report, Answer) and self._answer is not None and not self._answer.done():
            self._answer.set_result(report)

    def _ended(self, process: WorkerProcess) -> None:
        """The process ended by itself, or was ended for another request."""
        self.closed = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(gone())

    async def close(self) -> None:
        """End the process now, whatever it does."""
        self._ended(self._process)
        await self._pool.end(self._process)


def gone() -> Refusal:
    """Why an explanation cannot be asked any more."""
    return Refusal("This explanation is no longer open.", "not-found")
