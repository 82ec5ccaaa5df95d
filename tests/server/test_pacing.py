"""Computers on both sides: pause, single moves, pace; also where the computer plays for a person."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.client import FRIEND, HUMAN, Client, Server, computer, enter


async def moves_by(client: Client, plies: int) -> None:
    while client.position["ply"] < plies:
        await client.hear()


async def quiet_after(client: Client) -> int:
    """How many moves there are when everything that was on its way has come."""
    await client.do("ping")
    return int(client.position["ply"])


def test_two_computers_are_paused_stepped_and_resumed(server: Server) -> None:
    async def watch() -> None:
        made = server.new("othello", [computer(), computer()], pace=10)
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.room["pace"] == {"seconds": 10, "paused": False}
            assert "pace" in client.room["may"]["owner"]
            await moves_by(client, 1)  # the first one need not wait for another
            await client.do("pace", paused=True)
            people = next(m for m in reversed(client.told) if m["type"] == "people")
            assert people["pace"] == {"seconds": 10, "paused": True}
            for ply in (2, 3):
                await client.do("pace", step=True)
                await moves_by(client, ply)
                assert await quiet_after(client) == ply
            await client.do("pace", seconds=0)
            assert await quiet_after(client) == 3
            await client.do("pace", paused=False)
            await moves_by(client, 8)
        # What was chosen is kept.
        assert server.call("GET", f"/api/games/{made['id']}")[1]["pace"] == {"seconds": 0, "paused": False}

    asyncio.run(watch())


def test_a_pause_costs_no_time(server: Server) -> None:
    async def watch() -> None:
        made = server.new("gomoku", [computer(), computer()], clock="300", pace=10)
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await moves_by(client, 1)
            await client.do("pace", paused=True)

            def stands(message: dict[str, Any]) -> bool:
                return message["type"] == "clocks" and message["clock"]["running"] is None

            while not any(map(stands, client.told)):
                await client.hear()
            left = next(filter(stands, client.told))["clock"]["left"][1]
            await client.do("pace", step=True)
            moved = await client.until("moved")
            # The clock shows what the computer has used, however long the move was held.
            assert abs(moved["clock"]["left"][1] - left) < 0.01

    asyncio.run(watch())


def test_auto_can_be_followed_and_taken_back(server: Server) -> None:
    async def watch() -> None:
        made = server.new("gomoku", [HUMAN, computer()])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.room["pace"] is None
            assert (await client.ask("pace", paused=True))["code"] == "not-allowed"
            await client.do("auto", side=0, on=True)
            people = next(m for m in reversed(client.told) if m["type"] == "people")
            assert people["pace"] == {"seconds": 1, "paused": False}
            await moves_by(client, 2)
            await client.do("pace", paused=True)
            await client.do("auto", side=0, on=False)
            assert await client.my_turn()  # a move of the other computer that was held is made

    asyncio.run(watch())


def test_spectators_do_not_pause(server: Server) -> None:
    async def watch() -> None:
        made = server.new("gomoku", [computer(), computer()], pace=10)
        async with enter(server, made["id"], made["tokens"]["owner"]), enter(server, made["id"]) as guest:
            assert (await guest.ask("pace", paused=True))["code"] == "not-allowed"
        between = server.new("gomoku", [HUMAN, FRIEND])
        assert server.call("GET", f"/api/games/{between['id']}")[1]["pace"] is None

    asyncio.run(watch())
