"""Students who upload too much and too often, programs that attack the computer, guesses of codes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

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
    lines = ['game = "tictactoe"', "levels = [1]", "games = 2", "memory = 256", "tmp = 16", "largest = 50"]
    lines += ["uploads = 3", "check = 10"]
    for number in range(STUDENTS):
        lines.append(f'[[students]]\nname = "s{number}"\ncode = "{_code(number)}"')
    (folder / "class.toml").write_text("\n".join(lines), "utf-8")
    return "--class", str(folder / "class.toml")


def _code(number: int) -> str:
    return f"right-code-{number}"


async def run(target: Target) -> None:
    """Many files of each student at once, huge ones, hostile programs, then guesses."""
    texts = [text.replace("FILE", str(target.folder / "class.toml")) for text in (*HOSTILE, BOT)]
    students = range(STUDENTS if not target.small else 1)
    sent = await asyncio.gather(
        *(_send(target, _code(n), texts[n]) for n in students for _ in range(target.some(30, 3)))
    )
    target.promise(sent.count(201) <= len(students), f"{sent.count(201)} files were taken at once")
    target.promise(201 in sent, "no file was taken at all")
    for size in (60_000, 1_900_000, 6_000_000):
        found = await _send(target, _code(0), "#" * size)
        target.promise(found in (400, 413, 422), f"a file of {size} bytes: {found}")
    seen = await asyncio.gather(*(target.ask("GET", "/api/ladder") for _ in range(target.some(200, 5))))
    target.promise(
        all(one is not None and one.status_code == 200 for one in seen), "the ladder was not shown"
    )
    guesses = [_mine(target, f"wrong-code-{n}") for n in range(target.some(1_000, 40))]
    answers = [one.get("error", {}).get("code", "") for one in await asyncio.gather(*guesses)]
    compared = answers.count("not-allowed")
    target.promise(1 <= compared <= 30, f"{compared} wrong codes were compared")
    await asyncio.sleep(12)  # until then right codes of this address are not answered either
    while (states := [await _state(target, number) for number in students]).count("") > 0:
        await asyncio.sleep(1)
    target.promise("good" not in states[: len(HOSTILE)], f"a hostile program passed its check: {states}")


async def _send(target: Target, code: str, text: str) -> int | None:
    body = {"code": code, "name": "bot.py", "text": text}
    answer = await target.ask("POST", "/api/ladder/uploads", json=body)
    return None if answer is None else answer.status_code


async def _mine(target: Target, code: str) -> dict[str, Any]:
    answer = await target.ask("POST", "/api/ladder/mine", json={"code": code})
    return {} if answer is None else dict(answer.json())


async def _state(target: Target, number: int) -> str:
    """What came of a student's file; empty while it is checked. What it has seen is never a code."""
    found = await _mine(target, _code(number))
    target.promise("right-code" not in str(found), "a program has read the codes of the class")
    state = found.get("versions", [{"state": "checking"}])[0]["state"]
    return "" if state in ("waiting", "checking") else str(state)
