"""NoGo against programs of the course: our own LAN runner at the other end, over real TCP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from boyi.course.computer import LanComputer
from boyi.course.connection import LanHost, LanPeer, connect
from boyi.course.session import Began, Chatted, Confirmed, Declined, Ended, Invited, Left
from boyi.engines.random import RandomPlayer
from boyi.server.bodies import Course
from boyi.server.course.opening import open_course
from boyi.server.rooms.registry import Rooms
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.store.store import Store
from boyi.store.writer import Writer
from tests.patience import PATIENCE
from tests.server.client import Client, Server, enter
from tests.server.in_process import in_memory


def course(server: Server, **body: object) -> dict[str, object]:
    status, made, _ = server.call("POST", "/api/course", body)
    assert status == 201, made
    assert isinstance(made, dict)
    return made


async def other_side(peer: LanPeer, seen: list[object]) -> None:
    computer = LanComputer(peer, RandomPlayer(3))
    async for event in peer.events():
        seen.append(event)
        computer.handle(event)


@pytest.mark.parametrize("player", ["", "level:1"])
def test_hosting(server: Server, player: str) -> None:
    async def play() -> None:
        made = course(server, mode="host", port=0, name="Ann", player=player)
        seen: list[object] = []
        async with enter(server, str(made["id"]), made["tokens"]["owner"]) as ann:  # type: ignore[index]
            assert ann.room["phase"] == "waiting"
            assert ann.room["seats"][1]["kind"] == "course"
            peer = await connect("127.0.0.1", int(ann.room["course"]["address"].rpartition(":")[2]), "Bob")
            try:
                others = asyncio.create_task(other_side(peer, seen))
                peer.invite(0)  # they want black, so the seats change
                request = await ann.until("requested")
                asked = {"request": "invite", "player": 1, "name": "Bob", "colour": 1}
                assert request["request"] == asked
                await ann.do("answer", granted=True)
                await ann.until("clocks")
                assert ann.room["seats"][0]["name"] == "Bob"
                peer.chat("hello <b>")
                said = await ann.until("said")
                assert (said["chat"]["text"], said["chat"]["seat"]) == ("hello <b>", 0)
                if player:
                    over = await ann.until("over")
                    assert over["outcome"]["reason"] == "no move"
                else:
                    assert ann.you["seats"] == [1]
                    assert ann.you["name"] == "Ann"  # as the other side knows us
                    await ann.do("say", text="good luck")
                    said = [m["chat"] for m in ann.told if m["type"] == "said"][-1]
                    assert (said["name"], said["seat"]) == ("Ann", 1)
                    assert ann.room["people"] == [{"name": "Ann", "seat": 1}]
                    for _ in range(3):
                        assert await ann.my_turn()
                        await ann.play(ann.moves[0])
                    await ann.do("act", what="resign")
                    await ann.until("over")
                    assert any(isinstance(event, Chatted) for event in seen)
                async with asyncio.timeout(PATIENCE):
                    while not any(isinstance(event, Ended) for event in seen):
                        await asyncio.sleep(0.02)
            finally:
                await peer.close()
                others.cancel()

    asyncio.run(play())


def test_joining_and_being_left(server: Server) -> None:
    async def play() -> None:
        host = LanHost("Host")
        port = await host.start(port=0)
        made = await asyncio.to_thread(lambda: course(server, mode="join", port=port, name="Ann", seat=1))
        peer = await host.peer()
        seen: list[object] = []
        others = asyncio.create_task(other_side(peer, seen))
        async with enter(server, str(made["id"]), made["tokens"]["owner"]) as ann:  # type: ignore[index]
            while ann.position.get("ply") != 1:
                await ann.hear()
            await ann.play(ann.moves[0])
            await host.close()
            over = await ann.until("over")
            assert over["outcome"]["winner"] == 1
            assert over["outcome"]["detail"] == "The other program left."
        others.cancel()

    asyncio.run(play())


def test_nobody_there(server: Server) -> None:
    status, answer, _ = server.call("POST", "/api/course", {"mode": "join", "port": 1})
    assert status == 400
    assert "127.0.0.1:1" in answer["error"]["text"]["en"]


class Program:
    """A program of the course: remembers what happens, and does only what a test tells it."""

    def __init__(self, peer: LanPeer) -> None:
        self.peer, self.seen = peer, list[object]()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for event in self.peer.events():
            self.seen.append(event)

    async def sees(self, kind: type, times: int = 1) -> None:
        await until(lambda: sum(isinstance(event, kind) for event in self.seen) >= times)


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.01)


async def open_room(server: Server, stack: AsyncExitStack, **body: object) -> tuple[Client, str]:
    """A room of the course and its owner in it."""
    made = await asyncio.to_thread(lambda: course(server, **body))
    token = made["tokens"]["owner"]  # type: ignore[index]
    return await stack.enter_async_context(enter(server, str(made["id"]), token, "Ann")), token


async def arrive(ann: Client, stack: AsyncExitStack) -> Program:
    """Someone connects to where a room listens."""
    peer = await connect("127.0.0.1", port_of(ann), "Bob")
    stack.push_async_callback(peer.close)
    return Program(peer)


def port_of(ann: Client) -> int:
    return int(ann.room["course"]["address"].rpartition(":")[2])


async def follow(server: Server, stack: AsyncExitStack, ann: Client) -> Client:
    """Go where the room leads."""
    led = await ann.until("next")
    return await stack.enter_async_context(enter(server, led["id"], led["token"], "Ann"))


async def is_free(port: int) -> bool:
    """Whether nobody listens there."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return True
    writer.close()
    return False


