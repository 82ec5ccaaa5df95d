"""The NoGo course's LAN protocol over TCP: a connection to one peer, and a host that waits for peers."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass

from boyi.core.errors import BoyiError
from boyi.core.message import Term
from boyi.core.record import GameRecord
from boyi.core.system import system_reason
from boyi.course.message import LOCAL, PORT, LanMessage, Op, encode
from boyi.course.session import MOVE_SECONDS, Event, Ignored, LanAction, LanSession
from boyi.protocols.actions import Reply
from boyi.protocols.lines import LineBuffer

CONNECT_SECONDS = 5.0
CONFIRM_SECONDS = 3.0
"""How long a peer may take to confirm the end of a game; then it counts as confirmed."""
TOLERANCE = 1.0
"""Seconds that messages may be under way, beyond the time for a move."""
LONGEST_LINE = 1 << 16
MOST_EVENTS = 1000
"""Events that wait to be looked at; then the peer has to wait."""
MOST_NONSENSE = 1000
"""Lines without a meaning after which a peer is left."""
GAP = 0.03
"""Seconds between two messages: real clients take what they read at once for one message."""
MOST_UNSENT = 1 << 20
"""Bytes that a peer may leave unread."""


class NoConnection(BoyiError):
    """A peer that cannot be reached, or a port that cannot be listened on."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Our own move has gone out, whoever chose it."""

    move: int


LanEvent = Event | Sent


