"""A class over REST: all boards, the lock of the server, assignments."""

from __future__ import annotations

from fastapi import APIRouter, Request

from boyi.server.api.games import GameToken, ServerToken, address_of, rooms_of
from boyi.server.bodies import Error, GameId, Made
from boyi.server.class_bodies import (
    AssignmentMade,
    Assignments,
    AssignmentView,
    BeginAttempt,
    ClassView,
    LockServer,
    NewAssignment,
)
from boyi.server.rooms.assignments import (
    all_assignments,
    assignment_view,
    begin_attempt,
    check_visitor,
    make_assignment,
)
from boyi.server.rooms.classroom import class_view, lock_all
from boyi.server.rooms.connection import clean

router = APIRouter(prefix="/api", responses={"4XX": {"model": Error}})


@router.get("/class")
async def whole_class(request: Request, server_token: ServerToken = "") -> ClassView:
    """All boards of the server at once, for its owner."""
    rooms = rooms_of(request)
    rooms.access.check_owner(server_token)
    return await class_view(rooms)


@router.post("/class/lock")
async def lock_class(request: Request, wanted: LockServer, server_token: ServerToken = "") -> ClassView:
    """Lock the computer's help in all games, or lift it."""
    rooms = rooms_of(request)
    rooms.access.check_owner(server_token)
    lock_all(rooms, wanted.on, wanted.code, server_token)
    return await class_view(rooms)


@router.get("/assignments")
async def list_assignments(request: Request, server_token: ServerToken = "") -> Assignments:
    """All assignments with their results, for the owner of the server."""
    rooms = rooms_of(request)
    rooms.access.check_owner(server_token)
    return Assignments(assignments=await all_assignments(rooms))


@router.post("/assignments", status_code=201)
async def new_assignment(request: Request, new: NewAssignment) -> AssignmentMade:
    """Make a position an assignment."""
    rooms = rooms_of(request)
    rooms.access.check_join_token(new.join_token)
    return await make_assignment(rooms, new)


@router.get("/assignments/{game_id}")
async def look_at_assignment(
    request: Request, game_id: GameId, token: GameToken = "", server_token: ServerToken = ""
) -> AssignmentView:
    """An assignment for those who have its link; its owner sees the results too."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    return await assignment_view(rooms, room, check_visitor(room, token, server_token))


@router.post("/assignments/{game_id}/begin", status_code=201)
async def begin(
    request: Request,
    game_id: GameId,
    pupil: BeginAttempt,
    token: GameToken = "",
    server_token: ServerToken = "",
) -> Made:
    """Begin a try, in a room of one's own."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    is_owner = check_visitor(room, token, server_token)
    return await begin_attempt(rooms, room, clean(pupil.name), "" if is_owner else address_of(request))
