"""The process that searches: ``python -m boyi.server.worker``, fed with jobs through its standard input."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter
from typing import IO

from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.core.result import Candidate, SearchResult
from boyi.players.base import Player
from boyi.players.engine import Engine, Situation, Stop
from boyi.players.spec import make_engine
from boyi.server.jobs import Cancel, Finished, Job, Progress, Report, read_frame, write_frame

BEAT = 0.1
"""Seconds between two reports."""
NICE = 5
"""Searches give way to the server, so that the page stays quick."""
MOST_ENGINES = 3
"""Engines that keep their memory, up to 256 MB each, for the next move."""


class Worker:
    """Does one job after the other; a second thread listens for cancellations."""

    def __init__(self, orders: IO[bytes], reports: IO[bytes]) -> None:
        self._orders, self._reports = orders, reports
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._engines: OrderedDict[tuple[str, str], Engine | Player] = OrderedDict()
        self._stops: dict[int, Stop] = {}
        self._lock = Lock()

    def run(self) -> None:
        """Work until the server has gone."""
        Thread(target=self._listen, daemon=True).start()
        while True:
            job = self._jobs.get()
            try:
                finished = Finished(job.number, self._search(job, self._stops[job.number]))
            except BoyiError as error:
                finished = Finished(job.number, None, str(error))
            except Exception as error:  # one bad job must not end the others
                finished = Finished(job.number, None, f"{type(error).__name__}: {error}"[:200])
            self._stops.pop(job.number, None)
            self._send(finished)

    def _listen(self) -> None:
        while (order := read_frame(self._orders)) is not None:
            if isinstance(order, Job):
                self._stops[order.number] = Stop()
                self._jobs.put(order)
            elif isinstance(order, Cancel) and (stop := self._stops.get(order.number)) is not None:
                stop.set()
        os._exit(0)  # the server has gone, perhaps by force: nobody waits for an answer

    def _send(self, report: Report) -> None:
        with self._lock, suppress(BrokenPipeError):
            write_frame(self._reports, report)

    def _search(self, job: Job, stop: Stop) -> SearchResult | None:
        game = make_game(job.game, **job.options)
        record = GameRecord(game, game.parse_position(job.start))
        for move in job.moves:
            record.play(move)
        engine = self._engine(job)
        if not isinstance(engine, Engine):
            return _ask(engine, record, job.seconds)
        beat = perf_counter()

        def progress(result: SearchResult) -> bool:
            nonlocal beat
            now = perf_counter()
            if now - beat >= BEAT * 0.9:
                beat = now
                self._send(Progress(job.number, result))
            return stop.is_set()

        return engine.search(Situation.of(record), job.seconds, progress, stop)

    def _engine(self, job: Job) -> Engine | Player:
        name = job.key, job.spec
        engine = self._engines.pop(name, None) or make_engine(job.spec, job.seed)
        self._engines[name] = engine
        while len(self._engines) > MOST_ENGINES:
            self._engines.popitem(last=False)
        return engine


def _ask(player: Player, record: GameRecord, seconds: float | None) -> SearchResult | None:
    """Let a player that is no engine choose; None if it resigns."""
    clock = None if seconds is None else Clock.start(TimeControl(per_move=seconds))
    began = perf_counter()
    decision = asyncio.run(player.choose(record, clock))
    if decision.move is None:
        return None
    rate = 0.5 if decision.win_rate is None else decision.win_rate
    candidates = decision.candidates or (Candidate(decision.move, 0, rate, rate, (decision.move,)),)
    taken = perf_counter() - began
    return SearchResult(
        decision.move, rate, rate, (decision.move,), candidates, decision.playouts or 0, 1, taken
    )


def main() -> None:
    """Take over standard input and output for frames; whatever prints goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    orders = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Worker(orders, reports).run()


if __name__ == "__main__":
    main()
