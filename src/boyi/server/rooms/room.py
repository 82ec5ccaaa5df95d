"""One room: a record, two seats, the people around the board and the match that judges."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time
from typing import TYPE_CHECKING, Any, cast
from weakref import proxy

from boyi.core.clock import TimeControl
from boyi.core.errors import BoyiError
from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.match import (
    Answered,
    ClockChanged,
    Event,
    GameOver,
    Match,
    MatchRules,
    MovePlayed,
    Requested,
    TakenBack,
    Thinking,
)
from boyi.match.replay import DETAIL, SIDES
from boyi.match.rules import MARGIN
from boyi.server import messages as m
from boyi.server.access import is_invited, owns_server
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.admission import Door
from boyi.server.rooms.connection import GOING, POLICY, TRY_LATER, Connection, is_remote
from boyi.server.rooms.pending import PendingMove
from boyi.server.rooms.players import SeatPlayer
from boyi.server.rooms.search_progress import Thoughts
from boyi.server.rooms.seats import RoomInfo
from boyi.server.rooms.views import clock_now, people_message, room_view
from boyi.server.serializers import clock_view, node_view, node_views, outcome_view, position_view
from boyi.server.token_bucket import Bucket
from boyi.server.views import ChatView, ClockView, Phase, RequestView, RoomView, Side
from boyi.store.changes import Append, Change, Finish, SetExtra, TakeBack
from boyi.store.errors import StoreError

if TYPE_CHECKING:
    from boyi.server.course.link import CourseLink
    from boyi.server.rooms.registry import Rooms

log = logging.getLogger("boyi.server")

CHAT_BURST, CHAT_PER_SECOND = 8, 0.5
"""Lines of talk that one person may write at once, and for long."""
MOST_SPEAKERS = 500
"""People whose talk is counted before those who have long been quiet are forgotten."""


class Room:
    """A game and everyone around it. All methods are called on the event loop.

    Whatever a room tells is on the disk before: while ``settled`` is not set, the record is ahead of what
    was told, and nobody is shown it.
    """

    def __init__(self, rooms: Rooms, game_id: str, record: GameRecord, info: RoomInfo) -> None:
        self.rooms, self.id, self.record, self.info = rooms, game_id, record, info
        self.connections: set[Connection] = set()
        self.request: RequestView | None = None
        self._speakers: dict[str, Bucket] = {}
        # Its parts know the room without keeping it: a room that nobody needs goes at once, with its record,
        # and does not wait for the collector.
        itself = cast(Room, proxy(self))
        self.door = Door(itself)
        self.following = asyncio.Lock()
        """Held while the game after this one is made: there is only one."""
        self.quiet_since = monotonic()
        """Since when nobody plays here."""
        self.settled = asyncio.Event()
        self.settled.set()
        self.players: tuple[SeatPlayer, SeatPlayer] = rooms.make_players(record.game, info)
        self.match: Match | None = None
        self._task: asyncio.Task[None] | None = None
        self.running: int | None = None
        """Whose time runs."""
        self._started = False
        self._thoughts = Thoughts(itself)
        self._plies = record.plies
        self._pending = PendingMove()
        from boyi.server.rooms.actions import Actions  # they know each other
        from boyi.server.rooms.study import Study
        from boyi.server.rooms.swap2 import Swap2

        self.swap2 = Swap2(itself)
        self.actions = Actions(itself)
        self.course: CourseLink | None = None
        """The way to a program of the course, while there is one."""
        self.study = Study(itself)

    # People

    async def join(self, connection: Connection) -> None:
        """Let someone in and show them everything."""
        if len(self.connections) >= self.rooms.settings.most_people:
            raise Refusal("busy", "This room is full.", ends=(TRY_LATER, "full"))
        await self.settle()
        token = connection.token
        connection.owner = self.info.is_owner(token) or (not self.info.owners and not self.rooms.settings.lan)
        held = self.info.seats_of(token)
        connection.seats = [side for side in held if self.info.seats[side].taken]
        connection.person = "owner" if connection.owner else token if held else ""
        settings, proof = self.rooms.settings, connection.server_token
        connection.server_owner = owns_server(settings, proof)
        connection.invited = connection.owner or bool(held) or is_invited(settings, proof)
        await self.door.name_seat(connection)
        self.connections.add(connection)
        knocks = bool(held) and not connection.seats
        connection.door = "waiting" if knocks else ""
        self.show(connection)
        self.tell_people()
        if knocks:
            self.door.knock(connection, held[0])
        if connection.plays:
            self.wake()

    def part(self, connection: Connection) -> None:
        """Someone's connection has ended."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self.study.stop(connection)
        self.door.leave(connection)
        self.rest_if_alone()
        self.tell_people()

    def rest_if_alone(self) -> None:
        """Note since when nobody plays; a game that its players said goodbye to pauses at once."""
        if not any(connection.plays for connection in self.connections):
            self.quiet_since = monotonic()

    @property
    def is_resting(self) -> bool:
        """Whether no match runs."""
        return self._task is None

    @property
    def is_watched(self) -> bool:
        """Whether someone is here because of whom the game goes on: at a page, or a course program."""
        if self.course is not None and self.course.playing:
            return True
        return any(connection.plays for connection in self.connections)

    def swap_seats(self) -> None:
        """The two sides change colours, with everything that belongs to them."""
        self.info.seats.reverse()
        self.players = (self.players[1], self.players[0])
        for side, seat in enumerate(self.info.seats):
            self.record.headers[SIDES[side]] = seat.name
        for connection in self.connections:
            connection.seats = sorted(cast(Side, 1 - side) for side in connection.seats)

    @property
    def owner(self) -> str:
        """Whose share of the server the room's searches use: those who play from one address have one."""
        addresses = {connection.address for connection in self.connections if connection.plays}
        return min(filter(is_remote, addresses), default=f"room {self.id}")

    @property
    def locked(self) -> bool:
        """Whether the computer's help is locked here or on the whole server."""
        return self.info.locked or self.rooms.settings.locked

    # The match

    @property
    def phase(self) -> Phase:
        """Waiting for a friend, playing, over, or open for review."""
        if self.info.review:
            return "review"
        if self.record.outcome() is not None:
            return "over"
        return "waiting" if self.info.waiting else "playing"

    def wake(self) -> None:
        """Let the game go on, if it can."""
        if self.info.opening:
            self.swap2.wake()
        elif self._task is None and self.phase == "playing":
            self._task = asyncio.create_task(self._play())

    async def rest(self) -> None:
        """Stop the match and its players; it goes on where it stands when someone comes back."""
        await self.settle()
        self.swap2.rest()
        task = self._task
        if task is None:
            return
        task.cancel()
        await asyncio.wait({task})

    async def running_match(self) -> Match:
        """The match of a game that goes on; it has just begun at the latest."""
        for _ in range(10):
            if self.match is not None:
                return self.match
            await asyncio.sleep(0)
        raise Refusal("not-allowed", "The game is not being played now.")

    async def settle(self) -> None:
        """Wait until everything that has happened is on the disk and was told."""
        while not self.settled.is_set():
            await self.settled.wait()

    @property
    def rules(self) -> MatchRules:
        """What the match allows."""
        free = self.info.take_back != "never" and not self.info.needs_consent
        return MatchRules(
            control=TimeControl.parse(self.info.clock),
            take_back="free" if free else self.info.take_back,
            kept=self.info.prefix if self.info.origin else self.swap2.stones,
            thinking=True,
            margin=MARGIN if self.course is None else self.course.margin,
        )

    async def _play(self) -> None:
        match = self.match = Match(self.record, self.players, self.rules)
        self._plies, self._started = self.record.plies, False
        for player in self.players:
            player.belongs_to(self.owner)
        ticker = asyncio.create_task(self._thoughts.tick())
        try:
            async for event in match.play():
                await self._tell(event)
        except StoreError as error:
            log.error("room %s: %s", self.id, error)
            self.fail(error)
        except asyncio.CancelledError:
            self.running = None
            self.broadcast(m.Clocks(clock=self.clock()))
            raise
        except Exception:
            log.exception("room %s broke down", self.id)
            self.fail(Refusal("failed", "Something went wrong in this room: it is opened again."))
        finally:
            ticker.cancel()
            self.match = self.running = None
            self._pending.refuse()
            for player in self.players:
                await player.close()
            self._task = None
            if self.request is not None and self.request.request in ("draw", "take back"):
                self.set_request(None, granted=False)
            self.settled.set()

    def fail(self, error: BoyiError) -> None:
        """What happened could not be stored: forget it, and let everyone come back to what is stored."""
        self.rooms.forget(self)
        self._pending.fail(error)  # before the connections close
        for connection in self.connections:
            connection.send(refused(error))
            connection.close(GOING, "stored state is loaded again")

    async def commit(self, *changes: Change) -> None:
        """Wait until the changes are on the disk."""
        futures = [self.rooms.writer.submit(change) for change in changes]
        for future in futures:
            await asyncio.wrap_future(future)

    async def _tell(self, event: Event) -> None:
        """Pass on what the match says, each thing only when it will survive anything."""
        if isinstance(event, Thinking):
            self._thoughts.tell(event)
        elif isinstance(event, ClockChanged):
            self.running = event.player
            if not self._started:  # later ones come with the move or the taking back
                self._started = True
                self.broadcast(m.Clocks(clock=self.clock()))
        elif isinstance(event, Requested):
            player = cast(Side, event.player)
            name = self.info.seats[player].name
            self.set_request(RequestView(request=event.request, player=player, name=name))
        elif isinstance(event, Answered):
            if self.request is not None:
                self.set_request(None, granted=event.granted)
        elif isinstance(event, (MovePlayed, TakenBack, GameOver)):
            self.settled.clear()
            try:
                await self._tell_change(event)
            finally:
                self.settled.set()

    async def _tell_change(self, event: MovePlayed | TakenBack | GameOver) -> None:
        record = self.record
        if isinstance(event, MovePlayed):
            node = record.nodes[record.end]
            await self.commit(Append(self.id, event.ply, event.move, node.spent, node.clock, node.evaluation))
            self._plies = event.ply
            self.running = None if record.outcome() is not None else record.position().turn
            clock = clock_view(event.clock, self.running)
            moved = m.Moved(node=node_view(record, record.end), position=position_view(record), clock=clock)
            self._pending.acknowledge()
            self.broadcast(moved)
            if self.course is not None:
                self.course.played(event.player, event.move)
        elif isinstance(event, TakenBack):
            await self.commit(TakeBack(self.id, self._plies - event.ply))
            self._plies = event.ply
            self.running = record.position().turn
            self._pending.refuse("The board has changed meanwhile: look again.")
            self.tell_taken_back()
        else:
            self.info.stopped = self.clock().left if self.running is not None else []
            await self.commit(SetExtra(self.id, self.info.to_data()), Finish(self.id, event.outcome))
            if event.detail:
                await self.save()
            self.running = None
            self._pending.refuse()
            self.broadcast(m.Over(outcome=outcome_view(record, event.outcome), clock=self.clock()))
            self.tell_people()
            if self.course is not None:
                self.course.ended(event.outcome)

    def tell_taken_back(self) -> None:
        """Show the board after moves were taken back."""
        self.broadcast(
            m.TakenBack(
                position=position_view(self.record), nodes=node_views(self.record), clock=self.clock()
            )
        )

    async def hand_in(self, connection: Connection, ref: int, ply: int, move: int) -> None:
        """Hand a person's move in; ``done`` comes when it is on the disk."""
        if not self._pending.add(connection, ref, ply, move):
            return
        try:
            await self.players[self.record.position().turn].submit(move)
        except BaseException:
            self._pending.forget()
            raise

    # Telling

    def broadcast(self, message: m.Message, but: Callable[[Connection], bool] | None = None) -> None:
        """Send a message to everyone; it is written once."""
        text = message.model_dump_json()
        for connection in list(self.connections):
            if but is None or not but(connection):
                connection.send_text(text)

    def tell_room(self) -> None:
        """Show everyone everything."""
        view = self.view()
        for connection in list(self.connections):
            self.show(connection, view)

    def show(self, connection: Connection, view: RoomView | None = None) -> None:
        """Show someone everything that they may see."""
        view = self.view() if view is None else view
        if not connection.invited:
            view = view.model_copy(update={"chat": []})
        connection.send(m.RoomMessage(you=connection.you, room=view))

    def tell_people(self) -> None:
        """Say who is here, and what has changed about the seats."""
        self.broadcast(people_message(self))

    def set_request(self, request: RequestView | None, granted: bool | None = None) -> None:
        """A request stands, or ends."""
        self.request = request
        self.broadcast(m.Requested(request=request, granted=granted))

    def may_speak(self, speaker: str) -> bool:
        """Whether someone has not written too much lately; if so, this line is counted."""
        if len(self._speakers) > MOST_SPEAKERS:
            self._speakers = {name: known for name, known in self._speakers.items() if not known.is_full}
        return self._speakers.setdefault(speaker, Bucket(CHAT_BURST, CHAT_PER_SECOND)).take()

    async def say(self, name: str, seat: Side | None, text: str, spectator: bool = False) -> None:
        """A line of talk."""
        number = self.info.chat[-1]["number"] + 1 if self.info.chat else 1
        at = round(time(), 3)
        line = ChatView(number=number, name=name, seat=seat, text=text, at=at, spectator=spectator)
        self.info.add_chat(line.model_dump())
        await self.keep()
        self.broadcast(m.Said(chat=line), lambda connection: not connection.invited)

    # Keeping

    async def keep(self) -> None:
        """Store what is kept beside the record."""
        await self.commit(SetExtra(self.id, self.info.to_data()))

    async def save(self) -> None:
        """Store the whole record with its variations; only while no moves are being played."""
        await asyncio.to_thread(self.rooms.store.save, self.record, self.id)

    async def save_all(self) -> None:
        """Store the record and what is kept beside it, while nobody looks at them."""
        self.settled.clear()
        try:
            await self.save()
            await self.keep()
        finally:
            self.settled.set()

    async def finish(self, outcome: Outcome, detail: str) -> None:
        """End the game for a reason that the match does not know, also where none runs."""
        if self.match is not None and self._task is not None:
            self.match.end(outcome, detail)
            await asyncio.wait({self._task})
        await self.rest()
        if self.record.outcome() is None:
            self.record.result = outcome
            self.record.headers |= {DETAIL: detail} if detail else {}
            await self._tell(GameOver(outcome, detail))

    async def close(self, reason: str) -> None:
        """Stop everything and send everyone away."""
        if self.course is not None:
            await self.course.close()
        await self.rest()
        self.study.stop_all()
        for connection in list(self.connections):
            connection.close(GOING if reason != "deleted" else POLICY, reason)

    # What is shown

    def clock(self) -> ClockView:
        """Both sides' time now."""
        return clock_now(self)

    def view(self) -> RoomView:
        """Everything."""
        return room_view(self)

    async def handle(self, connection: Connection, message: Any) -> None:
        """Do what a message asks."""
        await self.settle()
        await self.actions.handle(connection, message)
