"""A room as it is shown: its seats, people, clock, and everything at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from boyi.core.language import languages
from boyi.core.outcome import TIME_OUT
from boyi.match import OpeningState
from boyi.match.replay import DETAIL
from boyi.server.messages import People
from boyi.server.rooms.assignments import task_view
from boyi.server.rooms.permissions import permissions
from boyi.server.rooms.state import Seat
from boyi.server.serializers import board_shape, clock_view, node_views, position_view
from boyi.server.views import (
    ChatView,
    ClockView,
    CourseView,
    OpeningView,
    Origin,
    RoomView,
    SeatView,
    Side,
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
        title=languages(game.title),
        board=board_shape(game),
        seats=seat_views(room),
        position=position_view(record),
        nodes=node_views(record),
        clock=room.clock(),
        request=room.request,
        chat=[ChatView(**line) for line in info.chat],
        spectator_chat=info.spectator_chat,
        people=room.audience.people(),
        take_back=info.take_back,
        locked=room.locked,
        phase=room.phase,
        acts=room.seat_to_act(),
        pace=room.pacing.view(room),
        may=permissions(room.facts()),
        opening=opening_view(room.match.opening),
        rematch=info.rematch,
        origin=None if info.origin is None else Origin(**info.origin, ply=info.prefix),
        course=course_view(room),
        task=task_view(room),
        lock_code=bool(info.lock_code),
        headers={name: value for name, value in record.headers.items() if name != DETAIL},
    )


def opening_view(opening: OpeningState | None) -> OpeningView | None:
    """Where a swap2 opening stands."""
    if opening is None:
        return None
    return OpeningView(
        step=opening.step,
        side=cast(Side, opening.player),
        stones=opening.stones,
        choices=list(opening.choices),
    )


def clock_now(room: Room) -> ClockView:
    """Both sides' time, which stands still at the end; who has lost on time has none left."""
    match = room.match
    if (held := room.pacing.held) is not None:
        thought = clock_view(match.clock, held.turn.side, held.turn.used(held.at))
        return thought.model_copy(update={"running": None})
    if match.running is not None:
        return clock_view(match.clock, match.running, match.elapsed())
    view = clock_view(match.clock, None)
    outcome = room.record.outcome
    if outcome is None:
        return view
    left = room.info.stopped or view.left
    if outcome.reason == TIME_OUT:
        left = [left[side] if side == outcome.winner else 0.0 for side in (0, 1)]
    return view.model_copy(update={"left": left})


def seat_views(room: Room) -> list[SeatView]:
    """Both seats."""
    online = room.audience.seated
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


def people_message(room: Room) -> People:
    """Who is here, and what may have changed about the seats."""
    return People(
        people=room.audience.people(),
        seats=seat_views(room),
        phase=room.phase,
        locked=room.locked,
        lock_code=bool(room.info.lock_code),
        course=course_view(room),
        spectator_chat=room.info.spectator_chat,
        acts=room.seat_to_act(),
        task=task_view(room),
        pace=room.pacing.view(room),
    )
