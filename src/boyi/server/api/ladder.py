"""The ladder of a class: uploads with a personal code; the table and the games are for everybody."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from boyi.arena.ladder.pairing import LadderGame
from boyi.arena.ladder.run import CannotKeep, Ladder
from boyi.arena.ladder.settings import BadClass, ClassSettings, read_class
from boyi.arena.ladder.submissions import QuotaReached, Version
from boyi.arena.report.replay import said_in
from boyi.arena.timing import CHARGED
from boyi.core.language import languages
from boyi.core.reasons import reason_label
from boyi.core.record import GameRecord
from boyi.core.system import system_reason
from boyi.server.api.games import ServerToken, address_of, rooms_of
from boyi.server.api.lanes import Cancellation, shared_work_of
from boyi.server.api.replays import replays_of
from boyi.server.bodies import Error
from boyi.server.ladder_bodies import (
    FindingView,
    LadderGameView,
    LadderReplay,
    LadderRow,
    LadderRunning,
    LadderView,
    MyBots,
    MyCode,
    SaidLine,
    Upload,
    VersionView,
)
from boyi.server.refusals import Refusal
from boyi.server.serializers import board_shape, position_view
from boyi.server.settings import Settings
from boyi.server.token_bucket import TokenBucket

router = APIRouter(prefix="/api/ladder", responses={"4XX": {"model": Error}})

SHOWN = 50
"""Games that the page lists."""
WRONG, WRONG_PER_SECOND = 10, 1 / 10
"""Wrong codes of one address at once, and in the long run."""
MOST_ADDRESSES = 1_000


def read_class_file(file: Path) -> ClassSettings:
    """The settings of a class, or a sentence about its file."""
    try:
        return read_class(file.read_text("utf-8"), file.name)
    except OSError as error:
        raise BadClass("{file} cannot be read: {reason}.", file=file, reason=system_reason(error)) from None
    except UnicodeDecodeError:
        raise BadClass("{file} is no text.", file=file) from None


def open_ladder(settings: Settings) -> Ladder | None:
    """The ladder that this server has, if it has one; a sentence if its folder cannot be used."""
    if settings.class_file is None:
        return None
    return Ladder(read_class_file(settings.class_file), settings.class_file)


def _ladder(request: Request) -> Ladder:
    found: Ladder | None = request.app.state.ladder
    if found is None:
        raise HTTPException(404)
    return found


class WrongCodes:
    """Wrong codes by address: whoever guesses has to wait."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, TokenBucket] = OrderedDict()

    def student(self, request: Request, settings: ClassSettings, code: str) -> int:
        """Whose code it is; raises a sentence if it is nobody's, or too many were tried."""
        address = address_of(request)
        bucket = self._known.get(address)
        found = settings.student_of(code)
        if found is not None and (bucket is None or bucket.has_credit):
            return found
        if bucket is None:
            bucket = self._known[address] = TokenBucket(WRONG, WRONG_PER_SECOND)
            if len(self._known) > MOST_ADDRESSES:
                self._known.popitem(last=False)
        if not bucket.take():
            raise Refusal("Too many codes were tried: wait half a minute.", "too-many")
        raise Refusal("That is not the code of anyone in this class.", "not-allowed")


def _student(request: Request, ladder: Ladder, code: str) -> int:
    codes: WrongCodes = request.app.state.wrong_codes
    return codes.student(request, ladder.settings, code)


@router.get("")
async def look(request: Request, server_token: ServerToken = "") -> LadderView:
    """The ladder and its last games."""
    ladder = _ladder(request)
    await shared_work_of(request).run("ratings", ladder.ratings)  # with many games this takes a while
    return ladder_view(ladder, rooms_of(request).access.is_owner(server_token))


@router.get("/games/{number}", response_model=LadderReplay)
async def game(request: Request, number: Annotated[int, InPath(ge=1, le=10**9)]) -> Response:
    """A finished game."""
    ladder = _ladder(request)
    known = next((one for one in ladder.games if one.number == number), None)
    if known is None:
        raise Refusal("There is no finished game {number}.", "not-found", number=number)

    def make(watch: Cancellation) -> bytes:
        return _replay(ladder, known, watch).model_dump_json().encode()

    return await replays_of(request).answer(request, ("ladder", number), make)


