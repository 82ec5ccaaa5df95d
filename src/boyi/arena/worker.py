"""One more process that plays games and checks bots: jobs come in as lines of JSON, answers go out so.

Run as ``python -m boyi.arena.worker``. A line holds the number of a game and, where they are others than
before, the settings of its series; or a bot to be checked. When its input ends, be it that the program that
started it was killed, the worker puts its players away and ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, Any

from boyi import formats
from boyi.arena.bot_check import broken_down, run_check
from boyi.arena.jobs import CheckJob, PlayedGame
from boyi.arena.results import GameResult
from boyi.arena.seats import Seats, Tell
from boyi.arena.settings import SeriesSettings
from boyi.core.errors import BoyiError
from boyi.programs.conformance import Finding

BACKGROUND = "--background"
"""The argument that gives a worker a low priority."""
LOW = 10
BEAT = 0.5
"""Seconds between two reports of the moves of a game that is played."""


async def play_job(seats: Seats, number: int, name: int, tell: Tell | None = None) -> PlayedGame:
    """Play a game of the series, which is kept under the number ``name``; ``tell`` hears its moves."""
    record, log = await seats.play(seats.settings.plan(number), name, tell)
    text = formats.write(record, seats.settings.file_format)
    assert isinstance(text, str)
    return PlayedGame(GameResult.of(number, record), text, log)


async def serve(lines: asyncio.Queue[str], output: IO[str]) -> None:
    """Answer each line with a game until an empty line stands for the end."""
    seats: Seats | None = None
    told = 0.0

    def say(answer: dict[str, Any]) -> None:
        output.write(json.dumps(answer) + "\n")
        output.flush()

    def tell(moves: str) -> None:
        nonlocal told
        if monotonic() - told >= BEAT:
            told = monotonic()
            say({"moves": moves})

    def found(finding: Finding) -> None:
        say({"finding": finding.to_data()})

    try:
        while line := await lines.get():
            order, answer = json.loads(line), dict[str, Any]()
            try:
                if "check" in order:
                    style = await run_check(CheckJob.from_data(order["check"]), found)
                    answer = {"style": style}
                else:
                    if order["settings"] is not None:
                        if seats is not None:
                            await seats.close()
                        seats = Seats(SeriesSettings.from_data(order["settings"]))
                    assert seats is not None
                    answer = (await play_job(seats, order["number"], order["name"], tell)).to_data()
            except BoyiError as error:
                answer = {"error": error.message.to_data()}
            except Exception as error:
                traceback.print_exc()
                answer = {"error": broken_down(error).to_data()}
            say(answer)
    finally:
        if seats is not None:
            await seats.close()


async def run(output: IO[str]) -> None:
    """Serve until the input ends, even in the middle of a game."""
    from threading import Thread

    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()
    serving = asyncio.ensure_future(serve(lines, output))

    def listen() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(serving.cancel)

    Thread(target=listen, daemon=True).start()
    await asyncio.wait({serving})
    if not serving.cancelled():
        serving.result()


def step_back() -> None:
    """Give this process, and all that it starts, a low priority."""
    if sys.platform == "win32":
        return
    os.nice(LOW)
    with suppress(OSError):  # where Linux groups processes by session, the group has a priority of its own
        Path("/proc/self/autogroup").write_text(str(LOW))


def main() -> None:
    """Keep the answers apart from what a player may print."""
    if BACKGROUND in sys.argv[1:]:
        step_back()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        asyncio.run(run(output))


if __name__ == "__main__":
    main()
