"""A room as it is shown: its seats, people, clock, and everything at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from boyi.core.outcome import TIME_OUT
from boyi.core.sentences import both
from boyi.match import clock_after
from boyi.match.replay import DETAIL
from boyi.server.messages import People
from boyi.server.rooms.seats import Seat
from boyi.server.serializers import board_shape, clock_view, node_views, position_view
from boyi.server.views import (
    ChatView,
    ClockView,
    CourseView,
    Languages,
    Origin,
    PersonView,
    RoomView,
    SeatView,
)

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room


def room_view(room: Room) -> RoomView:
    """Everything about a room."""
    record, info, game = room.record, room.info, room.record.game
    return RoomView(
        id=room.id,
        game=game.name,
        options=dict(game.settings),
        title=cast(Languages, both(game.title)),
        board=board_shape(game),
        seats=seat_views(room),
        position=position_view(record),
        nodes=node_views(record),
        clock=room.clock(),
        request=room.request,
        chat=[ChatView(**line) for line in info.chat],
        spectator_chat=info.spectator_chat,
        people=people_views(room),
        take_back=info.take_back,
        locked=room.locked,
        phase=room.phase,
        opening=room.swap2.view(),
        rematch=info.rematch,
        origin=None if info.origin is None else Origin(**info.origin, ply=info.prefix),
        course=course_view(room),
        headers={name: value for name, value in record.headers.items() if name != DETAIL},
    )


def clock_now(room: Room) -> ClockView:
    """Both sides' time, which stands still at the end; who has lost on time has none left."""
    if room.match is not None and room.running is not None:
        return clock_view(room.match.clock, room.running, room.match.elapsed())
    view = clock_view(clock_after(room.record, room.rules.control), None)
    outcome = room.record.outcome()
    if outcome is None:
        return view
    left = room.info.stopped or view.left
    if outcome.reason == TIME_OUT:
        left = [left[side] if side == outcome.winner else 0.0 for side in (0, 1)]
    return view.model_copy(update={"left": left})


def seat_views(room: Room) -> list[SeatView]:
    """Both seats."""
    online = {side for connection in room.connections for side in connection.seats}
    return [
        SeatView(
            kind=seat.kind,
            name=seat.name,
            spec="" if seat.is_person else seat.spec,
            online=_is_online(room, seat, side in online),
            auto=seat.auto,
            taken=seat.taken,
        )
        for side, seat in enumerate(room.info.seats)
    ]


def _is_online(room: Room, seat: Seat, connected: bool) -> bool:
    if seat.kind == "course":
        return room.course is not None and room.course.connected
    return not seat.is_person or connected


def course_view(room: Room) -> CourseView | None:
    """The way to a program of the course, in rooms that have or had one."""
    if not room.info.with_course:
        return None
    link = room.course
    return CourseView(state="gone") if link is None else CourseView(state=link.state, address=link.address)


def people_views(room: Room) -> list[PersonView]:
    """Everyone who is connected, with however many pages."""
    people: dict[object, PersonView] = {}
    for one in room.connections:
        seat = one.seats[0] if len(one.seats) == 1 else None
        people.setdefault(one.person or one, PersonView(name=one.name, seat=seat))
    return list(people.values())


def people_message(room: Room) -> People:
    """Who is here, and what may have changed about the seats."""
    return People(
        people=people_views(room),
        seats=seat_views(room),
        phase=room.phase,
        locked=room.locked,
        course=course_view(room),
        spectator_chat=room.info.spectator_chat,
    )
