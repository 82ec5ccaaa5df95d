"""The pool of processes that search for everyone: shared fairly, none held for long, broken ones replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import cast

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.players.base import PlayerFailed
from boyi.server.refusals import Refusal
from boyi.server.search.jobs import Cancel, Finished, Job, Pause, Paused, Progress, Report, Resume
from boyi.server.search.pool import WorkerPool
from boyi.server.search.scheduler import GUEST, HINT, MOVE, STUDY, Scheduler, Urgency
from boyi.server.search.starvation import waited
from boyi.server.search.tickets import SearchProcess, Ticket
from boyi.server.settings import Settings

MOST_WAITING = 64
"""Hints and analyses of players; the games' own moves always find a place."""
MOST_GUESTS = 16
"""Analyses of spectators."""
MOST_OPEN = 4
"""Searches that one process keeps in memory, one running and the others paused, up to 256 MB each."""
PATIENCE = 5.0
"""Seconds that a search gets to pause before it is told to end."""
LAST_PATIENCE = 20.0
"""Seconds that a search gets to end before its process is ended, beside those in which it waits for a
processor: all of ours look several times a second."""
MOST_STARVED = 0.9
"""The part of the time that counts as waiting for a processor at most, so that the wait has an end."""
GRACE = 1.0
"""Seconds beyond its time after which a search is told to end."""
ATTEMPTS = 3
"""How often a search is asked again when its process has died."""
LEAST_SECONDS = 0.02
YOUNG = 0.5
"""Seconds: a process that ends sooner is replaced only after a pause, in case none can run here."""
LOOK = 0.1
"""Seconds between two looks at what waits."""


