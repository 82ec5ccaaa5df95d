"""Files over REST: import, export, pictures, and looking at a position that nobody plays."""

from __future__ import annotations

import asyncio
import io
import zipfile
from contextlib import suppress
from itertools import islice
from typing import Annotated, Any, cast

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import Response
from starlette.datastructures import UploadFile as StarletteUpload

from boyi import formats
from boyi.core.errors import BoyiError
from boyi.core.grid import GridGame
from boyi.core.record import GameRecord
from boyi.core.sentences import both
from boyi.match.replay import SIDES
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
from boyi.server.games_api import check_join_token, rooms_of, summary_view
from boyi.server.refusals import Refusal
from boyi.server.rooms import Rooms, play_words, read_game, read_start
from boyi.server.seats import RoomInfo, Seat
from boyi.server.showing import as_grid_game, board_shape, position_view
from boyi.server.views import Languages
from boyi.store.changes import SetExtra

router = APIRouter(prefix="/api", responses={"4XX": {"model": Error}, 503: {"model": Error}})

MOST_FILES = 100
TYPES = {
    "sgf": "application/x-go-sgf",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "zip": "application/zip",
}
NAMES = {"txt": "moves"}
"""Formats whose name in the catalogue of formats is not their extension."""


@router.post("/look")
async def look(asked: LookAt) -> Looked:
    """A position as the editor or a pasted text gives it, with its legal moves."""
    record = await asyncio.to_thread(_look, asked)
    return Looked(
        board=board_shape(record.game),
        position=position_view(record),
        text=record.game.format_position(record.position()),
    )


def _look(asked: LookAt) -> GameRecord:
    game = read_game(asked.game, asked.options)
    if asked.cells is None:
        return read_start(game, asked.position, asked.moves)
    if asked.position is not None:
        raise Refusal("bad-message", "Give cells or a position, not both.")
    record = GameRecord(game, as_grid_game(game).from_cells(asked.cells, asked.turn or 0))
    if asked.moves is not None:
        play_words(record, asked.moves)
    return record


@router.post("/import")
async def import_games(
    request: Request,
    files: Annotated[list[UploadFile] | None, File()] = None,
    text: Annotated[str, Form(max_length=4_000_000)] = "",
    game: Annotated[str, Form(max_length=40)] = "",
    join_token: Annotated[str, Form(max_length=100)] = "",
) -> Imported:
    """Read games from files or a pasted text, whatever their format, and store them for review."""
    rooms = rooms_of(request)
    check_join_token(rooms.settings, join_token)
    sources: list[tuple[str, bytes | str]] = []
    given = files or []
    for file in given[:MOST_FILES]:
        assert isinstance(file, StarletteUpload)
        sources.append((file.filename or "", await file.read()))
    if text.strip():
        sources.append(("", text))
    if not sources:
        raise Refusal("bad-message", "There is nothing to import: choose a file or paste a game.")
    records, errors = await asyncio.to_thread(
        read_sources, sources, game or None, rooms.settings.most_imported
    )
    errors += [
        _failed(file.filename or "", f"No more than {MOST_FILES} files are read at once: this one was not.")
        for file in given[MOST_FILES:]
    ]
    return Imported(games=await _store_imported(rooms, records), errors=errors)


def read_sources(
    sources: list[tuple[str, bytes | str]], game: str | None, most: int
) -> tuple[list[GameRecord], list[FailedImport]]:
    """The games of all sources, and a sentence for each source that is broken; its good part is kept."""
    records: list[GameRecord] = []
    errors: list[FailedImport] = []
    for name, data in sources:
        room = most - len(records)
        try:
            found = list(islice(formats.read_all(data, game=game), room + 1))
        except BoyiError as error:
            errors.append(_failed(name, str(error)))
            found = _good_part(data, game, room + 1)
        if len(found) > room:
            left = f"No more than {most} games are read at once: the others of this file were left out."
            errors.append(_failed(name, left))
        records += [record for record in found[:room] if isinstance(record.game, GridGame)]
    return records, errors


def _failed(name: str, why: str) -> FailedImport:
    return FailedImport(name=name[:200], text=cast(Languages, both(why)))


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
) -> Response:
    """One game as a file; pictures show the board at a node."""
    room = await rooms_of(request).find(game_id)
    await room.settle()
    at = room.record.end if node is None else room.actions.node(node)
    content = await asyncio.to_thread(_write, room.record, format, at)
    return _download(content, f"{room.record.game.name}-{game_id}", format)


def _write(record: GameRecord, wanted: str, node: int) -> str | bytes:
    if wanted == "svg":
        return record.game.draw_svg(record.position(node), record.nodes[node].move)
    if wanted in ("png", "gif"):
        from boyi.pictures.export import render_gif, render_png  # few ask for pictures

        return (
            render_gif(record)
            if wanted == "gif"
            else render_png(record.position(node), record.nodes[node].move)
        )
    return formats.write(record, NAMES.get(wanted, wanted))


@router.post("/export", response_class=Response)
async def export_games(request: Request, asked: Export) -> Response:
    """Several games as one file: a collection where the format has them, else a zip."""
    rooms = rooms_of(request)

    def write() -> tuple[str | bytes, str]:
        records = [(game_id, rooms.store.load(game_id)) for game_id in dict.fromkeys(asked.ids)]
        chosen = formats.FORMATS.get(asked.format)
        if chosen is not None and chosen.collections and len({r.game.name for _, r in records}) == 1:
            return formats.write_all([record for _, record in records], asked.format), asked.format
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for game_id, record in records:
                name = f"{record.game.name}-{game_id}.{asked.format}"
                archive.writestr(name, _write(record, asked.format, record.end))
        return out.getvalue(), "zip"

    content, kind = await asyncio.to_thread(write)
    return _download(content, "boyi-games", kind)


def _download(content: str | bytes, name: str, kind: str) -> Response:
    headers: dict[str, Any] = {
        "Content-Disposition": f'attachment; filename="{name}.{kind}"',
        # A file opened in the browser runs nothing, whatever it says.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return Response(content, media_type=TYPES.get(kind, "text/plain; charset=utf-8"), headers=headers)


@router.get("/games/{game_id}/qr", response_class=Response)
async def qr_code(
    request: Request, game_id: GameId, token: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """The invitation as a QR code: the link on the network, with the friend's token behind the #."""
    import segno

    settings = rooms_of(request).settings
    room = await rooms_of(request).find(game_id)
    base = settings.address or str(request.base_url).rstrip("/")
    fragment = f"#{token}" if token and room.info.seats_of(token) else ""
    out = io.BytesIO()
    segno.make(f"{base}/play/{game_id}{fragment}", error="m").save(out, kind="svg", scale=4, border=2)
    return Response(out.getvalue(), media_type="image/svg+xml")
