"""All rooms of a server: made, opened from the store when someone comes, closed when nobody is there."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Mapping
from time import monotonic
from typing import Any

from boyi.core.clock import TimeControl
from boyi.core.errors import BadOption, BadPosition, BoyiError, shorten
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.match.replay import CONTROL, SIDES
from boyi.players.human import HumanPlayer
from boyi.server.access import owns_server
from boyi.server.bodies import Made, NewGame, NewSeat, Place, Tokens
from boyi.server.course.gate import CourseGate
from boyi.server.messages import Next
from boyi.server.refusals import Refusal
from boyi.server.rooms.players import MissingPlayer, SeatPlayer, WorkerPlayer
from boyi.server.rooms.room import Room
from boyi.server.rooms.seats import RoomInfo, Seat, new_token, token_hash
from boyi.server.search.programs import Programs
from boyi.server.search.workers import Workers
from boyi.server.serializers import as_grid_game
from boyi.server.settings import Settings
from boyi.server.specs import check_spec, player_of
from boyi.store.damage import damage_of_error
from boyi.store.engines import RegisteredEngine
from boyi.store.errors import Damaged, NotStored, StoreError
from boyi.store.store import Store
from boyi.store.writer import Writer

log = logging.getLogger("boyi.server")

ADVISER = "level:10"
"""Who gives hints and plays for people who let it."""
LEAST_COPIED = 4
"""Moves after which a game counts as a copy of another: the first ones are everybody's."""
SWEEP = 1.0
"""Seconds between two looks at who has left."""
SAVE_AFTER = 1.0
"""Seconds that evaluations wait before they are stored, for more to come."""
LEFTOVERS = 200
"""Rooms that were forgotten before we clean up. The network's own objects for a connection or a request hold
each other; they grow too old for the collector's usual rounds, which would let megabytes of them pile up."""


