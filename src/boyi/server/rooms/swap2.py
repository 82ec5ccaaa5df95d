"""The swap2 opening of a room: three stones, a choice, perhaps two more stones and another choice.

The one who sits on the first seat puts black, white, black. The other takes a colour, or puts white and black
and lets the first choose. Stones are moves of the record from the beginning, and no clock runs.
"""

from __future__ import annotations

import asyncio
from secrets import randbelow
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError, IllegalMove
from boyi.core.outcome import AGREED, RESIGNED, Outcome
from boyi.match.replay import SIDES
from boyi.protocols import swap2
from boyi.server import messages as m
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.connection import Connection
from boyi.server.search.scheduler import MOVE
from boyi.server.serializers import as_grid_game, node_view, position_view
from boyi.server.views import OpeningChoice, OpeningStep, OpeningView, RequestView, Side
from boyi.store.changes import Append, TakeBack

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

STONES: dict[str, int] = {"place3": 3, "place2": 5}
"""How many stones stand when a step of putting them ends."""
BEFORE: dict[str, int] = {"place3": 0, "place2": 3}
"""How many stand when it begins."""
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
        """Where the opening stands; None when there is none, or the game has ended in it."""
        step = self.room.info.opening
        if not step or self.room.record.outcome() is not None:
            return None
        return OpeningView(
            step=step,
            side=ACTOR[step],
            stones=STONES.get(step, 0) - self.room.record.plies if step in STONES else 0,
            choices=CHOICES.get(step, []),
        )

    def tell(self) -> None:
        """Say where the opening stands."""
        self.room.broadcast(m.Opening(opening=self.view()))

    @property
    def stones(self) -> int:
        """How many stones were put before the colours were settled: no time was taken of them."""
        record = self.room.record
        if not self.room.info.swap2:
            return 0
        return sum(record.nodes[node].spent is None for node in record.main_line()[1:])

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
        actor = ACTOR[self.room.info.opening]
        await self._put(move)
        self._lapse(actor)
        self.wake()

    async def _put(self, move: int) -> None:
        room, record = self.room, self.room.record
        position = record.position()
        if not position.is_legal(move):
            raise IllegalMove.of(position.why_illegal(move))
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
        self.tell()

    async def take_back(self, side: Side) -> None:
        """Take back the last stone of one's own step; it has answered nobody, so nobody is asked."""
        room, step = self.room, self.room.info.opening
        if room.info.take_back == "never":
            raise Refusal("not-allowed", "Moves cannot be taken back in this match.")
        if step not in STONES or ACTOR[step] != side or room.record.plies <= BEFORE[step]:
            raise Refusal("not-allowed", "In this step of the opening you have put no stone to take back.")
        room.settled.clear()
        try:
            await room.commit(TakeBack(room.id, 1))
            room.record.take_back()
        finally:
            room.settled.set()
        room.tell_taken_back()
        self.tell()

    async def choose(self, connection: Connection, what: OpeningChoice) -> None:
        """A person chooses."""
        self._require(connection)
        if what not in CHOICES.get(self.room.info.opening, []):
            raise Refusal("not-allowed", "That cannot be chosen now.")
        await self._decide(what)

    async def _decide(self, what: OpeningChoice) -> None:
        room, info = self.room, self.room.info
        self._lapse(ACTOR[info.opening] if what == "more" else None)
        if what == "more":
            info.opening = "place2"
        else:
            chooser = ACTOR[info.opening]
            info.opening = ""
            if SIDES[chooser] != what:
                room.swap_seats()
        await room.save_all()
        self.tell()
        if not info.opening:
            room.tell_room()
            room.tell_people()
        room.wake()

    # The end of a game that has hardly begun

    async def resign(self, side: Side) -> None:
        """Give the game up."""
        await self._end(Outcome(1 - side, RESIGNED))

    async def offer_draw(self, side: Side) -> None:
        """Offer a draw, or take the one that is offered; a computer answers at once."""
        room = self.room
        if room.request is not None:
            await self.answer(granted=True)
            return
        room.set_request(RequestView(request="draw", player=side, name=room.info.seats[side].name))
        if (accepts := getattr(room.players[1 - side], "accepts_draw", None)) is not None:
            await self.answer(bool(accepts()))

    async def answer(self, granted: bool) -> None:
        """The answer to an offer of a draw."""
        self.room.set_request(None, granted=granted)
        if granted:
            await self._end(Outcome(None, AGREED))

    def _lapse(self, actor: Side | None) -> None:
        """An offer lapses when the one who was asked goes on, and when the opening or the game ends."""
        request = self.room.request
        if request is not None and request.request == "draw" and request.player != actor:
            self.room.set_request(None, granted=False)

    async def _end(self, outcome: Outcome) -> None:
        self._lapse(None)
        await self.room.finish(outcome, "")
        self.tell()

    # A computer's steps

    def wake(self) -> None:
        """Let a computer act, if it is its turn."""
        if self._task is None and self._by_computer:
            self._task = asyncio.create_task(self._act())

    @property
    def _by_computer(self) -> bool:
        step = self.room.info.opening
        return step != "" and self.room.phase == "playing" and self.room.players[ACTOR[step]].by_computer

    async def switched(self) -> None:
        """A computer has taken over, or a person again; also in the middle of a step."""
        await self.room.settle()
        if self._by_computer:
            self.wake()
        else:
            self.rest()

    def rest(self) -> None:
        """Stop a computer's step."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _act(self) -> None:
        room, record = self.room, self.room.record
        try:
            while self._by_computer:
                step = room.info.opening
                self._lapse(ACTOR[step])
                if step in STONES:
                    await self._put(self._stone())
                else:
                    found = await room.rooms.workers.search(
                        record,
                        record.end,
                        room.rooms.adviser,
                        owner=room.owner,
                        key=f"swap2 {room.id}",
                        urgency=MOVE,
                    )
                    if room.info.opening != step or not self._by_computer:
                        continue  # a person has acted or taken over meanwhile
                    white = found is None or not swap2.choose(found).swap
                    self._task = None  # deciding lets the game begin
                    await self._decide("white" if white else "black")
        except BoyiError as error:
            for connection in room.connections:
                connection.send(refused(error))
        finally:
            if self._task is asyncio.current_task():
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
