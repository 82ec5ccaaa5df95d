"""A WebSocket client of a room, and a server in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from email.message import Message
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.forking import ForkedProcess
from tests.server.forking import start as start_forked

COMMAND = ("-m", "boyi")
FORKED = "BOYI_FORKED_SERVERS"
"""Set by the tests: servers are forked from a process that has loaded Boyi (tests/server/forking.py)."""
HUMAN = {"kind": "human"}
FRIEND = {"kind": "friend"}


def computer(spec: str = "level:1") -> dict[str, str]:
    return {"kind": "computer", "spec": spec}


class Server:
    """``boyi serve`` in a process of its own."""

    program: tuple[str, ...] = ()
    """What Python runs; by default the command, forked where the tests ask for that."""

    def __init__(self, database: Path, *arguments: str, port: int = 0) -> None:
        self.database, self.arguments = database, arguments
        self.port = port
        self.start()

    def start(self) -> None:
        command = [
            "serve",
            "--no-browser",
            "--db",
            str(self.database),
            "--port",
            str(self.port),
            *self.arguments,
        ]
        self.process: subprocess.Popen[str] | ForkedProcess
        if not self.program and os.environ.get(FORKED):
            self.process = start_forked(command)
        else:
            self.process = subprocess.Popen(
                [sys.executable, *(self.program or COMMAND), *command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        self.said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", self.said)):
            line = self.process.stdout.readline()
            assert line, f"the server ended: {self.said}"
            self.said += line
        self.port = int(found[1])

    def join_token(self) -> str:
        """What a server on the network has printed for those who make rooms."""
        assert self.process.stdout is not None
        while "#join=" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"the server ended: {self.said}"
            self.said += line
        return self.said.partition("Join token: ")[2].split()[0]

    def owner_token(self) -> str:
        """What proves the one who started the server: it stands in the address that was printed first."""
        found = re.search(r"#owner=(\S+)", self.said)
        assert found, self.said
        return found[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As hard as it gets."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self._end()

    def _end(self) -> None:
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        self.process.stdout.close()

    # REST

    def call(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, Message[str, str]]:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, _content(answer), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _content(error), error.headers

    def new(self, game: str = "gomoku", seats: list[dict[str, str]] | None = None, **more: Any) -> Any:
        body = {"game": game, "seats": seats or [HUMAN, computer()], **more}
        status, made, _ = self.call("POST", "/api/games", body)
        assert status == 201, made
        return made

    def worker_pids(self) -> list[int]:
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    status = (entry / "stat").read_text().rpartition(")")[2].split()
                    line = (entry / "cmdline").read_bytes()
                except OSError:
                    continue
                if int(status[1]) == self.process.pid and b"boyi.server.search.worker" in line:
                    found.append(int(entry.name))
        return sorted(found)


def _content(answer: Any) -> Any:
    data = answer.read()
    return json.loads(data) if "json" in (answer.headers.get("Content-Type") or "") else data


class StartedServer(Server):
    """``boyi serve`` as a person starts it, by the command."""

    program = COMMAND


@contextmanager
def running(database: Path, *arguments: str, kind: type[Server] = Server) -> Iterator[Server]:
    server = kind(database, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Client:
    """Someone in a room: says things, remembers everything it is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []
        self.refs = count(1)
        self.room: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.outcome: dict[str, Any] | None = None

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.told.append(message)
        kind = message["type"]
        if kind == "room":
            self.room, self.you = message["room"], message["you"]
            self.position = self.room["position"]
            self.outcome = self.position["outcome"]
        elif kind in ("moved", "taken-back"):
            self.position = message["position"]
            self.outcome = self.position["outcome"]
        elif kind == "over":
            self.outcome = message["outcome"]
        return message

    async def until(self, kind: str, fits: Callable[[dict[str, Any]], bool] | None = None) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["type"] == kind and (fits is None or fits(message)):
                return message

    async def send(self, kind: str, **more: Any) -> int:
        ref = next(self.refs)
        await self.socket.send(json.dumps({"type": kind, "ref": ref, **more}))
        return ref

    async def answer(self, ref: int) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["type"] in ("done", "refused") and message["ref"] == ref:
                return message

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        return await self.answer(await self.send(kind, **more))

    async def do(self, kind: str, **more: Any) -> None:
        answer = await self.ask(kind, **more)
        assert answer["type"] == "done", answer

    async def play(self, move: int | str) -> None:
        number = self.move(move) if isinstance(move, str) else move
        ply = self.position["ply"] + 1
        await self.do("play", ply=ply, move=number)
        while self.position["ply"] < ply:
            await self.hear()

    @property
    def moves(self) -> list[int]:
        """The numbers of the legal moves."""
        return [move if isinstance(move, int) else move["move"] for move in self.position.get("moves", ())]

    def move(self, text: str) -> int:
        """The number of the legal move that people write so."""
        return next(number for number, word in zip(self.moves, self.words(), strict=True) if word == text)

    def words(self) -> Iterator[str]:
        """The legal moves as people write them."""
        columns, rows = self.room["board"]["columns"], self.room["board"]["rows"]
        for move in self.position["moves"]:
            if not isinstance(move, int):
                yield move["text"]
            else:
                row, column = divmod(move, len(columns))
                yield f"{columns[column]}{rows[row]}" if row < len(rows) else "pass"

    async def my_turn(self) -> bool:
        """Wait until it is; False when the game is over."""
        while self.outcome is None and self.position["turn"] not in self.you["seats"]:
            await self.hear()
        return self.outcome is None

    async def closed(self) -> int:
        """Wait for the end of the connection; its code."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as end:
            return -1 if end.rcvd is None else end.rcvd.code


@asynccontextmanager
async def enter(
    server: Server, game_id: str, token: str = "", name: str = "", server_token: str = "", **headers: str
) -> AsyncIterator[Client]:
    address = f"ws://127.0.0.1:{server.port}/api/games/{game_id}/socket"
    # A busy machine may leave the client itself waiting: its own pings would give up on a healthy server.
    limits: dict[str, Any] = {"open_timeout": PATIENCE, "close_timeout": PATIENCE, "ping_interval": None}
    # A full queue of unread messages would keep the answer to our closing from being read.
    limits["max_queue"] = None
    async with connect(address, additional_headers=headers, max_size=None, proxy=None, **limits) as socket:
        client = Client(socket)
        joining = {"type": "join", "token": token, "name": name, "server_token": server_token}
        with suppress(ConnectionClosed):  # refused already: what was said is still to be heard
            await socket.send(json.dumps(joining))
        await client.hear()
        yield client


@asynccontextmanager
async def two_people(server: Server, **more: Any) -> AsyncIterator[tuple[Client, Client, str]]:
    """The owner and a friend who was let in, at two pages, and the game's id."""
    made = server.new("gomoku", [HUMAN, FRIEND], **more)
    async with (
        enter(server, made["id"], made["tokens"]["owner"], "Ann") as ann,
        enter(server, made["id"], made["tokens"]["seats"][1], "Bob") as bob,
    ):
        if not ann.room["request"]:
            await ann.until("requested")
        await ann.do("answer", granted=True)
        await bob.until("room", lambda m: m["you"]["seats"] == [1])
        yield ann, bob, made["id"]
