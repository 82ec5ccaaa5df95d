"""The people of a room and their unguessable tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe

from boyi.server.views import Side


def new_token() -> str:
    """A secret of 192 random bits, too many to be guessed."""
    return token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is stored of a token: it proves the token and does not tell it."""
    return sha256(token.encode()).hexdigest()


def proves(token: str, kept: str) -> bool:
    """Whether this is the token that was hashed; takes as long for a near miss as for a far one."""
    return bool(token) and bool(kept) and compare_digest(token_hash(token), kept)


@dataclass(eq=False)
class Person:
    """What someone is in a room; what they may do follows from it."""

    seats: list[Side] = field(default_factory=list)
    """The sides that they play."""
    owner: bool = False
    """Whether the room is theirs."""
    invited: bool = False
    """Whether they are shown the chat."""
    server_owner: bool = False
    """Whether they have proved to be the one who started the server."""

    @property
    def watching(self) -> bool:
        """Whether this is a spectator, who neither plays nor owns the room."""
        return not self.seats and not self.owner
