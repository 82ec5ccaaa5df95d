"""The people in a room: who is connected, who waits for a seat, and telling them something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from boyi.server.messages import SocketMessage
from boyi.server.rooms.connection import Connection, is_remote
from boyi.server.token_bucket import TokenBucket
from boyi.server.views import PersonView, Side

CHAT_BURST, CHAT_PER_SECOND = 8, 0.5
"""Lines that one person may write at once, and per second in the long run."""
MOST_SPEAKERS = 500
"""People whose lines are counted before those who have long been quiet are forgotten."""


class Audience:
    """The connections of a room."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._speakers: dict[str, TokenBucket] = {}
        self.quiet_since = monotonic()
        """Since when nobody plays here."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._connections

    def add(self, connection: Connection) -> None:
        """Someone has come."""
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """Someone has gone."""
        self._connections.discard(connection)
        self.note_quiet()

    def note_quiet(self) -> None:
        """Note the moment from which on nobody plays."""
        if not self.plays:
            self.quiet_since = monotonic()

    @property
    def plays(self) -> bool:
        """Whether someone is here because of whom the game continues."""
        return any(connection.plays for connection in self._connections)

    @property
    def seated(self) -> set[Side]:
        """The sides whose players are connected."""
        return {side for connection in self._connections for side in connection.seats}

    def people(self) -> list[PersonView]:
        """Everyone who is connected, with however many pages."""
        people: dict[object, PersonView] = {}
        for one in self._connections:
            seat = one.seats[0] if len(one.seats) == 1 else None
            people.setdefault(one.person or one, PersonView(name=one.name, seat=seat))
        return list(people.values())

    def address(self) -> str | None:
        """An address from which someone plays; None if none tells people apart."""
        addresses = {connection.address for connection in self._connections if connection.plays}
        return min(filter(is_remote, addresses), default=None)

    def broadcast(self, message: SocketMessage, but: Callable[[Connection], bool] | None = None) -> None:
        """Send a message to everyone; it is written once."""
        text = message.model_dump_json()
        for connection in self:
            if but is None or not but(connection):
                connection.send_text(text)

    def may_speak(self, speaker: str) -> bool:
        """Whether someone has not written too much lately; if so, this line is counted."""
        if len(self._speakers) > MOST_SPEAKERS:
            self._speakers = {name: known for name, known in self._speakers.items() if not known.is_full}
        return self._speakers.setdefault(speaker, TokenBucket(CHAT_BURST, CHAT_PER_SECOND)).take()


class WaitingPeople:
    """Those who came by a friend's link and wait until the owner lets one in, the first one first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Connection, Side]] = []

    @property
    def first(self) -> tuple[Connection, Side] | None:
        """Who is asked about next."""
        return self._waiting[0] if self._waiting else None

    def ask(self, connection: Connection, side: Side) -> None:
        """Someone with a friend's token wants to play."""
        self._waiting.append((connection, side))

    def leave(self, connection: Connection) -> bool:
        """Someone who perhaps waited has gone; whether the owner was being asked about them."""
        was_first = self.first is not None and self.first[0] is connection
        self._waiting = [entry for entry in self._waiting if entry[0] is not connection]
        return was_first

    def take_first(self) -> tuple[Connection, Side]:
        """The owner has answered."""
        return self._waiting.pop(0)

    def refuse_others(self, side: Side) -> None:
        """A seat is taken: the others who wait for it are refused."""
        for connection, wanted in self._waiting:
            if wanted == side:
                connection.admission = "refused"
        self._waiting = [entry for entry in self._waiting if entry[1] != side]
