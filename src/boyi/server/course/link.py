"""The way from a room to a program of the course: moves, talk and invitations, from one game to the next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import cast

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.outcome import RESIGNED, Outcome
from boyi.course.connection import TOLERANCE, LanEvent, LanHost, LanPeer
from boyi.course.session import Began, Chatted, Confirmed, Declined, Ended, Invited, Left, Played
from boyi.server.refusals import Refusal
from boyi.server.rooms.connection import clean
from boyi.server.rooms.following import lead
from boyi.server.rooms.permissions import ASKED, require
from boyi.server.rooms.room import Room
from boyi.server.views import CourseState, RequestView, Side

log = logging.getLogger("boyi.server")

LONGEST_NAME = 40


class CourseLink:
    """Carries a room's moves to the peer and the peer's to the room.

    After a game either side may invite the other again: the game that follows gets a room of its own, and the
    link goes there. Where we listen, we do so until the peer of a game has gone.
    """

    def __init__(
        self, room: Room, host: LanHost | None, peer: LanPeer | None, side: Side, address: str = ""
    ) -> None:
        self.room, self.host, self.peer = room, host, peer
        self.side = side
        """Ours."""
        self.address = address
        """Where we listen, such as ``127.0.0.1:16677``; empty if we joined."""
        self.margin = 2 * TOLERANCE
        """Seconds after which the match judges the time: the session, with its tolerance, comes first."""
        self._wanted: Side | None = None
        """The colour for which we invite as soon as both sides agree that the last game is over."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Invite the peer, or wait for one; then listen to it."""
        self._task = asyncio.create_task(self._run())

    @property
    def connected(self) -> bool:
        """Whether the peer is there."""
        return self.peer is not None and self.peer.session.phase != "gone"

    @property
    def playing(self) -> bool:
        """Whether a game is in progress: it continues at the other end, whoever looks at ours."""
        return self.peer is not None and self.peer.session.phase == "playing"

    @property
    def state(self) -> CourseState:
        """How it stands."""
        if self.connected:
            return "connected"
        return "gone" if self.host is None else "listening"

    @property
    def port(self) -> int | None:
        """The port on which we listen, while we do."""
        return None if self.host is None else int(self.address.rpartition(":")[2])

    async def close(self) -> None:
        """Say goodbye and listen no more; the room no longer has this link."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        host, peer = self.host, self.peer
        self.host = self._wanted = None
        for end in (host, peer):
            if end is not None:
                await end.close()

    # From the room to the peer

    # These are called by the room's commands.

    def another(self, swap: bool) -> None:
        """Invite the peer: to the first game as we are seated, to another perhaps with colours swapped."""
        if self._phase == "invited":
            require(ASKED)
        self._invite(cast(Side, 1 - self.side) if swap and self.room.phase == "over" else self.side)

    def _invite(self, colour: Side) -> None:
        assert self.peer is not None
        if self._phase == "idle":
            self.peer.invite(colour)
        else:  # the last game is over here; the peer has not agreed yet
            self._wanted = colour
        name = self.room.info.seats[self.side].name
        self.room.set_request(
            RequestView(request="invite", player=self.side, name=name, colour=cast(Side, 1 - colour))
        )

    def answer(self, granted: bool) -> None:
        """The owner takes or refuses the peer's invitation, or gives up waiting for the answer to ours."""
        room, request = self.room, self.room.request
        assert request is not None
        if request.player == self.side:
            if granted:
                raise Refusal("Nothing is asked of you.", "not-allowed")
            self._wanted = None
            room.set_request(None)
            if self.peer is not None:
                self.peer.leave()  # the protocol has no word for taking an invitation back
            return
        if self.peer is None or self._phase != "invited":
            room.set_request(None)
            raise Refusal("Nothing is asked any more.", "stale")
        if granted:
            self.peer.accept()
        else:
            self.peer.decline()
        room.set_request(None, granted=granted)

    def played(self, player: int, move: int) -> None:
        """A move was judged and stored; ours is told to the peer."""
        if player == self.side and self.peer is not None and self.peer.session.our_turn:
            self.peer.play(move)

    def ended(self, outcome: Outcome) -> None:
        """Our game is over; what the peer cannot see on the board it learns as a resignation."""
        seen = self.room.record.position.outcome is not None
        if self.playing and not seen and outcome.winner == 1 - self.side:
            assert self.peer is not None
            self.peer.resign()

    def say(self, text: str) -> None:
        """A line of talk goes out."""
        if self.connected:
            assert self.peer is not None
            self.peer.chat(text)

    # From the peer to the room

    @property
    def _phase(self) -> str:
        return "gone" if self.peer is None else self.peer.session.phase

    async def _run(self) -> None:
        try:
            if self.peer is not None:
                await self._in_room(self._invite_first)
            while True:
                if self.peer is None:
                    assert self.host is not None
                    self.peer = await self.host.peer()
                    await self._in_room(self._tell_people)
                async for event in self.peer.events():
                    await self._take(event)
                if self.host is None or not self.room.info.waiting:
                    break
                self.peer = None
                await self._in_room(self._tell_people)
        except Exception:
            log.exception("room %s: the link to a course program broke down", self.room.id)
        room = self.room
        room.post(room.detach_course)

    async def _in_room(self, command: Callable[[], Awaitable[None]]) -> None:
        """Do something as a command of the room."""
        if not self.room.is_closed:
            await self.room.run(command)

    async def _invite_first(self) -> None:
        self._invite(self.side)

    async def _tell_people(self) -> None:
        self.room.tell_people()

    async def _take(self, event: LanEvent) -> None:
        try:
            await self._in_room(partial(self._handle, event))
        except BoyiError as error:
            log.warning("room %s: %s: %s", self.room.id, type(event).__name__, error)

    async def _handle(self, event: LanEvent) -> None:
        room, other = self.room, cast(Side, 1 - self.side)
        if isinstance(event, Invited):
            self._invited(event)
        elif isinstance(event, Began):
            await self._begin(event)
        elif isinstance(event, Declined):
            room.set_request(None, granted=False)
            reason = clean(event.reason)[:200]
            if reason and room.audience.may_speak("course"):
                await room.say(_short(event.name), other, reason)
        elif isinstance(event, Played):
            room.match.submit(other, event.move)
            await room.follow_match()
        elif isinstance(event, Ended):
            await self._end(event)
        elif isinstance(event, Chatted):
            text = clean(event.text)[:500]
            if text and room.audience.may_speak("course"):
                await room.say(room.info.seats[other].name, other, text)
        elif isinstance(event, Confirmed):
            if self._wanted is not None and self._phase == "idle":
                assert self.peer is not None
                self.peer.invite(self._wanted)
                self._wanted = None
        elif isinstance(event, Left):
            self._wanted = None
            if room.request is not None:
                room.set_request(None)
            room.tell_people()

    def _invited(self, event: Invited) -> None:
        room = self.room
        wanted, self._wanted = self._wanted, None
        if wanted == event.colour and self._phase == "invited":  # both ask for the same game
            assert self.peer is not None
            self.peer.accept()
            return
        name, seat = _short(event.name), room.info.seats[1 - self.side]
        if room.info.waiting:
            room.name_side(1 - self.side, name)
            room.tell_people()
        other, colour = cast(Side, 1 - self.side), cast(Side, event.colour)
        room.set_request(RequestView(request="invite", player=other, name=name or seat.name, colour=colour))

    async def _begin(self, event: Began) -> None:
        """A game is on: in this room if none was played here, else in one that follows it."""
        before, colour = self.room, cast(Side, event.colour)
        if before.request is not None:
            before.set_request(None, granted=True)
        swap = colour != self.side
        self.side = colour
        if before.info.waiting:
            if swap:
                before.swap_seats()
            await self._seat_peer(before, event.name)
            return
        await before.pause()
        following = await before.rooms.follow(before, swap)
        before.course, self.room = None, following
        await following.run(partial(following.attach_course, self))
        await following.run(partial(self._seat_peer, following, event.name))
        before.tell_people()
        lead(before, following.id)

    async def _seat_peer(self, room: Room, name: str) -> None:
        """The peer takes its seat, and the game begins."""
        other = 1 - self.side
        room.info.seats[other].give_to_program()
        room.name_side(other, _short(name))
        room.renew_match()
        await room.storage.save_all(room.record, room.info)
        room.tell_room()
        await room.wake()

    async def _end(self, event: Ended) -> None:
        room = self.room
        reason = {"left": RESIGNED}.get(event.reason, event.reason)
        detail = Message("The other program left.") if event.reason == "left" else None
        room.match.end(Outcome(event.winner, reason), detail)
        await room.follow_match()


def _short(name: str) -> str:
    return clean(name)[:LONGEST_NAME]
