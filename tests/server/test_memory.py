"""What a room leaves in the memory when nobody is there any more: nothing."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from boyi.server.bodies import NewGame, NewSeat, Start
from boyi.server.rooms import registry as rooms_module
from boyi.server.rooms.registry import Rooms
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.store.store import Store
from boyi.store.writer import Writer
from tests.patience import until
from tests.server.in_process import in_memory


def test_a_room_that_nobody_needs_goes_without_the_collector(database: Path) -> None:
    async def leave() -> None:
        with Store.open(str(database)) as store, Writer(store) as writer:
            workers = Workers(1)
            workers.start()
            rooms = Rooms(Settings(linger=0, idle=0), store, writer, workers)
            start = Start(moves="h8 a1 i8 a2 j8 a3 k8 a4")
            new = NewGame(game="gomoku", start=start, seats=[NewSeat(kind="human"), NewSeat(kind="human")])
            made = await rooms.make(new)
            room = in_memory(rooms, made.id)
            assert room is not None
            await room.run(room.wake)
            room.match.submit(0, room.record.game.parse_move("l8", room.record.position))
            await room.run(room.follow_match)
            gone = weakref.ref(room.record)
            del room
            gc.collect()
            gc.disable()
            try:
                await rooms.start()
                await until(lambda: in_memory(rooms, made.id) is None, "the end of the room")
                await until(lambda: gone() is None, "the end of its record")
            finally:
                gc.enable()
            assert (await rooms.find(made.id)).record.plies == 9
            await rooms.close()
            await workers.close()

    asyncio.run(leave())


class Pair:
    """Holds another that holds it: only the collector ends it."""

    def __init__(self) -> None:
        self.other: object = self


def test_many_forgotten_rooms_take_with_them_what_their_connections_left(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "LEFTOVERS", 3)
    monkeypatch.setattr(rooms_module, "SWEEP", 0.05)

    async def leave() -> None:
        with Store.open(str(database)) as store, Writer(store) as writer:
            workers = Workers(1)
            workers.start()
            rooms = Rooms(Settings(linger=0, idle=0), store, writer, workers)
            new = NewGame(game="nogo", seats=[NewSeat(kind="human"), NewSeat(kind="human")])
            gc.disable()
            try:
                left = weakref.ref(Pair())
                for _ in range(2):
                    (await rooms.find((await rooms.make(new)).id)).forget()
                await rooms.start()
                await asyncio.sleep(0.2)
                assert left() is not None
                await rooms.make(new)
                await until(lambda: left() is None, "the collection")
            finally:
                gc.enable()
            await rooms.close()
            await workers.close()

    asyncio.run(leave())
