"""The innocent client, in a process of its own: it plays two rooms and measures until its input ends.

One room is a game between two people, a move every fifth of a second: the relay of moves and pings. The other
is a game against level 1: how long its computer takes to answer. Prints one JSON object with all latencies.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

import httpx
from benchmarks.load import drawn_game
from websockets.asyncio.client import ClientConnection, connect

BEAT = 0.2
PATIENCE = 120.0
READY = "ready"


class Room:
    """One client of one room."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.ref = socket, 0

    async def say(self, kind: str, **more: Any) -> int:
        """Send one message with a new number."""
        self.ref += 1
        await self.socket.send(json.dumps({"type": kind, "ref": self.ref, **more}))
        return self.ref

    async def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until a message fits."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                if fits(message):
                    return message


class Innocent:
    """All that is measured."""

    def __init__(self, base: str, token: str) -> None:
        self.base, self.token = base, token
        self.http = httpx.AsyncClient(base_url=base, timeout=PATIENCE, trust_env=False)
        self.latencies: list[float] = []
        self.answers: list[float] = []
        self.pending: dict[str, float] = {}
        """When something began that has no answer yet."""
        self.failures: list[str] = []

    async def make(self, seats: list[dict[str, str]]) -> dict[str, Any]:
        """A room of Gomoku."""
        body = {"game": "gomoku", "seats": seats, "join_token": self.token}
        answer = await self.http.post("/api/games", json=body)
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    def connect(self, game_id: str) -> connect:
        """A connection to a room."""
        address = f"{self.base.replace('http', 'ws')}/api/games/{game_id}/socket"
        return connect(address, proxy=None, compression=None, max_size=None, ping_interval=None)

    async def timed(self, name: str, into: list[float], wait: Awaitable[object]) -> None:
        """Note how long something takes, also if it never ends."""
        begin = self.pending[name] = time.perf_counter()
        await wait
        into.append(time.perf_counter() - begin)
        del self.pending[name]

    async def people(self) -> None:
        """A game between two people who are both here, with a ping before each move."""
        made = await self.make([{"kind": "human"}, {"kind": "friend"}])
        async with self.connect(made["id"]) as one, self.connect(made["id"]) as two:
            pair = Room(one), Room(two)
            await one.send(json.dumps({"type": "join", "token": made["tokens"]["owner"]}))
            await pair[0].until(lambda message: message["type"] == "room")
            await two.send(json.dumps({"type": "join", "token": made["tokens"]["seats"][1]}))
            await pair[0].until(lambda message: message["type"] == "requested")
            await pair[0].say("answer", granted=True)
            await pair[1].until(lambda m: m["type"] == "room" and m["you"]["seats"] == [1])
            print(READY, flush=True)
            for ply, move in enumerate(drawn_game(), start=1):
                mover, other = pair[(ply - 1) % 2], pair[ply % 2]
                ref = await mover.say("ping")
                await self.timed("ping", self.latencies, mover.until(lambda m, r=ref: m.get("ref") == r))  # type: ignore[misc]
                await mover.say("play", ply=ply, move=move)
                told = other.until(lambda m, p=ply: m["type"] == "moved" and m["node"]["ply"] == p)  # type: ignore[misc]
                await self.timed("move", self.latencies, told)
                await asyncio.sleep(BEAT)

    async def against_computer(self) -> None:
        """A game against the weakest level; the moves are any legal ones."""
        random = Random(1)
        made = await self.make([{"kind": "human"}, {"kind": "computer", "spec": "level:1"}])
        async with self.connect(made["id"]) as socket:
            room = Room(socket)
            await socket.send(json.dumps({"type": "join", "token": made["tokens"]["owner"]}))
            position = (await room.until(lambda message: message["type"] == "room"))["room"]["position"]
            while position["outcome"] is None:
                ply = position["ply"] + 1
                await room.say("play", ply=ply, move=random.choice(position["moves"]))
                answered: list[dict[str, Any]] = []

                async def answer(after: int = ply, into: list[dict[str, Any]] = answered) -> None:
                    into.append(
                        await room.until(
                            lambda m: (
                                m["type"] == "over" or (m["type"] == "moved" and m["node"]["ply"] > after)
                            )
                        )
                    )

                await self.timed("computer", self.answers, answer())
                if answered[0]["type"] == "over":
                    return
                position = answered[0]["position"]
                await asyncio.sleep(BEAT)

    async def forever(self, play: Callable[[], Awaitable[None]]) -> None:
        """Game after game; a failure is told and does not end the measurement."""
        while True:
            try:
                await play()
            except Exception as error:
                self.failures.append(f"{play.__name__}: {type(error).__name__}: {error}"[:200])
                await asyncio.sleep(0.5)

    def report(self) -> dict[str, Any]:
        """Everything so far; what is still waited for counts as long as it has lasted."""
        now = time.perf_counter()
        for name, begin in self.pending.items():
            (self.answers if name == "computer" else self.latencies).append(now - begin)
        return {"latencies": self.latencies, "answers": self.answers, "failures": self.failures}


async def measure(base: str, token: str) -> dict[str, Any]:
    """Play until the standard input ends."""
    innocent = Innocent(base, token)
    tasks = [
        asyncio.create_task(innocent.forever(one)) for one in (innocent.people, innocent.against_computer)
    ]
    await asyncio.to_thread(sys.stdin.read)
    report = innocent.report()
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await innocent.http.aclose()
    return report


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="the address of the server")
    parser.add_argument("token", nargs="?", default="", help="the join token, if the server needs one")
    asked = parser.parse_args()
    print(json.dumps(asyncio.run(measure(asked.base, asked.token))))
