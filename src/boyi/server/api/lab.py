"""The lab over REST: what can be explained, explanations that are open, their steps, predictions."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from boyi.core.errors import BadPosition
from boyi.core.language import languages
from boyi.core.message import Term
from boyi.core.record import GameRecord
from boyi.lab.lesson import Lesson
from boyi.lab.recorder import Level
from boyi.lab.searches import SEARCHES, Explainable
from boyi.server.api.games import ServerToken, address_of, rooms_of
from boyi.server.api.packed import json_answer, packed_answer
from boyi.server.bodies import Error
from boyi.server.lab.lessons import LessonShelf, Offered
from boyi.server.lab.requests import Answer, Begin, Look, Predict, Tree
from boyi.server.lab.sessions import Explanations
from boyi.server.lab_bodies import (
    LabView,
    LessonCard,
    NewExplanation,
    Opened,
    PartView,
    Prediction,
    SearchKind,
    SettingView,
    TreeQuestion,
)
from boyi.server.refusals import Refusal
from boyi.server.rooms.making import part_of, read_game, read_start
from boyi.server.rooms.permissions import COPIED, LOCKED, help_here, require
from boyi.server.rooms.registry import Rooms
from boyi.server.serializers import board_shape
from boyi.settings.setting import Number, Setting, Switch, Word, settings_in

router = APIRouter(prefix="/api/lab", responses={"4XX": {"model": Error}, 503: {"model": Error}})

SessionId = Annotated[str, InPath(max_length=40)]
MOST_STEPS = 64
"""Steps of one answer."""
WAIT = 5.0
"""Seconds that a request waits for a step that the search has not come to."""


def explanations_of(request: Request) -> Explanations:
    """The explanations of the server that is asked."""
    explanations: Explanations = request.app.state.explanations
    return explanations


async def lessons_of(request: Request) -> Offered:
    """The lessons of the server that is asked."""
    shelf: LessonShelf = request.app.state.lessons
    return await asyncio.to_thread(shelf.read)


@router.get("")
async def lab(request: Request, server_token: ServerToken = "") -> LabView:
    """The searches with their settings, and the lessons."""
    explanations_of(request).prepare()
    access = rooms_of(request).access
    offered = await lessons_of(request)
    closed = access.locked and not access.owns_server(server_token)
    return LabView(
        searches=_searches(),
        lessons=[_card(lesson, name in offered.own) for name, lesson in offered.lessons.items()],
        problems=list(map(languages, offered.problems)) if access.is_owner(server_token) else [],
        locked=closed,
    )


@router.post("/explanations", status_code=201)
async def open_explanation(request: Request, new: NewExplanation, server_token: ServerToken = "") -> Response:
    """Run a search and explain it."""
    rooms = rooms_of(request)
    rooms.access.check_join_token(server_token)
    if new.lesson:
        lesson = (await lessons_of(request)).find(new.lesson)
        wanted, record = await asyncio.to_thread(_part, lesson, new.part)
    else:
        wanted, record = await _read(rooms, new, server_token)
    settings = rooms.settings
    wanted = replace(wanted, events=settings.most_events, seconds=settings.longest_explanation)
    session, state = await explanations_of(request).begin(address_of(request), wanted)
    opened = Opened(
        id=session.id,
        search=wanted.search,
        versus=wanted.versus,
        game=wanted.game,
        options={} if record is None else dict(record.game.settings),
        position="" if record is None or record.start == record.game.start() else wanted.start,
        moves="" if record is None else record.text(),
        board=None if record is None else board_shape(record.game),
    )
    # What the process says is JSON already: it is not read here only to be written again.
    return json_answer(
        b'{"explanation":' + opened.model_dump_json().encode() + b',"state":' + state + b"}", 201
    )


@router.get("/explanations/{session_id}/steps")
async def steps(
    request: Request,
    session_id: SessionId,
    level: Level = "phase",
    first: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    count: Annotated[int, Query(ge=0, le=MOST_STEPS)] = 1,
    conceal: bool = False,
) -> Response:
    """Steps by their numbers, and how far the search is; ``conceal`` leaves out the answers of questions."""
    session = explanations_of(request).find(session_id)
    return await _answer(request, await session.ask(Look(level, first, count, conceal, WAIT)))


@router.post("/explanations/{session_id}/tree")
async def tree(request: Request, session_id: SessionId, asked: TreeQuestion) -> Response:
    """The drawn tree after a step."""
    unfolded = None if asked.unfolded is None else tuple(asked.unfolded)
    session = explanations_of(request).find(session_id)
    return await _answer(request, await session.ask(Tree(asked.level, asked.step, unfolded, asked.side)))


@router.post("/explanations/{session_id}/predictions")
async def predict(request: Request, session_id: SessionId, made: Prediction) -> Response:
    """Judge a prediction; the answer is the whole step."""
    session = explanations_of(request).find(session_id)
    return await _answer(request, await session.ask(Predict(made.level, made.step, made.option)))


@router.delete("/explanations/{session_id}")
async def close_explanation(request: Request, session_id: SessionId) -> Response:
    """End the search and its process."""
    await explanations_of(request).close(session_id)
    return json_answer(json.dumps({"closed": True}).encode())


async def _answer(request: Request, answer: Answer) -> Response:
    """What a process says, packed as it comes if the client can unpack it."""
    return await packed_answer(request, answer.data) if answer.packed else json_answer(answer.data)


async def _read(rooms: Rooms, new: NewExplanation, token: str) -> tuple[Begin, GameRecord | None]:
    """What is to be run, and the position, if the client may have it explained."""
    if not new.search:
        raise Refusal("Say which search is explained.", "bad-message")
    if not new.game and new.start.origin is None:
        return Begin(new.search, new.versus), None
    if rooms.access.locked and not rooms.access.owns_server(token):
        require(LOCKED)
    record = await _record(rooms, new)
    if rooms.shows_locked(record):
        require(COPIED)
    return _begin(new.search, new.versus, record), record


async def _record(rooms: Rooms, new: NewExplanation) -> GameRecord:
    start = new.start
    if start.origin is not None:
        room = await rooms.find(start.origin.id)
        require(help_here(room.facts()))
        if await rooms.locked_game(room.info.lock_from):
            require(COPIED)
        record = await part_of(rooms, start.origin)
    else:
        record = await asyncio.to_thread(
            lambda: read_start(read_game(new.game, new.options), start.position, start.moves)
        )
    if record.outcome is not None:
        raise BadPosition("The game is over in this position: choose another.")
    return record


def _part(lesson: Lesson, number: int) -> tuple[Begin, GameRecord | None]:
    if number >= len(lesson.parts):
        raise Refusal("The lesson has {count} parts.", "not-found", count=len(lesson.parts))
    part = lesson.parts[number]
    if not part.game:
        return Begin(part.search, part.versus), None
    game = read_game(part.game, part.options)
    record = read_start(game, part.position or None, part.moves or None)
    return _begin(part.search, part.versus, record), record


def _begin(search: str, versus: str, record: GameRecord) -> Begin:
    game = record.game
    return Begin(
        search,
        versus,
        game.name,
        dict(game.settings),
        game.format_position(record.start),
        tuple(record.moves),
    )


@cache
def _searches() -> list[SearchKind]:
    return [_search(name, search) for name, search in SEARCHES.items()]


def _search(name: str, search: Explainable) -> SearchKind:
    return SearchKind(
        name=name,
        about=languages(search.about),
        needs_position=search.needs_position,
        settings=[_setting(setting) for setting in settings_in(search.settings)],
    )


def _setting(setting: Setting) -> SettingView:
    usual = "" if setting.default is None else setting.write(setting.default)
    shown = {"name": setting.name, "help": languages(Term(setting.help)), "usual": usual}
    if isinstance(setting, Number):
        kind = "whole" if setting.type is int else "number"
        return SettingView(**shown, kind=kind, low=setting.low, high=setting.high)  # type: ignore[arg-type]
    if isinstance(setting, Switch):
        return SettingView(**shown, kind="switch")  # type: ignore[arg-type]
    assert isinstance(setting, Word)
    return SettingView(
        **shown,  # type: ignore[arg-type]
        kind="word",
        words=list(setting.words),
        free=bool(setting.pattern),
        sample=str(setting.sample),
    )


def _card(lesson: Lesson, own: bool) -> LessonCard:
    return LessonCard(
        name=lesson.name,
        own=own,
        title=dict(lesson.title),
        text=dict(lesson.text),
        parts=[
            PartView(
                title=dict(part.title),
                text=dict(part.text),
                look=dict(part.look),
                search=part.search,
                versus=part.versus,
                level=part.level,
            )
            for part in lesson.parts
        ],
    )
