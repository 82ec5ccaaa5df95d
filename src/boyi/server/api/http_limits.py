"""Connections that are not left open for nothing: time limits for requests, and a limit on their number.

uvicorn ends connections that are idle after a request. What it leaves open is ended here: connections without
a whole request head, and answers that the client does not take.
"""

from __future__ import annotations

import asyncio
import sys
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
else:
    HttpProtocol = AutoHTTPProtocol

HEAD = 15.0
"""Seconds for the head of a request, from the connection or from its first byte on."""
STALLED = 60.0
"""Seconds without any progress after which an answer that is not taken is given up."""
MOST = 4_000
"""Connections in all."""
MOST_EACH = 400
"""Connections of one address; those of this machine are not counted."""
SPARE_FILES = 200
"""File descriptors for the database, the workers and the files that are read."""


def allow_many_files() -> int:
    """Use as many file descriptors as the system grants; how many connections that is."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or (soft < MOST + SPARE_FILES and soft != hard):
        soft = hard if hard != resource.RLIM_INFINITY else MOST + SPARE_FILES
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(50, min(MOST, soft - SPARE_FILES)) if soft != resource.RLIM_INFINITY else MOST


class GuardedProtocol(HttpProtocol):
    """uvicorn's HTTP with the limits of this file."""

    most = MOST
    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Someone has come."""
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Someone has left."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request has come."""
        if self._head is None and self._is_idle():
            self._expect_head()
        super().data_received(data)
        if not self._is_idle() or self.transport.get_protocol() is not self:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """An answer was handed to the system; the client may be slow to take it."""
        super().on_response_complete()
        if size := self.transport.get_write_buffer_size():
            self.loop.call_later(STALLED, self._check_progress, size)

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > self.most:
            return True
        if len(self.connections) <= MOST_EACH or self.client is None or _is_this_machine(self.client[0]):
            return False
        own = self.client[0]
        others: list[Any] = list(self.connections)
        return len([one for one in others if one.client is not None and one.client[0] == own]) > MOST_EACH

    def _expect_head(self) -> None:
        self._head = self.loop.call_later(HEAD, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _give_up(self) -> None:
        self._head = None
        if self._is_idle():
            self.transport.abort()

    def _check_progress(self, before: int) -> None:
        size = self.transport.get_write_buffer_size()
        if size >= before:
            self.transport.abort()
        elif size:
            self.loop.call_later(STALLED, self._check_progress, size)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