@router.post("/mine")
async def mine(request: Request, who: MyCode) -> MyBots:
    """What a student has uploaded."""
    ladder = _ladder(request)
    return _bots(ladder, _student(request, ladder, who.code))


@router.post("/uploads", status_code=201)
async def upload(request: Request, sent: Upload) -> MyBots:
    """Take a file; its check begins at once or after those before it."""
    ladder = _ladder(request)
    if ladder.closed is not None:
        raise Refusal.of(ladder.closed, "not-allowed")
    student = _student(request, ladder, sent.code)
    try:
        ladder.upload(student, sent.name, sent.text)
    except QuotaReached as error:
        raise Refusal.of(error.message, "too-many") from None
    except CannotKeep as error:
        raise Refusal.of(error.message, "busy") from None
    return _bots(ladder, student)


def _bots(ladder: Ladder, student: int) -> MyBots:
    found = [_version(ladder, version) for version in ladder.submissions.of(student)]
    return MyBots(name=ladder.settings.students[student].name, versions=found[:20])


def _version(ladder: Ladder, version: Version) -> VersionView:
    return VersionView(
        number=version.number,
        file=version.file.name,
        uploaded=version.uploaded,
        state="checking" if ladder.checking == version.key else version.state,
        findings=[
            FindingView(good=one.good, title=languages(one.title), text=languages(one.text))
            for one in version.findings
        ],
    )


def ladder_view(ladder: Ladder, owner: bool) -> LadderView:
    """What everybody sees, and the owner of the server."""
    settings, running = ladder.settings, ladder.running
    return LadderView(
        name=settings.name,
        title=languages(settings.rules_of_game.title),
        closed=None if ladder.closed is None else languages(ladder.closed),
        seconds=settings.time,
        timing=languages(CHARGED[settings.timing or "wall"]),
        memory=settings.memory,
        tmp=settings.tmp,
        largest=settings.largest,
        uploads=settings.uploads,
        rows=_rows(ladder),
        games=[_game(one) for one in ladder.games[: -SHOWN - 1 : -1]],
        played=len(ladder.games),
        running=None
        if running is None
        else LadderRunning(black=running[0], white=running[1], moves=running[2]),
        trouble=None if ladder.trouble is None else languages(ladder.trouble),
        problems=[languages(problem) for problem in ladder.problems] if owner else [],
    )


def _rows(ladder: Ladder) -> list[LadderRow]:
    ratings, scale = ladder.ratings(), ladder.settings.scale
    rows = []
    for name in (*ladder.bots(), *(f"level:{level}" for level in ladder.settings.levels)):
        own = [
            game.points if game.black == name else 1 - game.points
            for game in ladder.games
            if name in (game.black, game.white)
        ]
        rating, known = ratings.get(name), name in scale
        elo = scale[name] if known else rating.elo if rating is not None and own else None
        rows.append(
            LadderRow(
                name=name,
                level=known,
                elo=elo,
                error=rating.error if rating is not None and own and not known else None,
                games=len(own),
                wins=own.count(1.0),
                draws=own.count(0.5),
                losses=own.count(0.0),
            )
        )
    return sorted(rows, key=lambda row: -(row.elo if row.elo is not None else -1e9))


def _game(game: LadderGame) -> LadderGameView:
    loser = game.white if game.points == 1 else game.black
    return LadderGameView(
        number=game.number,
        black=game.black,
        white=game.white,
        points=game.points,
        reason=languages(reason_label(game.reason, game.points == 0.5, loser)),
    )


def _replay(ladder: Ladder, game: LadderGame, watch: Cancellation) -> LadderReplay:
    record = ladder.folder.load(game.number)
    replayed = GameRecord(record.game, record.start)
    moves, positions = [], [position_view(replayed, playable=False)]
    for node in record.main_line()[1:]:
        watch.check()
        move = record.nodes[node].move
        assert move is not None
        moves.append(record.game.format_move(move, replayed.position))
        replayed.play(move)
        positions.append(position_view(replayed, playable=False))
    return LadderReplay(
        number=game.number,
        black=game.black,
        white=game.white,
        board=board_shape(record.game),
        moves=moves,
        positions=positions,
        said=[
            SaidLine(ply=one.ply, player=one.player, voice=one.voice, text=ladder.paths.text(one.text))
            for one in said_in(ladder.folder, game.number)
        ],
    )
