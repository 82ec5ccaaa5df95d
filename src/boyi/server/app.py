"""The application: what is open while it runs, its routes, and errors as sentences."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from boyi import __version__
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.server.access import Access, Listen
from boyi.server.api import classes as classes_api
from boyi.server.api import files as files_api
from boyi.server.api import games as games_api
from boyi.server.api import guides as guides_api
from boyi.server.api import lab as lab_api
from boyi.server.api import ladder as ladder_api
from boyi.server.api import lobby as lobby_api
from boyi.server.api import network as network_api
from boyi.server.api import page
from boyi.server.api import practice as practice_api
from boyi.server.api import tournament as tournament_api
from boyi.server.api import websocket as socket_api
from boyi.server.api import words as words_api
from boyi.server.api.guard import Guard, error_body
from boyi.server.api.ladder import open_ladder
from boyi.server.api.lanes import SharedWork
from boyi.server.api.replays import Replays
from boyi.server.lab.lessons import LessonShelf
from boyi.server.lab.sessions import Explanations
from boyi.server.refusals import Refusal, code_of, is_of_server, public_message
from boyi.server.rooms.registry import Rooms
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.server.validation import place_of, what_is_wrong
from boyi.store.errors import Damaged, NotStored
from boyi.store.store import Store
from boyi.store.writer import Writer

log = logging.getLogger("boyi.server")

STATUS = {
    "not-found": 404,
    "not-allowed": 403,
    "busy": 503,
    "too-large": 413,
    "too-many": 429,
    "needs-token": 403,
    "locked": 403,
}
"""The HTTP status of a refusal; any other is 400."""
GZIP_LEVEL = 4
"""Packing happens in the event loop: this takes less than half the time of level 9 for some 5% more bytes."""


def create_app(settings: Settings, listen: Listen | None = None) -> FastAPI:
    """The server as an ASGI application; it opens the database and its workers when it starts.

    ``listen`` begins to listen on the network as well, when the owner opens the server from the page.
    """
    access = Access(settings, listen)
    ladder = open_ladder(settings)  # here: what is wrong with it is said before anything begins

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with Store.open(settings.database) as store, Writer(store) as writer:
            workers = Workers(settings.workers, settings)
            workers.start()
            rooms = app.state.rooms = Rooms(settings, store, writer, workers, access)
            lanes = app.state.lanes = files_api.Lanes()
            replays = app.state.replays = Replays()
            app.state.shared_work = SharedWork()
            explanations = app.state.explanations = Explanations(settings, workers.pool)
            try:
                await rooms.start()
                if ladder is not None:
                    ladder.start(lambda: workers.is_busy)
                yield
            finally:
                if ladder is not None:
                    await ladder.close()
                lanes.close()
                replays.close()
                await explanations.close_all()
                await rooms.close()
                await workers.close()

    app = FastAPI(
        title="Boyi",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.state.ladder = ladder
    app.state.lessons = LessonShelf(settings.lessons)
    app.state.tournament = None  # opened when it is first asked for
    app.state.wrong_codes = ladder_api.WrongCodes()
    app.include_router(games_api.router)
    app.include_router(files_api.router)
    app.include_router(guides_api.router)
    app.include_router(classes_api.router)
    app.include_router(ladder_api.router)
    app.include_router(lab_api.router)
    app.include_router(lobby_api.router)
    app.include_router(network_api.router)
    app.include_router(socket_api.router)
    app.include_router(tournament_api.router)
    app.include_router(practice_api.router)
    app.include_router(words_api.router)
    app.include_router(page.router)
    app.add_exception_handler(BoyiError, _sentence)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=GZIP_LEVEL)
    app.add_middleware(Guard, access=access)
    return app


async def _sentence(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, BoyiError)
    code: str = code_of(error)
    if isinstance(error, (Refusal, NotStored)):
        status = STATUS.get(code, 400)
    elif isinstance(error, Damaged):
        status, code = 409, "failed"  # it will not be better later, as 503 would say
    elif is_of_server(error):
        status = 503
        log.error("%s %s: %s", request.method, request.url.path, error)
    else:
        status, code = 400, "bad-request"
    return JSONResponse(error_body(code, public_message(error)), status)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = dict(error.errors()[0])
    said = Message(
        "The request is not understood: {place}: {what}.",
        place=place_of(first["loc"]),
        what=what_is_wrong(first),
    )
    return JSONResponse(error_body("bad-request", said), 422)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    texts = {404: Message("There is nothing here."), 405: Message("That cannot be done here.")}
    text = texts.get(error.status_code, Message("The request is not understood."))
    code = {404: "not-found", 405: "bad-method"}.get(error.status_code, "bad-request")
    return JSONResponse(error_body(code, text), error.status_code, headers=error.headers)
