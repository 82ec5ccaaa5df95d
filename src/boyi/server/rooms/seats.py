"""Who may do what in a room: seats, owners and their unguessable tokens."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any, Literal

from boyi.server.views import OpeningStep, Side

SeatKind = Literal["human", "computer", "friend", "engine", "course"]
PEOPLE = frozenset({"human", "friend"})
"""Kinds of seats on which a person moves."""
MOST_OWNERS = 8
MOST_CHAT = 100
"""Lines of the players' talk that are kept."""
MOST_SPECTATOR_CHAT = 50
"""Lines of the spectators' talk that are kept: they never push out those of the players."""


def new_token() -> str:
    """A secret that nobody guesses: 192 random bits."""
    return token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is stored of a token: it proves the token and does not tell it."""
    return sha256(token.encode()).hexdigest()


def proves(token: str, kept: str) -> bool:
    """Whether this is the token that was hashed; takes as long for a near miss as for a far one."""
    return bool(token) and bool(kept) and compare_digest(token_hash(token), kept)


@dataclass(slots=True)
class Seat:
    """One side of a room, as it is stored."""

    kind: SeatKind
    name: str = ""
    spec: str = ""
    token: str = ""
    """The hash of a friend's token."""
    taken: bool = True
    """A friend's seat is free until its owner has let someone in."""
    auto: bool = False
    """The computer has taken over."""
    asking: list[str] = field(default_factory=list)
    """The hashes of the tokens of those who ask for the seat in the lobby."""

    def admits(self, token: str) -> bool:
        """Whether the token is the seat's own, or of someone who asks for it."""
        return proves(token, self.token) or any(proves(token, kept) for kept in self.asking)

    def take(self, token: str, name: str) -> None:
        """Someone was let in: the seat is theirs alone."""
        self.taken, self.token, self.asking = True, token_hash(token), []
        self.name = name or self.name

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.kind in PEOPLE


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


@dataclass(slots=True)
class RoomInfo:
    """All that is kept of a room beside its record."""

    seats: list[Seat]
    owners: list[str] = field(default_factory=list)
    """The hashes of the owners' tokens; a game that came from elsewhere has none."""
    clock: str = "none"
    take_back: Literal["never", "ask", "free"] = "free"
    locked: bool = False
    hidden: bool = False
    """Try-outs are not listed in the library."""
    lobby: bool = False
    """Whether a free seat is offered to everyone who was invited to the server."""
    review: bool = False
    """Opened for review: nobody plays."""
    opening: OpeningStep | Literal[""] = ""
    """The step of swap2 that comes next; empty when colours are settled."""
    swap2: bool = False
    """Whether games of this room begin with swap2."""
    prefix: int = 0
    """Moves that stood on the board when the room was made."""
    origin: dict[str, Any] | None = None
    pace: float | None = None
    """Seconds that a move takes at least while computers play both sides; None: nobody has chosen."""
    paused: bool = False
    """Whether computers that play both sides wait."""
    rematch: str | None = None
    stopped: list[float | None] = field(default_factory=list)
    """Both sides' seconds when the game ended in the middle of a move; empty if no time ran."""
    lock_code: str = ""
    """The hash of the teacher's code that lifts the lock; without one the owner of the room does."""
    task: dict[str, Any] | None = None
    """The assignment that this game is, or that is tried in it."""
    task_of: str = ""
    """The assignment that is tried here."""
    lock_from: str = ""
    """The locked game from which this one was made: until that one is over, nobody lifts the lock here."""
    chat: list[dict[str, Any]] = field(default_factory=list)
    spectator_chat: bool = False
    """Whether the owner lets spectators write."""
    ending: dict[str, Any] = field(default_factory=dict)
    """What happened at the end, as a message's data; the record holds it as English text."""

    def to_data(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {"room": 1, **asdict(self)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> RoomInfo:
        """What the store kept; a game that never was a room is one for review."""
        if "room" not in data:
            return cls([Seat("human"), Seat("human")], review=True)
        known = {entry.name for entry in fields(cls)}
        kept = {name: value for name, value in data.items() if name in known}
        kept["seats"] = [Seat(**seat) for seat in kept["seats"]]
        return cls(**kept)

    def is_owner(self, token: str) -> bool:
        """Whether the token is one of the owners'."""
        return any(proves(token, owner) for owner in self.owners)

    def add_owner(self) -> str:
        """A new owner's token; of many owners the oldest gives way."""
        token = new_token()
        self.owners = [*self.owners, token_hash(token)][-MOST_OWNERS:]
        return token

    def seats_of(self, token: str) -> list[Side]:
        """The sides that a token plays: an owner all persons at this device, a friend one seat."""
        sides: tuple[Side, Side] = (0, 1)
        if self.is_owner(token):
            return [side for side in sides if self.seats[side].kind == "human"]
        return [side for side in sides if self.seats[side].admits(token)]

    def knows(self, token: str) -> bool:
        """Whether this is a token of this game, of an owner or a seat."""
        return self.is_owner(token) or bool(self.seats_of(token))

    def add_chat(self, line: dict[str, Any]) -> None:
        """Keep a line of talk; of too many of its kind the oldest goes."""
        kind = line["spectator"]
        same = [known for known in self.chat if known.get("spectator", False) == kind]
        most = MOST_SPECTATOR_CHAT if kind else MOST_CHAT
        gone = same[: len(same) + 1 - most] if len(same) >= most else []
        self.chat = [*(known for known in self.chat if known not in gone), line]

    @property
    def waiting(self) -> bool:
        """Whether a seat is free."""
        first, second = self.seats
        return not (first.taken and second.taken)

    @property
    def with_course(self) -> bool:
        """Whether a program of the course plays."""
        first, second = self.seats
        return first.kind == "course" or second.kind == "course"

    @property
    def needs_consent(self) -> bool:
        """Whether the two sides are different people, who ask each other."""
        kinds = (self.seats[0].kind, self.seats[1].kind)
        return "course" in kinds or ("friend" in kinds and PEOPLE.issuperset(kinds))
