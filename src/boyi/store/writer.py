"""Group commit: many callers' changes in one transaction, each acknowledged when it is on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import sleep
from typing import Self

from boyi.store.changes import Change
from boyi.store.errors import StoreError
from boyi.store.store import Store

LARGEST_BATCH = 500
GATHERING = 0.005
"""Seconds for which a busy writer waits for more. A transaction costs as much as forty of its moves, so on a
busy server this leaves more of the processor to everyone; a move that comes alone does not wait."""

_Entry = tuple[Change, "Future[None]"]


class Writer:
    """A thread that writes for everyone: what arrives during a transaction goes into the next one.

    What is submitted for one game is done in the order of submitting.

    ``submit`` returns a future at once; its result comes when the change will survive anything, its exception
    when the change was not made. An event loop awaits it with ``asyncio.wrap_future``.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[_Entry | None] = SimpleQueue()
        self._closed = False
        self._closing = Lock()
        self._thread = Thread(target=self._run, name="boyi-writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change) -> Future[None]:
        """Hand a change in."""
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()  # what was handed in is written, so it cannot be called off
        with self._closing:
            if self._closed:
                raise StoreError("The writer is closed: nothing more can be stored.")
            self._queue.put((change, future))
        return future

    def close(self) -> None:
        """Write what was handed in, then end."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        going, busy = True, False
        while going:
            batch, going = self._collect(busy)
            busy = len(batch) > 1
            if batch:
                self._write(batch)

    def _collect(self, busy: bool) -> tuple[list[_Entry], bool]:
        """The next batch, and whether more may come: all that arrived while the last was written."""
        batch: list[_Entry] = []
        entry = self._queue.get()
        if busy and entry is not None:
            sleep(GATHERING)
        while entry is not None:
            batch.append(entry)
            if len(batch) == LARGEST_BATCH:
                return batch, True
            try:
                entry = self._queue.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _write(self, batch: Sequence[_Entry]) -> None:
        answers: Sequence[BaseException | None]
        try:
            answers = self._store.apply([change for change, _ in batch])
        except BaseException as error:
            answers = [error] * len(batch)
        for (_, future), answer in zip(batch, answers, strict=True):
            if answer is None:
                future.set_result(None)
            else:
                future.set_exception(answer)
