"""One room: a record, two seats, the people around the board and the match that judges."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time
from typing import TYPE_CHECKING, Any, cast

from boyi.core.clock import TimeControl
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
    clock_after,
)
from boyi.match.replay import DETAIL, SIDES
from boyi.server import messages as m
from boyi.server.connection import GOING, POLICY, TRY_LATER, Connection
from boyi.server.limits import progress_of
from boyi.server.refusals import Refusal, refused
from boyi.server.seat_player import SeatPlayer
from boyi.server.seats import MOST_CHAT, RoomInfo, Seat
from boyi.server.showing import (
    board_shape,
    clock_view,
    languages,
    node_view,
    node_views,
    outcome_view,
    position_view,
    search_view,
)
from boyi.server.views import (
    ChatView,
    ClockView,
    Origin,
    PersonView,
    Phase,
    RequestView,
    RoomView,
    SeatView,
    Side,
)
from boyi.store.changes import Append, Change, Finish, SetExtra, TakeBack
from boyi.store.errors import StoreError

if TYPE_CHECKING:
    from boyi.server.course import CourseLink
    from boyi.server.rooms import Rooms

log = logging.getLogger("boyi.server")


class Room:
    """A game and everyone around it. All methods are called on the event loop.

    Whatever a room tells is on the disk before: while ``settled`` is not set, the record is ahead of what
    was told, and nobody is shown it.
    """

    def __init__(self, rooms: Rooms, game_id: str, record: GameRecord, info: RoomInfo) -> None:
        self.rooms, self.id, self.record, self.info = rooms, game_id, record, info
        self.connections: set[Connection] = set()
        self.request: RequestView | None = None
        self.asker: Connection | None = None
        """Who wants to join, while that is the request."""
        self.quiet_since = monotonic()
        """Since when nobody plays here."""
        self.settled = asyncio.Event()
        self.settled.set()
        self.players: tuple[SeatPlayer, SeatPlayer] = rooms.make_players(record.game, info)
        self.match: Match | None = None
        self._task: asyncio.Task[None] | None = None
        self._running: int | None = None
        self._started = False
        self._plies = record.plies
        self._pending: tuple[int, int, list[tuple[Connection, int]]] | None = None
        """The ply and move handed in, and who is told when it is on the disk."""
        from boyi.server.actions import Actions  # they know each other
        from boyi.server.study import Study
        from boyi.server.swap2 import Swap2

        self.swap2 = Swap2(self)
        self.actions = Actions(self)
        self.course: CourseLink | None = None
        """The way to a program of the course, while there is one."""
        self.study = Study(self)

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
        await self._name_seat(connection)
        self.connections.add(connection)
        connection.send(m.RoomMessage(you=connection.you, room=self.view()))
        self.tell_people()
        if held and not connection.seats:
            self._ask_to_join(connection, held[0])
        if connection.plays:
            self.wake()

    async def _name_seat(self, connection: Connection) -> None:
        """A seat without a name gets that of the first who plays it, before the game has begun."""
        if len(connection.seats) == 1 and connection.name and self._task is None and not self.info.review:
            side = connection.seats[0]
            if not self.info.seats[side].name:
                self.info.seats[side].name = self.record.headers[SIDES[side]] = connection.name
                await self.save()
                await self.keep()

    def part(self, connection: Connection) -> None:
        """Someone's connection has ended."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self.study.stop(connection)
        if connection is self.asker:
            self.set_request(None, granted=False)
        self.rest_if_alone()
        self.tell_people()

    def rest_if_alone(self) -> None:
        """Note since when nobody plays; a game that its players said goodbye to pauses at once."""
        if any(connection.plays for connection in self.connections):
            return
        self.quiet_since = monotonic()

    @property
    def is_watched(self) -> bool:
        """Whether someone is here because of whom the game goes on."""
        return any(connection.plays for connection in self.connections)

    def _ask_to_join(self, connection: Connection, side: Side) -> None:
        if self.request is None:
            self.asker = connection
            self.set_request(RequestView(request="join", player=side, name=connection.name))

    def admit(self, granted: bool) -> None:
        """The owner's answer to someone who wants to join."""
        connection, request = self.asker, self.request
        if self.course is not None:
            self.course.answer(granted)
            return
        assert connection is not None
        assert request is not None
        assert request.player is not None
        self.asker = None
        if granted:
            seat = self.info.seats[request.player]
            seat.taken = True
            seat.name = connection.name or seat.name
            self.record.headers[SIDES[request.player]] = seat.name
            connection.seats = [request.player]
        self.set_request(None, granted=granted)

    def swap_seats(self) -> None:
        """The two sides change colours, with everything that belongs to them."""
        self.info.seats.reverse()
        self.players = (self.players[1], self.players[0])
        for side, seat in enumerate(self.info.seats):
            self.record.headers[SIDES[side]] = seat.name
        for connection in self.connections:
            connection.seats = sorted(cast(Side, 1 - side) for side in connection.seats)

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
        self.swap2.rest()
        task = self._task
        if task is None:
            return
        await self.settle()
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
            thinking=True,
        )

    async def _play(self) -> None:
        match = self.match = Match(self.record, self.players, self.rules)
        self._plies, self._started = self.record.plies, False
        try:
            async for event in match.play():
                await self._tell(event)
        except StoreError as error:
            log.error("room %s: %s", self.id, error)
            self.fail(error)
        except asyncio.CancelledError:
            self._running = None
            if self.connections:
                self.broadcast(m.Clocks(clock=self.clock()))
            raise
        except Exception:
            log.exception("room %s broke down", self.id)
            self.fail(StoreError("Something went wrong in this room: it is opened again."))
        finally:
            self.match = self._running = None
            self._refuse_pending()
            for player in self.players:
                await player.close()
            self._task = None
            if self.request is not None and self.request.request in ("draw", "take back"):
                self.set_request(None, granted=False)
            self.settled.set()

    def fail(self, error: StoreError) -> None:
        """What happened could not be stored: forget it, and let everyone come back to what is stored."""
        self.rooms.forget(self)
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
            self._tell_thinking(event)
        elif isinstance(event, ClockChanged):
            self._running = event.player
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
            self._running = None if record.outcome() is not None else record.position().turn
            position = position_view(record)
            moved = m.Moved(node=node_view(record, record.end), position=position, clock=self.clock(event))
            pending, self._pending = self._pending, None
            for connection, ref in () if pending is None else pending[2]:
                connection.send(m.Done(ref=ref))
            self.broadcast(moved)
            if self.course is not None:
                self.course.played(event.player, event.move)
        elif isinstance(event, TakenBack):
            await self.commit(TakeBack(self.id, self._plies - event.ply))
            self._plies = event.ply
            self._running = record.position().turn
            self.tell_taken_back()
        else:
            await self.commit(Finish(self.id, event.outcome))
            if event.detail:
                await self.save()
            self._running = None
            self._refuse_pending()
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

    def _tell_thinking(self, event: Thinking) -> None:
        result = event.result
        seat = self.info.seats[event.player]
        spec = self.rooms.adviser if seat.auto or seat.is_person else seat.spec
        plain = m.Thinking(
            player=cast(Side, event.player),
            progress=progress_of(result, spec, self.record.position(), self.match),
            nodes=result.nodes,
            depth=result.depth,
            seconds=round(result.seconds, 3),
        )
        text = plain.model_dump_json()
        watched: str | None = None
        for connection in self.connections:
            if not connection.relaxed:
                continue
            if connection.watches and not self.info.locked:
                if watched is None:
                    search = search_view(self.record, self.record.end, result)
                    watched = plain.model_copy(update={"search": search}).model_dump_json()
                connection.send_text(watched)
            else:
                connection.send_text(text)

    async def hand_in(self, connection: Connection, ref: int, ply: int, move: int) -> None:
        """Hand a person's move in; ``done`` comes when it is on the disk."""
        if self._pending is not None:
            if self._pending[:2] != (ply, move):
                raise Refusal("stale", "You have moved already.")
            self._pending[2].append((connection, ref))  # sent twice, it counts once
            return
        self._pending = ply, move, [(connection, ref)]
        try:
            await self.players[self.record.position().turn].submit(move)
        except BaseException:
            self._pending = None
            raise

    def _refuse_pending(self) -> None:
        pending, self._pending = self._pending, None
        for connection, ref in () if pending is None else pending[2]:
            connection.send(refused(Refusal("stale", "The game had ended before your move."), ref))

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
            connection.send(m.RoomMessage(you=connection.you, room=view))

    def tell_people(self) -> None:
        """Say who is here, and what has changed about the seats."""
        self.broadcast(
            m.People(people=self.people(), seats=self.seat_views(), phase=self.phase, locked=self.info.locked)
        )

    def set_request(self, request: RequestView | None, granted: bool | None = None) -> None:
        """A request stands, or ends."""
        self.request = request
        if request is None:
            self.asker = None
        self.broadcast(m.Requested(request=request, granted=granted))

    async def say(self, name: str, seat: Side | None, text: str) -> None:
        """A line of talk."""
        number = self.info.chat[-1]["number"] + 1 if self.info.chat else 1
        line = ChatView(number=number, name=name, seat=seat, text=text, at=round(time(), 3))
        self.info.chat = [*self.info.chat, line.model_dump()][-MOST_CHAT:]
        await self.keep()
        self.broadcast(m.Said(chat=line))

    # Keeping

    async def keep(self) -> None:
        """Store what is kept beside the record."""
        await self.commit(SetExtra(self.id, self.info.to_data()))

    async def save(self) -> None:
        """Store the whole record with its variations; only while no moves are being played."""
        await asyncio.to_thread(self.rooms.store.save, self.record, self.id)

    async def finish(self, outcome: Outcome, detail: str) -> None:
        """End the game for a reason that the match does not know."""
        await self.rest()
        if self.record.outcome() is None:
            self.record.result = outcome
            self.record.headers[DETAIL] = detail
            await self._tell_change(GameOver(outcome, detail))

    async def close(self, reason: str) -> None:
        """Stop everything and send everyone away."""
        if self.course is not None:
            await self.course.close()
        await self.rest()
        self.study.stop_all()
        for connection in list(self.connections):
            connection.close(GOING if reason != "deleted" else POLICY, reason)

    # Views

    def clock(self, event: MovePlayed | None = None) -> ClockView:
        """Both sides' time now."""
        if event is not None:
            return clock_view(event.clock, self._running)
        if self.match is None:
            return clock_view(clock_after(self.record, self.rules.control), None)
        return clock_view(self.match.clock, self._running, self.match.elapsed())

    def seat_views(self) -> list[SeatView]:
        """Both seats."""
        online = {side for connection in self.connections for side in connection.seats}
        return [
            SeatView(
                kind=seat.kind,
                name=seat.name,
                spec=seat.spec if not seat.is_person else "",
                online=self._is_online(seat, side in online),
                auto=seat.auto,
                taken=seat.taken,
            )
            for side, seat in enumerate(self.info.seats)
        ]

    def _is_online(self, seat: Seat, connected: bool) -> bool:
        if seat.kind == "course":
            return self.course is not None and self.course.connected
        return not seat.is_person or connected

    def people(self) -> list[PersonView]:
        """Everyone who is connected."""
        return [
            PersonView(name=one.name, seat=one.seats[0] if len(one.seats) == 1 else None)
            for one in self.connections
        ]

    def view(self) -> RoomView:
        """Everything."""
        record, info, game = self.record, self.info, self.record.game
        return RoomView(
            id=self.id,
            game=game.name,
            options=dict(game.settings),
            title=languages((game.title, game.title_zh)),
            board=board_shape(game),
            seats=self.seat_views(),
            position=position_view(record),
            nodes=node_views(record),
            clock=self.clock(),
            request=self.request,
            chat=[ChatView(**line) for line in info.chat],
            people=self.people(),
            take_back=info.take_back,
            locked=info.locked,
            phase=self.phase,
            opening=self.swap2.view(),
            rematch=info.rematch,
            origin=None if info.origin is None else Origin(**info.origin),
            headers={name: value for name, value in record.headers.items() if name != DETAIL},
        )

    async def handle(self, connection: Connection, message: Any) -> None:
        """Do what a message asks."""
        await self.settle()
        await self.actions.handle(connection, message)
