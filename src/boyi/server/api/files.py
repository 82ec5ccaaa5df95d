"""Files over REST: import, export, pictures, and looking at a position that nobody plays."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.datastructures import UploadFile as StarletteUpload

from boyi import formats
from boyi.core.errors import BoyiError
from boyi.core.grid import GridGame
from boyi.core.language import languages
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.drawing.export import frame_step
from boyi.match.replay import SIDES
from boyi.server.api.exports import check_count, is_collection, write_archive, write_collection, write_game
from boyi.server.api.games import GameToken, ServerToken, rooms_of, summary_view
from boyi.server.api.guard import too_large
from boyi.server.api.lanes import Cancellation, Lane
from boyi.server.bodies import (
    Error,
    Export,
    ExportFormat,
    FailedImport,
    GameId,
    Imported,
    ImportedGame,
    LookAt,
    Looked,
    Tokens,
)
from boyi.server.qr import qr_code
from boyi.server.refusals import Refusal
from boyi.server.rooms.editing import find_node
from boyi.server.rooms.making import play_words, read_game, read_start
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.rooms.state import RoomInfo, Seat
from boyi.server.serializers import as_grid_game, board_shape, position_view
from boyi.store.changes import SetExtra
from boyi.store.rows import MOST_NODES, too_many_nodes


class _LongTextRequest(Request):
    """A request whose form may have a field as long as the whole body, which the guard limits."""

    def form(self, **limits: Any) -> Any:
        return super().form(**{**limits, "max_part_size": sys.maxsize})


class _LongTextRoute(APIRoute):
    """A route whose requests are read so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def read(request: Request) -> Response:
            return await handle(_LongTextRequest(request.scope, request.receive))

        return read


router = APIRouter(
    prefix="/api", route_class=_LongTextRoute, responses={"4XX": {"model": Error}, 503: {"model": Error}}
)

MOST_FILES = 100
TYPES = {
    "sgf": "application/x-go-sgf",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "zip": "application/zip",
}


class Lanes:
    """The queues for files: single games do not wait behind collections, and imports behind neither."""

    def __init__(self) -> None:
        self.one, self.many, self.imports = Lane("export"), Lane("exports"), Lane("import")

    def close(self) -> None:
        """Begin nothing more."""
        for lane in (self.one, self.many, self.imports):
            lane.close()


def lanes_of(request: Request) -> Lanes:
    """The queues of the server that is asked."""
    lanes: Lanes = request.app.state.lanes
    return lanes


@router.post("/look")
async def look(asked: LookAt) -> Looked:
    """A position as the editor or a pasted text gives it, with its legal moves."""
    record = await asyncio.to_thread(_look, asked)
    return Looked(
        board=board_shape(record.game),
        position=position_view(record),
        text=record.game.format_position(record.position),
    )


def _look(asked: LookAt) -> GameRecord:
    game = read_game(asked.game, asked.options)
    if asked.cells is None:
        return read_start(game, asked.position, asked.moves)
    if asked.position is not None:
        raise Refusal("Give cells or a position, not both.", "bad-message")
    record = GameRecord(game, as_grid_game(game).from_cells(asked.cells, asked.turn or 0))
    if asked.moves is not None:
        play_words(record, asked.moves)
    return record


@router.post("/import")
async def import_games(
    request: Request,
    files: Annotated[list[UploadFile] | None, File()] = None,
    text: Annotated[str, Form()] = "",
    game: Annotated[str, Form(max_length=40)] = "",
    join_token: Annotated[str, Form(max_length=100)] = "",
) -> Imported:
    """Read games from files or a pasted text, whatever their format, and store them for review."""
    rooms = rooms_of(request)
    rooms.access.check_join_token(join_token)
    sources: list[tuple[str, bytes | str]] = []
    given = files or []
    for file in given[:MOST_FILES]:
        assert isinstance(file, StarletteUpload)
        sources.append((file.filename or "", await file.read()))
    if text.strip():
        sources.append(("", text))
    if (
        sum(len(data.encode() if isinstance(data, str) else data) for _, data in sources)
        > rooms.settings.largest_upload
    ):
        raise Refusal.of(too_large(rooms.settings), "too-large")
    if not sources:
        raise Refusal("There is nothing to import: choose a file or paste a game.", "bad-message")
    records, errors = await lanes_of(request).imports.run(
        request, lambda watch: read_sources(sources, game or None, rooms.settings.most_imported, watch)
    )
    errors += [
        _failed(
            file.filename or "",
            Message("No more than {most} files are read at once: this one was not.", most=MOST_FILES),
        )
        for file in given[MOST_FILES:]
    ]
    return Imported(games=await _store_imported(rooms, records), errors=errors)


