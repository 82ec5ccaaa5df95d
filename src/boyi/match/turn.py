"""One player's turn: who is asked, since when the time runs, and what is signalled about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from boyi.core.clock import LOOK, next_look
from boyi.core.message import Message
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


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a player has for its turn."""

    seconds: float | None
    """What may be charged; None: no limit."""
    margin: float = 0.0
    """Seconds by which it may overstep that."""
    wall: float | None = None
    """Seconds until it must have moved in any case, where processor time is charged; None: the wall's is."""


class Turn:
    """A turn of one side. Signals of a turn that has ended are ignored."""

    def __init__(
        self, side: int, post: Post, loop: asyncio.AbstractEventLoop, player: Player | None = None
    ) -> None:
        """``player``: whose processor time is charged, if it is known."""
        self.side, self.post = side, post
        self._metered = None if player is None or player.processor_seconds() is None else player
        self._used_before = 0.0
        """What the player had used before the turn began, less what another used up in the turn."""
        self._used: float | None = None
        """What it has used for its answer, once that has come."""
        self._left = TimeLeft(None)
        self.task: asyncio.Task[Answer] | None = None
        """The player's answer; None where a person moves, whose moves are commands."""
        self.began: float | None = None
        self.ends: float | None = None
        self.progress: SearchResult | None = None
        """What the search has found and nobody has been told yet."""
        self._loop = loop
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_metered(self) -> bool:
        """Whether the processor time of the player is charged."""
        return self._metered is not None

    def ask(self, answer: Coroutine[Any, Any, Answer]) -> None:
        """Let the player work on its answer."""
        self.task = self._loop.create_task(answer)
        self.task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[Answer]) -> None:
        if not task.cancelled():
            task.exception()  # if the turn has ended meanwhile, nobody asks for it
        self._used = self._measure() if self.is_metered else None
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

    def start_clock(self, left: TimeLeft, after: Turn | None = None) -> None:
        """The time runs from now, or since it did in another player's turn that is resumed (``after``)."""
        self.began, self._left = self.now, left
        if self._metered is not None:
            self._used_before = self._metered.processor_seconds() or 0.0
        if after is not None:
            assert after.began is not None
            self.began = after.began
            self._used_before -= after.used(self.now) * self._processors
        if left.seconds is None:
            return
        if self._metered is None or left.wall is None:
            self.ends = self.began + left.seconds + left.margin
            self._alarm = self._loop.call_at(self.ends, self.post, TimedOut(self))
        else:
            self.ends = self.began + left.wall + left.margin
            self._watch_meter()

    def _watch_meter(self) -> None:
        """Look whether the time is over, and again when it may be, whatever number of processors is used."""
        now, used = self.now, self.used(self.now)
        if self.is_late(now):
            self.post(TimedOut(self))
            return
        assert self.ends is not None
        assert self._left.seconds is not None
        pause = next_look(self._left.seconds + self._left.margin - used, self._processors)
        self._alarm = self._loop.call_at(min(now + pause, self.ends + LOOK), self._watch_meter)

    @property
    def _processors(self) -> int:
        return 1 if self._metered is None else self._metered.processors

    def _measure(self) -> float:
        """The processor seconds that the player has used in this turn, for each processor that it may use."""
        assert self._metered is not None
        used = (self._metered.processor_seconds() or 0.0) - self._used_before
        return max(0.0, used) / self._processors

    @property
    def now(self) -> float:
        """The loop's time."""
        return self._loop.time()

    def used(self, at: float) -> float:
        """Seconds to be charged until a moment; a move that came before the turn took no time."""
        if self.began is None:
            return 0.0
        if self._metered is None:
            return self.passed(at)
        return self._measure() if self._used is None else self._used

    def passed(self, at: float) -> float:
        """Seconds of the turn on the wall until a moment."""
        return 0.0 if self.began is None else max(0.0, at - self.began)

    def is_late(self, at: float) -> bool:
        """Whether the time was over at a moment."""
        if self.ends is None or self._left.seconds is None:
            return False
        if at > self.ends:
            return True
        return self.is_metered and self.used(at) > self._left.seconds + self._left.margin

    def overstepped(self, at: float) -> Message:
        """What a player is told whose time was over at a moment."""
        assert self._left.seconds is not None
        had, used = self._left.seconds, self.used(at)
        if not self.is_metered:
            return Message("There was no move within {seconds:.3g} s.", seconds=had)
        if used > had:
            return Message(
                "The move took {used:.3g} s of processor time; {seconds:.3g} s were left.",
                used=used,
                seconds=had,
            )
        return Message(
            "There was no move within {seconds:.3g} s of wall-clock time ({used:.3g} s of processor time).",
            seconds=self.passed(at),
            used=used,
        )

    def end(self) -> asyncio.Task[Answer] | None:
        """Stop the clock and the player; its task, if it has not ended yet."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self.task is None or self.task.done():
            return None
        self.task.cancel()
        return self.task
