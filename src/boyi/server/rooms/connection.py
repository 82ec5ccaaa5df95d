"""One WebSocket: what it may send, how fast, and an ordered way out that never holds others up."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from boyi.core.errors import BoyiError, printable
from boyi.core.message import Message
from boyi.server.client_messages import LONGEST_MESSAGE, Client, Join, client_messages
from boyi.server.messages import SocketMessage
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.people import Person
from boyi.server.validation import place_of, what_is_wrong
from boyi.server.views import Admitted, Role, You

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

BURST, PER_SECOND = 60.0, 20.0
"""Messages that may come at once, and for long."""
MOST_MISTAKES = 8
"""Bad messages after which a connection is closed."""
LONGEST_QUEUE = 400
MOST_BYTES = 2_000_000
"""What may wait for a slow receiver before it is dropped."""
RELAXED_QUEUE = 8
"""Beyond so many waiting messages a receiver gets no more progress reports."""
FIRST_MESSAGE = 10.0
"""Seconds to say ``join``."""
LAST_WORDS = 2.0
"""Seconds for what is still to be sent when a connection ends."""
POLICY, TOO_BIG, TRY_LATER, GOING = 1008, 1009, 1013, 1001


class Connection(Person):
    """Someone at the other end, from ``join`` to the end."""

    def __init__(self, socket: WebSocket) -> None:
        super().__init__()
        self.socket = socket
        self.address = socket.client.host if socket.client else ""
        self.name, self.token = "", ""
        self.server_token = ""
        self.admission: Admitted = ""
        self.person = ""
        """The same for all pages of one person; empty if nobody knows who it is."""
        self.watches = False
        self.left = False
        """Said goodbye: no reason to let a computer think for it."""
        self._out: deque[str] = deque()
        self._bytes = 0
        self._filled = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._credit, self._counted = BURST, monotonic()
        self._mistakes = 0

    def you(self, roles: list[Role]) -> You:
        """What this connection is in the room."""
        return You(
            seats=self.seats,
            owner=self.owner,
            name=self.name,
            admission=self.admission,
            chat=self.invited,
            server_owner=self.server_owner,
            roles=roles,
        )

    @property
    def speaker(self) -> str:
        """The same for all pages of one person in the room; spectators are told apart by their address."""
        return self.person or (self.socket.client.host if self.socket.client else "")

    @property
    def plays(self) -> bool:
        """Whether the game continues because of this connection."""
        return (bool(self.seats) or self.owner) and not self.left

    # Out

    def send(self, message: SocketMessage) -> None:
        """Send one message; never waits."""
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """Send a message that is written already; a receiver that is too slow is dropped."""
        if self._closing is not None:
            return
        self._out.append(text)
        self._bytes += len(text)
        if len(self._out) > LONGEST_QUEUE or (len(self._out) > 1 and self._bytes > MOST_BYTES):
            self._drop()
        self._filled.set()

    @property
    def relaxed(self) -> bool:
        """Whether the receiver keeps up."""
        return len(self._out) < RELAXED_QUEUE

    def close(self, code: int, reason: str) -> None:
        """Close after what is on its way."""
        if self._closing is None:
            self._closing = code, reason
            self._filled.set()

    def _drop(self) -> None:
        """End it without a word: a receiver that takes nothing in would not hear one either."""
        self._closing = TRY_LATER, "too slow"
        self._out.clear()
        for task in self._tasks:
            task.cancel()

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._out:
                    text = self._out.popleft()
                    self._bytes -= len(text)
                    await self.socket.send_text(text)
                if self._closing is not None:
                    await self.socket.close(*self._closing)
                    return

    # In

    async def serve(self, find_room: Callable[[], Awaitable[Room]]) -> None:
        """Talk until either side ends it."""
        sender, talk = asyncio.create_task(self._send_all()), asyncio.create_task(self._talk(find_room))
        self._tasks = (sender, talk)
        try:
            await asyncio.wait({talk})
        finally:
            talk.cancel()
            if self._closing is not None:
                await asyncio.wait({sender}, timeout=LAST_WORDS)
            sender.cancel()
            await asyncio.wait({sender, talk})

    async def _talk(self, find_room: Callable[[], Awaitable[Room]]) -> None:
        try:
            await self._introduce()
            # Looked for only now: a room that was found earlier may have left the memory meanwhile.
            room = await find_room()
            try:
                await room.enter(self)
                await self._listen(room)
            finally:
                room.leave(self)
        except WebSocketDisconnect:
            pass
        except BoyiError as error:
            self.send(refused(error))
            self.close(*(error.ends if isinstance(error, Refusal) and error.ends else (POLICY, "refused")))

    async def _introduce(self) -> None:
        """The first message says who it is."""
        try:
            async with asyncio.timeout(FIRST_MESSAGE):
                message = await self._receive()
        except TimeoutError:
            raise Refusal("Nothing was said: begin with join.", "not-joined") from None
        if not isinstance(message, Join):
            raise Refusal("The first message must be join.", "not-joined")
        self.name, self.token = clean(message.name), message.token
        self.server_token = message.server_token

    async def _listen(self, room: Room) -> None:
        while self._closing is None:
            try:
                message = await self._receive()
                if isinstance(message, Join):
                    raise Refusal("You have joined already.", "bad-message")
            except Refusal as error:
                self.send(refused(error, error.ref))
                if error.ends is not None:
                    self.close(*error.ends)
            else:
                at = asyncio.get_running_loop().time()
                # What has begun is finished, even if the one who asked is cut off meanwhile.
                await room.receive(self, message, at)

    async def _receive(self) -> Client:
        """The next good message; each bad one costs, and too many end the connection."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", GOING))
        self._meter()
        data = event.get("text")
        if data is None:
            raise self._mistake(Message("A message is JSON text, not bytes."))
        if len(data) > LONGEST_MESSAGE or len(data.encode()) > LONGEST_MESSAGE:
            raise Refusal(
                "A message has at most {bytes} bytes.",
                "too-large",
                None,
                (TOO_BIG, "too large"),
                bytes=LONGEST_MESSAGE,
            )
        try:
            return client_messages.validate_json(data)
        except ValidationError as error:
            raise self._mistake(_what_is_wrong(error), _ref(data)) from None

    def _meter(self) -> None:
        now = monotonic()
        self._credit = min(BURST, self._credit + (now - self._counted) * PER_SECOND)
        self._counted = now
        self._credit -= 1
        if self._credit < 0:
            raise Refusal(
                "Too many messages: the connection is closed. Wait a moment.",
                "too-many",
                None,
                (POLICY, "too many messages"),
            )

    def _mistake(self, message: Message, ref: int | None = None) -> Refusal:
        self._mistakes += 1
        ends = (POLICY, "too many bad messages") if self._mistakes >= MOST_MISTAKES else None
        return Refusal.of(message, "bad-message", ref, ends)


def is_remote(address: str) -> bool:
    """Whether an address tells people apart: at this machine, or behind a proxy on it, all have the same.

    >>> is_remote("192.168.1.5"), is_remote("127.0.0.1"), is_remote("::1"), is_remote("")
    (True, False, False, False)
    """
    try:
        return not ip_address(address).is_loopback
    except ValueError:
        return False


def clean(text: str) -> str:
    """A name or a line without what has no place in one: control characters, ends of lines."""
    return printable(text).strip()


def _what_is_wrong(error: ValidationError) -> Message:
    first = error.errors(include_url=False, include_input=False)[0]
    return Message(
        "The message is not understood: {place}: {what}.",
        place=place_of(first["loc"][1:] or first["loc"]) or "message",
        what=what_is_wrong(first),
    )


def _ref(data: str) -> int | None:
    """The ref of a message that is not understood, so that its sender knows which one it was."""
    try:
        ref = json.loads(data).get("ref")
    except (ValueError, AttributeError, RecursionError):
        return None
    return ref if isinstance(ref, int) and not isinstance(ref, bool) and 0 <= ref <= 2**53 else None
