"""WebSocket messages that are malformed, oversized or too many."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from benchmarks.attack.target import HUMAN, Target
from websockets.exceptions import ConnectionClosed

BAD = (
    "",
    "{",
    "[]",
    "null",
    '{"type":"play"}',
    '{"type":"join","token":5}',
    "\x00",
    "[" * 10_000,
    "9" * 15_000,
)


async def run(target: Target) -> None:
    """Each connection ends by the server's own rules; it must be there for the next."""
    made = await target.make([HUMAN, HUMAN])
    assert made is not None
    await asyncio.gather(*(_talk(target, made["id"], number) for number in range(target.some(40, 3))))


async def _talk(target: Target, game_id: str, number: int) -> None:
    with suppress(ConnectionClosed):
        async with target.room(game_id) as socket:
            for turn in range(target.some(300, 5)):
                target.requests += 1
                match number % 4:
                    case 0:
                        await socket.send(BAD[turn % len(BAD)])
                    case 1:
                        await socket.send("x" * target.some(2_000_000, 20_000))
                    case 2:
                        await socket.send(b"\xff" * 1000)
                    case _:
                        await socket.send('{"type":"ping","ref":1}')
