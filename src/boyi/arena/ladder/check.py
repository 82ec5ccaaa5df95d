"""The check of an uploaded file, in a process of its own at a low priority.

Run as ``python -m boyi.arena.ladder.check SPEC GAME OPPONENT``; prints a line of JSON for each finding.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from boyi.arena.bot_check import check_bot
from boyi.arena.ladder.submissions import finding_data, finding_from
from boyi.arena.worker import step_back
from boyi.core.errors import BoyiError
from boyi.core.game import Game
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.players.spec import make_player
from boyi.programs.bubblewrap import hiding
from boyi.programs.conformance import USUAL, Finding

START = Message("Gets ready")
UNFINISHED = Message("The check")
WAITING = 60.0
"""Seconds that a program may wait for the processor."""
LONGEST = 1 << 20
"""Bytes of a line that is read."""


async def check_file(
    spec: str, game: Game, opponent: str, seconds: float, hidden: list[Path]
) -> list[Finding]:
    """What the check finds, within so many seconds; ``hidden``: what the program does not see."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "boyi.arena.ladder.check",
        spec,
        json.dumps({"game": game.name, "options": dict(game.settings)}),
        opponent,
        cwd="/",
        env={**os.environ, **hiding(hidden)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
        limit=LONGEST,
    )
    assert process.stdout is not None
    found: list[Finding] = []
    try:
        async with asyncio.timeout(seconds):
            while line := await process.stdout.readline():
                found.append(finding_from(json.loads(line)))
            if await process.wait():
                found.append(Finding("check", UNFINISHED, False, Message("it broke down")))
    except TimeoutError:
        late = Message("stopped after {seconds:g} s: it takes too long", seconds=seconds)
        found.append(Finding("check", UNFINISHED, False, late))
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    return found


async def main() -> None:
    """Print what is found, as it is found."""
    step_back()
    spec, described, opponent = sys.argv[1:]
    data = json.loads(described)
    game = make_game(data["game"], **data["options"])

    def tell(finding: Finding) -> None:
        print(json.dumps(finding_data(finding)), flush=True)

    try:
        make_player(spec, 0).check_game(game)
        # A program of low priority waits for the processor, which is no fault of its.
        allowance = USUAL.plus(WAITING)
        make = partial(make_player, spec, 0)
        async for finding in check_bot(make, game, opponent=opponent, allowance=allowance):
            tell(finding)
    except BoyiError as error:
        tell(Finding("start", START, False, error.message))


if __name__ == "__main__":
    asyncio.run(main())
