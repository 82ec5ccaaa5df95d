"""A program that prints without end in one room, and an innocent game in another."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from boyi.store.store import Store
from tests.patience import processor_time
from tests.server.client import HUMAN, Server, enter, running

BEARABLE = 1.0
"""Seconds of the server's processor time that a move in the other room may wait for; it was 24."""
CHATTERER = """
import os, sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "START":
        os.write(1, b"OK\\n")
    while word in ("BEGIN", "TURN", "DONE"):
        os.write(1, b"a\\n" * 4096)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs are hosted in sandboxes of Linux")
def test_a_chatty_program_does_not_stop_the_other_rooms(tmp_path: Path, database: Path) -> None:
    program = tmp_path / "chatterer.py"
    program.write_text(CHATTERER)
    with Store.open(database) as store:
        store.add_engine("chatterer", f"cmd:{sys.executable} -S {program}?protocol=gomocup")

    async def play(server: Server) -> tuple[str, float]:
        loud = server.new("gomoku", [HUMAN, {"kind": "engine", "spec": "chatterer"}])
        quiet = server.new("gomoku", [HUMAN, HUMAN])
        async with (
            enter(server, loud["id"], loud["tokens"]["owner"]) as noisy,
            enter(server, quiet["id"], quiet["tokens"]["owner"]) as innocent,
        ):
            await noisy.play("h8")
            over = asyncio.create_task(noisy.until("over"))
            worst, cell = 0.0, 0
            while not over.done():
                began = processor_time(server.process.pid)
                await innocent.play(cell)
                worst, cell = max(worst, processor_time(server.process.pid) - began), cell + 7
                if innocent.outcome is not None or cell >= 225:
                    break
            await over
            assert noisy.outcome is not None
            return str(noisy.outcome["reason"]), worst

    with running(database) as server:
        reason, worst = asyncio.run(play(server))
    assert reason == "flood"
    assert worst < BEARABLE
