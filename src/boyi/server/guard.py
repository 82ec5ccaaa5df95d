"""What stands before every request: the host and origin it may come from, its size, and safe headers."""

from __future__ import annotations

import json
import re
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boyi.core.sentences import both
from boyi.server.settings import Settings

DRAINED = 64_000_000
"""Bytes of a body that is too large that are read and thrown away."""
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


class TooLarge(Exception):
    """A body beyond the limit."""


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            await self._refuse(scope, send, 421, "bad-host", "This server does not go by that name.")
            return
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = headers.get("origin")
        if unsafe and origin is not None and not _same(origin, host):
            await self._refuse(scope, send, 403, "bad-origin", "This request comes from another site.")
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > self.settings.largest_upload:
            await _drain(receive)
            await self._refuse_size(scope, send)
            return
        await self._serve(scope, receive, send, host)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        received, started = 0, False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.settings.largest_upload:
                raise TooLarge
            return message

        async def dressed(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if not self.settings.lan:
                    out.setdefault(ALONE, "same-origin")
                out.setdefault("Content-Security-Policy", POLICY.format(host=host))
            await send(message)

        try:
            await self.app(scope, counted, dressed)
        except TooLarge:
            if not started:
                await _drain(receive)
                await self._refuse_size(scope, send)

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

    async def _refuse_size(self, scope: Scope, send: Send) -> None:
        limit = f"{self.settings.largest_upload / 1e6:g}"
        sentence = (
            f"No more than {limit} MB can be sent at once: send fewer or smaller files, or use "
            "boyi library import on the server's computer."
        )
        await self._refuse(scope, send, 413, "too-large", sentence)

    async def _refuse(self, scope: Scope, send: Send, status: int, code: str, sentence: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return
        body = json.dumps(error_body(code, sentence), ensure_ascii=False).encode()
        kind = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": kind})
        await send({"type": "http.response.body", "body": body})


async def _drain(receive: Receive) -> None:
    """Take the rest of a body in, up to a point: a client that is still sending would not see the answer."""
    taken = 0
    while taken < DRAINED:
        message = await receive()
        taken += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


def error_body(code: str, sentence: str) -> dict[str, Any]:
    """Every error of the REST part has this shape."""
    return {"error": {"code": code, "text": both(sentence)}}


def _same(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
    except ValueError:
        return False
