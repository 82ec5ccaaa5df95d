"""Several people want the next game at the same moment: there is one, and all are led to it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.server.client import FRIEND, HUMAN, Client, Server, computer, enter


async def led(client: Client, ref: int) -> set[str]:
    """The games to which someone is sent until their message is answered."""
    answer = await client.answer(ref)
    assert answer["type"] == "done", answer
    return {message["id"] for message in client.told if message["type"] == "next"}


@pytest.mark.parametrize("what", [["restart"] * 6, ["restart", "rematch"] * 3])
def test_simultaneous_restarts_make_one_game(server: Server, what: list[str]) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, computer("random")])
        before = server.call("GET", "/api/games?limit=0")[1]["total"]
        async with AsyncExitStack() as stack:
            owner = made["tokens"]["owner"]
            pages = [await stack.enter_async_context(enter(server, made["id"], owner)) for _ in what]
            await pages[0].play("h8")
            refs = [await page.send("act", what=word) for page, word in zip(pages, what, strict=True)]
            led_to = [await led(page, ref) for page, ref in zip(pages, refs, strict=True)]
            assert all(len(ids) == 1 for ids in led_to), led_to
            assert len(set.union(*led_to)) == 1
        assert server.call("GET", "/api/games?limit=0")[1]["total"] == before + 1
        assert {server.call("GET", f"/api/games/{made['id']}")[1]["rematch"]} == set.union(*led_to)

    asyncio.run(play())


def test_granting_and_asking_back_at_once_make_one_game(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND])
        friend = made["tokens"]["seats"][1]
        async with (
            enter(server, made["id"], made["tokens"]["owner"]) as ann,
            enter(server, made["id"], friend) as bob,
            AsyncExitStack() as stack,
        ):
            await ann.do("answer", granted=True)
            await bob.until("room", lambda m: m["you"]["seats"] == [1])
            others = [await stack.enter_async_context(enter(server, made["id"], friend)) for _ in range(3)]
            await ann.do("act", what="rematch")
            for page in (bob, *others):
                await page.until("requested", lambda m: m["request"] is not None)
            refs = [await bob.send("answer", granted=True)]
            refs += [await page.send("act", what="rematch") for page in others]
            led_to = [await led(page, ref) for page, ref in zip((bob, *others), refs, strict=True)]
            assert len(set.union(*led_to)) == 1
            assert (await ann.until("next"))["id"] in led_to[0]

    asyncio.run(play())
