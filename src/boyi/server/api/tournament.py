"""A tournament that is played elsewhere, for everybody to watch: its page, its state, its games."""

from __future__ import annotations

import json
import logging
from html import escape
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from boyi.arena.report.page import asset, labels_in
from boyi.arena.tournament.live import LiveTournament
from boyi.core.errors import BoyiError
from boyi.core.language import Language, best_language
from boyi.core.message import Message
from boyi.server.api.lanes import shared_work_of
from boyi.server.api.packed import json_answer
from boyi.server.api.replays import replays_of
from boyi.server.api.words import accepted_languages
from boyi.server.refusals import Refusal, is_of_server, public_message

log = logging.getLogger("boyi.server")
router = APIRouter(include_in_schema=False)

PAGE = """<!doctype html>
<html lang="{code}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="stylesheet" href="/tournament/report.css"></head>
<body><main><div id="tables"></div><h2>{running}</h2><div id="running"></div><h2>{games}</h2>
<div id="games"></div></main><script type="application/json" id="data">{data}</script>
<script src="/tournament/replay.js"></script><script src="/tournament/live.js"></script></body></html>
"""
NOTE = """<!doctype html>
<html lang="{code}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Boyi 博弈</title></head>
<body><p>{text}</p></body></html>
"""
NONE = Message(
    "This server shows no tournament: start it with boyi serve --tournament and the folder of the games."
)
KINDS = {"report.css": "text/css", "replay.js": "text/javascript", "live.js": "text/javascript"}

Wanted = Annotated[str, Query(alias="lang", max_length=40)]


async def _live(request: Request) -> LiveTournament:
    """The tournament that this server shows; its folder may appear after the server."""
    state = request.app.state
    path: Path | None = state.settings.tournament
    if path is None:
        raise Refusal.of(NONE, "not-found")

    def opened() -> LiveTournament:
        if state.tournament is None:
            state.tournament = LiveTournament(path)
        found: LiveTournament = state.tournament
        return found

    return await shared_work_of(request).run("tournament folder", opened)


def _language(request: Request, wanted: str) -> Language:
    """By the address, else as the browser prefers."""
    return best_language([wanted, *accepted_languages(request)])


def _code(say: Language) -> str:
    """As a page says it."""
    return say.code.replace("_", "-")


@router.get("/tournament")
async def page(request: Request, lang: Wanted = "") -> Response:
    """The page, which asks for the rest."""
    say = _language(request, lang)
    try:
        live = await _live(request)
    except BoyiError as error:
        status = 404 if isinstance(error, Refusal) else 503
        if is_of_server(error):
            log.error("%s: %s", request.url.path, error)
        return HTMLResponse(NOTE.format(code=_code(say), text=escape(say(public_message(error)))), status)
    data = json.dumps({"labels": labels_in(say), "games": []}, ensure_ascii=False).replace("</", "<\\/")
    return HTMLResponse(
        PAGE.format(
            code=_code(say),
            title=escape(live.folder.settings.name),
            running=escape(say(Message("Being played"))),
            games=escape(say(Message("Finished games"))),
            data=data,
        )
    )


@router.get("/tournament/{name}")
async def file(request: Request, name: Annotated[str, InPath(max_length=40)]) -> Response:
    """The style sheet and the scripts of the page."""
    if name not in KINDS or request.app.state.settings.tournament is None:
        raise HTTPException(404)
    return Response(asset(name), media_type=KINDS[name], headers={"Cache-Control": "no-cache"})


@router.get("/api/tournament")
async def state(request: Request, lang: Wanted = "") -> Response:
    """How it stands, and what is played now."""
    live = await _live(request)
    say = _language(request, lang)
    work = shared_work_of(request)
    return json_answer(await work.run(f"tournament {say.code}", lambda: _written(live.state(say))))


@router.get("/api/tournament/games/{number}")
async def game(request: Request, number: Annotated[int, InPath(ge=1, le=10**9)]) -> Response:
    """A finished game to be replayed."""
    live = await _live(request)
    key = ("tournament", number)
    return await replays_of(request).answer(
        request, key, lambda watch: _written(live.game(number, watch.check))
    )


def _written(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()
