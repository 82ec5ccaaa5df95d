"""All rooms of a server: made, opened from the store when someone comes, closed when nobody is there."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter
from collections.abc import Coroutine, Iterator
from functools import partial
from time import monotonic
from typing import Any

from boyi.core.game import Game
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.players.base import Player
from boyi.players.human import HumanPlayer
from boyi.server.access import Access
from boyi.server.bodies import Made, NewGame
from boyi.server.course.gate import CourseGate
from boyi.server.refusals import Refusal
from boyi.server.rooms.following import following_game
from boyi.server.rooms.making import make_new_room
from boyi.server.rooms.players import ADVISER, MissingPlayer, WorkerPlayer
from boyi.server.rooms.room import Room
from boyi.server.rooms.state import RoomInfo, Seat
from boyi.server.search.programs import Programs
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.server.specs import player_of
from boyi.store.damage import damage_of_error
from boyi.store.engines import RegisteredEngine
from boyi.store.errors import Damaged, NotStored
from boyi.store.store import Store
from boyi.store.writer import Writer

log = logging.getLogger("boyi.server")

PATIENCE = 10.0
"""Seconds that what is being ended may take when the server ends."""
LEAST_COPIED = 4
"""Moves after which a position counts as that of a locked game: the first ones are everybody's."""
LOCKED_AFTER = 3600.0
"""Seconds for which the position of a locked game counts after everyone has left it."""
SWEEP = 1.0
"""Seconds between two looks at who has left."""
SAVE_AFTER = 1.0
"""Seconds that evaluations wait before they are stored, for more to come."""
LEFTOVERS = 200
"""Rooms that were forgotten before we clean up. The network's own objects for a connection or a request hold
each other and reach the garbage collector's oldest generation, which is rarely collected."""