def read_sources(
    sources: list[tuple[str, bytes | str]], game: str | None, most: int, watch: Cancellation
) -> tuple[list[GameRecord], list[FailedImport]]:
    """The games of all sources, and a sentence for each source that is broken; its good part is kept."""
    records: list[GameRecord] = []
    errors: list[FailedImport] = []
    for name, data in sources:
        watch.check()
        room = most - len(records)
        try:
            found = list(islice(formats.read_all(data, game=game), room + 1))
        except BoyiError as error:
            errors.append(_failed(name, error.message))
            found = _good_part(data, game, room + 1)
        if len(found) > room:
            left = Message(
                "No more than {most} games are read at once: the others of this file were left out.",
                most=most,
            )
            errors.append(_failed(name, left))
        for record in found[:room]:
            if len(record.nodes) > MOST_NODES:
                errors.append(_failed(name, too_many_nodes(len(record.nodes))))
            elif isinstance(record.game, GridGame):
                records.append(record)
    return records, errors


def _failed(name: str, why: Message) -> FailedImport:
    return FailedImport(name=name[:200], text=languages(why))


def _good_part(data: bytes | str, game: str | None, room: int) -> list[GameRecord]:
    found: list[GameRecord] = []
    with suppress(BoyiError):
        found.extend(islice(formats.read_all(data, game=game, lenient=True), room))
    return [record for record in found if record.plies or record.start != record.game.start()]


async def _store_imported(rooms: Rooms, records: list[GameRecord]) -> list[ImportedGame]:
    """Store the games, then what makes rooms of them: few transactions, however many games."""
    ids = await asyncio.to_thread(rooms.store.import_many, records)
    owners, written = [], []
    for game_id, record in zip(ids, records, strict=True):
        info = RoomInfo([Seat("human", record.headers.get(side, "")) for side in SIDES], review=True)
        owners.append(info.add_owner())
        written.append(asyncio.wrap_future(rooms.writer.submit(SetExtra(game_id, info.to_data()))))
    await asyncio.gather(*written)
    entries = await asyncio.to_thread(lambda: [rooms.store.summary(game_id) for game_id in ids])
    return [
        ImportedGame(id=entry.id, tokens=Tokens(owner=owner, seats=[None, None]), summary=summary_view(entry))
        for entry, owner in zip(entries, owners, strict=True)
    ]


@router.get("/games/{game_id}/export", response_class=Response)
async def export_game(
    request: Request,
    game_id: GameId,
    format: Annotated[ExportFormat, Query()] = "sgf",  # noqa: A002
    node: Annotated[int | None, Query(ge=0, le=10_000_000)] = None,
    token: GameToken = "",
    server_token: ServerToken = "",
) -> Response:
    """One game as a file; pictures show the board at a node, animations every ``X-Boyi-Step`` moves."""
    rooms = rooms_of(request)
    room = await rooms.find(game_id)
    rooms.access.check_export(room.info, server_token, token)

    def copy(room: Room) -> tuple[GameRecord, int]:
        return room.record.snapshot(), room.record.end if node is None else find_node(room.record, node)

    record, at = await room.read(copy)
    content = await lanes_of(request).one.run(
        request, lambda watch: watch.collect(write_game(record, format, at))
    )
    answer = _download(content, f"{record.game.name}-{game_id}", format)
    if format == "gif":
        answer.headers["X-Boyi-Step"] = str(frame_step(record.plies))
    return answer


@router.post("/export", response_class=Response)
async def export_games(request: Request, asked: Export, server_token: ServerToken = "") -> Response:
    """Several games as one file: a collection where the format has them, else a zip."""
    rooms = rooms_of(request)
    rooms.access.check_library(server_token)
    store, ids = rooms.store, list(dict.fromkeys(asked.ids))
    check_count(len(ids), asked.format)

    def write(watch: Cancellation) -> tuple[bytes, str]:
        games = {store.summary(game_id).game for game_id in ids}
        records = ((game_id, store.load(game_id)) for game_id in ids)
        if is_collection(games, asked.format):
            return watch.collect(write_collection(records, asked.format)), asked.format
        return watch.collect(write_archive(records, asked.format)), "zip"

    content, kind = await lanes_of(request).many.run(request, write)
    return _download(content, "boyi-games", kind)


def _download(content: bytes, name: str, kind: str) -> Response:
    headers: dict[str, Any] = {
        "Content-Disposition": f'attachment; filename="{name}.{kind}"',
        # A file opened in the browser runs nothing, whatever it says.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return Response(content, media_type=TYPES.get(kind, "text/plain; charset=utf-8"), headers=headers)


@router.get("/games/{game_id}/qr", response_class=Response)
async def invitation_qr(
    request: Request, game_id: GameId, token: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """The invitation as a QR code: the link on the network, with the friend's token behind the #."""
    access = rooms_of(request).access
    room = await rooms_of(request).find(game_id)
    base = access.address or str(request.base_url).rstrip("/")
    fragment = f"#{token}" if token and room.info.seats_of(token) else ""
    return qr_code(f"{base}/play/{game_id}{fragment}")
