"""NoGo against programs of the course: our own LAN runner at the other end, over real TCP."""

from __future__ import annotations

import asyncio

import pytest

from boyi.bridges.lan import LanHost, LanPeer, connect
from boyi.bridges.lan_computer import LanComputer
from boyi.players.random import RandomPlayer
from boyi.protocols.lan import Chatted, Ended
from tests.server.client import Server, enter


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
            peer = await connect("127.0.0.1", int(ann.room["headers"]["course"].rpartition(":")[2]), "Bob")
            try:
                others = asyncio.create_task(other_side(peer, seen))
                peer.invite(0)  # they want black, so the seats change
                request = await ann.until("requested")
                assert request["request"] == {"request": "join", "player": 0, "name": "Bob"}
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
                    await ann.do("say", text="good luck")
                    for _ in range(3):
                        assert await ann.my_turn()
                        await ann.play(ann.position["moves"][0]["move"])
                    await ann.do("act", what="resign")
                    await ann.until("over")
                    assert any(isinstance(event, Chatted) for event in seen)
                async with asyncio.timeout(5):
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
            await ann.play(ann.position["moves"][0]["move"])
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
