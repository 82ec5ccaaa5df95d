"""People who come to a room and leave it: their roles, their seats, and who is let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.message import Message
from boyi.server.refusals import Refusal
from boyi.server.rooms.connection import GOING, TRY_LATER, Connection
from boyi.server.views import RequestView

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

REOPENED = Message("Something went wrong in this room: it is opened again.")


async def join(room: Room, connection: Connection) -> None:
    """Let someone in and show them everything."""
    info, access, token = room.info, room.rooms.access, connection.token
    if room.is_closed:
        raise Refusal.of(REOPENED, "failed", None, (GOING, "stored state is loaded again"))
    if len(room.audience) >= room.rooms.settings.most_people:
        raise Refusal("This room is full.", "busy", None, (TRY_LATER, "full"))
    connection.owner = info.is_owner(token) or (not info.owners and not access.lan)
    held = info.seats_of(token)
    connection.seats = [side for side in held if info.seats[side].taken]
    connection.person = "owner" if connection.owner else token if held else ""
    connection.server_owner = access.owns_server(connection.server_token)
    invited = access.is_invited(connection.server_token)
    connection.invited = connection.owner or bool(held) or invited
    await _name_seat(room, connection)
    room.audience.add(connection)
    waits = bool(held) and not connection.seats
    connection.admission = "waiting" if waits else ""
    room.show(connection)
    room.tell_people()
    if waits:
        room.waiting.ask(connection, held[0])
        _announce(room)
    if connection.plays:
        await room.wake()


async def part(room: Room, connection: Connection) -> None:
    """Someone's connection has ended."""
    if connection not in room.audience:
        return
    room.audience.remove(connection)
    room.analyses.stop(connection)
    if room.waiting.leave(connection):
        room.set_request(None, granted=False)
        _announce(room)
    room.tell_people()


async def admit(room: Room, granted: bool) -> None:
    """The owner's answer to the first who waits for a seat."""
    connection, side = room.waiting.take_first()
    room.set_request(None, granted=granted)
    connection.admission = "" if granted else "refused"
    if not granted:
        room.show(connection)
    else:
        room.info.seats[side].take(connection.token, connection.name)
        room.name_side(side)
        connection.seats = [side]
        room.waiting.refuse_others(side)
        await room.storage.save_all(room.record, room.info)
        room.tell_room()
        room.tell_people()
        await room.wake()
    _announce(room)


def _announce(room: Room) -> None:
    """Ask the owner about the first who waits for a seat, unless something else is asked."""
    if room.request is None and (first := room.waiting.first) is not None:
        connection, side = first
        room.set_request(RequestView(request="join", player=side, name=connection.name))


async def _name_seat(room: Room, connection: Connection) -> None:
    """A seat without a name gets that of the first who plays it, before the game has begun.

    With a program of the course it is the other way round: the name of the seat is the one told there.
    """
    if len(connection.seats) != 1:
        return
    side = connection.seats[0]
    seat = room.info.seats[side]
    if room.info.with_course:
        connection.name = seat.name
    elif connection.name and not seat.name and not room.match.is_running and not room.info.review:
        room.name_side(side, connection.name)
        await room.storage.save_all(room.record, room.info)
