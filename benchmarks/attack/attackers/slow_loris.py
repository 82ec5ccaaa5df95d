"""Requests and WebSockets that are begun and never finished."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from benchmarks.attack.processes import sockets
from benchmarks.attack.target import Target

SERVER_PATIENCE = 25
"""Seconds after which a server should have given up on half a request."""
HALF = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{",
    b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"GET /api/games/222222222222/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n",
)


async def run(target: Target) -> None:
    """Half-open connections, and connected WebSockets that never say who they are."""
    made = await target.make([{"kind": "human"}, {"kind": "human"}])
    assert made is not None
    writers = []
    async with AsyncExitStack() as silent:
        for number in range(target.some(300, 6)):
            _, writer = await asyncio.open_connection("127.0.0.1", target.port)
            writer.write(HALF[number % len(HALF)])
            writers.append(writer)
            target.requests += 1
        for _ in range(target.some(100, 2)):
            await silent.enter_async_context(target.socket(made["id"]))
            target.requests += 1
        for _ in range(target.some(10, 1)):
            for writer in writers:
                if not writer.is_closing():
                    writer.write(b"x")
            await asyncio.sleep(1)
        if not target.small:
            # It holds on: how many of its connections does the server still keep after so long?
            await asyncio.sleep(SERVER_PATIENCE)
            kept = sockets(target.process.pid)
            target.promise(
                kept < 100, f"{kept} sockets kept for half-open requests after {SERVER_PATIENCE + 10} s"
            )
    for writer in writers:
        writer.close()
