"""Uploads that end CPython's parser, or the process of whoever looks into them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.attack.student import BOT, send, states, write_class
from benchmarks.attack.target import Target

BOMBS = (
    f"x = {'1+' * 9_000}1\n",
    f"x = {'-' * 18_000}1\n",
    f"x = a{'.b' * 9_000}\n",
    f"x = f{'()' * 9_000}\n",
    "a = 0\nif a: 1\n" + "elif a: 1\n" * 6_000,
    f"x = {'(' * 199}{')' * 199}\n",
    f"x = {'[' * 40_000}\n",
    "import os\nos._exit(0)\n",
    "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nos.kill(0, signal.SIGKILL)\n",
    "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): f()\nf()\n",
    "import os\nfor handle in range(3, 64):\n"
    "    try: os.write(handle, b'[' * 100_000 + b'\\n')\n    except OSError: pass\n",
    "# coding: no-such-coding\n",
    "import json, os\n"
    'message = {"template": "bot.py x", "values": {"y\\ud800": "z"}}\n'
    'said = json.dumps({"type": "failed", "message": message})\n'
    "for handle in range(3, 64):\n"
    "    try: os.write(handle, said.encode() + b'\\n')\n    except OSError: pass\n",
)


def prepare(folder: Path) -> tuple[str, ...]:
    """A class with a student for each."""
    return write_class(folder / "class.toml", len(BOMBS))


async def run(target: Target) -> None:
    """All at once; each must be settled, and the ladder be shown meanwhile."""
    students = range(target.some(len(BOMBS), 2))
    sent = await asyncio.gather(*(send(target, n, BOMBS[n] + BOT) for n in students))
    target.promise(set(sent) == {201}, f"uploads were answered {sent}")
    await states(target, students)
    seen = await target.ask("GET", "/api/ladder")
    target.promise(seen is not None and seen.status_code == 200, "the ladder was not shown")
