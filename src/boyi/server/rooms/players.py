"""Who decides on a seat: a person, a computer in a worker process, or one for the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from secrets import randbelow, token_hex
from typing import Any, cast

from boyi.core.clock import Clock, Side, TimeControl
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.players.base import Decision, Player, PlayerFailed, dismiss
from boyi.players.engine import CONTENT_WITH_A_DRAW, share_of_clock
from boyi.players.human import HumanPlayer
from boyi.server.search.scheduler import MOVE
from boyi.server.search.workers import Workers

Watch = Callable[[SearchResult], object]


class WorkerPlayer(Player):
    """A computer whose search runs in a worker process."""

    def __init__(self, workers: Workers, spec: str) -> None:
        self.spec = spec
        self.owner = ""
        """Whose share of the workers it uses."""
        self.watch: Watch | None = None
        self._workers = workers
        self._key, self._seed = token_hex(8), randbelow(1 << 30)
        self._win_rate = 0.5

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        seconds = None if clock is None else share_of_clock(clock, record.position().turn)
        found = await self._workers.search(
            record,
            record.end,
            self.spec,
            owner=self.owner,
            key=self._key,
            seed=self._seed,
            seconds=seconds,
            urgency=MOVE,
            watch=self._saw,
        )
        if found is None:
            return Decision.resign()
        self._win_rate = found.win_rate
        return Decision(found.move, found.win_rate, found.candidates)

    def accepts_draw(self) -> bool:
        """Whether half a point is welcome, by the last search."""
        return self._win_rate < CONTENT_WITH_A_DRAW

    def _saw(self, result: SearchResult) -> None:
        if self.watch is not None:
            self.watch(result)


class MissingPlayer(Player):
    """An engine that was registered when the game began and is not any more."""

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        raise PlayerFailed("The engine is no longer registered.")


class SeatPlayer(Player):
    """Lets one of its two players decide, and the other instead from the moment it is told to."""

    def __init__(self, person: HumanPlayer | None, computer: Player | None, auto: bool = False) -> None:
        self.person, self.computer = person, computer
        self.auto = auto
        self.pace = 0.0
        """Seconds that a move takes at least, so that it can be followed."""
        self.watch: Watch | None = None
        self._switched = asyncio.Event()
        self._asked = asyncio.Event()

    def belongs_to(self, owner: str) -> None:
        """Say whose share of the server the computer uses."""
        if hasattr(self.computer, "owner"):
            cast(Any, self.computer).owner = owner

    @property
    def by_computer(self) -> bool:
        """Whether the computer decides now."""
        return self.person is None or self.auto

    @property
    def waits(self) -> bool:
        """Whether a program that decides here waits for a place."""
        return self.by_computer and getattr(self.computer, "waits", False)

    def switch(self, auto: bool) -> None:
        """Let the computer decide, or the person again; also in the middle of a turn."""
        if auto != self.auto:
            self.auto = auto
            self._switched.set()

    async def submit(self, move: int) -> None:
        """Hand in the person's move."""
        assert self.person is not None
        with suppress(TimeoutError):  # the move before was told a moment before this one is asked for
            async with asyncio.timeout(1.0):
                await self._asked.wait()
        self.person.submit(move)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            self._switched.clear()
            player = self.computer if self.by_computer else self.person
            assert player is not None
            watched: Any = player if player is self.computer and hasattr(player, "watch") else None
            if watched is not None:
                watched.watch = self.watch
            left = None if clock is None else _later(clock, record.position().turn, loop.time() - began)
            turn = asyncio.ensure_future(player.choose(record, left))
            switched = asyncio.ensure_future(self._switched.wait())
            try:
                await asyncio.sleep(0)
                if player is self.person:
                    self._asked.set()
                await asyncio.wait({turn, switched}, return_when=asyncio.FIRST_COMPLETED)
                if turn.done():
                    await asyncio.sleep(self.pace - (loop.time() - began))
                    return turn.result()
            finally:
                if watched is not None:
                    watched.watch = None
                self._asked.clear()
                switched.cancel()
                if not turn.done():
                    turn.cancel()
                    await asyncio.wait({turn})

    async def close(self) -> None:
        """Let a program of its own end; it is started again when it is asked again."""
        if self.computer is not None:
            await dismiss(self.computer)

    @property
    def prepare(self) -> Callable[[GameRecord, Clock | None], Awaitable[None]]:
        """What a program does before it is asked for the first time, if it does anything."""
        if not self.by_computer or not hasattr(self.computer, "prepare"):
            raise AttributeError("prepare")
        start: Callable[[GameRecord, Clock | None], Awaitable[None]] = self.computer.prepare  # type: ignore[union-attr]
        return start

    @property
    def accepts_draw(self) -> Callable[[], bool]:
        """The computer's answer to an offer; a person has none here (the match looks whether it exists)."""
        if not self.by_computer or not hasattr(self.computer, "accepts_draw"):
            raise AttributeError("accepts_draw")
        accepts: Callable[[], bool] = self.computer.accepts_draw  # type: ignore[union-attr]
        return accepts


def _later(clock: Clock, player: int, elapsed: float) -> Clock:
    """The clock in the middle of a move."""
    if clock.control.per_move is not None:
        control = TimeControl(per_move=max(0.05, clock.control.per_move - elapsed))
        return replace(clock, control=control)
    sides = list(clock.sides)
    sides[player] = Side(max(0.0, sides[player].main - elapsed), sides[player].periods)
    return replace(clock, sides=(sides[0], sides[1]))
