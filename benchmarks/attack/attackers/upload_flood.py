"""Students who upload too much and too often, programs that attack the computer, guesses of codes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.attack.student import mine, send, states, write_class
from benchmarks.attack.target import Target

STUDENTS = 8
BOT = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
ATTACK = "class Bot:\n    def choose(self, position):\n        {}\n        return position.legal_moves[0]\n"
HOSTILE = (
    "import os\n" + ATTACK.format("while True: os.fork()"),
    ATTACK.format("self.held = [bytearray(1 << 20) for _ in range(1 << 20)]"),
    ATTACK.format("open('/tmp/x', 'wb').write(b'x' * (1 << 30))"),
    "import os\n" + ATTACK.format("[os.write(1, b'x' * 65536) for _ in range(10 ** 9)]"),
    "import time\ntime.sleep(10 ** 6)\n" + BOT,
    ATTACK.format("print(open('FILE').read())"),
    "import socket\n" + ATTACK.format("socket.create_connection(('192.0.2.1', 80), 5)"),
)


def prepare(folder: Path) -> tuple[str, ...]:
    """A class of some students with narrow quotas."""
    return write_class(folder / "class.toml", STUDENTS, largest=50, check=30)


async def run(target: Target) -> None:
    """Many files of each student at once, huge ones, hostile programs, then guesses."""
    texts = [text.replace("FILE", str(target.folder / "class.toml")) for text in (*HOSTILE, BOT)]
    students = range(STUDENTS if not target.small else 1)
    sent = await asyncio.gather(
        *(send(target, n, texts[n]) for n in students for _ in range(target.some(30, 3)))
    )
    target.promise(sent.count(201) <= len(students), f"{sent.count(201)} files were taken at once")
    target.promise(201 in sent, "no file was taken at all")
    for size in (60_000, 1_900_000, 6_000_000):
        refused = await send(target, 0, "#" * size)
        target.promise(refused in (400, 413, 422), f"a file of {size} bytes: {refused}")
    seen = await asyncio.gather(*(target.ask("GET", "/api/ladder") for _ in range(target.some(200, 5))))
    target.promise(
        all(one is not None and one.status_code == 200 for one in seen), "the ladder was not shown"
    )
    guesses = [mine(target, f"wrong-code-{n}") for n in range(target.some(1_000, 40))]
    answers = [one.get("error", {}).get("code", "") for one in await asyncio.gather(*guesses)]
    compared = answers.count("not-allowed")
    target.promise(1 <= compared <= 30, f"{compared} wrong codes were compared")
    await asyncio.sleep(12)  # until then right codes of this address are not answered either
    found = await states(target, students)
    target.promise("good" not in found[: len(HOSTILE)], f"a hostile program passed its check: {found}")