async def until_free(port: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_free(port):
            await asyncio.sleep(0.05)


def test_a_port_is_free_when_the_game_is_over_and_the_other_has_gone(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            ann, _ = await open_room(server, stack, mode="host", port=0, name="Ann")
            port = port_of(ann)
            bob = await arrive(ann, stack)
            bob.peer.invite(1)
            await ann.until("requested")
            await ann.do("answer", granted=True)
            await ann.do("act", what="resign")
            await bob.sees(Confirmed)
            await bob.peer.close()
            gone = await ann.until("people", lambda message: message["course"]["state"] == "gone")
            assert gone["phase"] == "over"
            refused = await ann.ask("act", what="rematch")
            assert refused["text"]["en"] == "For another game, invite the program again."
            again, _ = await open_room(server, stack, mode="host", port=port, name="Ann")
            assert again.room["course"] == {"state": "listening", "address": f"127.0.0.1:{port}"}

    asyncio.run(play())


def test_a_room_that_nobody_looks_at_gives_its_port_away(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            ann, _ = await open_room(server, stack, mode="host", port=0)
            port = port_of(ann)
            body = {"mode": "host", "port": port}
            status, answer, _ = await asyncio.to_thread(server.call, "POST", "/api/course", body)
            assert (status, "in use" in answer["error"]["text"]["en"]) == (400, True)
            await ann.do("act", what="leave")
            ben, _ = await open_room(server, stack, mode="host", port=port)
            assert ben.room["course"]["state"] == "listening"
            assert (await ann.until("people"))["course"]["state"] == "gone"
            deleted, _, _ = await asyncio.to_thread(server.call, "DELETE", f"/api/games/{ben.room['id']}")
            assert deleted == 200
            await until_free(port)
            shown = await asyncio.to_thread(server.call, "GET", "/api/games?limit=200")
            assert ann.room["id"] not in {game["id"] for game in shown[1]["games"]}

    asyncio.run(play())


def test_the_other_invites_again(server: Server) -> None:
    """The second game has a room of its own, where moves of both sides arrive."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            host = LanHost("Bob")
            port = await host.start(port=0)
            stack.push_async_callback(host.close)
            ann, _ = await open_room(server, stack, mode="join", port=port, name="Ann", seat=0)
            bob = Program(await host.peer())
            await bob.sees(Invited)
            asked = {"request": "invite", "player": 0, "name": "Ann", "colour": 1}
            assert ann.room["request"] == asked
            bob.peer.accept()
            assert (await ann.until("requested"))["granted"] is True
            await ann.until("clocks")
            await ann.play(40)
            bob.peer.resign()
            await ann.until("over")
            bob.seen.clear()
            await until(lambda: bob.peer.session.phase == "idle")
            bob.peer.invite(0)
            request = (await ann.until("requested", lambda message: message["request"]))["request"]
            assert request == {"request": "invite", "player": 1, "name": "Bob", "colour": 1}
            await ann.do("answer", granted=True)
            second = await follow(server, stack, ann)
            assert (second.room["id"] != ann.room["id"], second.you["seats"]) == (True, [1])
            assert [seat["name"] for seat in second.room["seats"]] == ["Bob", "Ann"]
            assert second.room["course"]["state"] == "connected"
            bob.peer.play(0)
            while second.position["ply"] != 1:
                await second.hear()
            await second.play(80)
            await until(lambda: bob.peer.session.our_turn)
            bob.peer.resign()
            assert (await second.until("over"))["outcome"]["winner"] == 1
            assert second.room["chat"] == [] == ann.room["chat"]
            assert not [message for message in ann.told + second.told if message["type"] == "said"]

    asyncio.run(play())


def test_we_invite_again(server: Server) -> None:
    """Also at once, before the other has confirmed the end; and refused, then given up."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            ann, _ = await open_room(server, stack, mode="host", port=0, name="Ann", seat=1)
            port = port_of(ann)
            bob = await arrive(ann, stack)
            await ann.until("people", lambda message: message["course"]["state"] == "connected")
            await ann.do("act", what="rematch")  # who hosts may invite too
            await bob.sees(Invited)
            assert Invited("Ann", 0) in bob.seen
            bob.peer.accept()
            await ann.until("clocks")
            assert ann.you["seats"] == [1]
            await ann.do("act", what="resign")
            await ann.until("over")
            await ann.do("act", what="rematch")
            busy = await ann.ask("act", what="rematch")
            assert busy["code"] == "busy"
            await bob.sees(Invited, 2)
            assert bob.seen[-1] == Invited("Ann", 1)
            bob.peer.decline("tired")
            assert (await ann.until("said"))["chat"]["text"] == "tired"
            await ann.do("act", what="restart")
            await bob.sees(Invited, 3)
            assert bob.seen[-1] == Invited("Ann", 0)
            bob.peer.accept()
            second = await follow(server, stack, ann)
            assert second.you["seats"] == [1]
            await second.do("act", what="resign")
            await bob.sees(Confirmed, 2)
            await second.do("act", what="rematch")
            await bob.sees(Invited, 4)
            assert (await second.ask("answer", granted=True))["type"] == "refused"
            await second.do("answer", granted=False)
            await bob.sees(Left)
            await until_free(port)

    asyncio.run(play())


def test_invitations_that_cross_begin_one_game(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            ann, _ = await open_room(server, stack, mode="host", port=0, name="Ann", seat=0)
            bob = await arrive(ann, stack)
            bob.peer.invite(1)
            await ann.until("requested")
            await ann.do("answer", granted=True)
            await bob.sees(Began)
            await ann.do("act", what="resign")
            await ann.do("act", what="rematch")  # white next, as Bob wants it too
            await bob.sees(Confirmed)
            if bob.peer.session.phase == "idle":
                bob.peer.invite(0)
            else:
                bob.peer.accept()
            second = await follow(server, stack, ann)
            assert second.you["seats"] == [1]
            await bob.sees(Began, 2)
            assert not any(isinstance(event, Declined) for event in bob.seen)

    asyncio.run(play())


def test_the_time_for_a_move(server: Server) -> None:
    """Our seconds are shown and judged; a game goes on when nobody looks at it."""

    async def play() -> None:
        async with AsyncExitStack() as stack:
            ann, token = await open_room(server, stack, mode="host", port=0, seconds=2)
            assert ann.room["clock"]["control"] == "2/move"
            bob = await arrive(ann, stack)
            bob.peer.invite(0)
            await ann.until("requested")
            await ann.do("answer", granted=True)
            await ann.until("clocks")
            await ann.do("act", what="leave")
            await ann.socket.close()
            bob.peer.play(40)
            again = await stack.enter_async_context(enter(server, ann.room["id"], token))
            while again.position["ply"] != 1:
                await again.hear()
            await again.play(0)
            over = await again.until("over")
            assert (over["outcome"]["winner"], over["outcome"]["reason"]) == (1, "time out")
            await bob.sees(Ended)

    asyncio.run(play())


def test_a_listener_is_closed_when_nobody_comes_back(database: Path) -> None:
    async def play() -> None:
        with Store.open(str(database)) as store, Writer(store) as writer:
            rooms = Rooms(Settings(linger=0, idle=0.2), store, writer, Workers(1))
            await rooms.start()
            made = await open_course(rooms, Course(mode="host", port=0))
            room = await rooms.find(made.id)
            assert room.course is not None
            port = room.course.port
            assert port is not None
            assert not await is_free(port)
            await until_free(port)
            assert in_memory(rooms, made.id) is None
            await rooms.close()

    asyncio.run(play())
