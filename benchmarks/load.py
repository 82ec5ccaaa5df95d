"""Many games at once over real WebSockets: is a move lost or told twice, how late is it told?

    python benchmarks/load.py                    300 games for one minute
    python benchmarks/load.py --minutes 10       the long run (make soak)
    python benchmarks/load.py --games 600        the goal on two cores; 1200 to see what too much does
    python benchmarks/load.py --profile FILE     where the server's time goes (read it with python -m pstats)

The server runs in a process of its own, and so do the clients. Each game has two clients; one of them plays
a move every second. The relay is measured from handing in the move to the other client's having it in hand.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import uvloop
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

MOVED = re.compile(r'\{"type":"moved","node":\{"node":\d+,"parent":\d+,"ply":(\d+),')
MEDIAN_LIMIT, P99_LIMIT = 0.020, 0.100
SIZE = 15
SITTING_DOWN = 180.0
"""Seconds until those who have a seat begin; the others count as failed."""
AT_ONCE = 50
"""Games that sit down at the same time."""
BEAT = 5
"""Seconds between two looks at the server's memory."""
PATIENCE = 60.0
"""Seconds after which something that should come counts as missing."""


@dataclass
class Tally:
    """What all clients have seen."""

    relays: list[float] = field(default_factory=list)
    played: int = 0
    told: int = 0
    wrong: list[str] = field(default_factory=list)
    games: dict[str, int] = field(default_factory=dict)


