"""Rooms whose other seat is a program of the course, over the course's LAN protocol: made and connected."""

from __future__ import annotations

from functools import partial
from typing import Literal

from boyi.core.clock import TimeControl
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.course.connection import LanHost, LanPeer, NoConnection, connect
from boyi.course.message import SIZE
from boyi.server.bodies import Course, Made, NewSeat, Tokens
from boyi.server.course.gate import not_listened, not_reached
from boyi.server.course.link import CourseLink
from boyi.server.rooms.connection import clean
from boyi.server.rooms.making import make_seat, write_headers
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.state import RoomInfo, Seat


async def open_course(rooms: Rooms, wanted: Course) -> Made:
    """Make the room, and connect it or wait for someone."""
    name = clean(wanted.name) or "Boyi"
    host: LanHost | None = None
    peer: LanPeer | None = None
    address = ""
    record = GameRecord(make_game("nogo", size=SIZE))
    kind: Literal["computer", "human"] = "computer" if wanted.player else "human"
    own, _ = make_seat(rooms, NewSeat(kind=kind, spec=wanted.player, name=name), record.game)
    if wanted.mode == "join":
        peer = await _reach(rooms, wanted, name)
    else:
        await _free(rooms, wanted.port)
        rooms.course_gate.check_host(wanted.host, wanted.port, wanted.join_token, len(_ports(rooms)))
        host = LanHost(name, move_seconds=wanted.seconds)
        try:
            port = await host.start(wanted.host, wanted.port)
        except NoConnection:
            if rooms.access.manages(wanted.join_token):
                raise
            raise not_listened(wanted.port) from None
        address = f"{wanted.host}:{port}"
    try:
        seats = [own, Seat("course", "", taken=False)]
        if wanted.seat == 1:
            seats.reverse()
        control = str(TimeControl(per_move=wanted.seconds))
        info = RoomInfo(seats, clock=control, take_back="never")
        owner = info.add_owner()
        write_headers(record, info)
        room = await rooms.add(record, info)
    except BaseException:
        for end in (host, peer):
            if end is not None:
                await end.close()
        raise
    link = CourseLink(room, host, peer, wanted.seat, address)
    await room.run(partial(room.attach_course, link))
    link.start()
    return Made(id=room.id, tokens=Tokens(owner=owner, seats=[None, None]), link=f"/play/{room.id}")


async def _reach(rooms: Rooms, wanted: Course, name: str) -> LanPeer:
    """Connect to a program, where that is allowed; every failure sounds the same."""
    with rooms.course_gate.attempt():
        ports = _ports(rooms)
        address = await rooms.course_gate.find(wanted.host, wanted.port, wanted.join_token, ports)
        try:
            return await connect(address, wanted.port, name, move_seconds=wanted.seconds)
        except NoConnection:
            raise not_reached(wanted.host, wanted.port) from None


def _ports(rooms: Rooms) -> list[int]:
    """The ports on which rooms wait for programs."""
    links = [room.course for room in rooms.in_memory() if room.course is not None]
    return [link.port for link in links if link.port is not None]


async def _free(rooms: Rooms, port: int) -> None:
    """A room that nobody looks at gives its port to the next; one that is being used keeps it."""
    for room in rooms.in_memory():
        link = room.course
        if link is not None and port and link.port == port and not room.is_needed:
            await room.run(room.detach_course)
