"""The server that is attacked, and what an attacker may do to it: what any client can, on 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from benchmarks.attack.processes import MARK
from websockets.asyncio.client import ClientConnection, connect

from boyi.store.store import Store

PROGRAMS = Path(__file__).parent / "programs"
PATIENT = ("hog", "filler")
"""Programs that need some seconds for what they try, also on a busy machine."""
HUMAN = {"kind": "human"}


class Target:
    """One running ``boyi serve`` with a database of its own."""

    def __init__(self, folder: Path, arguments: tuple[str, ...], small: bool) -> None:
        self.folder, self.small = folder, small
        self.database = folder / "games.db"
        self.mark = uuid4().hex
        self.requests = 0
        self.broken: list[str] = []
        """Promises that the attack itself saw broken."""
        with Store.open(self.database) as store:
            for program in sorted(PROGRAMS.glob("*.py")):
                # Copied: the sandbox lets a program see its own folder, and this one is nobody's source.
                copy = folder / program.name
                copy.write_bytes(program.read_bytes())
                seconds = 20 if program.stem in PATIENT else 4
                command = shlex.join([sys.executable, "-S", str(copy)])
                store.add_engine(
                    program.stem, f"cmd:{command}?protocol=gomocup&timeout={seconds}&memory=1024"
                )
        folder.chmod(0o755)
        command_line = [sys.executable, "-m", "boyi", "serve", "--no-browser", "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command_line, "--port", "0", "--db", str(self.database), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", MARK: self.mark},
        )
        self.port, self.token = self._read_start("--lan" in arguments)
        self.base = f"http://127.0.0.1:{self.port}"
        self.http = httpx.AsyncClient(base_url=self.base, timeout=60, trust_env=False)

    def _read_start(self, lan: bool) -> tuple[int, str]:
        assert self.process.stdout is not None
        said = ""
        while not (address := re.search(r"http://127\.0\.0\.1:(\d+)", said)) or (
            lan and "#join=" not in said
        ):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"The server did not start: {said}")
            said += line
        token = re.search(r"#join=(\S+)", said)
        return int(address[1]), token[1] if token else ""

    async def close(self) -> None:
        """End the server."""
        await self.http.aclose()
        self.process.send_signal(signal.SIGINT)
        try:
            await asyncio.to_thread(self.process.wait, 20)
        except subprocess.TimeoutExpired:
            self.broken.append("the server did not end within 20 s of Ctrl-C")
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    # What attackers do

    def some(self, many: int, few: int) -> int:
        """How often: few times where only the harness is tested."""
        return few if self.small else many

    def promise(self, kept: bool, what: str) -> None:
        """Note a promise that the attack has seen broken."""
        if not kept and what not in self.broken:
            self.broken.append(what)

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        """One request; None where no answer came."""
        self.requests += 1
        try:
            return await self.http.request(method, path, **more)
        except httpx.HTTPError:
            return None

    async def make(
        self, seats: list[dict[str, str]], game: str = "gomoku", **more: Any
    ) -> dict[str, Any] | None:
        """A room; None where the server refuses to make it."""
        body = {"game": game, "seats": seats, "join_token": self.token, **more}
        answer = await self.ask("POST", "/api/games", json=body)
        return answer.json() if answer is not None and answer.status_code == 201 else None

    async def upload(self, name: str, data: bytes) -> httpx.Response | None:
        """One file for the library."""
        files = {"files": (name, data)}
        return await self.ask("POST", "/api/import", files=files, data={"join_token": self.token})

    @asynccontextmanager
    async def room(self, game_id: str, token: str = "") -> AsyncIterator[ClientConnection]:
        """A connection that has joined a room."""
        async with self.socket(game_id) as socket:
            await self.send(socket, type="join", token=token)
            yield socket

    def socket(self, game_id: str) -> connect:
        """A connection that has not said anything."""
        address = f"ws://127.0.0.1:{self.port}/api/games/{game_id}/socket"
        return connect(
            address,
            proxy=None,
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=60,
            close_timeout=1,  # one that does not read what it is told does not hear the end either
        )

    async def send(self, socket: ClientConnection, **message: Any) -> None:
        """One message."""
        self.requests += 1
        await socket.send(json.dumps(message))

    async def hear(
        self, socket: ClientConnection, kinds: tuple[str, ...], seconds: float
    ) -> dict[str, Any] | None:
        """The next message of one of these kinds; None where none came."""
        ends = time.monotonic() + seconds
        try:
            while (left := ends - time.monotonic()) > 0:
                message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), left))
                if message["type"] in kinds:
                    return message
        except (TimeoutError, OSError, httpx.HTTPError):
            return None
        except Exception as error:
            if "Connection" in type(error).__name__:
                return None
            raise
        return None

    async def play_against(self, engine: str, seconds: float) -> dict[str, Any] | None:
        """One move against a registered program: its answer, the end of the game, or None for neither."""
        made = await self.make([HUMAN, {"kind": "engine", "spec": engine}])
        if made is None:
            return None
        async with self.room(made["id"], made["tokens"]["owner"]) as socket:
            await self.send(socket, type="play", ref=1, ply=1, move=112)
            ends = time.monotonic() + seconds
            while (left := ends - time.monotonic()) > 0:
                message = await self.hear(socket, ("over", "moved"), left)
                if message is None or message["type"] == "over" or message["node"]["ply"] == 2:
                    return message
        return None
