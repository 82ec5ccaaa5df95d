"""Assignments: a position to be won against the computer, tried by pupils in rooms of their own, and judged.

An assignment is a hidden game for review; ``task`` beside its record says what is asked and who has tried.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, field
from functools import partial
from time import time
from typing import TYPE_CHECKING, Any, cast

from boyi.core.errors import BadPosition
from boyi.core.language import languages
from boyi.core.record import GameRecord
from boyi.server.bodies import Made, Tokens
from boyi.server.class_bodies import AssignmentMade, AssignmentView, AttemptView, NewAssignment
from boyi.server.passcode import code_hash
from boyi.server.refusals import Refusal
from boyi.server.rooms.making import read_game, read_start, write_headers
from boyi.server.rooms.people import new_token, proves, token_hash
from boyi.server.rooms.state import RoomInfo, Seat
from boyi.server.serializers import board_shape, position_view
from boyi.server.views import Side, TaskState, TaskView
from boyi.store.errors import StoreError
from boyi.store.finding import GameFilter

if TYPE_CHECKING:
    from boyi.server.rooms.registry import Rooms
    from boyi.server.rooms.room import Room

MARK = "boyi-assignment"
"""A header of the record by which assignments are found."""
MOST_ATTEMPTS = 500
"""Tries of one assignment."""
MOST_OF_ONE = 100
"""Of these, tries from one address until the server starts again."""
MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked for, and who has tried."""

    title: str
    side: Side
    level: int
    within: int
    key: str = ""
    """The hash of the link's token."""
    first: Side = 0
    """Who moves first."""
    attempts: tuple[dict[str, Any], ...] = field(default_factory=tuple)
    """Each try: its room's id, the pupil's name, when it began."""

    @classmethod
    def of(cls, info: RoomInfo) -> Task:
        """The assignment of a room; raises if it has none."""
        if info.task is None:
            raise Refusal("There is no such assignment.", "not-found")
        return cls(**{**info.task, "attempts": tuple(info.task.get("attempts", ()))})

    def moves(self, plies: int) -> int:
        """How many of so many moves the pupil made."""
        return (plies + (self.first == self.side)) // 2

    def judge(self, plies: int, over: bool, winner: int | None) -> TaskState:
        """What became of a try: won in time, lost, or still open."""
        late = self.within > 0 and self.moves(plies) > self.within
        if over:
            return "solved" if winner == self.side and not late else "failed"
        spent = self.within > 0 and self.moves(plies) >= self.within
        return "failed" if late or (spent and plies > 0 and self._waits(plies)) else "open"

    def _waits(self, plies: int) -> bool:
        """Whether the pupil is to move again."""
        return (self.first + plies) % 2 == self.side


def task_view(room: Room) -> TaskView | None:
    """The assignment that is played in a room, judged as it stands."""
    if not room.info.task_of or room.info.task is None:
        return None
    task, outcome = Task.of(room.info), room.record.outcome
    winner = None if outcome is None else outcome.winner
    return TaskView(
        id=room.info.task_of,
        title=task.title,
        side=task.side,
        within=task.within,
        state=task.judge(room.record.plies, outcome is not None, winner),
    )


async def make_assignment(rooms: Rooms, new: NewAssignment) -> AssignmentMade:
    """Store a position as an assignment."""
    if rooms.access.locked:
        rooms.access.check_owner(new.join_token)
    record = read_start(read_game(new.game, new.options), new.position, None)
    if record.outcome is not None:
        raise BadPosition("The game is over in this position: choose another.")
    key = new_token()
    turn = cast(Side, record.position.turn)
    task = Task(new.title.strip(), new.side, new.level, new.within, token_hash(key), turn)
    info = RoomInfo([Seat("human"), Seat("human")], hidden=True, review=True, task=asdict(task))
    owner = info.add_owner()
    record.headers["event"] = task.title
    record.headers["mark"] = MARK
    room = await rooms.add(record, info)
    return AssignmentMade(id=room.id, owner=owner, link=f"/task/{room.id}#{key}")


