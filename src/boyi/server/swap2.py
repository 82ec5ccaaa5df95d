"""The swap2 opening of a room: three stones, a choice, perhaps two more stones and another choice.

The one who sits on the first seat puts black, white, black. The other takes a colour, or puts white and black
and lets the first choose. Stones are moves of the record from the beginning, and no clock runs.
"""

from __future__ import annotations

import asyncio
from secrets import randbelow
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError, IllegalMove
from boyi.match.replay import SIDES
from boyi.protocols import swap2
from boyi.server import messages as m
from boyi.server.connection import Connection
from boyi.server.refusals import Refusal, refused
from boyi.server.showing import as_grid_game, node_view, position_view
from boyi.server.views import OpeningChoice, OpeningStep, OpeningView, Side
from boyi.server.workers import MOVE
from boyi.store.changes import Append

if TYPE_CHECKING:
    from boyi.server.room import Room

STONES: dict[str, int] = {"place3": 3, "place2": 5}
"""How many stones stand when a step of putting them ends."""
AFTER: dict[str, OpeningStep] = {"place3": "choose", "place2": "choose2"}
CHOICES: dict[str, list[OpeningChoice]] = {
    "choose": ["black", "white", "more"],
    "choose2": ["black", "white"],
}
ACTOR: dict[str, Side] = {"place3": 0, "choose": 1, "place2": 1, "choose2": 0}
"""The seat that acts; seats change colours only at the end."""


class Swap2:
    """Carries out the opening's steps; each is on the disk before it is told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._task: asyncio.Task[None] | None = None
        self._move_on()  # a server that was killed may have stored the last stone and not the step

    def view(self) -> OpeningView | None:
        """Where the opening stands; None when there is none."""
        step = self.room.info.opening
        if not step:
            return None
        return OpeningView(
            step=step,
            side=ACTOR[step],
            stones=STONES.get(step, 0) - self.room.record.plies if step in STONES else 0,
            choices=CHOICES.get(step, []),
        )

    def _move_on(self) -> None:
        step = self.room.info.opening
        if step in STONES and self.room.record.plies >= STONES[step]:
            self.room.info.opening = AFTER[step]

    def _require(self, connection: Connection) -> None:
        side = ACTOR[self.room.info.opening] if self.room.info.opening else None
        if side not in connection.seats:
            raise Refusal("not-your-turn", "It is not your turn.")
        assert side is not None
        if self.room.players[side].by_computer:
            raise Refusal("thinking", "The computer is thinking: wait for its move.")

    async def place(self, connection: Connection, move: int) -> None:
        """A person puts a stone."""
        self._require(connection)
        if self.room.info.opening not in STONES:
            raise Refusal("not-allowed", "Choose a colour first.")
        await self._put(move)
        self.wake()

    async def _put(self, move: int) -> None:
        room, record = self.room, self.room.record
        position = record.position()
        if not position.is_legal(move):
            raise IllegalMove(position.why_illegal(move))
        if position.play(move).outcome is not None:
            raise Refusal("not-allowed", "The opening must not end the game.")
        room.settled.clear()
        try:
            # Without a time: until the colours are settled the clocks stand still and grow by nothing.
            await room.commit(Append(room.id, record.plies + 1, move))
            node = record.play(move)
            self._move_on()
            await room.keep()
        finally:
            room.settled.set()
        room.broadcast(
            m.Moved(node=node_view(record, node), position=position_view(record), clock=room.clock())
        )
        room.broadcast(m.Opening(opening=self.view()))

    async def choose(self, connection: Connection, what: OpeningChoice) -> None:
        """A person chooses."""
        self._require(connection)
        if what not in CHOICES.get(self.room.info.opening, []):
            raise Refusal("not-allowed", "That cannot be chosen now.")
        await self._decide(what)

    async def _decide(self, what: OpeningChoice) -> None:
        room, info = self.room, self.room.info
        if what == "more":
            info.opening = "place2"
        else:
            chooser = ACTOR[info.opening]
            info.opening = ""
            if SIDES[chooser] != what:
                room.swap_seats()
        await room.save_all()
        room.broadcast(m.Opening(opening=self.view()))
        if not info.opening:
            room.tell_room()
            room.tell_people()
        room.wake()

    # A computer's steps

    def wake(self) -> None:
        """Let a computer act, if it is its turn."""
        step = self.room.info.opening
        if step and self._task is None and self.room.players[ACTOR[step]].by_computer:
            self._task = asyncio.create_task(self._act())

    def rest(self) -> None:
        """Stop a computer's step."""
        if self._task is not None:
            self._task.cancel()

    async def _act(self) -> None:
        room, record = self.room, self.room.record
        try:
            while (step := room.info.opening) and room.players[ACTOR[step]].by_computer:
                if step in STONES:
                    await self._put(self._stone())
                else:
                    found = await room.rooms.workers.search(
                        record, record.end, room.rooms.adviser, key=f"swap2 {room.id}", urgency=MOVE
                    )
                    if room.info.opening != step or not room.players[ACTOR[step]].by_computer:
                        continue  # a person has taken over meanwhile
                    white = found is None or not swap2.choose(found).swap
                    self._task = None  # deciding lets the game begin
                    await self._decide("white" if white else "black")
        except BoyiError as error:
            for connection in room.connections:
                connection.send(refused(error))
        finally:
            self._task = None

    def _stone(self) -> int:
        """The next stone of an opening that suits both colours."""
        record = self.room.record
        size = as_grid_game(record.game).size
        moves = record.moves
        for number in range(len(swap2.OPENINGS)):
            cells = swap2.opening(size, number)
            if moves and list(cells[: len(moves)]) == moves[:3] and len(moves) < 3:
                return cells[len(moves)]
        if not moves:
            return swap2.opening(size, randbelow(len(swap2.OPENINGS)))[0]
        free = record.position().moves()
        return free[randbelow(len(free))]
