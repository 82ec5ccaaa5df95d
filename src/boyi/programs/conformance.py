"""The conformance check: whether a player behaves as a match expects, finding after finding."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from boyi.core.clock import Clock, TimeControl, Timing
from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.message import Message, Template
from boyi.core.record import GameRecord
from boyi.players.base import Player, PlayerFailed
from boyi.programs.process import ProcessPlayer
from boyi.programs.sandbox import protection
from boyi.programs.script import MoPlayer
from boyi.protocols.answers import Send

IDLE = 0.3
"""Seconds in which a program that was asked nothing should print nothing."""
POSITIONS = 8


@dataclass(frozen=True, slots=True)
class CheckTimes:
    """The seconds that a player gets in the check."""

    start: float = 5.0
    """To get ready."""
    move: float = 1.0
    """A move, as it is told."""
    margin: float = 0.1
    """More than that before a move counts as late."""
    patience: float = 5.0
    """Until no answer is expected any more."""
    parting: float = 1.0
    """To end when told."""
    untold: float = inf
    """A move of a player that is told no time, where its own time-out allows more."""
    timing: Timing = "processor"
    """What counts as the time of a move, where the player's processor time is known."""

    def plus(self, seconds: float) -> CheckTimes:
        """So many seconds more on the wall for everything but the time of a move."""
        return replace(
            self,
            start=self.start + seconds,
            patience=self.patience + seconds,
            parting=self.parting + seconds,
        )


