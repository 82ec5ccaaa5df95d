"""The lobby over REST: games that wait for someone, and asking for a seat."""

from __future__ import annotations

from fastapi import APIRouter, Request

from boyi.server.api.games import ServerToken, rooms_of
from boyi.server.bodies import Error, GameId, Lobby, SeatToken
from boyi.server.rooms.lobby import ask_for_seat, open_games

router = APIRouter(prefix="/api/lobby", responses={"4XX": {"model": Error}})


@router.get("")
async def lobby(request: Request, server_token: ServerToken = "") -> Lobby:
    """The games that wait for someone, for those who were invited to the server."""
    rooms = rooms_of(request)
    rooms.access.check_library(server_token)
    return Lobby(games=open_games(rooms))


@router.post("/{game_id}")
async def ask(request: Request, game_id: GameId, server_token: ServerToken = "") -> SeatToken:
    """Ask for the free seat of a game; with the token one enters its room and waits to be let in."""
    rooms = rooms_of(request)
    rooms.access.check_library(server_token)
    room = await rooms.find(game_id)
    return SeatToken(id=game_id, token=await room.run(lambda: ask_for_seat(room)))
