"""Games over REST: make, list, look, claim, delete."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Request

from boyi.core.errors import BoyiError
from boyi.core.grid import GridPosition
from boyi.core.language import languages
from boyi.core.outcome import Outcome
from boyi.core.reasons import outcome_sentence
from boyi.core.registry import game_class, game_names
from boyi.programs.sandbox import protection
from boyi.server.bodies import (
    Catalog,
    Claimed,
    Course,
    Deleted,
    Deletion,
    Error,
    GameId,
    Join,
    Listed,
    Listing,
    Made,
    NewGame,
    Summary,
    Thumbnail,
    Thumbnails,
    Tokens,
)
from boyi.server.catalog import make_catalog
from boyi.server.course.opening import open_course
from boyi.server.refusals import Refusal, code_of
from boyi.server.rooms.people import Person
from boyi.server.rooms.permissions import delete, require
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.rooms.state import RoomInfo
from boyi.server.views import OutcomeView, RoomView
from boyi.store.damage import damage_of_error
from boyi.store.finding import GameFilter, GameSummary

router = APIRouter(prefix="/api", responses={"4XX": {"model": Error}, 503: {"model": Error}})

GameToken = Annotated[str, Header(alias="X-Boyi-Token", max_length=100)]
"""A token of the game: its owner's or a seat's."""
ServerToken = Annotated[str, Header(alias="X-Boyi-Server-Token", max_length=100)]
"""The server's join token, or its owner's."""


def rooms_of(request: Request) -> Rooms:
    """The rooms of the server that is asked."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return "" if request.client is None else request.client.host


@router.get("/catalog")
async def catalog(request: Request, server_token: ServerToken = "") -> Catalog:
    """Everything a new game can be made of."""
    rooms = rooms_of(request)
    engines = await rooms.learn_engines()
    found = await asyncio.to_thread(protection)
    return make_catalog(rooms.access, server_token, engines, languages(found.text))


@router.post("/games", status_code=201)
async def create_game(request: Request, new: NewGame) -> Made:
    """Make a room."""
    rooms = rooms_of(request)
    rooms.access.check_join_token(new.join_token)
    return await rooms.make(new)


@router.post("/join")
async def join(request: Request, wanted: Join) -> Join:
    """Whether this is the join token; told at once, not only when a room is made."""
    rooms_of(request).access.check_join_token(wanted.join_token)
    return wanted


@router.post("/course", status_code=201)
async def course_game(request: Request, wanted: Course) -> Made:
    """A NoGo room whose other seat is a program of the course."""
    rooms = rooms_of(request)
    rooms.access.check_join_token(wanted.join_token)
    return await open_course(rooms, wanted)


