"""Places for other people's programs: so many run at once, idle ones are closed for those in the queue."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from boyi.core.clock import Clock
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player
from boyi.protocols.actions import Choice
from boyi.server.refusals import Refusal

log = logging.getLogger("boyi.server")

SPARE = 5.0
"""Seconds after which a program that is not asked makes room for one that waits."""
LOOK = 0.5
"""Seconds between two looks at who is idle, while someone waits or runs."""
READY = 25.0
"""Seconds to wait for a place before the game begins; after them it begins, and the first move waits."""


class Programs:
    """Who may run. All methods are called on the event loop."""

    def __init__(self, most: int, of_one: int, idle: float, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._of_one, self._idle = most, of_one, idle
        self.clock = clock
        self._running: dict[HostedPlayer, str] = {}
        self._waiting: dict[HostedPlayer, asyncio.Future[None]] = {}
        self._watch: asyncio.Task[None] | None = None

    @property
    def running(self) -> int:
        """How many have a place."""
        return len(self._running)

    def waits(self, player: HostedPlayer) -> bool:
        """Whether a player is in the line."""
        return player in self._waiting and player not in self._running

    def check_places(self) -> None:
        """Refuse another game with a program when as many wait as run."""
        if len(self._waiting) >= self._most:
            raise Refusal("All places for programs are taken: choose a level, or try again later.", "busy")

    async def take(self, player: HostedPlayer) -> None:
        """Wait for a place; first come, first served, but nobody waits for an owner who has enough."""
        if player in self._running:
            return
        future = self._waiting[player] = asyncio.get_running_loop().create_future()
        self._admit()
        if self._watch is None:
            self._watch = asyncio.create_task(self._look_after())
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(player)
            raise
        finally:
            self._waiting.pop(player, None)

    def give_back(self, player: HostedPlayer) -> None:
        """A place is free again."""
        if self._running.pop(player, None) is not None:
            self._admit()

    def _admit(self) -> None:
        for player, future in self._waiting.items():
            if future.done():
                continue
            if len(self._running) >= self._most:
                return
            if list(self._running.values()).count(player.owner) < self._of_one:
                self._running[player] = player.owner
                future.set_result(None)

    async def _look_after(self) -> None:
        """Close the idle ones, sooner if someone waits; ends when nobody runs."""
        try:
            while self._running or self._waiting:
                try:
                    await self.close_idle()
                except Exception:
                    log.exception("closing idle programs")
                await asyncio.sleep(LOOK)
        finally:
            self._watch = None

    async def close_idle(self) -> None:
        """Close the programs that were not asked for long, and one for each that waits, the idlest first."""
        now = self.clock()
        idle = sorted((p for p in self._running if p.idle_since is not None), key=lambda p: p.idle_since or 0)
        spare = sum(not future.done() for future in self._waiting.values())
        closing = []
        for player in idle:
            quiet = now - (player.idle_since or now)
            if quiet >= self._idle or (spare > 0 and quiet >= SPARE):
                spare -= 1
                closing.append(player.close_if_idle())
        await asyncio.gather(*closing)


class HostedPlayer(Player):
    """Someone else's program that runs only while it has a place."""

    def __init__(self, programs: Programs, player: Player) -> None:
        self._programs, self._player = programs, player
        self.idle_since: float | None = None
        """Since when it is not asked; None while it is."""
        self._lock = asyncio.Lock()

    @property
    def waits(self) -> bool:
        """Whether there is no place for it yet."""
        return self._programs.waits(self)

    @property
    def settling(self) -> float:
        """Seconds until it has come to rest after its last answer."""
        return self._player.settling

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        """Start it, unless the server is so full that there is no place for a while."""
        async with self._lock:
            try:
                async with asyncio.timeout(READY):
                    await self._programs.take(self)
            except TimeoutError:
                return
            self.idle_since = None
            try:
                await self._player.prepare(record, clock)
            finally:
                self.idle_since = self._programs.clock()

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        async with self._lock:
            await self._programs.take(self)
            self.idle_since = None
            try:
                return await self._player.choose(record, clock)
            finally:
                self.idle_since = self._programs.clock()

    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Choice | None:
        """Its own step of a swap2 opening, if it has a place and words for that."""
        async with self._lock:
            try:
                async with asyncio.timeout(READY):
                    await self._programs.take(self)
            except TimeoutError:
                return None
            self.idle_since = None
            try:
                return await self._player.choose_opening(record, clock)
            finally:
                self.idle_since = self._programs.clock()

    async def close(self) -> None:
        """End it and give its place back; it is started again when it is asked again."""
        async with self._lock:
            try:
                await self._player.close()
            finally:
                self.idle_since = None
                self._programs.give_back(self)

    async def close_if_idle(self) -> None:
        """The same, but not if it is asked just now."""
        if not self._lock.locked():
            await self.close()
