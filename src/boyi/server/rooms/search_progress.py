"""What people are told while a computer thinks: how far it is, and what it sees if they wish to know."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, cast

from boyi.core.result import SearchResult
from boyi.match import Thinking
from boyi.server import messages as m
from boyi.server.rooms.progress import progress_of
from boyi.server.serializers import search_view
from boyi.server.views import Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

TICK = 0.2
"""Seconds after which people are told that a silent computer is still thinking."""


LOOK = 1.0
"""Seconds between two looks whether a computer has taken over in a game between people."""


class Thoughts:
    """Tells a room what its computers think."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._told = 0.0

    async def tick(self) -> None:
        """While a computer says nothing (it waits for a worker, or never does), say that it thinks."""
        room = self.room
        while True:
            anyone = any(player.by_computer for player in room.players)
            await asyncio.sleep(TICK if anyone else LOOK)
            match = room.match
            # Before the game begins nobody's time runs, but a program may be waited for.
            waiting = (side for side in (0, 1) if room.players[side].waits)
            side = room.running if room.running is not None else next(waiting, None)
            if side is None or match is None or not room.players[side].by_computer:
                continue
            if monotonic() - self._told >= TICK and room.settled.is_set():
                nothing = SearchResult(-1, None, 0.5, (), (), 0, 0, match.elapsed())
                self.tell(Thinking(side, nothing))

    def tell(self, event: Thinking) -> None:
        """Pass on what a search has found so far; only those who watch see its candidates."""
        self._told = monotonic()
        room, result = self.room, event.result
        seat = room.info.seats[event.player]
        spec = room.rooms.adviser if seat.auto or seat.is_person else seat.spec
        # The server's limit is on its own searches; a program of others has its own.
        hosted = seat.kind == "engine" and not seat.auto
        longest = None if hosted else room.rooms.settings.longest_move
        plain = m.Thinking(
            player=cast(Side, event.player),
            progress=progress_of(result, spec, room.record.position(), room.match, longest),
            nodes=result.nodes,
            depth=result.depth,
            seconds=round(result.seconds, 3),
            waits=room.players[event.player].waits,
        )
        text = plain.model_dump_json()
        watched: str | None = None
        for connection in room.connections:
            if not connection.relaxed:
                continue
            if connection.watches and not room.locked and result.candidates:
                if watched is None:
                    search = search_view(room.record, room.record.end, result)
                    watched = plain.model_copy(update={"search": search}).model_dump_json()
                connection.send_text(watched)
            else:
                connection.send_text(text)
