"""The innocent student: uploads a bot while the class is attacked, and waits for the answer of its check."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
from benchmarks.attack.target import Target

ADDRESS = "127.0.0.2"
"""Another address than the attackers', as students have: limits by address are not what is measured."""
NAME, CODE = "innocent", "innocent-code"
ENTRY = f'[[students]]\nname = "{NAME}"\ncode = "{CODE}"\n'
"""The student's lines in the file of a class."""
BOT = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
BEAT = 0.5
LONGEST = 600.0


async def upload_and_wait(target: Target) -> float:
    """Seconds until a good bot is on the ladder; the upload is repeated while the server cannot keep it."""
    began = time.monotonic()
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
    async with httpx.AsyncClient(base_url=target.base, timeout=60, transport=transport) as http:
        sent = {"code": CODE, "name": "bot.py", "text": BOT}
        state = ""
        while state not in ("good", "bad") and time.monotonic() - began < LONGEST:
            try:
                if not state:
                    answer = await http.post("/api/ladder/uploads", json=sent)
                else:
                    answer = await http.post("/api/ladder/mine", json={"code": CODE})
                if answer.is_success:
                    state = answer.json()["versions"][0]["state"]
            except httpx.HTTPError:
                pass  # what it costs is in the time
            await asyncio.sleep(BEAT)
    target.promise(state == "good", f"the innocent student's bot: {state or 'not taken'}")
    return time.monotonic() - began


def write_class(file: Path, students: int, game: str = "tictactoe", **more: int) -> tuple[str, ...]:
    """The file of a class of attackers and the innocent student; the arguments of the server for it."""
    settings = {"games": 2, "memory": 256, "tmp": 16, "largest": 100, "uploads": 3, "check": 60, **more}
    lines = [f'game = "{game}"', "levels = [1]", *(f"{name} = {value}" for name, value in settings.items())]
    lines += [f'[[students]]\nname = "s{number}"\ncode = "{code(number)}"' for number in range(students)]
    file.write_text("\n".join([*lines, ENTRY]), "utf-8")
    return "--class", str(file)


def code(number: int) -> str:
    """The code of an attacker."""
    return f"right-code-{number}"


async def send(target: Target, student: int, text: str) -> int | None:
    """An attacker's upload: its HTTP status."""
    body = {"code": code(student), "name": "bot.py", "text": text}
    answer = await target.ask("POST", "/api/ladder/uploads", json=body)
    return None if answer is None else answer.status_code


async def mine(target: Target, student_code: str) -> dict[str, Any]:
    """What the server tells a student."""
    answer = await target.ask("POST", "/api/ladder/mine", json={"code": student_code})
    return {} if answer is None else dict(answer.json())


async def states(target: Target, students: range, own: str = "right-code") -> list[str]:
    """What came of the attackers' files, once all are checked; none of them has read ``own``."""
    found: list[str] = []
    for number in students:
        while True:
            told = await mine(target, code(number))
            target.promise(own not in str(told), f"a program has read {own}")
            versions = told.get("versions", [{"state": "checking"}])
            state = versions[0]["state"] if versions else "not taken"
            if state not in ("waiting", "checking"):
                break
            await asyncio.sleep(1)
        found.append(str(state))
    return found
