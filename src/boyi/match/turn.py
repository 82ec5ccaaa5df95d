"""One player's turn: who is asked, since when the time runs, and what is signalled about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from boyi.core.result import SearchResult
from boyi.players.base import Decision, Player
from boyi.protocols.actions import Choice

Answer = Decision | Choice


@dataclass(frozen=True, slots=True)
class Decided:
    """The player has answered."""

    turn: Turn
    at: float
    """When: what the match is busy with before it looks is not the player's time."""


@dataclass(frozen=True, slots=True)
class Progressed:
    """The player's search has found something."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Ready:
    """The player has prepared itself: its time runs."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The player's time is over."""

    turn: Turn


Signal = Decided | Progressed | Ready | TimedOut
"""What happens by itself during a match. Whoever runs the match passes each one to ``Match.handle``."""
Post = Callable[[Signal], None]


class Turn:
    """A turn of one side. Signals of a turn that has ended are ignored."""

    def __init__(self, side: int, post: Post, loop: asyncio.AbstractEventLoop) -> None:
        self.side, self.post = side, post
        self.task: asyncio.Task[Answer] | None = None
        """The player's answer; None where a person moves, whose moves are commands."""
        self.began: float | None = None
        self.ends: float | None = None
        self.progress: SearchResult | None = None
        """What the search has found and nobody has been told yet."""
        self._loop = loop
        self._alarm: asyncio.TimerHandle | None = None

    def ask(self, answer: Coroutine[Any, Any, Answer]) -> None:
        """Let the player work on its answer."""
        self.task = self._loop.create_task(answer)
        self.task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[Answer]) -> None:
        if not task.cancelled():
            task.exception()  # if the turn has ended meanwhile, nobody asks for it
        self.post(Decided(self, self.now))

    def watch(self, player: Player) -> None:
        """Let the player tell of its search; of several reports that nobody has looked at the last counts."""
        loop = self._loop

        def report(result: SearchResult) -> None:
            new, self.progress = self.progress is None, result
            if new:
                self.post(Progressed(self))

        def watch(result: SearchResult) -> None:
            loop.call_soon_threadsafe(report, result)

        player.watch = watch

    def start_clock(self, left: float | None, margin: float, began: float | None = None) -> None:
        """The time runs from now (or ran already); with ``left`` seconds and a margin it ends."""
        self.began = self.now if began is None else began
        if left is not None:
            self.ends = self.began + left + margin
            self._alarm = self._loop.call_at(self.ends, self.post, TimedOut(self))

    @property
    def now(self) -> float:
        """The loop's time."""
        return self._loop.time()

    def used(self, at: float) -> float:
        """Seconds of the turn until a moment; a move that came before the turn took no time."""
        return 0.0 if self.began is None else max(0.0, at - self.began)

    def is_late(self, at: float) -> bool:
        """Whether the time was over at a moment."""
        return self.ends is not None and at > self.ends

    def end(self) -> asyncio.Task[Answer] | None:
        """Stop the clock and the player; its task, if it has not ended yet."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self.task is None or self.task.done():
            return None
        self.task.cancel()
        return self.task
