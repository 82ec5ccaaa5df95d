"""What a client sends over a room's WebSocket.

A client connects to ``/api/games/ID/socket`` and sends ``join`` first. Every later message of a client has a
``ref`` of its choice; the server answers each with ``done`` or ``refused`` carrying the same ``ref``, so a
client knows what to send again after a lost connection. Moves name their ply: sent twice, they count once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from boyi.server.messages import SocketMessage
from boyi.server.views import OpeningChoice, ShapeView, Side

LONGEST_MESSAGE = 16_384
"""Bytes of one message from a client."""
Ref = Annotated[int, Field(ge=0, le=2**53)]
Node = Annotated[int, Field(ge=0, le=10_000_000)]
MoveNumber = Annotated[int, Field(ge=0, le=1_000_000)]


class Join(SocketMessage):
    """The first message: who I am. A token gives a seat or the owner's rights; without one I watch."""

    type: Literal["join"]
    token: Annotated[str, Field(max_length=100)] = ""
    name: Annotated[str, Field(max_length=40)] = ""
    language: Annotated[str, Field(max_length=40)] = ""
    """Has no effect, since texts come in every language; older clients send it."""
    server_token: Annotated[str, Field(max_length=100)] = ""
    """The server's join token, or its owner's: on the network nobody else is shown the chat."""


class Play(SocketMessage):
    """Play a move as the side to move; ``ply`` is its number (1 is the game's first move)."""

    type: Literal["play"]
    ref: Ref
    ply: Annotated[int, Field(ge=1, le=100_000)]
    move: MoveNumber


class Act(SocketMessage):
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


class Choose(SocketMessage):
    """Swap2: take a colour, or put two more stones and let the other choose."""

    type: Literal["choose"]
    ref: Ref
    what: OpeningChoice


class Answer(SocketMessage):
    """Grant or refuse the request that stands (draw, take back, rematch, or a friend who wants to join).

    Refusing one's own invitation of a course program gives it up and leaves the program.
    """

    type: Literal["answer"]
    ref: Ref
    granted: bool


class Auto(SocketMessage):
    """Let the computer take over my side, or take it back."""

    type: Literal["auto"]
    ref: Ref
    side: Side
    on: bool


class Pace(SocketMessage):
    """The pace of computers that play both sides; what is not given stays as it is.

    ``step``: pause, and let one move be made.
    """

    type: Literal["pace"]
    ref: Ref
    paused: bool | None = None
    seconds: Annotated[float, Field(ge=0, le=10)] | None = None
    step: bool = False


class Lock(SocketMessage):
    """The teacher's lock (owner only). A code that comes with locking is needed to unlock again."""

    type: Literal["lock"]
    ref: Ref
    on: bool
    code: Annotated[str, Field(max_length=40)] = ""


class OpenChat(SocketMessage):
    """Whether spectators may write too (owner only)."""

    type: Literal["open-chat"]
    ref: Ref
    on: bool


class Watch(SocketMessage):
    """Whether I want to see the computer's candidates while it thinks."""

    type: Literal["watch"]
    ref: Ref
    on: bool


class Say(SocketMessage):
    """Chat, of players and the owner; of spectators where the owner lets them."""

    type: Literal["say"]
    ref: Ref
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Look(SocketMessage):
    """Show me the position at a node; the answer is ``position``.

    In a large tree ``around`` asks for the nodes near this one as well, which come as ``nodes``.
    """

    type: Literal["look"]
    ref: Ref
    node: Node
    around: bool = False


class Explain(SocketMessage):
    """Why may this cell not be played? The answer is ``refused``."""

    type: Literal["explain"]
    ref: Ref
    node: Node
    cell: Annotated[int, Field(ge=0, le=1023)]
    origin: Annotated[int, Field(ge=0, le=1023)] | None = None


class Edit(SocketMessage):
    """Change the tree (owner of a game that is not being played): the answer is ``tree``.

    ``add`` plays ``move`` after ``node`` (a variation if another stands there), ``line`` plays ``moves``;
    ``remove`` cuts the node off, ``promote`` makes its line the main line, ``comment`` sets its text,
    ``shapes`` what is drawn on its board.
    """

    type: Literal["edit"]
    ref: Ref
    what: Literal["add", "line", "remove", "promote", "comment", "shapes"]
    node: Node
    move: MoveNumber | None = None
    moves: Annotated[list[MoveNumber], Field(max_length=200)] = []  # noqa: RUF012  # pydantic copies it
    text: Annotated[str, Field(max_length=4000)] = ""
    shapes: Annotated[list[ShapeView], Field(max_length=100)] = []  # noqa: RUF012


class Analyse(SocketMessage):
    """Start (or move, or stop) the analysis of a node; answers come as ``analysis`` until stopped."""

    type: Literal["analyse"]
    ref: Ref
    on: bool
    node: Node = 0
    candidates: Annotated[int, Field(ge=1, le=400)] = 5
    """How many moves get a value; more than there are means all of them."""


class JudgeMove(SocketMessage):
    """What would this move cost at this node? The answer is ``judged``; the record stays as it is."""

    type: Literal["judge"]
    ref: Ref
    node: Node
    move: MoveNumber


class ReviewGame(SocketMessage):
    """Judge every move of the main line; ``reviewed`` comes for each, ``progress`` meanwhile."""

    type: Literal["review"]
    ref: Ref
    on: bool = True
    seconds: Annotated[float, Field(ge=0.05, le=10)] = 0.5


class Ping(SocketMessage):
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
    | Pace
    | Lock
    | OpenChat
    | Watch
    | Say
    | Look
    | Explain
    | Edit
    | Analyse
    | JudgeMove
    | ReviewGame
    | Ping,
    Field(discriminator="type"),
]

client_messages: TypeAdapter[Client] = TypeAdapter(Client)
