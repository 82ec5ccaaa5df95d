"""One explanation as the server sees it: its process, who has it, and when it was last asked."""

from __future__ import annotations

import asyncio
import pickle
import struct
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from secrets import token_urlsafe

from boyi.core.errors import BoyiError
from boyi.server.lab.requests import Answer, Request
from boyi.server.refusals import Refusal
from boyi.server.search.jobs import frame

ANSWER = 20.0
"""Seconds in which an answer comes; a process that takes longer is ended."""
MOST_WAITING = 8
"""Requests about one explanation that wait at once."""


class Session:
    """A process with one explanation; requests are answered in their order."""

    def __init__(self, process: Process, now: float) -> None:
        self.id = token_urlsafe(12)
        self.client = ""
        """The address of who has it."""
        self.used = now
        """When it was last asked, by the loop's clock."""
        self._process = process
        self._turn = asyncio.Lock()
        self._waiting = 0
        self.closed = False

    @classmethod
    async def start(cls) -> Session:
        """Start a process; it knows nothing yet."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "boyi.server.lab.process", stdin=PIPE, stdout=PIPE
        )
        return cls(process, asyncio.get_running_loop().time())

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

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
            self.used = asyncio.get_running_loop().time()

    async def _exchange(self, request: Request) -> Answer:
        async with self._turn:
            if self.closed:
                raise gone()
            try:
                async with asyncio.timeout(ANSWER):
                    answer = await self._talk(request)
            except TimeoutError:
                await self.close()
                raise Refusal(
                    "This explanation takes too long: give it a smaller budget.", "too-large"
                ) from None
            except (OSError, RuntimeError, EOFError):  # the process ended, or was ended for another request
                await self.close()
                raise gone() from None
        if answer.error is not None:
            raise BoyiError.of(answer.error)
        return answer

    async def _talk(self, request: Request) -> Answer:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(frame(request))
        await stdin.drain()
        (length,) = struct.unpack("!I", await stdout.readexactly(4))
        answer: Answer = pickle.loads(await stdout.readexactly(length))  # our own child wrote it
        return answer

    async def close(self) -> None:
        """End the process now, whatever it does."""
        self.closed = True
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def gone() -> Refusal:
    """Why an explanation cannot be asked any more."""
    return Refusal("This explanation is no longer open.", "not-found")