class Workers:
    """Searches in other processes; all methods are called on the event loop."""

    def __init__(self, processes: int, settings: Settings | None = None) -> None:
        self._wanted = processes
        self._settings = settings or Settings()
        self.pool = WorkerPool(self._settings)
        self._processes: list[SearchProcess] = []
        self._scheduler = Scheduler()
        self._numbers = count(1)
        self._closed = False
        self._looking = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def pids(self) -> list[int]:
        """The process ids, for those who look after the machine."""
        return [process.child.pid for process in self._processes]

    @property
    def is_busy(self) -> bool:
        """Whether someone waits for a search to begin."""
        return bool(self._waiting())

    def start(self) -> None:
        """Start the processes; they load while the first person looks at the page."""
        self._loop = asyncio.get_running_loop()
        for _ in range(self._wanted):
            self._spawn()

    async def close(self) -> None:
        """End all processes of the pool."""
        self._closed = True
        for ticket in self._waiting():
            ticket.future.cancel()
        await self.pool.close()

    async def search(
        self,
        record: GameRecord,
        node: int,
        spec: str,
        *,
        owner: str,
        key: str,
        seed: int = 0,
        seconds: float | None = None,
        urgency: Urgency = MOVE,
        watch: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult | None:
        """Search at a node; None if the player resigns. Cancelling the caller stops the search at once.

        ``owner`` is whose share of the workers it uses. ``seconds`` of a move are a clock's, which runs while
        the search waits. Every search ends after the server's longest time, whatever its spec says.
        """
        assert self._loop is not None
        self.admit(owner, urgency)
        longest = self._settings.longest_move if urgency < STUDY else self._settings.longest_analysis
        job = Job.of(next(self._numbers), key, spec, seed, record, node, seconds)
        now = self._loop.time()
        clocked = urgency == MOVE and seconds is not None
        ticket = Ticket(
            owner=owner,
            urgency=urgency,
            asked=now,
            job=job,
            limit=longest if seconds is None else min(seconds, longest),
            watch=watch,
            future=self._loop.create_future(),
            began=now if clocked else None,
        )
        self._scheduler.add(ticket, now)
        self._dispatch()
        try:
            return await ticket.future
        finally:
            self._give_up(ticket)

    def _now(self) -> float:
        assert self._loop is not None
        return self._loop.time()

    # The queue

    def admit(self, owner: str, urgency: Urgency) -> None:
        """Refuse what is too much: of one owner, or of all together."""
        count, settings = self._scheduler.count, self._settings
        if urgency == GUEST:
            full = count([GUEST], owner) >= settings.guest_analyses or count([GUEST]) >= MOST_GUESTS
        elif urgency == MOVE:
            full = False
        else:
            own = urgency == STUDY and count([STUDY], owner) >= settings.analyses
            full = own or count([HINT, STUDY]) >= MOST_WAITING
        if full:
            raise Refusal("The computer has too much to do: try again in a moment.", "busy")

    def _waiting(self) -> list[Ticket]:
        return cast("list[Ticket]", self._scheduler.waiting(self._now()))

    def _dispatch(self) -> None:
        """Hand what waits to idle processes, the most urgent first; then see who must give way."""
        for ticket in self._waiting():
            idle = [
                process for process in self._processes if process.running is None and not process.is_silent
            ]
            if not idle:
                break
            fitting = [process for process in idle if self._fits(ticket, process)]
            if fitting:
                self._hand_out(ticket, next((p for p in fitting if ticket.job.key in p.keys), fitting[0]))
        self._preempt()
        self._look_again()

    def _look_again(self) -> None:
        """While something waits, the end of a slice may let it run."""
        assert self._loop is not None

        def look() -> None:
            self._looking = False
            if not self._closed:
                self._dispatch()

        if self._waiting() and not self._looking:
            self._looking = True
            self._loop.call_later(LOOK, look)

    def _fits(self, ticket: Ticket, process: SearchProcess) -> bool:
        """Whether a search can run in a process: it is paused there, or there is room for one more."""
        if ticket.home is not None:
            return ticket.home is process
        return self._open(process) < MOST_OPEN or self._least_needed(ticket, process) is not None

    @staticmethod
    def _open(process: SearchProcess) -> int:
        return sum(not ticket.is_ending for ticket in process.open.values())

    def _least_needed(self, ticket: Ticket, process: SearchProcess) -> Ticket | None:
        """The paused search of a process that makes room for another one, if its grade is higher."""
        now = self._now()
        paused = [one for one in process.open.values() if one.home is process and not one.is_ending]
        worst = cast("Ticket | None", self._scheduler.worst(paused, now))
        return worst if worst is not None and worst.grade(now) > ticket.grade(now) else None

    def _hand_out(self, ticket: Ticket, process: SearchProcess) -> None:
        assert self._loop is not None
        now = self._loop.time()
        if ticket.home is None:
            if self._open(process) >= MOST_OPEN:
                full = self._least_needed(ticket, process)
                assert full is not None
                self._end_early(full, process)
            ticket.began = now if ticket.began is None else ticket.began
            job = ticket.job
            left = max(LEAST_SECONDS, ticket.limit - (now - ticket.began))
            if job.seconds is not None:  # else the player takes its own time, which may be less
                job = replace(job, seconds=left)
            if ticket.alarm is not None:
                ticket.alarm.cancel()
            ticket.alarm = self._loop.call_later(left + GRACE, self._end, ticket, process)
            process.open[job.number] = ticket
            process.keys.add(job.key)
            process.order(job)
        else:
            process.order(Resume(ticket.job.number))
        ticket.home = None
        process.running = ticket
        self._scheduler.start(ticket, now)

    def _preempt(self) -> None:
        """Pause one search for another that comes before it; those in front get what is being paused."""
        now = self._now()
        soon_idle = sum(process.pausing is not None for process in self._processes if not process.is_silent)
        for ticket in self._waiting()[soon_idle:]:
            giving = {
                process.running: process
                for process in self._processes
                if process.running is not None
                and process.pausing is None
                and not process.running.is_ending
                and self._fits(ticket, process)
                and self._scheduler.gives_way(process.running, ticket, now)
            }
            worst = self._scheduler.worst(giving, now)
            if worst is not None:
                self._pause(giving[cast("Ticket", worst)])
                return

    def _pause(self, process: SearchProcess) -> None:
        assert self._loop is not None
        ticket = process.running
        assert ticket is not None
        process.order(Pause(ticket.job.number))

        def insist() -> None:
            if not process.is_silent:
                self._end_early(ticket, process)  # one that cannot pause ends

        process.pausing = self._loop.call_later(PATIENCE, insist)

    def _end(self, ticket: Ticket, process: SearchProcess) -> None:
        """A search's time is over, also if it is paused: what it has found is its answer."""
        if not ticket.future.done():
            ticket.told_to_end = True
            self._stop(ticket, process)

    def _end_early(self, ticket: Ticket, process: SearchProcess) -> None:
        """Stop a search for another: a move is played as found so far, an analysis begins again."""
        if ticket.urgency >= STUDY:
            ticket.put_back = True
        else:
            ticket.told_to_end = True
        self._stop(ticket, process)

    def _give_up(self, ticket: Ticket) -> None:
        if ticket.alarm is not None:
            ticket.alarm.cancel()
        ticket.given_up = True
        self._scheduler.remove(ticket, self._now())
        for process in self._processes:
            if ticket.job.number in process.open:
                self._stop(ticket, process)

    def _stop(self, ticket: Ticket, process: SearchProcess) -> None:
        assert self._loop is not None
        loop, number = self._loop, ticket.job.number
        self._scheduler.remove(ticket, self._now())  # if it is paused
        process.order(Cancel(number))
        told, before = loop.time(), waited(process.child.pid)

        def insist() -> None:
            if process.open.get(number) is not ticket:
                return
            elapsed = loop.time() - told
            starved = min(waited(process.child.pid) - before, MOST_STARVED * elapsed)  # of several threads
            if (left := LAST_PATIENCE - (elapsed - starved)) > LOOK:
                loop.call_later(left, insist)
            else:  # a search that does not listen is ended with its process
                process.child.kill()

        loop.call_later(LAST_PATIENCE, insist)

    # The processes

    def _spawn(self) -> None:
        self._processes.append(self.pool.start(SearchProcess, self._heard, self._died))

    def _replace(self) -> None:
        if not self._closed:
            self._spawn()
            self._dispatch()

    def _heard(self, process: SearchProcess, report: Report) -> None:
        if not isinstance(report, (Progress, Finished, Paused)):
            return
        ticket = process.open.get(report.number)
        if ticket is None:
            return
        if isinstance(report, Progress):
            if ticket.best is None or report.result.nodes >= ticket.best.nodes:
                ticket.best = report.result
            if ticket.watch is not None and not ticket.given_up:
                ticket.watch(report.result)
            return
        if isinstance(report, Paused) and ticket.is_ending:
            return
        if isinstance(report, Paused):
            ticket.home = process
            self._scheduler.pause(ticket, self._now())
            process.stopped_running()
        else:
            self._free(process, ticket)
            del process.open[report.number]
            if ticket.put_back and not ticket.given_up:
                self._ask_again(ticket)
            elif report.error is not None:
                self._resolve(ticket, PlayerFailed.of(report.error))
            else:
                self._resolve(ticket, ticket.better(report.result))
        self._dispatch()

    def _free(self, process: SearchProcess, ticket: Ticket) -> None:
        """A process may run another search, if this one was the running one."""
        if process.running is ticket:
            process.stopped_running()
            self._scheduler.stop(ticket, self._now())

    def _ask_again(self, ticket: Ticket) -> None:
        self._scheduler.remove(ticket, self._now())
        ticket.home, ticket.put_back = None, False
        self._scheduler.add(ticket, self._now())

    @staticmethod
    def _resolve(ticket: Ticket, answer: SearchResult | PlayerFailed | None) -> None:
        if ticket.future.done():
            return
        if isinstance(answer, PlayerFailed):
            ticket.future.set_exception(answer)
        else:
            ticket.future.set_result(answer)

    def _died(self, process: SearchProcess) -> None:
        assert self._loop is not None
        self._processes.remove(process)
        young = self._loop.time() - process.born < YOUNG
        self._loop.call_later(YOUNG if young else 0, self._replace)
        running = process.running
        for ticket in process.open.values():
            self._free(process, ticket)
            if not ticket.given_up:
                self._recover(ticket, ticket is running, process.is_silent)
        process.open.clear()
        self._dispatch()

    def _recover(self, ticket: Ticket, was_running: bool, silent: bool) -> None:
        """A search has lost its process: it is asked again, unless it was to end or is the likely reason."""
        ticket.attempts += was_running
        if ticket.told_to_end and (ticket.best or not silent):
            late = PlayerFailed("The search did not end when its time was over: choose another opponent.")
            self._resolve(ticket, ticket.best or late)
        elif ticket.attempts < ATTEMPTS:
            self._ask_again(ticket)
        else:
            self._resolve(ticket, PlayerFailed("The search broke down three times: choose another opponent."))