@router.get("/games")
async def list_games(
    request: Request,
    game: Annotated[str | None, Query(max_length=40)] = None,
    player: Annotated[str | None, Query(max_length=100)] = None,
    text: Annotated[str | None, Query(max_length=100)] = None,
    state: Literal["playing", "unfinished", "finished", "all"] = "all",
    result: Literal["black", "white", "draw"] | None = None,
    since: Annotated[float | None, Query(ge=0, le=1e11)] = None,
    before: Annotated[float | None, Query(ge=0, le=1e11)] = None,
    order: Literal["newest", "oldest", "longest", "name"] = "newest",
    limit: Annotated[int, Query(ge=0, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    server_token: ServerToken = "",
) -> Listing:
    """The library; try-outs are not listed. ``playing``: those that can be continued.

    ``result``: who has won; ``since`` and ``before``: when the game was changed, in seconds since 1970.
    """
    rooms = rooms_of(request)
    rooms.access.check_library(server_token)
    wanted = GameFilter(
        game=game or None,
        player=player or None,
        text=as_stored(text) or None,
        result=result or {"all": None, "playing": "unfinished"}.get(state, state),
        since=since,
        before=before,
        hidden=False,
        review=False if state == "playing" else None,
    )
    found, total = await asyncio.to_thread(
        lambda: (
            rooms.store.find(wanted, order=order, limit=limit, offset=offset),
            rooms.store.count(wanted),
        )
    )
    return Listing(total=total, games=[summary_view(entry) for entry in found])


@router.post("/thumbnails")
async def thumbnails(request: Request, listed: Listed, server_token: ServerToken = "") -> Thumbnails:
    """Small pictures of where games stand, for a page of the library."""
    rooms = rooms_of(request)
    rooms.access.check_library(server_token)
    found = await asyncio.to_thread(lambda: [(one, _thumbnail(rooms, one)) for one in listed.ids])
    return Thumbnails(thumbnails={game_id: one for game_id, one in found if one is not None})


def _thumbnail(rooms: Rooms, game_id: str) -> Thumbnail | None:
    try:
        position = rooms.store.load(game_id).position
    except BoyiError:
        return None
    if not isinstance(position, GridPosition):
        return Thumbnail(size=0, cells="")
    return Thumbnail(size=position.game.size, cells=position.cells)


LEVEL = re.compile(r"(?:computer|电脑)?[,，·\s]*(?:level\s*(\d+)|(\d+)\s*级)", re.IGNORECASE)
"""A computer's name as the page shows it."""


def as_stored(text: str | None) -> str:
    """What someone looks for, in the words of the store: levels have their spec as their name.

    >>> as_stored("Computer, level 3"), as_stored("电脑，3 级"), as_stored("computer"), as_stored("Lin")
    ('level:3', 'level:3', 'level:', 'Lin')
    """
    text = (text or "").strip()
    if found := LEVEL.fullmatch(text):
        return f"level:{found[1] or found[2]}"
    return "level:" if text.lower() in ("computer", "电脑") else text


def summary_view(entry: GameSummary) -> Summary:
    """One line of the library; a damaged game is listed, with what is wrong in the place of its result."""
    try:
        info, damaged = RoomInfo.from_data(dict(entry.extra)), entry.damaged
    except (LookupError, TypeError, ValueError) as error:
        info, damaged = RoomInfo.from_data({}), damage_of_error(entry.id, error)
    result = None
    if damaged is not None:
        text = languages(damaged)
        result = OutcomeView(winner=None, reason="damaged", score=None, text=text)
    elif entry.reason is not None:
        outcome = Outcome(entry.winner, entry.reason, entry.score)
        players = game_class(entry.game).players if entry.game in game_names() else ("black", "white")
        result = OutcomeView(
            winner=outcome.winner,  # type: ignore[arg-type]
            reason=outcome.reason,
            score=outcome.score,
            text=languages(outcome_sentence(outcome, players)),
        )
    phase: Literal["waiting", "playing", "over", "review"]
    if info.review:
        phase = "review"
    elif result is not None:
        phase = "over"
    else:
        phase = "waiting" if info.waiting else "playing"
    return Summary(
        id=entry.id,
        game=entry.game,
        options=dict(entry.options),
        black=entry.black,
        white=entry.white,
        result=result,
        plies=entry.plies,
        started=entry.created,
        changed=entry.updated,
        phase=phase,
    )


@router.get("/games/{game_id}")
async def look_at_game(
    request: Request, game_id: GameId, token: GameToken = "", server_token: ServerToken = ""
) -> RoomView:
    """A game as whoever has its id may see it; on the network its chat needs a token."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    view = await room.read(Room.view)
    if rooms.access.is_invited(server_token) or room.info.knows(token):
        return view
    return view.model_copy(update={"chat": []})


@router.post("/games/{game_id}/claim")
async def claim(request: Request, game_id: GameId, server_token: ServerToken = "") -> Claimed:
    """A new owner's token, for whoever sits at this machine; on the network for the owner of the server."""
    rooms = rooms_of(request)
    if not rooms.access.manages(server_token):
        raise Refusal("On the network a game belongs to those who have its token.", "not-allowed")
    room = await rooms.find(game_id)
    token = await room.run(room.add_owner)
    return Claimed(id=game_id, tokens=Tokens(owner=token, seats=[None, None]))


async def _may_delete(rooms: Rooms, game_id: str, token: str, server_token: str) -> None:
    if not rooms.access.manages(server_token):
        room = await rooms.find(game_id)
        require(delete(room.facts(), Person(owner=room.info.is_owner(token))))


@router.delete("/games/{game_id}")
async def delete_game(
    request: Request, game_id: GameId, token: GameToken = "", server_token: ServerToken = ""
) -> Deleted:
    """Remove a game permanently."""
    rooms = rooms_of(request)
    await _may_delete(rooms, game_id, token, server_token)
    await rooms.delete(game_id)
    return Deleted(deleted=1)


@router.post("/games/delete")
async def delete_games(
    request: Request, games: Deletion, token: GameToken = "", server_token: ServerToken = ""
) -> Deleted:
    """Remove several games, or none of them; those that are gone already do not matter."""
    rooms = rooms_of(request)
    deleted = 0
    ids = dict.fromkeys(games.ids)
    for game_id in ids:
        try:
            await _may_delete(rooms, game_id, games.tokens.get(game_id, token), server_token)
        except BoyiError as error:
            if code_of(error) != "not-found":
                raise
    for game_id in ids:
        try:
            await rooms.delete(game_id)
            deleted += 1
        except Refusal:
            continue
    return Deleted(deleted=deleted)
