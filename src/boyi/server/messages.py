"""The messages of a room's WebSocket: one vocabulary, one JSON Schema for both sides.

A client connects to ``/api/games/ID/socket`` and sends ``join`` first. Every later message of a client has a
``ref`` of its choice; the server answers each with ``done`` or ``refused`` carrying the same ``ref``, so a
client knows what to send again after a lost connection. Moves name their ply: sent twice, they count once.
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
    OpeningChoice,
    OpeningView,
    OutcomeView,
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

LONGEST_MESSAGE = 16_384
"""Bytes of one message from a client."""
Ref = Annotated[int, Field(ge=0, le=2**53)]
Node = Annotated[int, Field(ge=0, le=10_000_000)]
MoveNumber = Annotated[int, Field(ge=0, le=1_000_000)]


class Message(BaseModel):
    """The root of all messages."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# From a client


class Join(Message):
    """The first message: who I am. A token gives a seat or the owner's rights; without one I watch."""

    type: Literal["join"]
    token: Annotated[str, Field(max_length=100)] = ""
    name: Annotated[str, Field(max_length=40)] = ""
    language: Literal["en", "zh"] = "en"
    server_token: Annotated[str, Field(max_length=100)] = ""
    """The server's join token, or its owner's: on the network nobody else is shown the chat."""


class Play(Message):
    """Play a move as the side to move; ``ply`` is its number (1 is the game's first move)."""

    type: Literal["play"]
    ref: Ref
    ply: Annotated[int, Field(ge=1, le=100_000)]
    move: MoveNumber


class Act(Message):
    """Something without further words.

    ``resign``, ``draw`` (offer), ``undo`` (ask or take back), ``hint``, ``restart`` (a new game, same seats),
    ``rematch`` (a new game, colours swapped; a request to a person), ``leave`` (stops my search). With a
    program of the course ``restart`` and ``rematch`` invite it, also to the first game.
    """

    type: Literal["act"]
    ref: Ref
    what: Literal["resign", "draw", "undo", "hint", "restart", "rematch", "leave"]
    side: Side | None = None
    """Which of my sides, where one device plays both; else mine."""


class Choose(Message):
    """Swap2: take a colour, or put two more stones and let the other choose."""

    type: Literal["choose"]
    ref: Ref
    what: OpeningChoice


class Answer(Message):
    """Grant or refuse the request that stands (draw, take back, rematch, or a friend who wants to join).

    Refusing one's own invitation of a course program gives it up and leaves the program.
    """

    type: Literal["answer"]
    ref: Ref
    granted: bool


class Auto(Message):
    """Let the computer take over my side, or take it back."""

    type: Literal["auto"]
    ref: Ref
    side: Side
    on: bool


class Lock(Message):
    """The teacher's lock (owner only). A code that comes with locking is needed to unlock again."""

    type: Literal["lock"]
    ref: Ref
    on: bool
    code: Annotated[str, Field(max_length=40)] = ""


class OpenChat(Message):
    """Whether spectators may write too (owner only)."""

    type: Literal["open-chat"]
    ref: Ref
    on: bool


class Watch(Message):
    """Whether I want to see the computer's candidates while it thinks."""

    type: Literal["watch"]
    ref: Ref
    on: bool


class Say(Message):
    """Chat, of players and the owner; of spectators where the owner lets them."""

    type: Literal["say"]
    ref: Ref
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Look(Message):
    """Show me the position at a node; the answer is ``position``.

    In a large tree ``around`` asks for the nodes near this one as well, which come as ``nodes``.
    """

    type: Literal["look"]
    ref: Ref
    node: Node
    around: bool = False


class Explain(Message):
    """Why may this cell not be played? The answer is ``refused``."""

    type: Literal["explain"]
    ref: Ref
    node: Node
    cell: Annotated[int, Field(ge=0, le=1023)]
    origin: Annotated[int, Field(ge=0, le=1023)] | None = None


class Edit(Message):
    """Change the tree (owner of a game that is not being played): the answer is ``tree``.

    ``add`` plays ``move`` after ``node`` (a variation if another stands there), ``line`` plays ``moves``;
    ``remove`` cuts the node off, ``promote`` makes its line the main line, ``comment`` sets its text.
    """

    type: Literal["edit"]
    ref: Ref
    what: Literal["add", "line", "remove", "promote", "comment"]
    node: Node
    move: MoveNumber | None = None
    moves: Annotated[list[MoveNumber], Field(max_length=200)] = []
    text: Annotated[str, Field(max_length=4000)] = ""


