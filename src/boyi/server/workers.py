"""The pool of processes that search for everyone: a queue, cancellation at once, dead ones replaced."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Lock, Thread
from typing import Literal

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.players.base import PlayerFailed
from boyi.server.jobs import Cancel, Finished, Job, Order, Progress, read_frame, write_frame
from boyi.server.refusals import Refusal

MOST_WAITING = 64
"""Hints and analyses that wait; the games' own moves always find a place."""
PATIENCE = 2.0
"""Seconds that a cancelled search gets to notice before its process is replaced."""
ATTEMPTS = 3
"""How often a search is asked again when its process has died."""
LEAST_SECONDS = 0.02
YOUNG = 0.5
"""Seconds: a process that dies younger is replaced only after a pause, in case none can live here."""

Urgency = Literal[0, 1, 2]
MOVE: Urgency = 0
HINT: Urgency = 1
STUDY: Urgency = 2
"""A game's move, a hint, an analysis: the order in which they are served. A study gives way to the others."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A job on its way."""

    job: Job
    urgency: Urgency
    watch: Callable[[SearchResult], None] | None
    future: asyncio.Future[SearchResult | None]
    asked: float
    attempts: int = 0
    given_up: bool = False
    """Whoever asked has gone."""
    put_back: bool = False
    """It gives way to a game's move, and is taken up again later."""


@dataclass(eq=False, slots=True)
class _Process:
    """One worker and what it does now."""

    child: subprocess.Popen[bytes]
    born: float
    ticket: Ticket | None = None
    keys: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)

    def order(self, order: Order) -> None:
        assert self.child.stdin is not None
        with suppress(BrokenPipeError), self.lock:  # a dead worker is noticed by its reader
            write_frame(self.child.stdin, order)


class Workers:
    """Searches in other processes; all methods are called on the event loop."""

    def __init__(self, processes: int) -> None:
        self._wanted = processes
        self._processes: list[_Process] = []
        self._waiting: list[Ticket] = []
        self._numbers = count(1)
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def pids(self) -> list[int]:
        """The process ids, for those who look after the machine."""
        return [process.child.pid for process in self._processes]

    def start(self) -> None:
        """Start the processes; they load while the first person looks at the page."""
        self._loop = asyncio.get_running_loop()
        for _ in range(self._wanted):
            self._spawn()

    async def close(self) -> None:
        """End the processes."""
        self._closed = True
        for ticket in self._waiting:
            ticket.future.cancel()
        for process in self._processes:
            assert process.child.stdin is not None
            with suppress(OSError):
                process.child.stdin.close()
        await asyncio.to_thread(self._wait_for_all)

    def _wait_for_all(self) -> None:
        for process in self._processes:
            try:
                process.child.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.child.kill()
                process.child.wait()

    async def search(
        self,
        record: GameRecord,
        node: int,
        spec: str,
        *,
        key: str,
        seed: int = 0,
        seconds: float | None = None,
        urgency: Urgency = MOVE,
        watch: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult | None:
        """Search at a node; None if the player resigns. Cancelling the caller stops the search at once."""
        assert self._loop is not None
        if urgency != MOVE and len(self._waiting) >= MOST_WAITING:
            raise Refusal("busy", "The computer has too much to do: try again in a moment.")
        job = Job.of(next(self._numbers), key, spec, seed, record, node, seconds)
        ticket = Ticket(job, urgency, watch, self._loop.create_future(), self._loop.time())
        self._waiting.append(ticket)
        self._dispatch()
        try:
            return await ticket.future
        finally:
            self._give_up(ticket)

    # The queue

    def _dispatch(self) -> None:
        """Hand waiting jobs to idle processes, the most urgent first."""
        self._waiting.sort(key=lambda ticket: ticket.urgency)
        while self._waiting and (idle := [process for process in self._processes if process.ticket is None]):
            ticket = self._waiting.pop(0)
            process = next((one for one in idle if ticket.job.key in one.keys), idle[0])
            self._hand_out(ticket, process)
        if self._waiting and self._waiting[0].urgency != STUDY:
            self._make_room()

    def _hand_out(self, ticket: Ticket, process: _Process) -> None:
        assert self._loop is not None
        job, now = ticket.job, self._loop.time()
        if job.seconds is not None:
            # The clock ran while the job waited.
            job = replace(job, seconds=max(LEAST_SECONDS, job.seconds - (now - ticket.asked)))
        process.ticket = ticket
        process.keys.add(job.key)
        process.order(job)

    def _make_room(self) -> None:
        """Let one study give way to a game's move."""
        studies = [
            process for process in self._processes if process.ticket and process.ticket.urgency == STUDY
        ]
        if any(process.ticket and process.ticket.put_back for process in studies):
            return
        for process in studies[:1]:
            assert process.ticket is not None
            process.ticket.put_back = True
            self._stop(process)

    def _give_up(self, ticket: Ticket) -> None:
        if ticket.given_up:
            return
        ticket.given_up = True
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        for process in self._processes:
            if process.ticket is ticket:
                self._stop(process)

    def _stop(self, process: _Process) -> None:
        assert self._loop is not None
        ticket = process.ticket
        assert ticket is not None
        process.order(Cancel(ticket.job.number))

        def insist() -> None:
            if process.ticket is ticket:  # a program that does not listen is ended; another takes its place
                process.child.kill()

        self._loop.call_later(PATIENCE, insist)

    # The processes

    def _spawn(self) -> None:
        child = subprocess.Popen(
            [sys.executable, "-m", "boyi.server.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._loop is not None
        process = _Process(child, self._loop.time())
        self._processes.append(process)
        Thread(target=self._read, args=(process,), daemon=True).start()

    def _replace(self) -> None:
        if not self._closed:
            self._spawn()
            self._dispatch()

    def _read(self, process: _Process) -> None:
        """In a thread of its own: pass on what the worker says, until it ends."""
        stream, loop = process.child.stdout, self._loop
        assert stream is not None
        assert loop is not None
        with suppress(RuntimeError), stream:  # the loop is closed: the server ends
            try:
                while (report := read_frame(stream)) is not None:
                    loop.call_soon_threadsafe(self._heard, process, report)
            finally:
                loop.call_soon_threadsafe(self._died, process)

    def _heard(self, process: _Process, report: Progress | Finished) -> None:
        ticket = process.ticket
        if ticket is None or ticket.job.number != report.number:
            return
        if isinstance(report, Progress):
            if ticket.watch is not None and not ticket.given_up:
                ticket.watch(report.result)
            return
        process.ticket = None
        if ticket.put_back and not ticket.given_up:
            ticket.put_back = False
            self._waiting.append(ticket)
        elif not ticket.future.done():
            if report.error:
                ticket.future.set_exception(PlayerFailed(report.error))
            else:
                ticket.future.set_result(report.result)
        self._dispatch()

    def _died(self, process: _Process) -> None:
        if self._closed:
            return
        self._processes.remove(process)
        assert process.child.stdin is not None
        with suppress(OSError):
            process.child.stdin.close()
        process.child.wait()
        assert self._loop is not None
        young = self._loop.time() - process.born < YOUNG
        self._loop.call_later(YOUNG if young else 0, self._replace)
        ticket, process.ticket = process.ticket, None
        if ticket is not None and not ticket.given_up:
            ticket.attempts += 1
            if ticket.attempts < ATTEMPTS:
                self._waiting.append(ticket)
            elif not ticket.future.done():
                ticket.future.set_exception(
                    PlayerFailed("The search broke down three times: choose another opponent.")
                )
        self._dispatch()
