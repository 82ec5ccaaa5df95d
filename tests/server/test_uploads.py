"""What is sent: as much as is promised, and no request that never ends."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from boyi.server.api import http_limits as sockets
from boyi.server.api.guard import PIECE
from tests.patience import PATIENCE
from tests.server.client import Server
from tests.server.test_files import upload

LIMIT = 4_000_000


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large files take their time on a busy machine."""
    monkeypatch.setattr("tests.server.client.PATIENCE", 120.0)


def test_a_pasted_text_may_be_as_long_as_is_promised(server: Server) -> None:
    sgf = "(;GM[4]SZ[15];B[hh];W[ii]C[%s])"
    text = sgf % ("x" * (LIMIT - len(sgf) + 2))
    assert len(text) == LIMIT
    status, answer = upload(server, {}, text=text)
    assert status == 200, answer
    games: Any = answer["games"]
    assert [game["summary"]["plies"] for game in games] == [2]
    status, answer = upload(server, {}, text=text + " ")
    assert status == 413
    assert answer["error"]["text"]["en"].startswith("No more than 4 MB")  # type: ignore[index]


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    ("path", "kind"),
    [("/api/import", "multipart/form-data; boundary=edge"), ("/api/look", "application/json")],
)
def test_too_much_is_refused_with_a_sentence(server: Server, path: str, kind: str, chunked: bool) -> None:
    body = b'--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + b"x" * (LIMIT + 500_000)
    status, answer = send(server, path, kind, body, chunked)
    assert status == 413
    assert answer["error"]["code"] == "too-large"
    assert answer["error"]["text"]["zh_CN"].startswith("一次最多传 4 MB")


def send(server: Server, path: str, kind: str, body: bytes, chunked: bool) -> tuple[int, Any]:
    def pieces() -> Iterator[bytes]:
        for place in range(0, len(body), 60_000):
            yield body[place : place + 60_000]

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        headers = {"Content-Type": kind}
        connection.request("POST", path, pieces() if chunked else body, headers, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


HALF_HEAD = b"GET /api/catalog HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: "
HALF_BODY = (
    b"POST /api/look HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 1000\r\n\r\n{"game"'
)
AFTER_ANOTHER = b"GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HALF_HEAD


def test_half_requests_end_and_hold_nobody_up(server: Server) -> None:
    """Of each kind that never ends: without a whole head, without a whole body, and after a good request."""
    opened = []
    try:
        for number in range(210):
            client = socket.create_connection(("127.0.0.1", server.port), 60)
            client.sendall((HALF_HEAD, HALF_BODY, AFTER_ANOTHER)[number % 3])
            opened.append(client)
        assert server.call("GET", "/api/catalog")[0] == 200
        with socket.create_connection(("127.0.0.1", server.port), 60) as silent:
            assert silent.recv(1) == b""
        time_of_end = time.monotonic() + 4 * max(PIECE, sockets.HEAD)
        for number, client in enumerate(opened):
            said = _until_closed(client, time_of_end)
            assert said[:13] == (b"", b"HTTP/1.1 408 ", b"HTTP/1.1 404 ")[number % 3]
        assert server.call("GET", "/api/catalog")[0] == 200
    finally:
        for client in opened:
            client.close()


def _until_closed(client: socket.socket, ends: float) -> bytes:
    """What a connection says until the server ends it."""
    said = b""
    while time.monotonic() < ends:
        try:
            data = client.recv(10_000)
        except ConnectionResetError:
            return said
        if not data:
            return said
        said += data
    raise AssertionError("the connection was kept open")


class Transport(asyncio.Transport):
    """Looks like a connection from somewhere."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 4000), "sockname": ("192.0.2.1", 80)})
        self.ended = False

    def abort(self) -> None:
        self.ended = True


def test_one_address_has_a_limited_number_of_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    import uvicorn
    from uvicorn.server import ServerState

    monkeypatch.setattr(sockets, "MOST_EACH", 3)
    monkeypatch.setattr(sockets.GuardedProtocol, "most", 8)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("nobody asks for anything")

    async def connect() -> None:
        config, state = uvicorn.Config(app), ServerState()

        def come(host: str) -> bool:
            protocol, transport = sockets.GuardedProtocol(config, state, {}), Transport(host)
            protocol.connection_made(transport)
            if transport.ended:
                protocol.connections.discard(protocol)
            else:
                protocols.append(protocol)
            return not transport.ended

        protocols: list[sockets.GuardedProtocol] = []
        assert [come("192.0.2.7") for _ in range(5)] == [True, True, True, False, False]
        assert [come("127.0.0.1") for _ in range(4)] == [True] * 4  # this machine is not counted
        assert [come("192.0.2.8") for _ in range(2)] == [True, False]  # but everyone together is
        for protocol in protocols:
            protocol.connection_lost(OSError("over"))

    asyncio.run(connect())
