"""Who comes in: a friend's link leads to the door, and the owner lets in or refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.match.replay import SIDES
from boyi.server.rooms.connection import Connection
from boyi.server.views import RequestView, Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room


class Door:
    """Those who wait before a free seat, one request at a time."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._waiting: list[tuple[Connection, Side]] = []

    async def name_seat(self, connection: Connection) -> None:
        """A seat without a name gets that of the first who plays it, before the game has begun.

        With a program of the course it is the other way round: the name of the seat is the one told there.
        """
        room = self.room
        if len(connection.seats) != 1:
            return
        side = connection.seats[0]
        if room.info.with_course:
            connection.name = room.info.seats[side].name
        elif connection.name and not room.info.seats[side].name and room.is_resting and not room.info.review:
            room.info.seats[side].name = room.record.headers[SIDES[side]] = connection.name
            await room.save_all()

    def knock(self, connection: Connection, side: Side) -> None:
        """Someone with a friend's token wants to play."""
        self._waiting.append((connection, side))
        self._announce()

    def leave(self, connection: Connection) -> None:
        """Someone who perhaps waited has gone."""
        first = self._waiting[0][0] if self._waiting else None
        self._waiting = [entry for entry in self._waiting if entry[0] is not connection]
        if first is connection:
            self.room.set_request(None, granted=False)
            self._announce()

    def _announce(self) -> None:
        if self._waiting and self.room.request is None:
            connection, side = self._waiting[0]
            self.room.set_request(RequestView(request="join", player=side, name=connection.name))

    async def answer(self, granted: bool) -> None:
        """The owner's answer to the first who waits."""
        room = self.room
        if room.course is not None:
            await room.course.answer(granted)
            return
        connection, side = self._waiting.pop(0)
        room.set_request(None, granted=granted)
        connection.door = "" if granted else "refused"
        if not granted:
            room.show(connection)
        else:
            seat = room.info.seats[side]
            seat.taken = True
            seat.name = connection.name or seat.name
            room.record.headers[SIDES[side]] = seat.name
            connection.seats = [side]
            late = [entry for entry in self._waiting if entry[1] == side]
            for other, _ in late:
                other.door = "refused"
            self._waiting = [entry for entry in self._waiting if entry not in late]
            await room.save_all()
            room.tell_room()
            room.tell_people()
            room.wake()
        self._announce()
