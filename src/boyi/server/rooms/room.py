"""One room: a game, its match and the people around it. Whatever changes it is a command in its queue."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import randbelow
from time import time
from typing import TYPE_CHECKING, TypeVar, cast

from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.match import Match
from boyi.match.replay import SIDES, last_to_choose
from boyi.match.turn import Signal
from boyi.players.base import Player
from boyi.players.human import HumanPlayer
from boyi.server import messages as m
from boyi.server.passcode import CodeCheck
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.analysis import Analyses
from boyi.server.rooms.arrivals import REOPENED, join, part
from boyi.server.rooms.audience import Audience, WaitingPeople
from boyi.server.rooms.commands import carry_out
from boyi.server.rooms.connection import GOING, POLICY, Connection
from boyi.server.rooms.pacing import Pacing
from boyi.server.rooms.people import Person
from boyi.server.rooms.permissions import Facts, permissions, roles_of
from boyi.server.rooms.queue import CommandQueue
from boyi.server.rooms.search_progress import SearchProgress
from boyi.server.rooms.state import RoomInfo
from boyi.server.rooms.storage import RoomStorage
from boyi.server.rooms.telling import tell_event
from boyi.server.rooms.views import clock_now, people_message, room_view
from boyi.server.views import ChatView, ClockView, Phase, RequestView, RoomView, Side
from boyi.store.errors import StoreError

if TYPE_CHECKING:
    from boyi.server.course.link import CourseLink
    from boyi.server.rooms.registry import Rooms

log = logging.getLogger("boyi.server")

Result = TypeVar("Result")


class Room:
    """A game and everyone around it. It alone changes its record, its match and what is kept beside them.

    ``run`` and ``post`` put commands into the queue; all other methods are for those commands. A command ends
    when all that follows from it is on the disk and told, so the next one, or whoever looks at the room in
    one, sees nothing that could still be lost.
    """

    def __init__(self, rooms: Rooms, game_id: str, record: GameRecord, info: RoomInfo) -> None:
        self.rooms, self.id, self.record, self.info = rooms, game_id, record, info
        self.queue = CommandQueue()
        self.storage = RoomStorage(game_id, rooms.store, rooms.writer)
        self.audience = Audience()
        self.waiting = WaitingPeople()
        self.analyses = Analyses()
        self.codes = CodeCheck()
        self.progress = SearchProgress()
        self.pacing = Pacing()
        self.request: RequestView | None = None
        self.course: CourseLink | None = None
        """The way to a program of the course, while there is one."""
        self.is_closed = False
        self._on_stored: Callable[[], None] | None = None
        self._facts_told: Facts | None = None
        self.plies_told = record.plies
        """How many moves of the main line are stored and told."""
        self.clock_told = False
        """Whether people know that the clock runs, since the match was started last."""
        self.match = self._make_match()

    def acknowledge_with(self, tell: Callable[[], None] | None) -> None:
        """Call this when the next move is on the disk, before it is told to everyone."""
        self._on_stored = tell

    def acknowledge(self) -> None:
        """A move is on the disk."""
        tell, self._on_stored = self._on_stored, None
        if tell is not None:
            tell()

    # The queue

    async def run(self, command: Callable[[], Awaitable[Result]]) -> Result:
        """Carry out a command after those that came before it, and wait for its result."""

        async def checked() -> Result:
            try:
                return await command()
            except StoreError as error:
                if self.storage.failed is not None:
                    log.error("room %s: %s", self.id, error)
                    self.fail(error)
                raise
            finally:
                self.tell_permissions()

        return await self.queue.run(checked)

    async def receive(self, connection: Connection, message: m.SocketMessage, at: float) -> None:
        """Do what someone's message asks; ``at``: when it came. They are told what comes of it."""
        with suppress(BoyiError):
            await self.run(lambda: carry_out(self, connection, message, at))

    def post(self, command: Callable[[], Awaitable[object]]) -> None:
        """The same without waiting; what goes wrong is logged, or closes the room."""

        async def guarded() -> None:
            if not self.is_closed:
                await self.guard(command)

        self.queue.put(guarded)

    async def guard(self, command: Callable[[], Awaitable[object]]) -> None:
        """Carry out a command of nobody in particular; after an error the room is loaded again."""
        try:
            await command()
        except StoreError as error:
            log.error("room %s: %s", self.id, error)
            self.fail(error)
        except BoyiError as error:
            log.warning("room %s: %s", self.id, error)
        except Exception:
            log.exception("room %s broke down", self.id)
            self.fail(Refusal.of(REOPENED, "failed"))
        self.tell_permissions()

    # People

    async def enter(self, connection: Connection) -> None:
        """Let someone in; raises why not."""
        await self.run(lambda: join(self, connection))

    def leave(self, connection: Connection) -> None:
        """Someone's connection has ended."""
        self.post(lambda: part(self, connection))

    @property
    def is_needed(self) -> bool:
        """Whether someone is here because of whom the game continues: at a page, or a course program."""
        return self.audience.plays or (self.course is not None and self.course.playing)

    @property
    def owner(self) -> str:
        """Whose share of the server the room's searches use: those who play from one address have one."""
        return self.audience.address() or f"room {self.id}"

    @property
    def locked(self) -> bool:
        """Whether the computer's help is locked here or on the whole server."""
        return self.info.locked or self.rooms.access.locked

    @property
    def phase(self) -> Phase:
        """Waiting for a friend, playing, over, or open for review."""
        if self.info.review:
            return "review"
        if self.record.outcome is not None:
            return "over"
        return "waiting" if self.info.waiting else "playing"

    def is_computer(self, side: int) -> bool:
        """Whether a computer decides for a side now."""
        return not isinstance(self.match.players[side], HumanPlayer)

    def facts(self) -> Facts:
        """Everything on which depends what people may do here."""
        info, match, course, request = self.info, self.match, self.course, self.request
        (first, second), phase = info.seats, self.phase
        return Facts(
            phase=phase,
            review=info.review,
            try_out=info.origin is not None,
            assignment=bool(info.task_of),
            opening=bool(info.opening),
            needs_consent=info.needs_consent,
            spectators_write=info.spectator_chat,
            has_next_game=info.rematch is not None,
            with_course=info.with_course,
            course_linked=course is not None,
            course_connected=course is not None and course.connected,
            locked=self.locked,
            server_locked=self.rooms.access.locked,
            request=None if request is None else (request.request, request.player),
            people=(first.is_person, second.is_person),
            auto=(first.auto, second.auto),
            paced=phase == "playing" and self.pacing.applies(self),
            draw=match.why_no_draw() is None,
            take_back=(match.why_no_take_back(0) is None, match.why_no_take_back(1) is None),
        )

    def seat_to_act(self) -> Side | None:
        """The seat whose person is to move or choose; None while a computer does, or nobody."""
        if self.phase != "playing":
            return None
        side: Side = 0 if self.match.to_act == 0 else 1
        return None if self.is_computer(side) else side

    def check_lock_code(self, who: Person, code: str) -> None:
        """Refuse to lift the lock without the teacher's code, where there is one."""
        if self.info.locked and self.info.lock_code and not who.server_owner:
            self.codes.check(code, self.info.lock_code)

    def last_to_choose(self, sides: list[Side]) -> int:
        """Which of these sides takes back: in an opening who acts, else the last to have had a choice."""
        if self.match.opening is not None:
            return self.match.to_act
        people = [side for side in sides if not self.is_computer(side)]
        for those in (people, sides):
            if (last := last_to_choose(self.record, those, self.match.kept)) is not None:
                return last
        return next(iter(sides), 0)

    # The match

    async def wake(self) -> None:
        """Let the game continue, if it can."""
        if self.phase != "playing" or self.is_closed:
            return
        if not self.match.is_running:
            for player in self.match.players:
                player.owner = self.owner
            self.clock_told = False
            self.match.start(self._signalled)
        await self.follow_match()

    def _signalled(self, signal: Signal) -> None:
        if not self.pacing.holds(self, signal):
            self.pass_on(signal)

    def pass_on(self, signal: Signal) -> None:
        """Let the match take in a signal of its own."""

        async def handle() -> None:
            self.match.handle(signal)
            await self.follow_match()

        self.post(handle)

    async def follow_match(self) -> None:
        """Store and tell what the match has decided, and let it take its next steps, until it waits."""
        match = self.match
        await self.tell_match()
        while match.advance():
            await self.tell_match()
        if match.over is not None and match.is_running:
            await self.pause()
        self.progress.watch(self)

    async def tell_match(self) -> None:
        """Store and tell what the match has decided."""
        try:
            for event in self.match.take_events():
                await tell_event(self, event)
        except StoreError:
            raise
        except Exception:
            log.exception("room %s broke down", self.id)
            error = Refusal.of(REOPENED, "failed")
            self.fail(error)
            raise error from None

    async def pause(self) -> None:
        """Stop the match and its players; it continues from there when someone comes back."""
        if not self.match.is_running:
            return
        was_running = self.match.running is not None
        self.pacing.forget()
        await self.match.stop()
        if was_running:
            self.audience.broadcast(m.Clocks(clock=self.clock()))
        self.rooms.later(self._dismiss_players())

    async def _dismiss_players(self) -> None:
        """Let programs end; they are started again when they are asked again."""
        for player in self.match.players:
            await player.close()

    def replace_player(self, side: Side, player: Player) -> None:
        """Let the computer decide for a side, or a person again; also in the middle of a turn."""
        player.owner = self.owner
        self.match.replace_player(side, player)

    def swap_seats(self) -> None:
        """The two sides change colours, with everything that belongs to them but the match's players."""
        self.info.swap_sides()
        self.name_side(0)
        self.name_side(1)
        for connection in self.audience:
            connection.seats = sorted(cast(Side, 1 - side) for side in connection.seats)

    def name_side(self, side: int, name: str = "") -> None:
        """Call a side by a name, or by that of its seat, which may have changed."""
        seat = self.info.seats[side]
        seat.rename(name)
        self.record.headers[SIDES[side]] = seat.name

    def renew_match(self) -> None:
        """Seats or rules have changed before the game has begun: a match for them."""
        self.match = self._make_match()

    def _make_match(self) -> Match:
        players = self.rooms.make_players(self.record.game, self.info)
        margin = None if self.course is None else self.course.margin
        rules = self.info.rules(self.record, margin)
        return Match(self.record, players, rules, opening=self.info.opening, seed=randbelow(1 << 30))

    # A program of the course

    async def attach_course(self, link: CourseLink) -> None:
        """A program of the course plays here, by its own measure of time."""
        self.course = link
        self.renew_match()

    async def detach_course(self) -> None:
        """The way to the program is closed."""
        link, self.course = self.course, None
        if link is None:
            return
        await link.close()
        if self.request is not None:
            self.set_request(None)
        self.tell_people()
        if self.info.waiting:  # nobody will ever play here, so nobody looks for it in the library
            self.info.hide()
            await self.storage.keep(self.info)

    # The end of the room

    def fail(self, error: BoyiError) -> None:
        """What happened could not be stored: forget it, and let everyone come back to what is stored."""
        self._leave_memory()
        for connection in self.audience:
            connection.send(refused(error))
            connection.close(GOING, "stored state is loaded again")

    def forget(self) -> None:
        """Nobody needs the room: take it out of memory."""
        self._leave_memory()

    def _leave_memory(self) -> None:
        self.is_closed = True
        self.rooms.remove(self)
        self.analyses.stop_all()
        course, self.course = self.course, None
        if course is not None:
            self.rooms.later(course.close())
        if self.match.is_running:
            self.rooms.later(self._stop_match())

    async def _stop_match(self) -> None:
        await self.match.stop()
        await self._dismiss_players()

    async def close(self, reason: str) -> None:
        """Stop everything and send everyone away."""
        self.is_closed = True
        course, self.course = self.course, None
        if course is not None:
            await course.close()
        self.analyses.stop_all()
        await self._stop_match()
        for connection in self.audience:
            connection.close(GOING if reason != "deleted" else POLICY, reason)

    # Telling

    def tell_room(self) -> None:
        """Show everyone everything."""
        view = self.view()
        for connection in self.audience:
            self.show(connection, view)

    def show(self, connection: Connection, view: RoomView | None = None) -> None:
        """Show someone everything that they may see."""
        view = self.view() if view is None else view
        if not connection.invited:
            view = view.model_copy(update={"chat": []})
        connection.send(m.RoomMessage(you=connection.you(roles_of(connection)), room=view))

    def tell_people(self) -> None:
        """Say who is here, and what has changed about the seats."""
        self.audience.broadcast(people_message(self))

    def tell_permissions(self) -> None:
        """Say what each role may do, if something that it depends on has changed."""
        if self.is_closed or not len(self.audience):
            return
        before, now = self._facts_told, self.facts()
        if now != before:
            self._facts_told = now
            if before is None or permissions(before) != permissions(now):
                self.audience.broadcast(m.May(may=permissions(now)))

    def set_request(self, request: RequestView | None, granted: bool | None = None) -> None:
        """A request stands, or ends; who is asked learns first that they may answer."""
        self.request = request
        if request is not None:
            self.tell_permissions()
        self.audience.broadcast(m.Requested(request=request, granted=granted))

    async def say(self, name: str, seat: Side | None, text: str, spectator: bool = False) -> None:
        """Store and tell a line of chat."""
        number = self.info.chat[-1]["number"] + 1 if self.info.chat else 1
        at = round(time(), 3)
        line = ChatView(number=number, name=name, seat=seat, text=text, at=at, spectator=spectator)
        self.info.add_chat(line.model_dump())
        await self.storage.keep(self.info)
        self.audience.broadcast(m.Said(chat=line), lambda connection: not connection.invited)

    # What is shown

    def clock(self) -> ClockView:
        """Both sides' time now."""
        return clock_now(self)

    def view(self) -> RoomView:
        """Everything."""
        return room_view(self)

    async def read(self, what: Callable[[Room], Result]) -> Result:
        """Something about the room, asked from outside, when all that has happened is stored and told."""

        async def look() -> Result:
            return what(self)

        return await self.run(look)

    async def add_owner(self) -> str:
        """A new owner's token."""
        token = self.info.add_owner()
        await self.storage.keep(self.info)
        return token

    async def save_if_paused(self) -> None:
        """Store the whole record, unless moves are being played."""
        if self.phase != "playing" and not self.match.is_running:
            await self.storage.save_all(self.record, self.info)
