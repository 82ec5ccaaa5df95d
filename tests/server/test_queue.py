"""A room's queue: commands are carried out one at a time, in order, and an idle queue keeps nothing."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from boyi.match import MovePlayed
from boyi.server.bodies import NewGame, NewSeat
from boyi.server.client_messages import Act, Play
from boyi.server.messages import SocketMessage
from boyi.server.rooms.queue import CommandQueue
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.store.store import Store
from boyi.store.writer import Writer
from tests.server.in_process import in_memory


def test_commands_run_one_at_a_time_in_their_order() -> None:
    async def play() -> None:
        queue, log = CommandQueue(), list[str]()

        async def command(name: str) -> str:
            log.append(f"{name} begins")
            await asyncio.sleep(0)
            log.append(f"{name} ends")
            return name

        results = await asyncio.gather(*(queue.run(partial(command, name)) for name in "abc"))
        assert results == ["a", "b", "c"]
        assert log == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]

    asyncio.run(play())


def test_an_error_is_its_own_commands_and_the_next_one_runs() -> None:
    async def play() -> None:
        queue = CommandQueue()

        async def fail() -> None:
            raise ValueError("no")

        async def work() -> int:
            return 7

        failing = queue.put(fail)
        assert await queue.run(work) == 7
        with pytest.raises(ValueError, match="no"):
            await failing

    asyncio.run(play())


def test_a_wait_that_is_cancelled_inside_a_command_does_not_stop_the_queue() -> None:
    async def play() -> None:
        queue = CommandQueue()
        never: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def waits() -> None:
            never.cancel()
            await never

        async def work() -> int:
            return 7

        waiting = queue.put(waits)
        assert await queue.run(work) == 7
        assert waiting.cancelled()

    asyncio.run(play())


def test_who_gives_up_waiting_does_not_stop_a_command() -> None:
    async def play() -> None:
        queue, go, done = CommandQueue(), asyncio.Event(), list[str]()

        async def slow() -> None:
            await go.wait()
            done.append("slow")

        async def last() -> None:
            done.append("last")

        waiting = asyncio.ensure_future(queue.run(slow))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        go.set()
        await queue.run(last)
        assert done == ["slow", "last"]

    asyncio.run(play())


def test_an_idle_queue_keeps_nothing() -> None:
    class Kept:
        async def command(self) -> None:
            """Nothing."""

    async def play() -> None:
        queue, kept = CommandQueue(), Kept()
        await queue.run(kept.command)
        gone = weakref.ref(kept)
        del kept
        gc.disable()
        try:
            await asyncio.sleep(0)
            assert gone() is None
            assert queue.is_idle
        finally:
            gc.enable()

    asyncio.run(play())


class Visitor:
    """Someone in a room, who remembers what they are told."""

    relaxed, watches, plays, owner, invited, watching, left = True, False, True, True, True, False, False
    server_owner = False
    token = name = person = address = ""

    def __init__(self) -> None:
        self.seats, self.told = [0, 1], list[str]()

    def send(self, message: SocketMessage) -> None:
        self.told.append(message.type)  # type: ignore[attr-defined]

    def send_text(self, text: str) -> None:
        if (kind := text.split('"')[3]) != "may":
            self.told.append(kind)

    def close(self, code: int, reason: str) -> None:
        self.told.append(reason)


@asynccontextmanager
async def room_of_two(database: Path, **settings: Any) -> AsyncIterator[tuple[Rooms, Room, Any]]:
    with Store.open(str(database)) as store, Writer(store) as writer:
        rooms = Rooms(Settings(**settings), store, writer, Workers(1))
        seats = [NewSeat(kind="human"), NewSeat(kind="human")]
        room = await rooms.find((await rooms.make(NewGame(game="gomoku", seats=seats))).id)
        visitor = Visitor()
        room.audience.add(cast(Any, visitor))
        await room.run(room.wake)
        visitor.told.clear()
        yield rooms, room, visitor
        await rooms.close()


def test_moves_that_come_together_are_stored_one_after_the_other(database: Path) -> None:
    """Nobody waits until a player is asked: each move finds the room as the one before left it."""

    async def play() -> None:
        async with room_of_two(database) as (rooms, room, visitor):
            now = asyncio.get_running_loop().time()
            sent = [
                room.receive(visitor, Play(type="play", ref=ply, ply=ply, move=ply * 3), now)
                for ply in range(1, 21)
            ]
            await asyncio.gather(*sent)
            assert room.record.plies == 20
            assert rooms.store.load(room.id).moves == room.record.moves
            assert visitor.told == ["done", "moved"] * 20

    asyncio.run(play())


def test_a_move_sent_twice_at_once_counts_once(database: Path) -> None:
    async def play() -> None:
        async with room_of_two(database) as (_, room, visitor):
            now = asyncio.get_running_loop().time()
            await asyncio.gather(
                *(room.receive(visitor, Play(type="play", ref=n, ply=1, move=7), now) for n in (1, 2)),
                room.receive(visitor, Play(type="play", ref=3, ply=1, move=8), now),
            )
            assert room.record.moves == [7]
            assert visitor.told == ["done", "moved", "done", "refused"]

    asyncio.run(play())


def test_nobody_sees_what_is_not_stored(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with room_of_two(database) as (_, room, visitor):
            stored = asyncio.Event()
            commit = room.storage.commit

            async def slow(*changes: Any) -> None:
                await stored.wait()
                await commit(*changes)

            monkeypatch.setattr(room.storage, "commit", slow)
            now = asyncio.get_running_loop().time()
            move = asyncio.ensure_future(room.receive(visitor, Play(type="play", ref=1, ply=1, move=7), now))
            while room.record.plies == 0:
                await asyncio.sleep(0)
            looking = asyncio.ensure_future(room.read(lambda room: room.view().position.ply))
            await asyncio.sleep(0)
            assert visitor.told == []
            assert not looking.done()
            stored.set()
            assert await looking == 1
            await move

    asyncio.run(play())


def test_the_answer_to_an_end_comes_before_it_is_told(database: Path) -> None:
    async def play() -> None:
        async with room_of_two(database) as (_, room, visitor):
            now = asyncio.get_running_loop().time()
            await room.receive(visitor, Act(type="act", ref=1, what="resign", side=0), now)
            assert [kind for kind in visitor.told if kind in ("done", "over")] == ["done", "over"]
            assert not room.match.is_running

    asyncio.run(play())


def test_a_room_that_breaks_down_is_loaded_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with room_of_two(database) as (rooms, room, visitor):

            async def broken(room: Room, event: object) -> None:
                if isinstance(event, MovePlayed):
                    raise RuntimeError("a mistake of ours")

            monkeypatch.setattr("boyi.server.rooms.room.tell_event", broken)
            now = asyncio.get_running_loop().time()
            await room.receive(visitor, Play(type="play", ref=1, ply=1, move=7), now)
            assert in_memory(rooms, room.id) is None
            assert "stored state is loaded again" in visitor.told
            assert (await rooms.find(room.id)).record.plies == 0

    asyncio.run(play())
