"""Who someone is to the whole server: its owner, a guest with the join token, or a stranger.

``boyi serve`` makes the owner's token when it starts, and opens and prints the page with it. Where the server
is for this machine alone and not locked there is nothing to keep apart: everyone is at the machine. The owner
may open such a server to the network and close it again, and lock and unlock the computer's help, while it
runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_urlsafe

from boyi.core.message import Message
from boyi.server.passcode import CodeCheck, code_hash
from boyi.server.refusals import Refusal
from boyi.server.rooms.people import proves, token_hash
from boyi.server.rooms.state import RoomInfo
from boyi.server.settings import Settings

Client = tuple[str, int]
"""The address and port that a request comes from."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A server that listens on the network as well as at this machine."""

    address: str
    """What links for others begin with."""
    close: Callable[[Client | None], None]
    """Stop that, and end all connections from the network, but for an answer to this client."""


Listen = Callable[[], Awaitable[Opened]]
"""Begins to listen on the network as well."""
NOT_OWNER = Message("Only the owner of the server can do this.")


class Access:
    """Who is let in, and who may do what belongs to the whole server, while it runs."""

    def __init__(self, settings: Settings, listen: Listen | None = None) -> None:
        self.settings = settings
        self.lan, self.address = settings.lan, settings.address
        self.join_token, self.owner_token = settings.join_token, settings.owner_token
        self.locked = settings.locked
        """Whether the computer's help is locked in every room."""
        self._lock_code = ""
        self._codes = CodeCheck()
        self._listen = listen
        self._opened: Opened | None = None
        self._opening = asyncio.Lock()

    @property
    def can_open(self) -> bool:
        """Whether the server can be opened to the network."""
        return not self.lan and self._listen is not None

    @property
    def can_close(self) -> bool:
        """Whether the server was opened to the network while it runs."""
        return self._opened is not None

    def owns_server(self, token: str) -> bool:
        """Whether this is the token of the one who started the server."""
        return bool(self.owner_token) and proves(token, token_hash(self.owner_token))

    def manages(self, token: str) -> bool:
        """Whether someone may do what belongs to the machine: without a network everyone who is at it."""
        return not self.lan or self.owns_server(token)

    def is_owner(self, token: str) -> bool:
        """Whether someone may do what concerns everyone; without an owner's token all are at the machine."""
        return not self.owner_token or self.owns_server(token)

    def check_owner(self, token: str) -> None:
        """What concerns everyone is for the owner."""
        if not self.is_owner(token):
            raise Refusal.of(NOT_OWNER, "not-allowed")

    def is_invited(self, token: str) -> bool:
        """Whether someone may see the library and the talk: on the network with a token of the server."""
        if not self.lan:
            return True
        return proves(token, token_hash(self.join_token)) or self.owns_server(token)

    def check_join_token(self, token: str) -> None:
        """On the network only those who were given the token make rooms."""
        if self.is_invited(token):
            return
        if token:
            raise Refusal("That is not the join token that the server printed.", "needs-token")
        raise Refusal("Making a room needs the join token that the server printed.", "needs-token")

    def check_library(self, token: str) -> None:
        """The library is for those who were invited."""
        if not self.is_invited(token):
            raise Refusal(
                "This server shows its library only to those who have its join token.", "needs-token"
            )

    def check_export(self, info: RoomInfo, server_token: str, token: str) -> None:
        """A file of a game is for those who were invited to the server or to the game."""
        if not self.is_invited(server_token) and not info.knows(token):
            raise Refusal(
                "Exporting a game needs the server's join token or a token of the game.", "needs-token"
            )

    def set_lock(self, on: bool, code: str, token: str) -> None:
        """Lock the computer's help in all games, or lift that.

        Where there is no owner's token pupil and teacher sit at the same machine: then the code that came
        with the lock lifts it.
        """
        if on and not self.locked:
            self._lock_code = "" if self.owner_token else code_hash(code)
        elif not on and self._lock_code and not self.owns_server(token):
            self._codes.check(code, self._lock_code)
        if not on:
            self._lock_code = ""
        self.locked = on

    async def open_network(self) -> None:
        """Let others on the network in, with a join token, until the server ends; the tokens are made first.

        From the moment when the port is open everyone needs a token, also at this machine.
        """
        async with self._opening:
            if self.lan:
                return
            if self._listen is None:
                raise Refusal(
                    "This server cannot be opened from the page: start it with --lan.", "not-allowed"
                )
            if self._lock_code:  # whoever opened it would own it, and lift the lock without the code
                raise Refusal("Lift the lock of the server first.", "locked")
            self.join_token = self.join_token or token_urlsafe(9)
            self.owner_token = self.owner_token or token_urlsafe(24)
            self.lan = True
            try:
                self._opened = await self._listen()
            except BaseException:
                self.lan = False
                self.owner_token = self.settings.owner_token
                raise
            self.address = self._opened.address

    async def close_network(self, client: Client | None) -> None:
        """Let only this machine in again; the tokens are void from then on. ``client``: who asks for it."""
        async with self._opening:
            if self._opened is None:
                raise Refusal("This server was not opened from the page.", "not-allowed")
            if self.locked and not self.settings.owner_token:  # without an owner anyone could lift the lock
                raise Refusal("Lift the lock of the server first.", "locked")
            self._opened.close(client)
            self._opened = None
            self.lan, self.address = False, self.settings.address
            self.join_token, self.owner_token = self.settings.join_token, self.settings.owner_token
