"""The server as an ASGI application in the process of the test: no port, no other process, no waiting.

It has no workers, so seats are for people; what searches is tested with a whole server (``client.running``).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosedOK
from websockets.frames import Close

from boyi.server.access import Listen
from boyi.server.app import create_app
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.settings import Settings
from tests.patience import PATIENCE
from tests.server.client import Client

HOST = "127.0.0.1:8710"


def in_memory(rooms: Rooms, game_id: str) -> Room | None:
    """A room if it is in memory."""
    return next((room for room in rooms.in_memory() if room.id == game_id), None)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run one test, with a limit that only a failure reaches."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await test

    asyncio.run(limited())


class Application:
    """One running application: requests and sockets go straight into it."""

    def __init__(self, app: FastAPI, http: httpx.AsyncClient) -> None:
        self.app, self.http = app, http

    async def call(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """Send a request; its answer, which must have this status."""
        answer = await self.http.request(method, path, **more)
        assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.content

    async def new(self, game: str = "gomoku", *kinds: str, **more: Any) -> Any:
        """Make a room for people."""
        seats = [{"kind": kind} for kind in kinds or ("human", "human")]
        return await self.call("POST", "/api/games", 201, json={"game": game, "seats": seats, **more})

    @asynccontextmanager
    async def enter(
        self, game_id: str, token: str = "", name: str = "", **headers: str
    ) -> AsyncIterator[Client]:
        """Someone in a room, as ``client.enter`` makes one."""
        async with self.connect(f"/api/games/{game_id}/socket", **headers) as socket:
            client = Client(socket)  # type: ignore[arg-type]
            await socket.send(json.dumps({"type": "join", "token": token, "name": name}))
            await client.hear()
            yield client

    @asynccontextmanager
    async def connect(self, path: str, **headers: str) -> AsyncIterator[Socket]:
        """A WebSocket from its opening to the end of the server's side."""
        socket = Socket(self.app, path, {"host": HOST, **headers})
        try:
            await socket.open()
            yield socket
        finally:
            await socket.close()


class Socket:
    """The client's end of a WebSocket, with the methods of ``websockets``' connection that the tests use."""

    def __init__(self, app: FastAPI, path: str, headers: dict[str, str]) -> None:
        self._to: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._closed: Close | None = None
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8710),
            "subprotocols": [],
            "state": {},
        }
        self._task = asyncio.create_task(app(scope, self._to.get, self._put))  # type: ignore[arg-type]

    async def _put(self, message: dict[str, Any]) -> None:
        self._from.put_nowait(message)

    async def open(self) -> None:
        """Shake hands; refused is ``ConnectionClosed``."""
        self._to.put_nowait({"type": "websocket.connect"})
        message = await self._from.get()
        if message["type"] != "websocket.accept":
            self._end(message)

    async def send(self, text: str) -> None:
        """Send a text."""
        if self._closed is not None:
            raise ConnectionClosedOK(self._closed, None)
        self._to.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        """The next text; after the last one ``ConnectionClosed``."""
        if self._closed is not None:
            raise ConnectionClosedOK(self._closed, None)
        message = await self._from.get()
        if message["type"] != "websocket.send":
            self._end(message)
        return str(message["text"])

    def _end(self, message: dict[str, Any]) -> None:
        # A refusal before the handshake is an HTTP answer, which a client sees as an abnormal end.
        code = message.get("code", 1006) if message["type"] == "websocket.close" else 1006
        self._closed = Close(code, message.get("reason") or "")
        raise ConnectionClosedOK(self._closed, None)

    async def close(self) -> None:
        """Leave; returns when the server has finished with this connection, with its error if it had one."""
        self._to.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


@asynccontextmanager
async def application(
    database: Path, *, listen: Listen | None = None, **settings: Any
) -> AsyncIterator[Application]:
    """An application with its own database, from its start to its end; ``listen`` opens it to the network."""
    app = create_app(Settings(database=str(database), workers=0, **settings), listen)
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http,
    ):
        yield Application(app, http)
