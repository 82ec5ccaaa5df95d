"""A person: the match does not ask them; their moves are commands (``Match.submit``)."""

from __future__ import annotations

import asyncio

from boyi.core.clock import Clock
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player


class HumanPlayer(Player):
    """Never decides by itself: whoever talks to the person passes their moves to the match."""

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        decision: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        return await decision
