"""The process that searches or explains, ``python -m boyi.server.search.worker``; orders come as frames."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import perf_counter
from typing import IO

from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.core.result import SearchResult
from boyi.engines.playout import PlayoutPlayer
from boyi.players.base import Player
from boyi.players.engine import Engine, SearchRequest, Stop, least
from boyi.players.spec import make_engine
from boyi.server.lab.requests import Answer, Request
from boyi.server.search.frames import read_frame, take_streams, write_frame
from boyi.server.search.jobs import (
    Cancel,
    Finished,
    Job,
    Pause,
    Paused,
    Ping,
    Pong,
    Progress,
    Report,
    Resume,
)

BEAT = 0.1
"""Seconds between two reports."""
MOST_ENGINES = 3
"""Engines that keep their memory, up to 256 MB each, for the next move."""


class PausableStop(Stop):
    """The stop of one search, which looks at it several times a second and waits there while paused."""

    def __init__(self, tell_paused: Callable[[], None]) -> None:
        super().__init__()
        self._tell_paused = tell_paused
        self._may_run = Event()
        self._may_run.set()

    def pause(self) -> None:
        """Let the search wait at its next look."""
        self._may_run.clear()

    def resume(self) -> None:
        """Let it continue."""
        self._may_run.set()

    def set(self) -> None:
        """End the search, paused or not."""
        super().set()
        self._may_run.set()

    def is_set(self) -> bool:
        """Whether to end now; asked by the searching thread only."""
        if not self._may_run.is_set() and not super().is_set():
            self._tell_paused()
            self._may_run.wait()
        return super().is_set()


class Worker:
    """Runs each job in a thread of its own, of which the server lets one at a time run; listens meanwhile."""

    def __init__(self, orders: IO[bytes], reports: IO[bytes]) -> None:
        self._orders, self._reports = orders, reports
        self._engines: OrderedDict[tuple[str, str], Engine | Player] = OrderedDict()
        self._stops: dict[int, PausableStop] = {}
        self._lock, self._sending = Lock(), Lock()
        self._questions: SimpleQueue[Request] | None = None

    def run(self) -> None:
        """Work until the server has gone."""
        while (order := read_frame(self._orders)) is not None:
            match order:
                case Job(number=number):
                    self._stops[number] = PausableStop(partial(self._send, Paused(number)))
                    Thread(target=self._work, args=(order,), daemon=True).start()
                case Cancel(number=number) if stop := self._stops.get(number):
                    stop.set()
                case Pause(number=number) if stop := self._stops.get(number):
                    stop.pause()
                case Resume(number=number) if stop := self._stops.get(number):
                    stop.resume()
                case Ping():
                    self._send(Pong())
                case Request():
                    self._explain(order)
        os._exit(0)  # the server has gone, perhaps by force: nobody waits for an answer

    def _work(self, job: Job) -> None:
        try:
            finished = Finished(job.number, self._search(job, self._stops[job.number]))
        except BoyiError as error:
            finished = Finished(job.number, None, error.message)
        except Exception as error:  # one bad job must not end the others
            finished = Finished(
                job.number, None, Message("{text}", text=f"{type(error).__name__}: {error}"[:200])
            )
        del self._stops[job.number]
        self._send(finished)

    def _explain(self, question: Request) -> None:
        """Answer what is asked about an explanation, in the order in which it is asked."""
        if self._questions is None:
            self._questions = SimpleQueue()
            Thread(target=self._answer, args=(self._questions,), daemon=True).start()
        self._questions.put(question)

    def _answer(self, questions: SimpleQueue[Request]) -> None:
        from boyi.server.lab.explainer import Explainer  # processes that search do not load the lab

        explainer = Explainer()
        while True:
            if (answer := explainer.reply(questions.get())) is not None:
                self._send(answer)

    def _send(self, report: Report | Answer) -> None:
        with self._sending, suppress(BrokenPipeError):
            write_frame(self._reports, report)

    def _search(self, job: Job, stop: PausableStop) -> SearchResult | None:
        game = make_game(job.game, **job.options)
        record = GameRecord(game, game.parse_position(job.start))
        for move in job.moves:
            record.play(move)
        engine = self._take_engine(job)
        try:
            return self._ask(engine, record, job, stop)
        finally:
            self._keep_engine(job, engine)

    def _ask(
        self, engine: Engine | Player, record: GameRecord, job: Job, stop: PausableStop
    ) -> SearchResult | None:
        if not isinstance(engine, Engine):
            return _choose(engine, record, job.seconds, stop)
        beat = perf_counter()

        def progress(result: SearchResult) -> bool:
            nonlocal beat
            now = perf_counter()
            if now - beat >= BEAT * 0.9:
                beat = now
                self._send(Progress(job.number, result))
            return stop.is_set()

        return engine.search(SearchRequest.of(record), job.seconds, progress, stop)

    def _take_engine(self, job: Job) -> Engine | Player:
        """The engine that remembers the game; while it searches no other job has it."""
        with self._lock:
            engine = self._engines.pop((job.key, job.spec), None)
        return engine or make_engine(job.spec, job.seed)

    def _keep_engine(self, job: Job, engine: Engine | Player) -> None:
        with self._lock:
            self._engines[job.key, job.spec] = engine
            while len(self._engines) > MOST_ENGINES:
                self._engines.popitem(last=False)


def _choose(player: Player, record: GameRecord, seconds: float | None, stop: Stop) -> SearchResult | None:
    """Let a player that is no engine choose; None if it resigns."""
    began = perf_counter()
    if isinstance(player, PlayoutPlayer):  # the one of these that takes its time
        decision = player.search(record.position, least(player.config.seconds, seconds), stop)
    else:
        clock = None if seconds is None else Clock.start(TimeControl(per_move=seconds))
        decision = asyncio.run(player.choose(record, clock))
    return decision.to_result(perf_counter() - began)


def main() -> None:
    """Search for the server until it has gone."""
    Worker(*take_streams()).run()


if __name__ == "__main__":
    main()