class Rooms:
    """The rooms in memory, and the way to all others."""

    def __init__(self, settings: Settings, store: Store, writer: Writer, workers: Workers) -> None:
        self.settings, self.store, self.writer, self.workers = settings, store, writer, workers
        self.adviser = ADVISER
        self.programs = Programs(settings.programs, settings.programs_of_one, settings.program_idle)
        self.engines: dict[str, RegisteredEngine] = {}
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._saving: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._forgotten = 0
        self.course_gate = CourseGate(settings)

    async def start(self) -> None:
        """Begin to look after the rooms."""
        await self.learn_engines()
        self._later(self._sweep_forever())

    async def close(self) -> None:
        """Close every room; the games go on when the server does."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*(room.close("the server ends") for room in list(self._rooms.values())))
        self._rooms.clear()

    async def learn_engines(self) -> list[RegisteredEngine]:
        """Read which engines are registered."""
        found = await asyncio.to_thread(self.store.engines)
        self.engines = {engine.name: engine for engine in found}
        return found

    # Finding

    async def find(self, game_id: str) -> Room:
        """The room of a game, opened from the store if need be."""
        if (room := self._rooms.get(game_id)) is not None:
            return room
        if (task := self._opening.get(game_id)) is None:
            if len(self._rooms) + len(self._opening) >= self.settings.most_rooms:
                raise Refusal("busy", "The server has too many rooms open: try again later.")
            task = self._opening[game_id] = asyncio.create_task(self._open(game_id))
            task.add_done_callback(lambda _: self._opening.pop(game_id, None))
        return await asyncio.shield(task)

    async def _open(self, game_id: str) -> Room:
        def read() -> tuple[GameRecord, RoomInfo]:
            record, extra = self.store.load(game_id), self.store.extra(game_id)
            try:
                return record, RoomInfo.from_data(extra)
            except (LookupError, TypeError, ValueError) as error:
                raise Damaged(damage_of_error(game_id, error)) from None

        try:
            record, info = await asyncio.to_thread(read)
        except NotStored:
            raise Refusal("not-found", "There is no such game.") from None
        room = self._rooms[game_id] = Room(self, game_id, record, info)
        return room

    def at_hand(self, game_id: str) -> Room | None:
        """The room if it is in memory."""
        return self._rooms.get(game_id)

    def in_memory(self) -> list[Room]:
        """All rooms in memory."""
        return list(self._rooms.values())

    def forget(self, room: Room) -> None:
        """Take a room out of memory; the store knows what it was."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._forgotten += 1
        if room.course is not None:
            self._later(room.course.close())

    # Making

    async def make(self, new: NewGame) -> Made:
        """Make a room as someone wishes it."""
        control = str(TimeControl.parse(new.clock))
        self._check_start(new)
        record, prefix = await self._first_record(new)
        swap2 = new.opening == "swap2" or record.game.settings.get("opening") == "swap2"
        if swap2 and (not record.game.has_choice("opening", "swap2") or prefix):
            raise BadOption("Swap2 begins a game from the empty board, and only games that have it.")
        lock_from = await self.locked_game(new.start.origin.id) if new.start.origin else ""
        info = RoomInfo(
            seats=[],
            swap2=swap2,
            opening="place3" if swap2 else "",
            clock=control,
            take_back=new.take_back,
            locked=new.locked or bool(lock_from),
            lock_from=lock_from,
            pace=new.pace,
            hidden=new.hidden,
            prefix=prefix,
            # Back to where it came from goes a try-out; a game that is simply continued has no way back.
            origin=new.start.origin.model_dump() if new.start.origin and new.hidden else None,
        )
        tokens: list[str | None] = []
        for side, wanted in enumerate(new.seats):
            seat, token = self.seat(wanted, record.game)
            info.seats.append(seat)
            tokens.append(token)
            record.headers[SIDES[side]] = seat.name
        record.headers[CONTROL] = control
        if swap2:
            record.headers["opening"] = "swap2"
        owner = info.add_owner()
        room = await self.add(record, info)
        token = next(filter(None, tokens), None)
        return Made(
            id=room.id,
            tokens=Tokens(owner=owner, seats=tokens),
            link=f"/play/{room.id}",
            invite=None if token is None else f"/play/{room.id}#{token}",
        )

    def _check_start(self, new: NewGame) -> None:
        """On a locked server a computer that plays on from a given position would be help."""
        given = new.start.origin or new.start.position is not None or new.start.moves is not None
        computers = any(seat.kind in ("computer", "engine") for seat in new.seats)
        if self.settings.locked and given and computers and not owns_server(self.settings, new.join_token):
            sentence = "Help is locked here: games against the computer begin at the start."
            raise Refusal("locked", sentence)

    async def add(self, record: GameRecord, info: RoomInfo) -> Room:
        """Store a new game and open its room."""
        game_id = await asyncio.to_thread(lambda: self.store.begin(record, extra=info.to_data()))
        room = self._rooms[game_id] = Room(self, game_id, record, info)
        return room

    def seat(self, wanted: NewSeat, game: Game) -> tuple[Seat, str | None]:
        """The seat that someone wishes, and a friend's token."""
        if wanted.kind == "human":
            return Seat("human", wanted.name), None
        if wanted.kind == "friend":
            token = new_token()
            return Seat("friend", wanted.name, token=token_hash(token), taken=False), token
        if wanted.kind == "engine":
            if (engine := self.engines.get(wanted.spec)) is None:
                raise Refusal("not-found", "There is no such registered engine.")
            engine.spec_for(game.name)  # or it is refused
            self.programs.check_room()
            return Seat("engine", wanted.name or wanted.spec, wanted.spec), None
        spec = check_spec(wanted.spec, game, self.settings.longest_move)
        return Seat("computer", wanted.name or spec, spec), None

    async def _first_record(self, new: NewGame) -> tuple[GameRecord, int]:
        """The record with which a room begins, and how many moves it has."""
        start = new.start
        if start.origin is not None:
            if start.position is not None or start.moves is not None:
                raise BadPosition("Begin from a game, from a position or from moves, not from several.")
            record = await self._part_of(start.origin)
        else:
            game = read_game(new.game, new.options)
            record = read_start(game, start.position, start.moves)
        if record.outcome() is not None:
            raise BadPosition("The game is over in this position: choose another.")
        return record, record.plies

    async def _part_of(self, place: Place) -> GameRecord:
        source = await self.find(place.id)
        await source.settle()
        node = source.actions.node(place.node)
        record = GameRecord(source.record.game, source.record.start)
        for move in source.record.moves_to(node):
            record.play(move)
        return record

    async def locked_game(self, game_id: str) -> str:
        """The id again if this game is locked and not over; the games made from it are then locked too."""
        if not game_id:
            return ""
        try:
            room = await self.find(game_id)
        except Refusal as refusal:
            if refusal.code == "not-found":
                return ""
            raise
        if first := await self.locked_game(room.info.lock_from):
            return first  # a copy is locked as long as the first game, also when the copy has ended
        return game_id if room.info.locked and room.phase in ("playing", "waiting") else ""

    def copies_locked(self, room: Room, node: int) -> bool:
        """Whether the moves to a node are those of a locked game that goes on, wherever they came from.

        A copy of a locked game does not count: the game that it was made from is compared itself.
        """
        record = room.record
        moves: list[int] | None = None
        for other in self._rooms.values():
            if other.id == room.id or not other.info.locked or other.phase != "playing":
                continue
            if other.info.lock_from:
                continue
            played = other.record.moves
            if len(played) < LEAST_COPIED or not _same_game(other.record, record):
                continue
            moves = list(record.moves_to(node)) if moves is None else moves
            if moves[: len(played)] == played:
                return True
        return False

    async def follow(self, room: Room, swap: bool) -> Room:
        """Make the game after a game: the same people and tokens, perhaps with colours swapped."""
        old = room.info
        record = GameRecord(room.record.game, room.record.start)
        for move in room.record.moves[: old.prefix]:
            record.play(move)
        info = RoomInfo.from_data(old.to_data())
        info.chat, info.rematch, info.stopped = [], None, []
        info.opening = "place3" if info.swap2 else ""
        info.seats = [Seat(**{**seat, "auto": False}) for seat in old.to_data()["seats"]]
        if swap:
            info.seats.reverse()
        for side, seat in enumerate(info.seats):
            record.headers[SIDES[side]] = seat.name
        record.headers[CONTROL] = info.clock
        if info.swap2:
            record.headers["opening"] = "swap2"
        following = await self.add(record, info)
        old.rematch = following.id
        old.hidden = old.hidden or room.record.plies == old.prefix  # nobody misses a game without a move
        await room.keep()
        return following

    def lead(self, room: Room, following: str) -> None:
        """Send everyone in a room on to the game that follows."""
        for connection in list(room.connections):
            connection.send(Next(id=following, token=connection.token))

    def make_players(self, game: Game, info: RoomInfo) -> tuple[SeatPlayer, SeatPlayer]:
        """The players of both seats."""
        as_grid_game(game)
        first, second = (self._player(seat) for seat in info.seats)
        if info.clock == "none" and not any(seat.is_person for seat in info.seats):
            first.pace = second.pace = info.pace
        return first, second

    def _player(self, seat: Seat) -> SeatPlayer:
        if seat.kind == "course":
            return SeatPlayer(HumanPlayer(), None)
        if seat.is_person:
            return SeatPlayer(HumanPlayer(), WorkerPlayer(self.workers, self.adviser), seat.auto)
        if seat.kind != "engine":
            return SeatPlayer(None, player_of(seat.spec, self.workers, self.programs))
        engine = self.engines.get(seat.spec)
        if engine is None:
            return SeatPlayer(None, MissingPlayer())
        return SeatPlayer(None, player_of(engine.spec, self.workers, self.programs))

    # Looking after

    async def delete(self, game_id: str) -> None:
        """Remove a game for good."""
        if (room := self._rooms.pop(game_id, None)) is not None:
            await room.close("deleted")
        try:
            await asyncio.to_thread(self.store.delete, game_id)
        except NotStored:
            raise Refusal("not-found", "There is no such game.") from None
        if (room := self._rooms.pop(game_id, None)) is not None:  # someone came while it was being closed
            await room.close("deleted")

    def save_later(self, room: Room) -> None:
        """Store a room's whole record soon, once for many changes."""
        kept = self._rooms.get(room.id)
        if kept is not None and room.id not in self._saving:
            self._saving.add(room.id)
            self._later(self._save(kept))

    async def _save(self, room: Room) -> None:
        await asyncio.sleep(SAVE_AFTER)
        self._saving.discard(room.id)
        if room.phase == "playing" or not room.is_resting:
            return
        try:
            await room.save_all()
        except StoreError as error:
            log.warning("room %s: %s", room.id, error)

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self._sweep_all()

    async def _sweep_all(self) -> None:
        for room in list(self._rooms.values()):
            try:
                await self._sweep(room)
            except BoyiError as error:
                log.warning("room %s: %s", room.id, error)
        if self._forgotten >= LEFTOVERS:
            self._forgotten = 0
            gc.collect()

    async def _sweep(self, room: Room) -> None:
        if room.is_watched:
            return
        quiet = monotonic() - room.quiet_since
        if quiet > self.settings.linger:
            await room.rest()
        needed = room.connections or room.study.reviews or room.id in self._saving
        if quiet > self.settings.idle and not needed:
            self.forget(room)


def _same_game(one: GameRecord, other: GameRecord) -> bool:
    same = one.game.name == other.game.name and dict(one.game.settings) == dict(other.game.settings)
    return same and one.start == other.start


def read_game(name: str, options: Mapping[str, int | str]) -> Game:
    """A game as a client asks for it; how it is computed is not the client's business."""
    if "backend" in options:
        raise BadOption(f"{shorten(name)} has no option 'backend'.")
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
    words = as_grid_game(record.game).coordinates.split(moves)
    joined = len(moves.split()) == 1 and len(words) > 1 and "".join(words) == moves.strip()
    record.play_text(" ".join(words) if joined else moves)
