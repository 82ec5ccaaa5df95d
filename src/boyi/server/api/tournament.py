"""A tournament that is played elsewhere, for everybody to watch: its page, its state, its games."""

from __future__ import annotations

import asyncio
import json
from html import escape
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from boyi.arena.report.page import asset, labels_in
from boyi.arena.tournament.live import LiveTournament
from boyi.core.language import Language, find_language
from boyi.core.message import Message

router = APIRouter(include_in_schema=False)

PAGE = """<!doctype html>
<html lang="{code}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="stylesheet" href="/tournament/report.css"></head>
<body><main><div id="tables"></div><h2>{running}</h2><div id="running"></div><h2>{games}</h2>
<div id="games"></div></main><script type="application/json" id="data">{data}</script>
<script src="/tournament/replay.js"></script><script src="/tournament/live.js"></script></body></html>
"""
KINDS = {"report.css": "text/css", "replay.js": "text/javascript", "live.js": "text/javascript"}

Wanted = Annotated[str, Query(alias="lang", max_length=40)]


def _live(request: Request) -> LiveTournament:
    """The tournament that this server shows; its folder may appear after the server."""
    path: Path | None = request.app.state.settings.tournament
    if path is None:
        raise HTTPException(404)
    known: LiveTournament | None = request.app.state.tournament
    if known is None:
        known = request.app.state.tournament = LiveTournament(path)
    return known


def _language(request: Request, wanted: str) -> Language:
    """By the address, else as the browser prefers."""
    asked = wanted or request.headers.get("accept-language", "en")
    return find_language("zh" if asked.lower().startswith("zh") else "en")


@router.get("/tournament")
async def page(request: Request, lang: Wanted = "") -> Response:
    """The page, which asks for the rest."""
    live = await asyncio.to_thread(_live, request)
    say = _language(request, lang)
    data = json.dumps({"labels": labels_in(say), "games": []}, ensure_ascii=False).replace("</", "<\\/")
    return HTMLResponse(
        PAGE.format(
            code=say.code.replace("_", "-"),
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
async def state(request: Request, lang: Wanted = "") -> dict[str, Any]:
    """How it stands, and what is played now."""
    live = await asyncio.to_thread(_live, request)
    return await asyncio.to_thread(live.state, _language(request, lang))


@router.get("/api/tournament/games/{number}")
async def game(request: Request, number: Annotated[int, InPath(ge=1, le=10**9)]) -> dict[str, Any]:
    """A finished game to be replayed."""
    live = await asyncio.to_thread(_live, request)
    return await asyncio.to_thread(live.game, number)