def drawn_game() -> list[int]:
    """Moves that fill the board without a five: pairs of one colour in each row, shifted by one each row."""
    cells: tuple[list[int], list[int]] = ([], [])
    for cell in range(SIZE * SIZE):
        row, column = divmod(cell, SIZE)
        cells[(column // 2 + row) % 2].append(cell)
    return [cells[ply % 2][ply // 2] for ply in range(SIZE * SIZE)]


class Player:
    """One client: plays its side's moves and checks everything it is told."""

    def __init__(self, socket: ClientConnection, tally: Tally) -> None:
        self.socket, self.tally = socket, tally
        self.ply = 0
        self.got: dict[int, asyncio.Future[float]] = {}
        self.joined = asyncio.Event()
        self.asked = asyncio.Event()
        self.refs: set[int] = set()

    async def listen(self) -> None:
        """Read until the connection ends."""
        async for text in self.socket:
            now = time.perf_counter()
            if found := MOVED.match(str(text)):  # reading all of it would make the clients the slowest part
                ply = int(found[1])
                self.tally.told += 1
                if ply != self.ply + 1:
                    self.tally.wrong.append(f"after ply {self.ply} ply {ply} was told")
                self.ply = ply
                waiting = self.got.pop(ply, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(now)
                continue
            message = json.loads(text)
            kind = message["type"]
            if kind == "room":
                self.ply = message["room"]["position"]["ply"]
                if message["room"]["request"]:
                    self.asked.set()
                if message["you"]["seats"] and message["room"]["phase"] == "playing":
                    self.joined.set()
            elif kind == "requested" and message["request"]:
                self.asked.set()
            elif kind == "done":
                self.refs.discard(message["ref"])
            elif kind == "refused":
                self.tally.wrong.append(f"refused: {message['text']['en']}")

    async def say(self, **message: Any) -> None:
        """Send one message."""
        if "ref" in message:
            self.refs.add(message["ref"])
        await self.socket.send(json.dumps(message))


class Start:
    """Everyone sits down first, few at the same time; then all begin. Nobody waits for games that failed."""

    def __init__(self, games: int, seconds: float) -> None:
        self.missing, self.seconds = games, seconds
        self.begun = asyncio.Event()
        self.sitting_down = asyncio.Semaphore(AT_ONCE)
        self.ends = float("inf")

    def arrive(self) -> None:
        """One more game is ready, or has failed."""
        self.missing -= 1
        if self.missing == 0:
            self.begin()

    def begin(self) -> None:
        """Let everyone play who has a seat."""
        if not self.begun.is_set():
            self.ends = time.perf_counter() + self.seconds
            self.begun.set()


async def play_games(http: httpx.AsyncClient, base: str, start: Start, offset: float, tally: Tally) -> None:
    """Games between two clients, one after the other; what breaks off is counted and does not stop others."""
    waited_for = [True]
    try:
        while time.perf_counter() < start.ends:
            await play_game(http, base, start, offset, tally, waited_for)
    except (OSError, TimeoutError, WebSocketException, httpx.HTTPError, KeyError) as error:
        tally.wrong.append(f"a game broke off: {type(error).__name__} {error}")
    finally:
        arrive(start, waited_for)


def arrive(start: Start, waited_for: list[bool]) -> None:
    """Count the first game of a pair of clients once, when it is ready or has failed."""
    if waited_for:
        waited_for.clear()
        start.arrive()


async def play_game(
    http: httpx.AsyncClient,
    base: str,
    start: Start,
    offset: float,
    tally: Tally,
    waited_for: list[bool],
) -> None:
    """One game, a move a second."""
    async with AsyncExitStack() as stack:
        async with start.sitting_down:
            if waited_for and start.begun.is_set():
                raise TimeoutError("it got no seat in time")
            game_id, pair = await sit_down(http, base, tally, stack)
        arrive(start, waited_for)
        await start.begun.wait()
        await play_moves(pair, drawn_game(), start.ends, offset, tally)
        await asyncio.sleep(0.5)
        tally.wrong += [f"never acknowledged: {player.refs}" for player in pair if player.refs]
        tally.games[game_id] = pair[0].ply


async def sit_down(
    http: httpx.AsyncClient, base: str, tally: Tally, stack: AsyncExitStack
) -> tuple[str, tuple[Player, Player]]:
    """A new room with both its players."""
    seats = [{"kind": "human"}, {"kind": "friend"}]
    made = (await http.post("/api/games", json={"game": "gomoku", "seats": seats})).json()
    address = f"{base.replace('http', 'ws')}/api/games/{made['id']}/socket"
    pair = []
    for token in (made["tokens"]["owner"], made["tokens"]["seats"][1]):
        socket = await stack.enter_async_context(
            connect(address, proxy=None, compression=None, open_timeout=PATIENCE, ping_interval=None)
        )
        player = Player(socket, tally)
        reader = asyncio.create_task(player.listen())
        stack.callback(reader.cancel)
        await player.say(type="join", token=token)
        pair.append(player)
    await asyncio.wait_for(pair[0].asked.wait(), PATIENCE)
    await pair[0].say(type="answer", ref=0, granted=True)
    for player in pair:
        await asyncio.wait_for(player.joined.wait(), PATIENCE)
    return made["id"], (pair[0], pair[1])


async def play_moves(
    pair: tuple[Player, Player], moves: list[int], ends: float, offset: float, tally: Tally
) -> None:
    """Play the moves of one game at its own beat."""
    loop = asyncio.get_running_loop()
    begins = time.perf_counter() + offset
    for ply, move in enumerate(moves, start=1):
        due = begins + ply
        if due >= ends:
            return
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        mover, other = pair[(ply - 1) % 2], pair[ply % 2]
        arrival = other.got[ply] = loop.create_future()
        sent = time.perf_counter()
        await mover.say(type="play", ref=ply, ply=ply, move=move)
        tally.played += 1
        try:
            async with asyncio.timeout(PATIENCE):
                tally.relays.append(await arrival - sent)
        except TimeoutError:
            tally.wrong.append(f"ply {ply} was not told within {PATIENCE:g} s")
            return
        while mover.ply < ply and time.perf_counter() - sent < PATIENCE:  # told too, perhaps a moment later
            await asyncio.sleep(0.001)


def memory_of(pid: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def run_clients(base: str, games: int, seconds: float, pid: int) -> dict[str, Any]:
    """All games, then the look into the library: is everything that was told also stored?"""
    tally, random = Tally(), Random(1)
    memory: list[float] = []
    async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False) as http:
        start = Start(games, seconds)
        tasks = [
            asyncio.create_task(play_games(http, base, start, random.random(), tally)) for _ in range(games)
        ]
        await asyncio.wait({asyncio.create_task(start.begun.wait())}, timeout=SITTING_DOWN)
        start.begin()
        before = processor_time(pid)
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=BEAT)
            memory.append(memory_of(pid))
        for task in tasks:
            task.result()
        used = processor_time(pid) - before
        for game_id, plies in tally.games.items():  # when all is quiet
            stored = (await http.get(f"/api/games/{game_id}")).json()["position"]["ply"]
            if stored != plies:
                tally.wrong.append(f"{game_id}: {plies} moves were told, {stored} are stored")
    relays = sorted(tally.relays)
    return {
        "games": games,
        "moves": tally.played,
        "told": tally.told,
        "wrong": tally.wrong,
        "median": median(relays) if relays else float("inf"),
        "p99": relays[int(len(relays) * 0.99)] if relays else float("inf"),
        "worst": relays[-1] if relays else float("inf"),
        "memory": memory,
        "processor": used / max(1, len(relays)),
    }


def start_server(database: str, profile: str | None) -> tuple[subprocess.Popen[str], str]:
    """``boyi serve`` on a free port, perhaps with the profiler on its event loop."""
    command = [sys.executable, *(["-m", "cProfile", "-o", profile] if profile else []), "-m", "boyi"]
    command += ["serve", "--no-browser", "--port", "0", "--db", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    return process, found[0]


def main() -> int:
    """Run it, print the table, and fail if a promise is broken."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--clients", nargs=2, metavar=("URL", "PID"), help="only the clients (used inside)")
    parser.add_argument("--profile", metavar="FILE", help="profile the server (it is slower then)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.clients:
        base, pid = options.clients
        print(json.dumps(uvloop.run(run_clients(base, options.games, options.minutes * 60, int(pid)))))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        process, base = start_server(f"{folder}/games.db", options.profile)
        try:
            command = [sys.executable, __file__, "--games", str(options.games)]
            command += ["--minutes", str(options.minutes), "--clients", base, str(process.pid)]
            found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
    if options.json:
        print(json.dumps(found))
    else:
        show(found)
    quick = found["median"] < MEDIAN_LIMIT and found["p99"] < P99_LIMIT
    return 0 if not found["wrong"] and quick and is_flat(found["memory"]) else 1


def sampled(memory: list[float], points: int = 8) -> list[float]:
    """A few of the figures, from the first to the last."""
    last = len(memory) - 1
    return [memory[round(last * point / (points - 1))] for point in range(points)] if last > 0 else memory


def is_flat(memory: list[float]) -> bool:
    """Whether nothing has grown since the first games were over (games of 225 moves end after 225 s)."""
    games, late = memory[: 270 // BEAT], memory[270 // BEAT :]
    return not late or max(late) < 1.1 * max(games)


def show(found: dict[str, Any]) -> None:
    """The table."""
    table = Table("", "measured", "promised")
    table.add_row("games at once", str(found["games"]), "300")
    table.add_row("moves played", str(found["moves"]), "")
    table.add_row("moves told", str(found["told"]), "two for each move played")
    table.add_row("lost, doubled or refused", str(len(found["wrong"])), "0")
    table.add_row("relay, median", f"{found['median'] * 1000:.1f} ms", f"< {MEDIAN_LIMIT * 1000:.0f} ms")
    table.add_row("relay, 99th percentile", f"{found['p99'] * 1000:.1f} ms", f"< {P99_LIMIT * 1000:.0f} ms")
    table.add_row("relay, worst", f"{found['worst'] * 1000:.1f} ms", "")
    table.add_row("processor time a move", f"{found['processor'] * 1000:.2f} ms", "")
    table.add_row("server's memory", f"{' '.join(f'{at:.0f}' for at in sampled(found['memory']))} MB", "flat")
    Console().print(table)
    for line in found["wrong"][:10]:
        print(line)


if __name__ == "__main__":
    sys.exit(main())
