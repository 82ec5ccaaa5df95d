"""A NoGo room whose other seat is a program of the course, over the course's LAN protocol."""

from __future__ import annotations

import asyncio
from typing import Literal, cast

from boyi.bridges.lan import LanEvent, LanHost, LanPeer, connect
from boyi.core.errors import BoyiError
from boyi.core.outcome import RESIGNED, Outcome
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.match.replay import CONTROL, SIDES
from boyi.protocols.lan import (
    MOVE_SECONDS,
    Began,
    Chatted,
    Confirmed,
    Declined,
    Ended,
    Invited,
    Left,
    Played,
)
from boyi.protocols.lan_message import SIZE
from boyi.server.bodies import Course, Made, NewSeat, Tokens
from boyi.server.connection import clean
from boyi.server.room import Room
from boyi.server.rooms import Rooms
from boyi.server.seats import RoomInfo, Seat
from boyi.server.views import RequestView, Side

LONGEST_NAME = 40


async def open_course(rooms: Rooms, wanted: Course) -> Made:
    """Make the room, and connect it or wait for someone."""
    name = clean(wanted.name) or "Boyi"
    host: LanHost | None = None
    peer: LanPeer | None = None
    record = GameRecord(make_game("nogo", size=SIZE))
    kind: Literal["computer", "human"] = "computer" if wanted.player else "human"
    own, _ = rooms.seat(NewSeat(kind=kind, spec=wanted.player, name=name), record.game)
    if wanted.mode == "join":
        peer = await connect(wanted.host, wanted.port, name)
    else:
        host = LanHost(name)
        port = await host.start(wanted.host, wanted.port)
        record.headers["course"] = f"{wanted.host}:{port}"
    seats = [own, Seat("course", "", taken=False)]
    if wanted.seat == 1:
        seats.reverse()
    control = f"{MOVE_SECONDS}/move"
    info = RoomInfo(seats, clock=control, take_back="never")
    owner = info.add_owner()
    for side, seat in enumerate(seats):
        record.headers[SIDES[side]] = seat.name
    record.headers[CONTROL] = control
    room = await rooms.add(record, info)
    room.course = CourseLink(room, host, peer, wanted.seat)
    return Made(id=room.id, tokens=Tokens(owner=owner, seats=[None, None]), link=f"/play/{room.id}")


class CourseLink:
    """Carries a room's moves to the peer and the peer's to the room."""

    def __init__(self, room: Room, host: LanHost | None, peer: LanPeer | None, side: Side) -> None:
        self.room, self.host, self.peer = room, host, peer
        self.side = side
        """Ours."""
        self._task = asyncio.create_task(self._run())

    @property
    def connected(self) -> bool:
        """Whether the peer is there."""
        return self.peer is not None and self.peer.session.phase != "gone"

    async def close(self) -> None:
        """Say goodbye."""
        self._task.cancel()
        for end in (self.peer, self.host):
            if end is not None:
                await end.close()

    # From the room to the peer

    def answer(self, granted: bool) -> None:
        """The owner takes or refuses the peer's invitation."""
        if self.peer is not None:
            try:
                if granted:
                    self.peer.accept()
                else:
                    self.peer.decline("no")
            finally:
                self.room.set_request(None, granted=granted)

    def played(self, player: int, move: int) -> None:
        """A move was judged and stored; ours is told to the peer."""
        if player == self.side and self.peer is not None and self.peer.session.our_turn:
            self.peer.play(move)

    def ended(self, outcome: Outcome) -> None:
        """Our game is over; the peer learns of a resignation, the rest it sees itself."""
        if self.peer is None or self.peer.session.phase != "playing":
            return
        if outcome.reason == RESIGNED and outcome.winner == 1 - self.side:
            self.peer.resign()

    def say(self, text: str) -> None:
        """A line of talk goes out."""
        if self.connected:
            assert self.peer is not None
            self.peer.chat(text)

    # From the peer to the room

    async def _run(self) -> None:
        try:
            while True:
                if self.peer is None:
                    assert self.host is not None
                    self.peer = await self.host.peer()
                    self.room.tell_people()
                else:
                    self.peer.invite(self.side)
                async for event in self.peer.events():
                    await self._handle(event)
                self.room.tell_people()
                if self.host is None or not self.room.info.waiting:
                    return
                self.peer = None
        except BoyiError as error:
            await self.room.say("", None, str(error))

    async def _handle(self, event: LanEvent) -> None:
        room = self.room
        if isinstance(event, Invited):
            await self._take_side(cast(Side, event.colour), event.name)
            other = cast(Side, 1 - self.side)
            room.set_request(RequestView(request="join", player=other, name=_short(event.name)))
        elif isinstance(event, Began):
            await self._begin(event.name)
        elif isinstance(event, Declined):
            room.set_request(None, granted=False)
            await room.say(_short(event.name), cast(Side, 1 - self.side), clean(event.reason)[:200] or "no")
        elif isinstance(event, Played):
            await room.settle()
            await room.players[1 - self.side].submit(event.move)
        elif isinstance(event, Ended):
            await self._end(event)
        elif isinstance(event, Chatted):
            if text := clean(event.text)[:500]:
                await room.say(room.info.seats[1 - self.side].name, cast(Side, 1 - self.side), text)
        elif isinstance(event, (Left, Confirmed)):
            room.tell_people()

    async def _take_side(self, side: Side, name: str) -> None:
        """The one who invites chooses the colours."""
        room = self.room
        if side != self.side and room.record.plies == 0:
            self.side = side
            room.swap_seats()
        room.info.seats[1 - self.side].name = _short(name)

    async def _begin(self, name: str) -> None:
        room = self.room
        seat = room.info.seats[1 - self.side]
        seat.taken, seat.name = True, _short(name) or seat.name
        room.record.headers[SIDES[1 - self.side]] = seat.name
        await room.save_all()
        if room.request is not None:
            room.set_request(None, granted=True)
        room.tell_room()
        room.wake()

    async def _end(self, event: Ended) -> None:
        room = self.room
        await room.settle()
        reason = {"left": RESIGNED}.get(event.reason, event.reason)
        if room.record.outcome() is None:
            detail = "The other program left." if event.reason == "left" else ""
            await room.finish(Outcome(event.winner, reason), detail)


def _short(name: str) -> str:
    return clean(name)[:LONGEST_NAME]
