"""The lobby of a server on the network: games with a free seat, for all who were invited."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from boyi.core.language import languages
from boyi.server.bodies import LobbyGame
from boyi.server.refusals import Refusal
from boyi.server.views import Side

if TYPE_CHECKING:
    from boyi.server.rooms.registry import Rooms
    from boyi.server.rooms.room import Room


def is_open(room: Room) -> bool:
    """Whether someone may ask for a seat: its owner offers it to everyone, and is there to answer."""
    return room.info.lobby and room.phase == "waiting" and any(one.owner for one in room.audience)


def open_games(rooms: Rooms) -> list[LobbyGame]:
    """The games that wait for someone, the newest first."""
    return [_entry(room) for room in reversed(rooms.in_memory()) if is_open(room)]


def _entry(room: Room) -> LobbyGame:
    side = _free_side(room)
    game = room.record.game
    return LobbyGame(
        id=room.id,
        game=game.name,
        title=languages(game.title),
        options=dict(game.settings),
        name=room.info.seats[1 - side].name,
        side=side,
        clock=room.info.clock,
        take_back=room.info.take_back,
    )


def _free_side(room: Room) -> Side:
    return cast(Side, next(side for side, seat in enumerate(room.info.seats) if not seat.taken))


async def ask_for_seat(room: Room) -> str:
    """A token with which someone asks for the free seat; the owner of the room lets them in, or not."""
    if not is_open(room):
        raise Refusal("This game does not wait for anyone any more.", "stale")
    token = room.info.seats[_free_side(room)].ask()
    await room.storage.keep(room.info)
    return token