class LanPeer:
    """A connection to one peer: methods for what we do, a stream of events for what happens.

    All methods return at once and raise ``ProtocolError`` for what is not possible now.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        name: str,
        move_seconds: float = MOVE_SECONDS,
    ) -> None:
        self.session = LanSession(name)
        self.move_seconds = move_seconds
        self.deadline: float | None = None
        """When the time for the move that is awaited ends, by the loop's clock."""
        self._reader, self._writer = reader, writer
        self._events: asyncio.Queue[LanEvent | None] = asyncio.Queue()
        self._outbox: deque[str] = deque()
        self._sending: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._awaited: tuple[str, int] | None = None
        self._loop = asyncio.get_running_loop()
        self._reading = asyncio.ensure_future(self._read())
        with suppress(OSError, AttributeError):
            # A machine that was switched off says nothing; the system asks now and then.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    # What we do

    def invite(self, colour: int) -> None:
        """Ask for a game in which we have this colour (0 black, 1 white)."""
        self._carry_out(self.session.invite(colour))

    def accept(self) -> None:
        """Take the invitation."""
        self._carry_out(self.session.accept())

    def decline(self, reason: str = "") -> None:
        """Refuse the invitation."""
        self._carry_out(self.session.decline(reason))

    def play(self, move: int) -> None:
        """Play a legal move."""
        actions = self.session.play(move, round(time.time() * 1000))
        self._events.put_nowait(Sent(move))  # before what follows from it
        self._carry_out(actions)

    def resign(self) -> None:
        """Give the game up."""
        self._carry_out(self.session.resign())

    def chat(self, text: str) -> None:
        """Say something."""
        self._carry_out(self.session.chat(text))

    def leave(self) -> None:
        """Go, with a word; a running game is lost."""
        if self.session.phase != "gone":
            self._carry_out(self.session.leave())
        self._finish()

    async def close(self) -> None:
        """Leave, and wait until everything is sent, as far as the peer takes it."""
        self.leave()
        self._reading.cancel()
        with suppress(OSError, TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(1):
                await self._writer.wait_closed()

    # What happens

    def __aiter__(self) -> AsyncIterator[LanEvent]:
        return self.events()

    async def events(self) -> AsyncIterator[LanEvent]:
        """What happens, until the connection ends."""
        while (event := await self._events.get()) is not None:
            yield event

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return self.session.situation.record()

    async def _read(self) -> None:
        lines, nonsense = LineBuffer(LONGEST_LINE), 0
        try:
            while nonsense < MOST_NONSENSE and (data := await self._reader.read(LONGEST_LINE)):
                for line in lines.feed(data):
                    if line.strip():
                        actions = self.session.receive(line)
                        nonsense += any(isinstance(action, Ignored) for action in actions)
                        self._carry_out(actions)
                while self._events.qsize() > MOST_EVENTS:
                    await asyncio.sleep(0.05)
                if self.session.phase == "gone":
                    break
        except OSError:
            pass
        if self.session.phase != "gone":
            self._carry_out(self.session.lost_connection())
        self._finish()

    def _carry_out(self, actions: list[LanAction]) -> None:
        for action in actions:
            if not isinstance(action, Reply):
                self._events.put_nowait(action)
            else:
                self._outbox.append(action.text)
        if self._sending is None:
            self._send()
        self._watch()

    def _send(self) -> None:
        """Send one message in one write, and the next a little later."""
        self._sending = None
        if not self._outbox or self._writer.is_closing():
            return
        self._writer.write(f"{self._outbox.popleft()}\n".encode())
        if self._writer.transport.get_write_buffer_size() + len(self._outbox) > MOST_UNSENT:
            self._writer.transport.abort()
        self._sending = self._loop.call_later(GAP, self._send)

    def _finish(self) -> None:
        self._stop_timer()
        while self._outbox and not self._writer.is_closing():
            if self._sending is not None:
                self._sending.cancel()
            self._send()
        if self._sending is not None:
            self._sending.cancel()
        self._events.put_nowait(None)
        if not self._writer.is_closing():
            self._writer.close()

    # Time

    def _watch(self) -> None:
        """Set the timer that belongs to what is awaited now, if that has changed."""
        awaited = (self.session.phase, len(self.session.situation.moves))
        if awaited == self._awaited:
            return
        self._awaited = awaited
        self._stop_timer()
        if self.session.phase == "ending":
            self._set_timer(CONFIRM_SECONDS, self.session.stop_waiting)
        elif self.session.phase == "playing":
            self.deadline = self._loop.time() + self.move_seconds
            if not self.session.our_turn:
                self._set_timer(
                    self.move_seconds + min(TOLERANCE, self.move_seconds / 2), self.session.claim_time
                )

    def _set_timer(self, seconds: float, act: Callable[[], list[LanAction]]) -> None:
        self._timer = self._loop.call_later(seconds, lambda: self._carry_out(act()))

    def _stop_timer(self) -> None:
        self.deadline = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


async def connect(
    host: str = LOCAL,
    port: int = PORT,
    name: str = "Boyi",
    *,
    move_seconds: float = MOVE_SECONDS,
    timeout: float = CONNECT_SECONDS,
) -> LanPeer:
    """Connect to a host; raises ``NoConnection`` with a sentence."""
    try:
        async with asyncio.timeout(timeout):
            reader, writer = await asyncio.open_connection(host, port)
    except TimeoutError:
        raise NoConnection(
            "{address} did not answer within {seconds:g} s.", address=f"{host}:{port}", seconds=timeout
        ) from None
    except (OSError, UnicodeError) as error:
        raise NoConnection(
            "{address} cannot be reached: {reason}.", address=f"{host}:{port}", reason=_reason(error)
        ) from None
    return LanPeer(reader, writer, name, move_seconds)


class LanHost:
    """Waits for peers and hands them out one at a time; who comes while one is there is refused."""

    def __init__(self, name: str = "Boyi", *, move_seconds: float = MOVE_SECONDS) -> None:
        self.name, self.move_seconds = name, move_seconds
        self._server: asyncio.Server | None = None
        self._peer: LanPeer | None = None
        self._arrived: asyncio.Queue[LanPeer] = asyncio.Queue()
        self._closed = False

    async def start(self, host: str = LOCAL, port: int = PORT) -> int:
        """Listen; return the port, which the system chooses if it is 0."""
        try:
            self._server = await asyncio.start_server(self._welcome, host, port)
        except (OSError, UnicodeError, OverflowError) as error:
            raise NoConnection(
                "{address} cannot be listened on: {reason}.", address=f"{host}:{port}", reason=_reason(error)
            ) from None
        return int(self._server.sockets[0].getsockname()[1])

    async def peer(self) -> LanPeer:
        """The next peer that comes."""
        return await self._arrived.get()

    async def close(self) -> None:
        """Stop listening, and leave who is here."""
        self._closed = True
        if self._server is not None:
            self._server.close()
        if self._peer is not None:
            await self._peer.close()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._closed:  # the system had accepted the connection before
            writer.close()
            return
        if self._peer is not None and self._peer.session.phase != "gone":
            writer.write(f"{encode(LanMessage(Op.REJECT, self.name, 'busy'))}\n".encode())
            writer.close()
            return
        self._peer = LanPeer(reader, writer, self.name, self.move_seconds)
        self._arrived.put_nowait(self._peer)


def _reason(error: Exception) -> Term:
    """The system's words for what went wrong, without numbers and addresses."""
    if isinstance(error, UnicodeError):
        return system_reason("that is not the name of a computer")
    text = str(getattr(error, "strerror", None) or error).removeprefix("bind(): ")
    if isinstance(error, OSError) and not isinstance(error, socket.gaierror):
        # Python puts addresses into the system's words; of several failures it gives a list.
        number = error.errno or next((int(found[1]) for found in re.finditer(r"\[Errno (\d+)", text)), None)
        text = os.strerror(number) if number else text
    return system_reason(text.rstrip("."))
