"""Spectators without a token who chat as much as they can."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from benchmarks.attack.target import HUMAN, Target
from websockets.exceptions import ConnectionClosed


async def run(target: Target) -> None:
    """A player says one thing; then strangers talk. The player's line must still be there."""
    made = await target.make([HUMAN, HUMAN])
    assert made is not None
    async with target.room(made["id"], made["tokens"]["owner"]) as owner:
        await target.send(owner, type="say", ref=1, text="the player's own line")
        await target.hear(owner, ("said",), 20)
        await asyncio.gather(*(_talk(target, made["id"]) for _ in range(target.some(8, 1))))
        async with target.room(made["id"], made["tokens"]["owner"]) as again:
            room = await target.hear(again, ("room",), 20)
    lines = [] if room is None else [line["text"] for line in room["room"]["chat"]]
    target.promise("the player's own line" in lines, "strangers pushed the player's line out of the chat")


async def _talk(target: Target, game_id: str) -> None:
    with suppress(ConnectionClosed):
        async with target.room(game_id) as socket:
            for number in range(target.some(80, 3)):
                await target.send(socket, type="say", ref=number, text=f"{number} " + "spam " * 90)
                await asyncio.sleep(0.05)
