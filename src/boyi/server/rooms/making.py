"""Making rooms: what someone wishes, checked, as a record, seats and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from boyi.core.clock import TimeControl
from boyi.core.errors import BadOption, BadPosition, shorten
from boyi.core.game import Game
from boyi.core.grid import GridGame
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.match.replay import CONTROL, SIDES
from boyi.server.bodies import Made, NewGame, NewSeat, Place, Tokens
from boyi.server.passcode import code_hash
from boyi.server.refusals import Refusal
from boyi.server.rooms.editing import find_node
from boyi.server.rooms.people import new_token, token_hash
from boyi.server.rooms.state import PEOPLE, RoomInfo, Seat
from boyi.server.specs import check_spec

if TYPE_CHECKING:
    from boyi.server.rooms.registry import Rooms
    from boyi.server.rooms.room import Room


def _pace(new: NewGame) -> float | None:
    """The pace of two computers; where a person plays it is chosen when the computer takes over."""
    return None if any(seat.kind in PEOPLE for seat in new.seats) else new.pace


async def make_new_room(rooms: Rooms, new: NewGame) -> Made:
    """Make a room as someone wishes it."""
    control = str(TimeControl.parse(new.clock))
    _check_start(rooms, new)
    record, prefix = await _first_record(rooms, new)
    swap2 = new.opening == "swap2" or record.game.settings.get("opening") == "swap2"
    if swap2 and (not record.game.has_choice("opening", "swap2") or prefix):
        raise BadOption("Swap2 begins a game from the empty board, and only games that have it.")
    lock_from = await rooms.locked_game(new.start.origin.id) if new.start.origin else ""
    info = RoomInfo(
        seats=[],
        swap2=swap2,
        clock=control,
        take_back=new.take_back,
        locked=new.locked or bool(lock_from),
        lock_from=lock_from,
        lock_code=code_hash(new.lock_code) if new.lock_code else "",
        pace=_pace(new),
        hidden=new.hidden,
        lobby=new.lobby,
        prefix=prefix,
        # Back to where it came from goes a try-out; a game that is simply continued has no way back.
        origin=new.start.origin.model_dump() if new.start.origin and new.hidden else None,
    )
    tokens: list[str | None] = []
    for wanted in new.seats:
        seat, token = make_seat(rooms, wanted, record.game)
        info.seats.append(seat)
        tokens.append(token)
    write_headers(record, info)
    owner = info.add_owner()
    room = await rooms.add(record, info)
    token = next(filter(None, tokens), None)
    return Made(
        id=room.id,
        tokens=Tokens(owner=owner, seats=tokens),
        link=f"/play/{room.id}",
        invite=None if token is None else f"/play/{room.id}#{token}",
    )


def write_headers(record: GameRecord, info: RoomInfo) -> None:
    """Write who plays and how into a record, and begin with the opening if the room has one."""
    for side, seat in zip(SIDES, info.seats, strict=True):
        record.headers[side] = seat.name
    record.headers[CONTROL] = info.clock
    info.begin_opening()
    if info.swap2:
        record.headers["opening"] = "swap2"


def make_seat(rooms: Rooms, wanted: NewSeat, game: Game) -> tuple[Seat, str | None]:
    """The seat that someone wishes, and a friend's token."""
    if wanted.kind == "human":
        return Seat("human", wanted.name), None
    if wanted.kind == "friend":
        token = new_token()
        return Seat("friend", wanted.name, token=token_hash(token), taken=False), token
    if wanted.kind == "engine":
        if (engine := rooms.engines.get(wanted.spec)) is None:
            raise Refusal("There is no such registered engine.", "not-found")
        engine.spec_for(game.name)  # or it is refused
        rooms.programs.check_places()
        return Seat("engine", wanted.name or wanted.spec, wanted.spec), None
    spec = check_spec(wanted.spec, game, rooms.settings.longest_move)
    return Seat("computer", wanted.name or spec, spec), None


def _check_start(rooms: Rooms, new: NewGame) -> None:
    """On a locked server a computer that plays on from a given position would be help."""
    given = new.start.origin or new.start.position is not None or new.start.moves is not None
    computers = any(seat.kind in ("computer", "engine") for seat in new.seats)
    if rooms.access.locked and given and computers and not rooms.access.owns_server(new.join_token):
        raise Refusal("Help is locked here: games against the computer begin at the start.", "locked")


async def _first_record(rooms: Rooms, new: NewGame) -> tuple[GameRecord, int]:
    """The record with which a room begins, and how many moves it has."""
    start = new.start
    if start.origin is not None:
        if start.position is not None or start.moves is not None:
            raise BadPosition("Begin from a game, from a position or from moves, not from several.")
        record = await part_of(rooms, start.origin)
    else:
        game = read_game(new.game, new.options)
        record = read_start(game, start.position, start.moves)
    if record.outcome is not None:
        raise BadPosition("The game is over in this position: choose another.")
    return record, record.plies


async def part_of(rooms: Rooms, place: Place) -> GameRecord:
    """The moves of another room's game up to a node."""

    def copy(source: Room) -> GameRecord:
        node = find_node(source.record, place.node)
        record = GameRecord(source.record.game, source.record.start)
        for move in source.record.moves_to(node):
            record.play(move)
        return record

    return await (await rooms.find(place.id)).read(copy)


def read_game(name: str, options: Mapping[str, int | str]) -> Game:
    """A game as a client asks for it; how it is computed is not the client's business."""
    if "backend" in options:
        raise BadOption("{game} has no option {option}.", game=shorten(name), option="'backend'")
    wanted: dict[str, Any] = dict(options)
    return make_game(name, **wanted)


def read_start(game: Game, position: str | None, moves: str | None) -> GameRecord:
    """The record that a position string and a list of moves describe."""
    record = GameRecord(game, None if position is None else game.parse_position(position))
    if moves is not None:
        play_words(record, moves)
    return record


def play_words(record: GameRecord, moves: str) -> None:
    """Play moves as people paste them: also cells without spaces, such as ``f5d6c3``."""
    words = record.game.coordinates.split(moves) if isinstance(record.game, GridGame) else []
    joined = len(moves.split()) == 1 and len(words) > 1 and "".join(words) == moves.strip()
    record.play_text(" ".join(words) if joined else moves)