class Rooms:
    """The rooms in memory; all others are opened from the store."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        writer: Writer,
        workers: Workers,
        access: Access | None = None,
    ) -> None:
        self.settings, self.store, self.writer, self.workers = settings, store, writer, workers
        self.access = Access(settings) if access is None else access
        self.programs = Programs(settings.programs, settings.programs_of_one, settings.program_idle)
        self.engines: dict[str, RegisteredEngine] = {}
        self._rooms: dict[str, Room] = {}
        self._left_locked: dict[str, tuple[Game, int, float]] = {}
        """Where locked games stood when their rooms left the memory, and when that was."""
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._saving: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._care: list[asyncio.Task[Any]] = []
        """Tasks that run until the server ends."""
        self._forgotten = 0
        self.tries: Counter[tuple[str, str]] = Counter()
        """How often each assignment was tried from each address."""
        self.course_gate = CourseGate(self.access)

    async def start(self) -> None:
        """Begin to look after the rooms."""
        await self.learn_engines()
        self._care.append(asyncio.create_task(self._sweep_forever()))

    async def close(self) -> None:
        """Close every room; the games continue when the server starts again."""
        for task in self._care:
            task.cancel()
        for timer in self._saving.values():
            timer.cancel()
        rooms = list(self._rooms.values())
        await asyncio.gather(*(room.run(partial(room.close, "the server ends")) for room in rooms))
        self._rooms.clear()
        if self._tasks:  # programs that are being ended
            await asyncio.wait(self._tasks, timeout=PATIENCE)

    async def learn_engines(self) -> list[RegisteredEngine]:
        """Read which engines are registered."""
        found = await asyncio.to_thread(self.store.engines)
        self.engines = {engine.name: engine for engine in found}
        return found

    # Finding

    async def find(self, game_id: str) -> Room:
        """The room of a game, opened from the store if need be."""
        if (room := self._rooms.get(game_id)) is not None:
            return room
        if (task := self._opening.get(game_id)) is None:
            if len(self._rooms) + len(self._opening) >= self.settings.most_rooms:
                raise Refusal("The server has too many rooms open: try again later.", "busy")
            task = self._opening[game_id] = asyncio.create_task(self._open(game_id))
            task.add_done_callback(lambda _: self._opening.pop(game_id, None))
        return await asyncio.shield(task)

    async def _open(self, game_id: str) -> Room:
        def read() -> tuple[GameRecord, RoomInfo]:
            record, extra = self.store.load(game_id), self.store.extra(game_id)
            try:
                info = RoomInfo.from_data(extra)
                record.detail = Message.from_data(info.ending) if info.ending else None
                return record, info
            except (LookupError, TypeError, ValueError) as error:
                raise Damaged.of(damage_of_error(game_id, error)) from None

        try:
            record, info = await asyncio.to_thread(read)
        except NotStored:
            raise Refusal("There is no such game.", "not-found") from None
        room = self._rooms[game_id] = Room(self, game_id, record, info)
        self._left_locked.pop(game_id, None)
        return room

    def in_memory(self) -> list[Room]:
        """All rooms in memory."""
        return list(self._rooms.values())

    def remove(self, room: Room) -> None:
        """A room leaves the memory; the store knows what it was."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._forgotten += 1
            if _has_locked_position(room):
                now, record = monotonic(), room.record
                left = {key: one for key, one in self._left_locked.items() if now - one[2] < LOCKED_AFTER}
                self._left_locked = {**left, room.id: (record.game, record.position.key, now)}

    # Making

    async def make(self, new: NewGame) -> Made:
        """Make a room as someone wishes it."""
        return await make_new_room(self, new)

    async def add(self, record: GameRecord, info: RoomInfo) -> Room:
        """Store a new game and open its room."""
        game_id = await asyncio.to_thread(lambda: self.store.begin(record, extra=info.to_data()))
        room = self._rooms[game_id] = Room(self, game_id, record, info)
        return room

    async def follow(self, room: Room, swap: bool) -> Room:
        """Make the game after a game: the same people and tokens, perhaps with colours swapped."""
        old = room.info
        record, info = following_game(room.record, old, swap)
        following = await self.add(record, info)
        old.lead_to(following.id, played=room.record.plies != old.prefix)
        await room.storage.keep(old)
        return following

    def make_players(self, game: Game, info: RoomInfo) -> tuple[Player, Player]:
        """The players of both seats."""
        first, second = (self._player(seat) for seat in info.seats)
        return first, second

    def _player(self, seat: Seat) -> Player:
        if seat.is_person and seat.auto:
            return WorkerPlayer(self.workers, ADVISER)
        if seat.is_person or seat.kind == "course":
            return HumanPlayer()
        if seat.kind != "engine":
            return player_of(seat.spec, self.workers, self.programs)
        engine = self.engines.get(seat.spec)
        return MissingPlayer() if engine is None else player_of(engine.spec, self.workers, self.programs)

    # Locks

    async def locked_game(self, game_id: str) -> str:
        """The id again if this game is locked and not over; the games made from it are then locked too."""
        if not game_id:
            return ""
        try:
            room = await self.find(game_id)
        except Refusal as refusal:
            if refusal.code == "not-found":
                return ""
            raise
        if first := await self.locked_game(room.info.lock_from):
            return first  # a copy is locked as long as the first game, also when the copy has ended
        return game_id if room.info.locked and room.phase in ("playing", "waiting") else ""

    def shows_locked(self, record: GameRecord, node: int | None = None, own: Room | None = None) -> bool:
        """Whether the moves to a node lead to or through the position of a locked game that is not over.

        ``own``: the room of the record. A copy of a locked game does not count: the game that it was made
        from is compared itself.
        """
        keys: set[int] | None = None
        for game, key in self._locked_positions(own):
            if not _same_rules(game, record.game):
                continue
            if keys is None:
                path = record.path(record.end if node is None else node)
                keys = {record.position_at(step).key for step in path}
            if key in keys:
                return True
        return False

    def _locked_positions(self, own: Room | None) -> Iterator[tuple[Game, int]]:
        """Where the locked games of other rooms stand, as games and keys."""
        for room in self._rooms.values():
            if room is not own and _has_locked_position(room):
                yield room.record.game, room.record.position.key
        now = monotonic()
        for game, key, left in self._left_locked.values():
            if now - left < LOCKED_AFTER:
                yield game, key

    # Looking after

    async def delete(self, game_id: str) -> None:
        """Remove a game permanently."""
        if (room := self._rooms.pop(game_id, None)) is not None:
            await room.run(partial(room.close, "deleted"))
        self._left_locked.pop(game_id, None)
        try:
            await asyncio.to_thread(self.store.delete, game_id)
        except NotStored:
            raise Refusal("There is no such game.", "not-found") from None
        if (room := self._rooms.pop(game_id, None)) is not None:  # someone came while it was being closed
            await room.run(partial(room.close, "deleted"))

    def save_later(self, room: Room) -> None:
        """Store a room's whole record soon, once for many changes."""
        if self._rooms.get(room.id) is room and room.id not in self._saving:
            loop = asyncio.get_running_loop()
            self._saving[room.id] = loop.call_later(SAVE_AFTER, self._save, room)

    def _save(self, room: Room) -> None:
        self._saving.pop(room.id, None)
        room.post(room.save_if_paused)

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._sweep_all()
            except Exception:
                log.exception("looking after the rooms")

    async def _sweep_all(self) -> None:
        for room in list(self._rooms.values()):
            self._sweep(room)
        if self._forgotten >= LEFTOVERS:
            self._forgotten = 0
            gc.collect()

    def _sweep(self, room: Room) -> None:
        """Pause a game whose players have left, then take its room out of memory."""
        if room.is_needed:
            return
        quiet = monotonic() - room.audience.quiet_since
        if quiet > self.settings.linger and room.match.is_running:
            room.post(partial(self._pause, room))
        busy = len(room.audience) or room.analyses.is_reviewing or room.id in self._saving
        if quiet > self.settings.idle and not busy and room.queue.is_idle and not room.match.is_running:
            room.forget()

    @staticmethod
    async def _pause(room: Room) -> None:
        if not room.is_needed:  # nobody has come back meanwhile
            await room.pause()


def _has_locked_position(room: Room) -> bool:
    """Whether a locked game is being played that is no copy and has a position of its own."""
    record = room.record
    first = room.info.locked and room.phase == "playing" and not room.info.lock_from
    return first and (record.plies >= LEAST_COPIED or record.start != record.game.start())


def _same_rules(one: Game, other: Game) -> bool:
    return one.name == other.name and dict(one.settings) == dict(other.settings)
