"""What stands before every request: the host and origin it may come from, its size, and safe headers."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import Any, Literal
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boyi.core import message as said
from boyi.core.language import languages
from boyi.server.access import Access
from boyi.server.settings import Settings

DRAINED = 64_000_000
"""Bytes of a body that is too large that are read and thrown away."""
ENVELOPE = 100_000
"""Bytes around the files of an upload: the boundaries and headers of a form."""
PIECE = 15.0
"""Seconds in which the next piece of a body must come."""
LONGEST_BODY = 120.0
"""Seconds in which all of a body must come."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src-attr 'unsafe-inline'; "
    "connect-src 'self' ws://{host} wss://{host}; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


ALONE = "Cross-Origin-Opener-Policy"
"""Keeps windows of other sites away; browsers take it only from this machine or over https."""


class BadBody(Exception):
    """A body that is too large or does not arrive."""


def too_large(settings: Settings) -> said.Message:
    """What is said about an upload beyond the limit."""
    return said.Message(
        "No more than {megabytes:g} MB can be sent at once: send fewer or smaller files, or use boyi library "
        "import on the server's computer.",
        megabytes=settings.largest_upload / 1e6,
    )


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access, self.settings = app, access, access.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            await self._refuse(
                scope, send, 421, "bad-host", said.Message("This server does not go by that name.")
            )
            return
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = headers.get("origin")
        if unsafe and origin is not None and not _same(origin, host):
            await self._refuse(
                scope, send, 403, "bad-origin", said.Message("This request comes from another site.")
            )
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length) > self._largest:
            await _drain(receive)
            await self._refuse(scope, send, 413, "too-large", too_large(self.settings))
            return
        await self._serve(scope, receive, send, host)

    @property
    def _largest(self) -> int:
        return self.settings.largest_upload + ENVELOPE

    async def _serve(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        body = IncomingBody(receive, self._largest)
        started = False

        async def dressed(message: Message) -> None:
            nonlocal started
            if body.failed and not started:
                return  # the application's answer to a body that broke off: ours comes below
            if message["type"] == "http.response.start":
                started = True
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if not self.access.lan:
                    out.setdefault(ALONE, "same-origin")
                out.setdefault("Content-Security-Policy", POLICY.format(host=host))
            await send(message)

        with suppress(BadBody):
            await self.app(scope, body.receive, dressed)
        if body.failed == "too large" and not started:
            await _drain(receive)
            await self._refuse(scope, send, 413, "too-large", too_large(self.settings))
        elif body.failed == "too slow" and not started:
            await self._refuse(
                scope, send, 408, "too-slow", said.Message("The request did not arrive in time."), last=True
            )

    def _is_ours(self, host: str) -> bool:
        """Names that others can point at us (DNS rebinding) are not ours; plain addresses are."""
        if not re.fullmatch(r"[A-Za-z0-9.:_\[\]-]{1,255}", host):
            return False
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost" or name in self.settings.hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    async def _refuse(
        self, scope: Scope, send: Send, status: int, code: str, text: said.Message, last: bool = False
    ) -> None:
        """Answer here; ``last``: the connection is of no use any more."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return
        body = json.dumps(error_body(code, text), ensure_ascii=False).encode()
        kind = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if last:
            kind.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": kind})
        await send({"type": "http.response.body", "body": body})


class IncomingBody:
    """A request's body on its way in: not too large, and not too slow."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._largest = receive, largest
        self._ends = monotonic() + LONGEST_BODY
        self._size, self._complete = 0, False
        self.failed: Literal["", "too large", "too slow"] = ""

    async def receive(self) -> Message:
        """The next message; what comes after the body, the client's leaving, is waited for without limit."""
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout(min(PIECE, self._ends - monotonic())):
                message = await self._receive()
        except TimeoutError:
            self.failed = "too slow"
            raise BadBody from None
        self._complete = not message.get("more_body", False)
        self._size += len(message.get("body", b""))
        if self._size > self._largest:
            self.failed = "too large"
            raise BadBody
        return message


async def _drain(receive: Receive) -> None:
    """Take the rest of a body in, up to a point: a client that is still sending would not see the answer."""
    rest = IncomingBody(receive, DRAINED)
    with suppress(BadBody):
        while (message := await rest.receive())["type"] == "http.request" and message.get("more_body", False):
            pass


def error_body(code: str, text: said.Message) -> dict[str, Any]:
    """Every error of the REST part has this shape."""
    return {"error": {"code": code, "text": languages(text)}}


def _same(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
    except ValueError:
        return False
