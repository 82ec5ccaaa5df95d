"""How far a search is, and telling people while a computer thinks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.result import SearchResult
from boyi.engines.levels import LevelEngine
from boyi.engines.levels import limit_of as limit_of_level
from boyi.match import Match, Thinking
from boyi.players.engine import least, share_of_clock
from boyi.players.limit import Limit
from boyi.players.spec import Spec
from boyi.server import messages as m
from boyi.server.rooms.players import ADVISER
from boyi.server.serializers import search_view
from boyi.server.views import Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

TICK = 0.2
"""Seconds after which people are told that a silent computer is still thinking."""
UNKNOWN = 3.0
"""Seconds at which a search whose limit nobody knows counts as half done."""


def limit_of(spec: str, position: Position) -> Limit:
    """What a player allows itself, as far as its spec says it."""
    try:
        parsed = Spec.parse(spec)
    except BoyiError:
        return Limit()
    given = dict(parsed.settings)
    limit = Limit()
    if parsed.kind == "level" and parsed.name.isdecimal():
        table = LevelEngine.table(position)
        limit = limit_of_level(table[min(len(table), max(1, int(parsed.name))) - 1])
    return Limit(
        float(given["time"]) if "time" in given else limit.time,
        int(given["nodes"]) if "nodes" in given else limit.nodes,
        int(given["depth"]) if "depth" in given else limit.depth,
    )


def progress_of(
    result: SearchResult, spec: str, position: Position, match: Match | None, longest: float | None = None
) -> float:
    """From 0 to 1; a search without a known limit comes near 1 and never reaches it.

    ``longest`` are the seconds that the server allows any search.
    """
    limit = limit_of(spec, position)
    clock = None if match is None else share_of_clock(match.clock, position)
    seconds = least(limit.time, clock, longest)
    shares = []
    if seconds:
        shares.append(result.seconds / seconds)
    if limit.nodes:
        shares.append(result.nodes / limit.nodes)
    if limit.depth:
        shares.append((result.depth - 1) / limit.depth)
    share = max(shares) if shares else result.seconds / (result.seconds + UNKNOWN)
    return round(min(1.0, max(0.0, share)), 3)


class SearchProgress:
    """Tells a room what its computers have found; while one says nothing, that it thinks."""

    def __init__(self) -> None:
        self._told = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, room: Room) -> None:
        """After a while, tell that the computer thinks if it has said nothing: it may wait for a worker."""
        if self._timer is None and _thinks(room):
            self._timer = asyncio.get_running_loop().call_later(TICK, self._ring, room)

    def _ring(self, room: Room) -> None:
        self._timer = None
        if _thinks(room):
            room.post(lambda: self._tick(room))

    async def _tick(self, room: Room) -> None:
        side = room.match.asked
        if side is not None and _thinks(room):
            if asyncio.get_running_loop().time() - self._told >= TICK:
                nothing = SearchResult(-1, None, 0.5, (), (), 0, 0, room.match.elapsed())
                self.tell(room, Thinking(side, nothing))
            self.watch(room)

    def tell(self, room: Room, event: Thinking) -> None:
        """Pass on what a search has found so far; only those who watch see its candidates."""
        self._told = asyncio.get_running_loop().time()
        result = event.result
        seat = room.info.seats[event.player]
        # The server's limit is on its own searches; a program of others has its own.
        hosted = seat.kind == "engine" and not seat.auto
        longest = None if hosted else room.rooms.settings.longest_move
        spec = ADVISER if seat.auto or seat.is_person else seat.spec
        plain = m.Thinking(
            player=cast(Side, event.player),
            progress=progress_of(result, spec, room.record.position, room.match, longest),
            nodes=result.nodes,
            depth=result.depth,
            seconds=round(result.seconds, 3),
            waits=room.match.players[event.player].waits,
        )
        text = plain.model_dump_json()
        watched: str | None = None
        for connection in room.audience:
            if not connection.relaxed:
                continue
            if connection.watches and not room.locked and result.candidates:
                if watched is None:
                    search = search_view(room.record, room.record.end, result)
                    watched = plain.model_copy(update={"search": search}).model_dump_json()
                connection.send_text(watched)
            else:
                connection.send_text(text)


def _thinks(room: Room) -> bool:
    """Whether a computer is asked for a move; in an opening nothing is told of it."""
    return room.match.asked is not None and room.match.opening is None and room.pacing.held is None
