"""What a room does with each event of its match: first it is stored, then it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from boyi.match import (
    Answered,
    ClockChanged,
    ColoursChosen,
    Event,
    GameOver,
    MovePlayed,
    OpeningChanged,
    Requested,
    TakenBack,
    Thinking,
)
from boyi.match.replay import DETAIL
from boyi.server import messages as m
from boyi.server.rooms.views import opening_view
from boyi.server.serializers import clock_view, node_view, node_views, outcome_view, position_view
from boyi.server.views import RequestView, Side
from boyi.store.changes import Append, Finish, SetExtra, TakeBack

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room


async def tell_event(room: Room, event: Event) -> None:
    """Pass on what the match says, each thing only when it cannot be lost any more."""
    if isinstance(event, MovePlayed):
        await _tell_move(room, event)
    elif isinstance(event, TakenBack):
        await _tell_take_back(room, event)
    elif isinstance(event, GameOver):
        await _tell_end(room, event)
    elif isinstance(event, OpeningChanged):
        await _tell_opening(room, event)
    elif isinstance(event, ColoursChosen):
        await _tell_colours(room, event)
    elif isinstance(event, Thinking):
        room.progress.tell(room, event)
    elif isinstance(event, ClockChanged):
        if not room.clock_told:  # later ones come with the move or the taking back
            room.clock_told = True
            room.audience.broadcast(m.Clocks(clock=room.clock()))
    elif isinstance(event, Requested):
        player = cast(Side, event.player)
        name = room.info.seats[player].name
        room.set_request(RequestView(request=event.request, player=player, name=name))
    elif isinstance(event, Answered) and room.request is not None:
        room.set_request(None, granted=event.granted)


async def _tell_move(room: Room, event: MovePlayed) -> None:
    record = room.record
    node = record.nodes[record.end]
    await room.storage.commit(Append(room.id, event.ply, event.move, node.spent, node.clock, node.evaluation))
    room.plies_told = event.ply
    stands = record.outcome is not None or node.spent is None  # a stone of an opening starts no clock
    clock = clock_view(event.clock, None if stands else record.position.turn)
    node_shown, position = node_view(record, record.end), position_view(record)
    moved = m.Moved(node=node_shown, position=position, clock=clock, acts=room.seat_to_act())
    room.acknowledge()
    room.audience.broadcast(moved)
    if room.info.task_of and record.outcome is None:
        room.tell_people()  # the assignment may be lost by this move
    room.pacing.moved()
    if room.course is not None:
        room.course.played(event.player, event.move)


async def _tell_take_back(room: Room, event: TakenBack) -> None:
    record, reopened = room.record, event.reopened
    await room.storage.commit(TakeBack(room.id, room.plies_told - event.ply))
    if reopened:
        room.info.reopen()
        room.analyses.stop_all()  # of moves that are no longer there
        await room.storage.save_all(record, room.info)  # without the sentence about the end
    room.plies_told = event.ply
    running = None if room.match.opening is not None else record.position.turn
    clock = room.clock() if reopened else clock_view(event.clock, running)
    room.audience.broadcast(
        m.TakenBack(
            position=position_view(record), nodes=node_views(record), clock=clock, acts=room.seat_to_act()
        )
    )
    if reopened:
        room.tell_people()


async def _tell_end(room: Room, event: GameOver) -> None:
    record = room.record
    match = room.match
    stopped = clock_view(match.clock, match.stopped, match.elapsed())
    room.info.end(event.detail, [] if match.stopped is None else stopped.left)
    await room.storage.commit(SetExtra(room.id, room.info.to_data()), Finish(room.id, event.outcome))
    if record.headers.get(DETAIL):
        await room.storage.save(record)
    room.audience.broadcast(m.Over(outcome=outcome_view(record, event.outcome), clock=room.clock()))
    room.tell_people()
    if room.course is not None:
        room.course.ended(event.outcome)


async def _tell_opening(room: Room, event: OpeningChanged) -> None:
    if event.opening is not None and event.opening.step != room.info.opening:
        room.info.begin_step(event.opening.step)
        await room.storage.keep(room.info)
    room.audience.broadcast(m.Opening(opening=opening_view(event.opening), acts=room.seat_to_act()))


async def _tell_colours(room: Room, event: ColoursChosen) -> None:
    room.info.settle_colours()
    if event.black != 0:
        room.swap_seats()
    await room.storage.save_all(room.record, room.info)
    room.audience.broadcast(m.Opening(opening=None, acts=room.seat_to_act()))
    room.tell_room()
    room.tell_people()
