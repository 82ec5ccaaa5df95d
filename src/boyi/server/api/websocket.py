"""The WebSocket of a room."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from boyi.core.errors import BoyiError
from boyi.server.refusals import refused
from boyi.server.rooms.connection import POLICY, Connection
from boyi.server.rooms.registry import Rooms

router = APIRouter()


@router.websocket("/api/games/{game_id}/socket")
async def room_socket(socket: WebSocket, game_id: str) -> None:
    """Talk about one game; see ``messages.py`` for the vocabulary."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    wanted = game_id[:40]
    try:
        await rooms.find(wanted)  # whoever names no game is told so at once
    except BoyiError as error:
        await socket.send_text(refused(error).model_dump_json())
        await socket.close(POLICY, "no such game")
        return
    await Connection(socket).serve(lambda: rooms.find(wanted))
