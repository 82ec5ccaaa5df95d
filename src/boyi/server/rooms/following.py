"""The game after a game: restart and rematch. However many people ask for it, there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from boyi.core.record import GameRecord
from boyi.server.messages import Next
from boyi.server.rooms.connection import Connection
from boyi.server.rooms.making import write_headers
from boyi.server.rooms.permissions import no_other_request, require, side_of
from boyi.server.rooms.state import RoomInfo
from boyi.server.views import RequestView, Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

What = Literal["restart", "rematch"]
"""The same colours, or swapped."""


def following_game(record: GameRecord, old: RoomInfo, swap: bool) -> tuple[GameRecord, RoomInfo]:
    """The game after a game: the same people and tokens, perhaps with colours swapped."""
    following = GameRecord(record.game, record.start)
    for move in record.moves[: old.prefix]:
        following.play(move)
    info = old.for_next_game(swap=swap)
    write_headers(following, info)
    return following, info


async def ask_next_game(room: Room, who: Connection, what: What, wanted: Side | None) -> None:
    """Make the next game at once, or when the other person agrees; who comes late is led to it."""
    if room.info.rematch is not None:
        who.send(Next(id=room.info.rematch, token=who.token))
        return
    if room.info.with_course:
        assert room.course is not None  # or it was not allowed
        room.course.another(what == "rematch")
        return
    if not room.info.needs_consent:
        await _begin(room, what)
        return
    side = side_of(who, wanted, 0)
    require(no_other_request(room.facts(), side, what))
    if room.request is None:
        room.set_request(RequestView(request=what, player=side, name=room.info.seats[side].name))
    else:  # both want it
        await _begin(room, what)


async def answer_next_game(room: Room, granted: bool) -> None:
    """The other person's answer to a request for the next game."""
    assert room.request is not None
    if granted:
        await _begin(room, "rematch" if room.request.request == "rematch" else "restart")
    else:
        room.set_request(None, granted=False)


async def _begin(room: Room, what: What) -> None:
    if room.request is not None:
        room.set_request(None, granted=True)
    await room.pause()
    following = await room.rooms.follow(room, what == "rematch")
    lead(room, following.id)


def lead(room: Room, following: str) -> None:
    """Send everyone in a room on to the game that follows."""
    for connection in room.audience:
        connection.send(Next(id=following, token=connection.token))
