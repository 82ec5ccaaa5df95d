"""What the server sends over a room's WebSocket; ``client_messages.py`` is the other direction.

The types of the page are made from both (``make page-types``).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from boyi.server.views import (
    ChatView,
    ClockView,
    CourseView,
    Languages,
    NodeView,
    OpeningView,
    OutcomeView,
    PaceView,
    Permissions,
    PersonView,
    Phase,
    PositionView,
    RequestView,
    RoomView,
    SearchView,
    SeatView,
    Side,
    TaskView,
    You,
)


class SocketMessage(BaseModel):
    """The root of all messages."""

    model_config = ConfigDict(extra="forbid", frozen=True)


RefusalCode = Literal[
    "bad-message",
    "too-large",
    "too-many",
    "needs-token",
    "not-joined",
    "not-allowed",
    "not-your-turn",
    "thinking",
    "illegal",
    "stale",
    "locked",
    "busy",
    "not-found",
    "failed",
]


class RoomMessage(SocketMessage):
    """The whole room, after ``join`` and after great changes."""

    type: Literal["room"] = "room"
    you: You
    room: RoomView


class Moved(SocketMessage):
    """A move was played; ``position`` follows the node that it made."""

    type: Literal["moved"] = "moved"
    node: NodeView
    position: PositionView
    clock: ClockView
    acts: Side | None = None
    """Whose seat is to act by hand now."""


class TakenBack(SocketMessage):
    """Moves were taken back; the nodes after ``position.node`` are gone."""

    type: Literal["taken-back"] = "taken-back"
    position: PositionView
    nodes: list[NodeView]
    clock: ClockView
    acts: Side | None = None


class Clocks(SocketMessage):
    """The clocks, when they change hands or stop."""

    type: Literal["clocks"] = "clocks"
    clock: ClockView


class Thinking(SocketMessage):
    """The computer thinks: how far it is, and what it sees if the receiver watches."""

    type: Literal["thinking"] = "thinking"
    player: Side
    progress: float
    """0 to 1, of its time or nodes."""
    nodes: int
    depth: int
    seconds: float
    waits: bool = False
    """It does not think yet: its program waits for a free place among those that run at once."""
    search: SearchView | None = None


class Hinted(SocketMessage):
    """The answer to ``hint``, to the asker alone."""

    type: Literal["hinted"] = "hinted"
    search: SearchView


class Requested(SocketMessage):
    """A request stands, or no request any more."""

    type: Literal["requested"] = "requested"
    request: RequestView | None
    granted: bool | None = None
    """How the last one ended, if one ended."""


class Opening(SocketMessage):
    """The next step of a swap2 opening; None: the game is over, or colours are settled (``room`` follows)."""

    type: Literal["opening"] = "opening"
    opening: OpeningView | None
    acts: Side | None = None


class Over(SocketMessage):
    """The game is over."""

    type: Literal["over"] = "over"
    outcome: OutcomeView
    clock: ClockView


class People(SocketMessage):
    """Who is here, and the seats."""

    type: Literal["people"] = "people"
    people: list[PersonView]
    seats: list[SeatView]
    phase: Phase
    locked: bool
    lock_code: bool = False
    course: CourseView | None = None
    spectator_chat: bool = False
    acts: Side | None = None
    task: TaskView | None = None
    """The assignment, judged as it stands."""
    pace: PaceView | None = None


class May(SocketMessage):
    """What each role may do has changed."""

    type: Literal["may"] = "may"
    may: Permissions


class Said(SocketMessage):
    """A line of chat."""

    type: Literal["said"] = "said"
    chat: ChatView


class Position(SocketMessage):
    """The answer to ``look``."""

    type: Literal["position"] = "position"
    ref: int
    position: PositionView


class Nodes(SocketMessage):
    """The part of a large tree that is near a node, in the place of the part that was shown."""

    type: Literal["nodes"] = "nodes"
    nodes: list[NodeView]


class Tree(SocketMessage):
    """The tree after an edit; ``at`` is the node the editor stands on."""

    type: Literal["tree"] = "tree"
    nodes: list[NodeView]
    at: int
    position: PositionView


class Analysis(SocketMessage):
    """What the analysis has found so far."""

    type: Literal["analysis"] = "analysis"
    search: SearchView


class Judged(SocketMessage):
    """The answer to ``judge``, to the asker alone."""

    type: Literal["judged"] = "judged"
    ref: int
    node: int
    move: int
    mark: Literal["", "good", "inaccuracy", "mistake", "blunder"]
    """Empty: as good as the best move, or nearly."""
    loss: float | None
    """Win rate that it costs; None: not known."""
    loss_points: float | None = None


class Reviewed(SocketMessage):
    """One move was judged."""

    type: Literal["reviewed"] = "reviewed"
    node: NodeView
    progress: float


class Next(SocketMessage):
    """The game continues in the room with this id (restart, rematch). Players get a new token with it."""

    type: Literal["next"] = "next"
    id: str
    token: str = ""


class Done(SocketMessage):
    """The message with this ``ref`` was carried out."""

    type: Literal["done"] = "done"
    ref: int


class Refused(SocketMessage):
    """The message with this ``ref`` was not carried out; nothing was changed."""

    type: Literal["refused"] = "refused"
    ref: int | None
    code: RefusalCode
    text: Languages


Server = Annotated[
    RoomMessage
    | Moved
    | TakenBack
    | Clocks
    | Thinking
    | Hinted
    | Requested
    | Opening
    | Over
    | People
    | May
    | Said
    | Position
    | Tree
    | Nodes
    | Analysis
    | Judged
    | Reviewed
    | Next
    | Done
    | Refused,
    Field(discriminator="type"),
]

server_messages: TypeAdapter[Server] = TypeAdapter(Server)