class Analyse(Message):
    """Start (or move, or stop) the analysis of a node; answers come as ``analysis`` until stopped."""

    type: Literal["analyse"]
    ref: Ref
    on: bool
    node: Node = 0
    candidates: Annotated[int, Field(ge=1, le=20)] = 5


class ReviewGame(Message):
    """Judge every move of the main line; ``reviewed`` comes for each, ``progress`` meanwhile."""

    type: Literal["review"]
    ref: Ref
    on: bool = True
    seconds: Annotated[float, Field(ge=0.05, le=10)] = 0.5


class Ping(Message):
    """Are you there? Answered by ``done``."""

    type: Literal["ping"]
    ref: Ref


Client = Annotated[
    Join
    | Play
    | Act
    | Choose
    | Answer
    | Auto
    | Lock
    | OpenChat
    | Watch
    | Say
    | Look
    | Explain
    | Edit
    | Analyse
    | ReviewGame
    | Ping,
    Field(discriminator="type"),
]


# From the server

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


class RoomMessage(Message):
    """The whole room, after ``join`` and after great changes."""

    type: Literal["room"] = "room"
    you: You
    room: RoomView


class Moved(Message):
    """A move was played; ``position`` follows the node that it made."""

    type: Literal["moved"] = "moved"
    node: NodeView
    position: PositionView
    clock: ClockView
    acts: Side | None = None
    """Whose seat is to act by hand now."""


class TakenBack(Message):
    """Moves were taken back; the nodes after ``position.node`` are gone."""

    type: Literal["taken-back"] = "taken-back"
    position: PositionView
    nodes: list[NodeView]
    clock: ClockView
    acts: Side | None = None


class Clocks(Message):
    """The clocks, when they change hands or stop."""

    type: Literal["clocks"] = "clocks"
    clock: ClockView


class Thinking(Message):
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


class Hinted(Message):
    """The answer to ``hint``, to the asker alone."""

    type: Literal["hinted"] = "hinted"
    search: SearchView


class Requested(Message):
    """A request stands, or no request any more."""

    type: Literal["requested"] = "requested"
    request: RequestView | None
    granted: bool | None = None
    """How the last one ended, if one ended."""


class Opening(Message):
    """The next step of a swap2 opening; None: the game is over, or colours are settled (``room`` follows)."""

    type: Literal["opening"] = "opening"
    opening: OpeningView | None
    acts: Side | None = None


class Over(Message):
    """The game is over."""

    type: Literal["over"] = "over"
    outcome: OutcomeView
    clock: ClockView


class People(Message):
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


class May(Message):
    """What each role may do has changed."""

    type: Literal["may"] = "may"
    may: Permissions


class Said(Message):
    """A line of chat."""

    type: Literal["said"] = "said"
    chat: ChatView


class Position(Message):
    """The answer to ``look``."""

    type: Literal["position"] = "position"
    ref: int
    position: PositionView


class Nodes(Message):
    """The part of a large tree that is near a node, in the place of the part that was shown."""

    type: Literal["nodes"] = "nodes"
    nodes: list[NodeView]


class Tree(Message):
    """The tree after an edit; ``at`` is the node the editor stands on."""

    type: Literal["tree"] = "tree"
    nodes: list[NodeView]
    at: int
    position: PositionView


class Analysis(Message):
    """What the analysis has found so far."""

    type: Literal["analysis"] = "analysis"
    search: SearchView


class Reviewed(Message):
    """One move was judged."""

    type: Literal["reviewed"] = "reviewed"
    node: NodeView
    progress: float


class Next(Message):
    """The game goes on elsewhere (restart, rematch): go to this id. A new token comes with it for players."""

    type: Literal["next"] = "next"
    id: str
    token: str = ""


class Done(Message):
    """The message with this ``ref`` was carried out."""

    type: Literal["done"] = "done"
    ref: int


class Refused(Message):
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
    | Reviewed
    | Next
    | Done
    | Refused,
    Field(discriminator="type"),
]

client_messages: TypeAdapter[Client] = TypeAdapter(Client)
server_messages: TypeAdapter[Server] = TypeAdapter(Server)