def check_visitor(room: Room, token: str, server_token: str) -> bool:
    """An assignment is for its owner and those who have its link; whether this is the owner."""
    task, access = Task.of(room.info), room.rooms.access
    is_owner = room.info.is_owner(token) or access.owns_server(server_token)
    at_machine = not access.lan and not access.owner_token
    if not (is_owner or at_machine or proves(token, task.key)):
        raise Refusal("This assignment needs its whole link.", "needs-token")
    return is_owner or at_machine


async def begin_attempt(rooms: Rooms, room: Room, name: str, address: str) -> Made:
    """Make a room in which a pupil tries: no help, nothing is taken back.

    ``address``: where the pupil comes from; empty for the owner, who may try as often as there are tries.
    """
    task, tried = Task.of(room.info), (room.id, address)
    if len(task.attempts) >= MOST_ATTEMPTS:
        raise Refusal("This assignment was tried too often: make another.", "too-many")
    if address:
        if rooms.tries[tried] >= MOST_OF_ONE:
            raise Refusal("This assignment was tried too often from your computer.", "too-many")
        rooms.tries[tried] += 1
    record = GameRecord(room.record.game, room.record.start)
    computer = f"level:{task.level}"
    seats = [Seat("computer", computer, computer), Seat("computer", computer, computer)]
    seats[task.side] = Seat("human", name)
    info = RoomInfo(
        seats,
        take_back="never",
        locked=True,
        lock_code=code_hash(new_token()),  # only the owner of the server lifts it
        task_of=room.id,
        task={**asdict(task), "key": "", "attempts": ()},
    )
    owner = info.add_owner()
    write_headers(record, info)
    record.headers["event"] = task.title
    try:
        made = await rooms.add(record, info)
    except BaseException:
        rooms.tries[tried] -= bool(address)  # nothing was tried
        raise
    attempt = {"id": made.id, "name": name, "started": time()}
    await room.run(partial(_note, room, attempt))
    return Made(id=made.id, tokens=Tokens(owner=owner, seats=[None, None]), link=f"/play/{made.id}")


async def _note(room: Room, attempt: dict[str, Any]) -> None:
    room.info.note_attempt(attempt)
    await room.storage.keep(room.info)


async def assignment_view(rooms: Rooms, room: Room, is_owner: bool) -> AssignmentView:
    """An assignment; its owner is told what became of each try."""
    task, record = Task.of(room.info), room.record
    attempts = await asyncio.to_thread(_results, rooms, task) if is_owner else []
    return AssignmentView(
        id=room.id,
        title=task.title,
        game=record.game.name,
        name=languages(record.game.title),
        board=board_shape(record.game),
        position=position_view(record, 0),
        side=task.side,
        level=task.level,
        within=task.within,
        attempts=attempts,
        is_owner=is_owner,
    )


def _results(rooms: Rooms, task: Task) -> list[AttemptView]:
    found = []
    for attempt in reversed(task.attempts):
        try:
            stored = rooms.store.summary(attempt["id"])
        except StoreError:
            continue  # it was deleted
        found.append(
            AttemptView(
                id=stored.id,
                name=attempt["name"],
                state=task.judge(stored.plies, stored.reason is not None, stored.winner),
                moves=task.moves(stored.plies),
                started=attempt["started"],
            )
        )
    return found


async def all_assignments(rooms: Rooms) -> list[AssignmentView]:
    """The assignments of the server, the newest first."""
    wanted = GameFilter(hidden=True, review=True, text=MARK)
    found = await asyncio.to_thread(lambda: rooms.store.find(wanted, limit=MOST_LISTED))
    views = []
    for entry in found:
        room = await rooms.find(entry.id)
        if room.info.task is not None and not room.info.task_of:
            views.append(await assignment_view(rooms, room, is_owner=True))
    return views
