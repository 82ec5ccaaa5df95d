"""Work with files beside the games: one piece at a time, few waiting, none for those who have left.

A lane has a thread of its own, so files never take the threads that the store needs, and it works on one file
at a time, so the memory of one is all that is needed, however many people ask.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import Any, TypeVar

from fastapi import Request

from boyi.server.api.games import address_of
from boyi.server.refusals import Refusal

Result = TypeVar("Result")

MOST_WAITING = 12
"""Files that are made or wait, of everyone."""
MOST_EACH = 6
"""Of one address."""
LONGEST = 120.0
"""Seconds that one piece of work may take."""
LARGEST = 64_000_000
"""Bytes of a file that is made."""


class Cancellation:
    """What a piece of work asks between its steps: does anyone still wait for it?"""

    def __init__(self) -> None:
        self._gone = Event()
        self._ends = float("inf")

    def begin(self) -> None:
        """The work begins: from now on its time counts."""
        self._ends = monotonic() + LONGEST

    def leave(self) -> None:
        """Nobody waits any more."""
        self._gone.set()

    def check(self) -> None:
        """Raise a ``Refusal`` if the work shall stop."""
        if self._gone.is_set():
            raise Refusal("The one who asked for the file has left.", "stale")
        if monotonic() > self._ends:
            raise Refusal("The file takes too long to make: choose fewer games.", "too-large")

    def collect(self, pieces: Iterable[bytes]) -> bytes:
        """The pieces as one file, unless it is too large or nobody wants it any more."""
        made = bytearray()
        for piece in pieces:
            self.check()
            made += piece
            if len(made) > LARGEST:
                raise Refusal(
                    "The file would be larger than {megabytes} MB: choose fewer games.",
                    "too-large",
                    megabytes=LARGEST // 1_000_000,
                )
        return bytes(made)


class Lane:
    """A queue for work with files."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting: Counter[str] = Counter()

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, request: Request, work: Callable[[Cancellation], Result]) -> Result:
        """Do the work in this lane's thread, unless too much waits already or the client goes away."""
        address = address_of(request)
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_EACH:
            raise Refusal("Too many files are being made or read: try again in a moment.", "busy")
        self._waiting[address] += 1
        watch = Cancellation()

        def begin() -> Result:
            watch.check()
            watch.begin()
            return work(watch)

        job = asyncio.get_running_loop().run_in_executor(self._pool, begin)
        job.add_done_callback(lambda _: self._forget(address))
        gone = asyncio.create_task(_until_gone(request))
        try:
            either: set[asyncio.Future[Any]] = {job, gone}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            watch.leave()
            return await job
        finally:
            watch.leave()
            gone.cancel()

    def _forget(self, address: str) -> None:
        self._waiting[address] -= 1
        if not self._waiting[address]:
            del self._waiting[address]


class SharedWork:
    """Work that many may ask for at the same moment and that is the same for all: it is done once."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[Any]] = {}

    async def run(self, key: Hashable, work: Callable[[], Result]) -> Result:
        """What the work with this key comes to, which may have been begun for another request."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(asyncio.to_thread(work))
            task.add_done_callback(lambda _: self._running.pop(key))
        result: Result = await asyncio.shield(task)
        return result


def shared_work_of(request: Request) -> SharedWork:
    """The shared work of the server that is asked."""
    shared: SharedWork = request.app.state.shared_work
    return shared


async def _until_gone(request: Request) -> None:
    """Wait until the client has closed the connection; its body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
