"""One more process that plays games: plans come in as lines of JSON, finished games go out the same way.

Run as ``python -m boyi.arena.worker``. The first line holds the settings. When its input ends, be it that
the program that started it was killed, the worker puts its players away and ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import IO, Any

from boyi import formats
from boyi.arena.results import GameResult
from boyi.arena.seats import Seats
from boyi.arena.settings import SeriesSettings
from boyi.core.errors import BoyiError


async def play_planned(seats: Seats, number: int) -> tuple[GameResult, str]:
    """Play a game of the series; its result, and the file it is kept in."""
    record = await seats.play(seats.settings.plan(number))
    text = formats.write(record, seats.settings.file_format)
    assert isinstance(text, str)
    return GameResult.of(number, record), text


async def serve(lines: asyncio.Queue[str], output: IO[str]) -> None:
    """Answer each line with a game until an empty line stands for the end."""
    seats = Seats(SeriesSettings.from_data(json.loads(await lines.get())))
    try:
        while line := await lines.get():
            answer: dict[str, Any]
            try:
                result, text = await play_planned(seats, int(line))
                answer = {"result": result.to_data(), "text": text}
            except BoyiError as error:
                answer = {"error": error.message.to_data()}
            output.write(json.dumps(answer) + "\n")
            output.flush()
    finally:
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


def main() -> None:
    """Keep the answers apart from what a player may print."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        asyncio.run(run(output))


if __name__ == "__main__":
    main()
