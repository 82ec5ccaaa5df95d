"""The NoGo course's LAN protocol as a session: one peer, one game at a time, no sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boyi.core.errors import BadMove
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.course.message import COLOURS, SIZE, LanMessage, Op, decode, encode, format_cell, parse_cell
from boyi.protocols.actions import Reply
from boyi.protocols.errors import ProtocolError
from boyi.protocols.situation import Situation

MOVE_SECONDS = 30
"""The running program's time for a move; whoever waits longer may claim the game."""

Phase = Literal["idle", "inviting", "invited", "playing", "ending", "gone"]
PHASES: dict[Phase, Message] = {
    "idle": Message("idle"),
    "inviting": Message("inviting"),
    "invited": Message("invited"),
    "playing": Message("playing"),
    "ending": Message("ending"),
    "gone": Message("gone"),
}
Ending = Literal["resigned", "no move", "time out", "illegal move", "left"]

ENDS: dict[Op, Ending] = {
    Op.TIMEOUT_END: "time out",
    Op.SUICIDE_END: "illegal move",
    Op.GIVEUP_END: "resigned",
}


@dataclass(frozen=True, slots=True)
class Invited:
    """The peer wants to play; ``colour`` would be ours. Answer with ``accept`` or ``decline``."""

    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class Began:
    """A game is on; black (0) moves first."""

    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class Declined:
    """The peer does not want to play."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """The peer's move, checked; it is our turn."""

    move: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """The peer has no legal move: it must give up, or its time runs out. Either way the game is ours."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over. ``disputed``: the peer claims something that our own board does not show."""

    winner: int
    reason: Ending
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Both sides agree that the game is over; either may invite again."""


@dataclass(frozen=True, slots=True)
class Chatted:
    """The peer says something."""

    text: str


@dataclass(frozen=True, slots=True)
class Left:
    """The peer has gone."""

    name: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """A line that means nothing, or nothing now."""

    reason: str


Event = Invited | Began | Declined | Played | Stuck | Ended | Confirmed | Chatted | Left | Ignored
LanAction = Reply | Event


class LanSession:
    """What both the host and the client of a LAN game do; a runner sends the replies and shows the events."""

    def __init__(self, name: str, size: int = SIZE) -> None:
        self.name = name
        self.phase: Phase = "idle"
        self.colour = 0
        """Ours: 0 black, 1 white."""
        self.peer = ""
        self.situation = Situation.start_of(make_game("nogo", size=size))
        self._size = size
        self._owed: Op | None = None  # the confirmation that we wait for
        self._resigned = False

    @property
    def our_turn(self) -> bool:
        """Whether we are to move."""
        return self.phase == "playing" and self.situation.turn == self.colour

    @property
    def _is_stuck(self) -> bool:
        """Whether the side to move has no legal move."""
        return self.situation.position.outcome is not None

    # What we do

    def invite(self, colour: int) -> list[LanAction]:
        """Ask for a game in which we have this colour."""
        self._need("idle")
        self.phase, self.colour = "inviting", colour
        return [self._send(Op.READY, self.name, COLOURS[colour])]

    def accept(self) -> list[LanAction]:
        """Take the invitation."""
        self._need("invited")
        return [self._send(Op.READY, self.name), *self._begin()]

    def decline(self, reason: str = "") -> list[LanAction]:
        """Refuse the invitation."""
        self._need("invited")
        self.phase = "idle"
        return [self._send(Op.REJECT, self.name, reason)]

    def play(self, move: int, milliseconds: int | None = None) -> list[LanAction]:
        """Play a legal move; ``milliseconds`` since 1970 may be told with it."""
        self._need("playing")
        if not self.our_turn:
            raise ProtocolError("It is not your turn.")
        self.situation = self.situation.play(move)
        stamp = "" if milliseconds is None else str(milliseconds)
        sent: list[LanAction] = [self._send(Op.MOVE, format_cell(move, self._size), stamp)]
        return [*sent, Stuck()] if self._is_stuck else sent

    def resign(self) -> list[LanAction]:
        """Give the game up."""
        self._need("playing")
        return [self._send(Op.GIVEUP, self.name), self._end(1 - self.colour, "resigned", Op.GIVEUP_END)]

    def claim_time(self) -> list[LanAction]:
        """Claim the game because the peer has used up its time; where it had no move, that is the reason."""
        self._need("playing")
        if self.our_turn:
            raise ProtocolError("It is your turn, so only the other side can claim your time.")
        return [
            self._send(Op.TIMEOUT_END, self.name, "time out"),
            self._end(self.colour, "no move" if self._is_stuck else "time out", Op.TIMEOUT_END),
        ]

    def stop_waiting(self) -> list[LanAction]:
        """Take the end of a game as confirmed although the peer says nothing."""
        self._need("ending")
        self.phase, self._owed = "idle", None
        return [Confirmed()]

    def chat(self, text: str) -> list[LanAction]:
        """Say something."""
        return [self._send(Op.CHAT, text)]

    def leave(self) -> list[LanAction]:
        """Go; a running game is lost."""
        playing = self.phase == "playing"
        self.phase = "gone"
        lost: list[LanAction] = [Ended(1 - self.colour, "left")] if playing else []
        return [self._send(Op.LEAVE, self.name), *lost]

    def _need(self, phase: Phase) -> None:
        if self.phase != phase:
            raise ProtocolError(
                "That is not possible now: the session is {phase}, not {wanted}.",
                phase=PHASES[self.phase],
                wanted=PHASES[phase],
            )

    # What the peer does

    def receive(self, line: str) -> list[LanAction]:
        """Take one line; whatever it is, the session stays usable."""
        message = decode(line)
        if message is None:
            return [Ignored("not a message of this protocol")]
        if self.phase == "gone":
            return [Ignored("the session is over")]
        match message.op:
            case Op.READY:
                return self._ready(message)
            case Op.REJECT if self.phase == "inviting":
                self.phase = "idle"
                return [Declined(message.data1, message.data2)]
            case Op.MOVE if self.phase == "playing" and not self.our_turn:
                return self._moved(message.data1)
            case Op.GIVEUP if self.phase == "playing":
                ended = self._end(self.colour, "no move" if self._is_stuck else "resigned", Op.GIVEUP_END)
                return [self._send(Op.GIVEUP_END, self.name), ended]
            case Op.TIMEOUT_END | Op.SUICIDE_END | Op.GIVEUP_END:
                return self._claimed(message.op)
            case Op.LEAVE:
                return self.lost_connection(message.data1)
            case Op.CHAT:
                return [Chatted(message.data1)]
        return [Ignored(f"{message.op.name} has no meaning now")]

    def lost_connection(self, name: str | None = None) -> list[LanAction]:
        """Learn that the peer has gone, with or without a word; a running game is won."""
        playing = self.phase == "playing"
        self.phase = "gone"
        gone: list[LanAction] = [Left(self.peer if name is None else name)]
        return [*gone, Ended(self.colour, "left")] if playing else gone

    def _ready(self, message: LanMessage) -> list[LanAction]:
        colour = {"b": 0, "w": 1}.get(message.data2.strip().lower())
        if self.phase == "inviting":
            self.peer = message.data1
            if colour != self.colour:
                return self._begin()  # accepted, or an invitation that crossed ours and fits it
            self.phase = "idle"
            reason = "both want the same colour"
            return [self._send(Op.REJECT, self.name, reason), Declined(message.data1, reason)]
        if self.phase in ("idle", "ending", "invited") and colour is not None:
            self.phase, self.colour, self.peer = "invited", 1 - colour, message.data1
            return [Invited(message.data1, self.colour)]
        return [Ignored("READY has no meaning now")]

    def _begin(self) -> list[LanAction]:
        self.phase = "playing"
        self.situation = Situation.start_of(self.situation.game)
        self._owed = None
        return [Began(self.peer, self.colour)]

    def _moved(self, text: str) -> list[LanAction]:
        try:
            move = parse_cell(text, self._size)
        except BadMove:
            move = -1
        if not self.situation.position.is_legal(move):
            return [
                self._send(Op.SUICIDE_END, self.name, "illegal move"),
                self._end(self.colour, "illegal move", Op.SUICIDE_END),
            ]
        self.situation = self.situation.play(move)
        actions: list[LanAction] = [Played(move)]
        if self._is_stuck:
            # Who has no legal move must give up; nobody else can end the game.
            ended = self._end(1 - self.colour, "no move", Op.GIVEUP_END)
            actions += [self._send(Op.GIVEUP, self.name), ended]
        return actions

    def _claimed(self, op: Op) -> list[LanAction]:
        """An end that the peer declares, or the confirmation of one."""
        if self.phase == "ending":
            # After our GIVEUP the peer's GIVEUP_END wants one more in return.
            owed = self._owed
            self.phase, self._owed = "idle", None
            resigned = op == Op.GIVEUP_END and self._resigned
            answer: list[LanAction] = [self._send(op, self.name)] if resigned or op != owed else []
            return [*answer, Confirmed()]
        if self.phase != "playing" or op == Op.GIVEUP_END:
            return [Ignored(f"{op.name} has no meaning now")]
        # Our own moves are always legal, and time is ours to lose only on our turn.
        disputed = op == Op.SUICIDE_END or not self.our_turn
        self.phase = "idle"
        return [
            self._send(op, self.name, ENDS[op]),
            Ended(1 - self.colour, ENDS[op], disputed),
            Confirmed(),
        ]

    def _end(self, winner: int, reason: Ending, owed: Op) -> Ended:
        self.phase, self._owed = "ending", owed
        self._resigned = winner != self.colour
        return Ended(winner, reason)

    def _send(self, op: Op, data1: str, data2: str = "") -> Reply:
        return Reply(encode(LanMessage(op, data1, data2)))
