"""A class at a glance: all boards of the server, and the lock over all of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from boyi.core.language import languages
from boyi.server.class_bodies import ClassBoard, ClassView
from boyi.server.rooms.views import seat_views
from boyi.server.serializers import board_shape, position_view

if TYPE_CHECKING:
    from boyi.server.rooms.registry import Rooms
    from boyi.server.rooms.room import Room

MOST_BOARDS = 100
PHASES = ("playing", "waiting", "over", "review")


async def class_view(rooms: Rooms) -> ClassView:
    """All boards where someone is, those in play first, each as it is stored and told."""
    shown = [room for room in rooms.in_memory() if len(room.audience) and not room.is_closed]
    shown.sort(key=lambda room: PHASES.index(room.phase))
    return ClassView(
        boards=[await room.read(_board) for room in shown[:MOST_BOARDS]],
        locked=rooms.access.locked,
        needs_code=not rooms.access.owner_token,
    )


def _board(room: Room) -> ClassBoard:
    game, seats = room.record.game, seat_views(room)
    return ClassBoard(
        id=room.id,
        title=languages(game.title),
        board=board_shape(game),
        position=position_view(room.record, playable=False),
        names=[seat.name for seat in seats],
        specs=[seat.spec for seat in seats],
        online=[seat.online for seat in seats],
        phase=room.phase,
        locked=room.locked,
        task="" if room.info.task is None else room.info.task["title"],
    )


def lock_all(rooms: Rooms, on: bool, code: str, token: str) -> None:
    """Lock the computer's help in every room, or lift that; every room is told."""
    rooms.access.set_lock(on, code, token)
    for room in rooms.in_memory():
        room.post(partial(_tell_lock, room))


async def _tell_lock(room: Room) -> None:
    if room.locked and room.phase == "playing":
        room.analyses.stop_all()
    room.tell_people()
