"""All that is kept of a room beside its record; once the room is made, only the methods here change it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from boyi.core.clock import TimeControl
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.match import MatchRules
from boyi.match.rules import MARGIN
from boyi.server.rooms.people import new_token, proves, token_hash
from boyi.server.views import OpeningStep, Side

SeatKind = Literal["human", "computer", "friend", "engine", "course"]
PEOPLE = frozenset({"human", "friend"})
"""Kinds of seats on which a person moves."""
MOST_ASKING = 20
"""People who may ask for one seat at a time; of more the first have to ask again."""
MOST_OWNERS = 8
MOST_CHAT = 100
"""Lines of the players' talk that are kept."""
MOST_SPECTATOR_CHAT = 50
"""Lines of the spectators' talk that are kept: they never push out those of the players."""


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

    def ask(self) -> str:
        """A token with which someone asks for the free seat."""
        token = new_token()
        self.asking = [*self.asking, token_hash(token)][-MOST_ASKING:]
        return token

    def take(self, token: str, name: str) -> None:
        """Someone was let in: the seat is theirs alone."""
        self.taken, self.token, self.asking = True, token_hash(token), []
        self.rename(name)

    def give_to_program(self) -> None:
        """A program of the course sits here from now on."""
        self.taken = True

    def rename(self, name: str) -> None:
        """Call the seat by a name; an empty one changes nothing."""
        self.name = name or self.name

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.kind in PEOPLE


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

    # What happens

    def lock(self, code: str) -> None:
        """Lock the computer's help, with the hash of a code or without one; locking again keeps the code."""
        if not self.locked:
            self.locked, self.lock_code = True, code

    def unlock(self) -> None:
        """Lift the lock."""
        self.locked, self.lock_code = False, ""

    def let_computer_play(self, side: Side, on: bool) -> None:
        """The computer takes over for a person, or gives the seat back; the game is not paused then."""
        self.seats[side].auto = on
        self.paused = False

    def choose_pace(self, seconds: float) -> None:
        """Moves of two computers take so long at least."""
        self.pace = seconds

    def pause(self, on: bool) -> None:
        """Two computers wait, or play on."""
        self.paused = on

    def let_spectators_write(self, on: bool) -> None:
        """Open the chat to spectators, or close it."""
        self.spectator_chat = on

    def hide(self) -> None:
        """Leave the game out of the library."""
        self.hidden = True

    def swap_sides(self) -> None:
        """The two seats change colours."""
        self.seats.reverse()

    def begin_opening(self) -> None:
        """The game begins, with the first step of swap2 if the room has it."""
        self.opening = "place3" if self.swap2 else ""

    def begin_step(self, step: OpeningStep) -> None:
        """A step of swap2 comes next."""
        self.opening = step

    def settle_colours(self) -> None:
        """The opening is over."""
        self.opening = ""

    def end(self, detail: Message | None, left: list[float | None]) -> None:
        """The game is over; ``left``: both sides' seconds if it ended in the middle of a move."""
        self.ending = {} if detail is None else detail.to_data()
        self.stopped = left

    def reopen(self) -> None:
        """The end was taken back."""
        self.stopped = []

    def lead_to(self, following: str, *, played: bool) -> None:
        """Another game follows this one, which is left out of the library if nothing was played."""
        self.rematch = following
        self.hidden = self.hidden or not played

    def for_next_game(self, *, swap: bool) -> RoomInfo:
        """The same people and tokens for the game after this one, perhaps with colours swapped."""
        following = RoomInfo.from_data(self.to_data())
        following.chat, following.rematch, following.stopped, following.ending = [], None, [], {}
        for seat in following.seats:
            seat.auto = False
        if swap:
            following.swap_sides()
        return following

    def note_attempt(self, attempt: dict[str, Any]) -> None:
        """Someone tries the assignment."""
        assert self.task is not None
        self.task = {**self.task, "attempts": [*self.task.get("attempts", ()), attempt]}

    # What follows from it

    def rules(self, record: GameRecord, margin: float | None = None) -> MatchRules:
        """What the match allows; ``margin``: other than the usual one."""
        alone = self.take_back != "never" and not self.needs_consent
        return MatchRules(
            control=TimeControl.parse(self.clock),
            take_back="free" if alone else self.take_back,
            reopen=alone,
            draw_offers=self.needs_consent and not self.with_course,
            kept=self.prefix if self.origin else self._opening_stones(record),
            thinking=True,
            margin=MARGIN if margin is None else margin,
        )

    def _opening_stones(self, record: GameRecord) -> int:
        """How many stones of a swap2 opening that is over are not taken back: they have no time."""
        if not self.swap2 or self.opening:
            return 0
        return sum(record.nodes[node].spent is None for node in record.main_line()[1:])

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
