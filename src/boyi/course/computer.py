"""A computer at one end of a LAN game: accepts, moves in time, resigns."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.course.connection import LanEvent, LanPeer
from boyi.course.session import Began, Ended, Invited, Left, Played
from boyi.players.base import Player

RESERVE = 2.0
"""Seconds of the time for a move that are kept: the course's program claims it half a second early."""


class LanComputer:
    """Lets a player react to the events of a peer; whoever reads the events hands them on."""

    def __init__(self, peer: LanPeer, player: Player, colour: int | None = None) -> None:
        """``colour``: the only one it takes (0 black, 1 white); None: either."""
        self.peer, self.player, self.colour = peer, player, colour
        self.trouble: Message | str = ""
        """Why the player could not move, if it had to resign for that."""
        self._thinking: asyncio.Task[None] | None = None
        self._record = peer.record
        """The game as the player knows it: one record for each, as another record is another game to it."""

    def handle(self, event: LanEvent) -> None:
        """React to an event; a move follows later."""
        if isinstance(event, Began):
            self._record = self.peer.record
        match event:
            case Invited(_, colour):
                if self.colour is not None and colour != self.colour:
                    self.peer.decline(f"I play {('black', 'white')[self.colour]}")
                else:
                    self.peer.accept()
            case Began() if not self.peer.session.our_turn:
                self._thinking = asyncio.ensure_future(self._prepare())
            case Began() | Played() if self.peer.session.our_turn:
                self._thinking = asyncio.ensure_future(self._move(self._thinking))
            case Ended() | Left():
                self.stop()

    def stop(self) -> None:
        """Think no more."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def close(self) -> None:
        """Think no more, and end what the player keeps running."""
        self.stop()
        await self.player.close()

    @property
    def _clock(self) -> Clock:
        seconds = self.peer.move_seconds
        return Clock.start(TimeControl(per_move=max(seconds - RESERVE, seconds / 2)))

    async def _prepare(self) -> None:
        """Let a program start while the peer thinks; whether that works shows when it has to move."""
        with suppress(Exception):
            await self.player.prepare(self._record, self._clock)

    async def _move(self, before: asyncio.Task[None] | None) -> None:
        try:
            if before is not None:
                await before
            clock = self._clock
            for move in self.peer.session.situation.moves[self._record.plies :]:
                self._record.play(move)
            decision = await self.player.choose(self._record, clock)
            if not self.peer.session.our_turn:
                return  # the game ended meanwhile
            if decision.move is None:
                self.peer.resign()
            else:
                self.peer.play(decision.move)
        except Exception as error:  # whatever it is, the peer should not have to wait for the clock
            self.trouble = (
                error.message if isinstance(error, BoyiError) else f"{type(error).__name__}: {error}"
            )
            if self.peer.session.our_turn:
                self.peer.resign()
