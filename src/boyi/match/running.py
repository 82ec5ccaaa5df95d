"""Running a match for those who have no queue of their own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from boyi.match.events import Event
from boyi.match.turn import Signal

if TYPE_CHECKING:
    from boyi.match.match import Match


async def run(match: Match) -> AsyncIterator[Event]:
    """The events of a match until its end; the players are stopped when the loop is left early."""
    inbox: deque[Signal] = deque()
    happened = asyncio.Event()
    match.events.notify = happened.set

    def post(signal: Signal) -> None:
        inbox.append(signal)
        happened.set()

    match.start(post)
    try:
        while True:
            while (event := match.events.take()) is not None:
                yield event
            if match.over is not None:
                return
            if match.advance():
                continue
            if inbox:
                match.handle(inbox.popleft())
            else:
                await happened.wait()
                happened.clear()
    finally:
        match.events.notify = None
        await match.stop()