USUAL = CheckTimes()


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: whether it was passed, and what was seen."""

    name: str
    title: Message
    good: bool
    text: Message

    def to_data(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "name": self.name,
            "title": self.title.to_data(),
            "good": self.good,
            "text": self.text.to_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Finding:
        """What ``to_data`` wrote."""
        title, text = Message.from_data(data["title"]), Message.from_data(data["text"])
        return cls(data["name"], title, data["good"], text)


TITLES = {
    "start": Message("Gets ready"),
    "first": Message("First move"),
    "stones": Message("Move in a game"),
    "again": Message("Second game"),
    "legal": Message("Legal moves"),
    "time": Message("Keeps the time"),
    "quiet": Message("Prints nothing unasked"),
    "end": Message("Ends when told"),
    "children": Message("Leaves nothing running"),
}
"""Every check, in its order."""
OF_THE_WALL = (
    Template("a move took {longest:.2f} s of {limit:g} s"),
    Template("at most {longest:.2f} s of {limit:g} s a move"),
)
OF_THE_PROCESSOR = (
    Template("a move took {longest:.2f} s of processor time of {limit:g} s"),
    Template("at most {longest:.2f} s of processor time of {limit:g} s a move"),
)


async def check_conformance(
    make: Callable[[], Player],
    game: Game,
    positions: int = POSITIONS,
    seed: int = 0,
    allowance: CheckTimes | None = None,
) -> AsyncIterator[Finding]:
    """Ask a player this and that; what is found comes as soon as it is known. ``allowance``: None: the usual.

    A player that does not get ready is asked nothing more; one that fails a question is asked the next.
    """
    player = make()
    if type(player) is ProcessPlayer and player.config.protocol:
        player = _Probe(player.command, player.config)
    player.timing = (allowance or USUAL).timing
    checks = _Checks(player, game, Random(seed), allowance or USUAL)
    try:
        started = await checks.start()
        yield started
        if not started.good:
            return
        yield await checks.moves("first", [GameRecord(game)])
        yield await checks.moves("stones", [checks.played(8)])
        yield await checks.moves("again", [GameRecord(game), checks.played(2)])
        yield await checks.moves("legal", [checks.played() for _ in range(positions)])
        yield checks.time()
        if isinstance(player, _Probe):
            for finding in await checks.part(player):
                yield finding
    finally:
        await player.close()


class _Probe(ProcessPlayer):
    """A program that is watched when it has nothing to do, and when it should go."""

    async def idle_lines(self) -> list[str]:
        """What it prints without being asked."""
        await asyncio.sleep(IDLE)
        lines = [] if self._child is None else self._child.wake()
        allowed = self._host.chatter
        return [line for line in lines if line.strip() and not line.strip().startswith(allowed or "\0")]

    async def part(self, seconds: float) -> tuple[float, int] | None:
        """Tell it to go within so many seconds: what it took, and how many processes it left.

        None: it runs no more.
        """
        child = self._child
        if child is None or not child.alive:
            return None
        began = perf_counter()
        goodbye = [answer.text for answer in self._host.end() if isinstance(answer, Send)]
        if goodbye:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await child.send(goodbye)
                    while child.alive:
                        await asyncio.sleep(0.01)
        else:
            await child.leave()
        took = perf_counter() - began
        left = 0 if child.alive else await child.left_running()
        child.kill()
        return took, left


class _Checks:
    def __init__(self, player: Player, game: Game, random: Random, allowance: CheckTimes) -> None:
        self.player = player
        self.game = game
        self.random = random
        self.allowance = allowance
        self.longest: float | None = None
        """The longest time that a move took."""
        self.clock: Clock | None = Clock.start(TimeControl(per_move=allowance.move))
        self.limit, self.patience = allowance.move, allowance.patience
        if isinstance(player, MoPlayer):
            # The platform's files know no clock: a call may take as long as their time-out says.
            self.clock = None
            self.limit = min(player.config.timeout, allowance.untold)
            self.patience = self.limit + allowance.patience

    def played(self, plies: int | None = None) -> GameRecord:
        """A record of random moves, fewer than wanted where the next would have ended the game."""
        record = GameRecord(self.game)
        for _ in range(self.random.randrange(1, 30) if plies is None else plies):
            record.play(self.random.choice(record.position.moves()))
            if record.outcome is not None:
                record.take_back()
                break
        return record

    async def start(self) -> Finding:
        began = perf_counter()
        ready = self.player.prepare(GameRecord(self.game), self.clock)
        fault = await _attempt(ready, self.allowance.start)
        took = perf_counter() - began
        return _finding("start", fault, Message("ready after {seconds:.2f} s", seconds=took))

    async def moves(self, name: str, records: list[GameRecord]) -> Finding:
        """Ask for a move in each of the records; the first fault counts."""
        for record in records:
            fault = await _attempt(self._move(record), self.patience)
            if fault:
                if not record.plies:
                    return _finding(name, Message("{fault} (at the start)", fault=fault))
                moves = shorten(record.text(), 200)[1:-1]
                return _finding(name, Message("{fault} (after {moves})", fault=fault, moves=moves))
        if len(records) == 1:
            return _finding(name, None, Message("a legal move"))
        return _finding(name, None, Message("{count} positions", count=len(records)))

    async def _move(self, record: GameRecord) -> None:
        await self.player.prepare(record, self.clock)
        began = self._time_used()
        decision = await self.player.choose(record, self.clock)
        took = self._time_used() - began
        self.longest = max(self.longest or 0.0, took)
        if decision.move is None:
            raise PlayerFailed("it resigned")
        if not record.position.is_legal(decision.move):
            raise PlayerFailed.of(record.position.why_illegal(decision.move))

    def _time_used(self) -> float:
        """Seconds that are charged; only differences mean something."""
        used = self.player.processor_seconds() if self.allowance.timing == "processor" else None
        return perf_counter() if used is None else used / self.player.processors

    def time(self) -> Finding:
        if self.longest is None:
            return _finding("time", Message("there was no move to measure"))
        used = self.player.processor_seconds() if self.allowance.timing == "processor" else None
        late, praise = OF_THE_WALL if used is None else OF_THE_PROCESSOR
        times = {"longest": self.longest, "limit": self.limit}
        if self.longest > self.limit + self.allowance.margin:
            return _finding("time", late(**times))
        return _finding("time", None, praise(**times))

    async def part(self, probe: _Probe) -> list[Finding]:
        await _attempt(self._move(self.played(2)), self.allowance.patience)
        unasked = await probe.idle_lines()
        said = None
        if unasked:
            said = Message("it printed {text} without being asked", text=shorten(unasked[0], 60))
        found = [_finding("quiet", said, Message("nothing unasked"))]
        most = self.allowance.parting
        parted = await probe.part(most)
        if parted is None:
            # Programs that are started for every move, and those that failed the last question.
            return found
        took, left = parted
        late = None
        if took >= most:
            late = Message("it did not end within {seconds:g} s and had to be killed", seconds=most)
        found.append(_finding("end", late, Message("ended after {seconds:.2f} s", seconds=took)))
        # In a sandbox with its own process numbers nothing can stay; there is nothing to see then.
        if not late and protection(probe.config.sandbox_kind).sandbox == "plain":
            fault = Message("{count} of its processes went on and had to be killed", count=left)
            found.append(_finding("children", fault if left else None, Message("no process is left")))
        return found


def _finding(name: str, fault: Message | None, praise: Message | None = None) -> Finding:
    text = fault or praise
    assert text is not None
    return Finding(name, TITLES[name], fault is None, text)


async def _attempt(work: Awaitable[None], seconds: float) -> Message | None:
    """Do something within a time: None, or what went wrong."""
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        return Message("no answer within {seconds:g} s", seconds=seconds)
    except BoyiError as error:
        return error.message
    except Exception as error:
        return Message("it broke down: {error}", error=f"{type(error).__name__}: {shorten(error, 200)[1:-1]}")
    return None
