"""The pace of a game that computers play on both sides: pauses, single moves, seconds for each move.

A computer thinks at once; its answer is held until the move is due. What is held costs no time of its clock.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from boyi.match.turn import Decided, Signal, TimedOut
from boyi.server import messages as m
from boyi.server.client_messages import Pace
from boyi.server.views import PaceView

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

FOLLOWED = 1.0
"""Seconds of a move where nobody has chosen: when the computer plays for a person."""


class Pacing:
    """Holds the answer of a computer in one room until its move is due."""

    def __init__(self) -> None:
        self.held: Decided | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._moved = float("-inf")
        self._steps = False

    @staticmethod
    def applies(room: Room) -> bool:
        """Whether computers play both sides; programs of the course have their own pace."""
        return room.phase == "playing" and room.course is None and room.is_computer(0) and room.is_computer(1)

    def view(self, room: Room) -> PaceView | None:
        """What the page is shown; None where the pace cannot be chosen."""
        return PaceView(seconds=_seconds(room), paused=room.info.paused) if self.applies(room) else None

    def moved(self) -> None:
        """A move was told just now."""
        self._moved = asyncio.get_running_loop().time()

    def holds(self, room: Room, signal: Signal) -> bool:
        """Whether a signal of the match waits, or is void because the answer came in time and waits."""
        if isinstance(signal, TimedOut):
            return self.held is not None and self.held.turn is signal.turn
        if not isinstance(signal, Decided) or not self.applies(room):
            return False
        steps, self._steps = self._steps, False
        if steps or not (room.info.paused or self._moved + _seconds(room) > signal.at):
            return False
        self.held = signal
        if room.clock().left != [None, None]:
            room.audience.broadcast(m.Clocks(clock=room.clock()))
        self._schedule(room)
        return True

    def change(self, room: Room, message: Pace) -> None:
        """Pause or resume, choose the seconds, or let one move be made."""
        if message.seconds is not None:
            room.info.choose_pace(message.seconds)
        if message.step:
            room.info.pause(True)
            self._steps = self.held is None
            self.release(room)
        elif message.paused is not None:
            room.info.pause(message.paused)
            self._steps = False
        self._schedule(room)

    def release(self, room: Room) -> None:
        """Let the held move be made now."""
        held = self.forget()
        if held is not None:
            room.pass_on(held)

    def forget(self) -> Decided | None:
        """Hold nothing any more; what was held."""
        held, self.held = self.held, None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return held

    def _schedule(self, room: Room) -> None:
        """Release what is held when it is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.held is not None and not room.info.paused:
            due = self._moved + _seconds(room)
            self._timer = asyncio.get_running_loop().call_at(due, self.release, room)


def _seconds(room: Room) -> float:
    return FOLLOWED if room.info.pace is None else room.info.pace
