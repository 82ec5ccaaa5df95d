"""What the page is shown: boards, moves, people and clocks, as typed JSON. The page knows no rules."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

Side = Literal[0, 1]
Languages = TypeAliasType("Languages", dict[str, str])
"""A text in every language, by the language's code: ``{"en": …, "zh_CN": …}``."""
Phase = Literal["waiting", "playing", "over", "review"]
"""Waiting for a friend; playing; over; or opened for review without players."""


OpeningStep = Literal["place3", "choose", "place2", "choose2"]
OpeningChoice = Literal["black", "white", "more"]
Role = TypeAliasType("Role", Literal["player0", "player1", "owner", "guest", "stranger", "host"])
"""What someone is in a room: a player of a side; its owner; a spectator with a token of the server or without
one; ``host``: the one who started the server. One person may have several roles."""
Action = TypeAliasType(
    "Action",
    Literal[
        "undo",
        "hint",
        "draw",
        "resign",
        "restart",
        "rematch",
        "auto",
        "pace",
        "answer",
        "say",
        "open-chat",
        "lock",
        "watch",
        "analyse",
        "review",
        "edit",
        "promote",
        "delete",
    ],
)
"""What can be asked of a room. ``restart`` and ``rematch`` are for the next game; ``auto`` moves the switch
that lets the computer play for a side; ``watch`` shows what a computer considers; ``review`` judges the whole
game; ``promote`` makes a variation the main line."""
Permissions = TypeAliasType("Permissions", dict[Role, list[Action]])
"""What each role may do now; someone may do what one of their roles may."""


class View(BaseModel):
    """The root of everything shown; unknown fields are errors on both sides."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class BoardShape(View):
    """The board of a game with its options: the same for every position of a room."""

    style: Literal["crossings", "squares", "text"]
    """Stones on crossings of lines, pieces in squares, or a drawing in letters and a list of moves."""
    theme: Literal["wood", "felt", "checked"]
    """The board that suits the game."""
    size: int
    columns: list[str]
    """Labels from the left."""
    rows: list[str]
    """Labels from the top."""
    letters: Literal["above", "below"] = "below"
    """Where the labels of the columns stand: at the side where the rows begin to count."""
    stars: list[int]
    """Cells with a star point: at their crossing, or in squares at the corner to the lower right. Cells are
    numbered row by row from the top left."""
    turns: bool = False
    """Whether the second player sees the board from the other side."""
    players: list[Languages]
    """What the two sides are called."""
    points: Languages | None = None
    """How points of the game's score are said, such as ``{points} discs``; None: it is only won or lost."""


class MoveView(View):
    """A move that may be played."""

    move: int
    text: str
    to: int | None
    """The cell that is clicked; None for a pass."""
    origin: int | None = None
    """The cell of the piece that moves, in games where pieces move."""


class PositionView(View):
    """One position of the record."""

    node: int
    ply: int
    cells: str
    """One character a cell: ``x`` the first player, ``o`` the second, ``.`` empty. None for text boards."""
    drawing: str = ""
    """The position in letters, for text boards."""
    turn: Side
    moves: list[int | MoveView]
    """The legal moves; empty when the game is over here. A number alone is a stone on the cell of that
    number, or a pass if there is no such cell; where pieces move, each move is written out."""
    last: MoveView | None = None
    changed: list[int] = []
    """Cells whose stone the last move turned or took, nearest to the move first."""
    line: list[int] = []
    """The winning line or group."""
    refused: dict[int, Languages] = {}
    """Empty cells that may not be played, with the reason; only those where the reason is of interest."""
    counts: list[int]
    """Stones of each side."""
    outcome: OutcomeView | None = None


class OutcomeView(View):
    """How a game ended."""

    winner: Side | None
    reason: str
    score: int | None = None
    text: Languages
    """The whole sentence, for example "Black wins: five in a row."."""
    detail: str = ""
    """More about it in English, for example why a program lost."""
    details: Languages = {}
    """The same in every language; empty if there is nothing to say."""


class NodeView(View):
    """One node of the record's tree."""

    node: int
    parent: int | None
    ply: int
    move: int | None = None
    text: str = ""
    to: int | None = None
    """The cell of the move; None for the start and for a pass."""
    origin: int | None = None
    """The cell that the piece left, in games where pieces move."""
    comment: str = ""
    evaluation: float | None = None
    """Win rate of the first player after this move."""
    spent: float | None = None
    mark: Literal["", "good", "inaccuracy", "mistake", "blunder"] = ""
    better: list[str] = []
    """The line that a review prefers to this move, as text."""
    better_move: MoveView | None = None
    """The first move of that line."""
    loss: float | None = None
    """What the move cost its player by a review: win rate, 0 for a good move; None: not judged."""
    loss_points: float | None = None
    """The same in points, in games that have them."""
    shapes: list[ShapeView] = []
    """What is drawn on the board here."""
    more: int = 0
    """Moves after this one that are not shown: in a large tree ``look`` with ``around`` brings them."""


class ShapeView(View):
    """Something drawn on the board."""

    kind: Literal["circle", "triangle", "square", "cross", "label", "arrow", "line"]
    cell: int = Field(ge=0, le=1023)
    to: int | None = Field(default=None, ge=0, le=1023)
    """Where an arrow or a line ends."""
    text: str = Field(default="", max_length=20)
    """What a label says."""


class ClockView(View):
    """Both sides' time at the moment the message was sent."""

    left: list[float | None]
    """Seconds; None: no limit."""
    whole: list[float | None]
    """What a full bar means for each side."""
    running: Side | None
    control: str


class SeatView(View):
    """Who sits on one side."""

    kind: Literal["human", "computer", "friend", "engine", "course"]
    name: str
    spec: str = ""
    online: bool = True
    """A person's connection; computers are always there."""
    auto: bool = False
    """The computer has taken over this side."""
    taken: bool = True
    """A friend's seat is free until someone has joined."""


class CandidateView(View):
    """A move that a search considers."""

    move: int
    text: str
    to: int | None
    origin: int | None = None
    visits: int
    """How often a tree search played it; 0 in searches that go by depth."""
    win_rate: float | None
    """For the side to move; None: not known."""
    score: float | None
    """What the search's evaluation expects, in the points of the game or in its own unit."""
    proven: Literal["win", "loss", "draw"] | None = None
    """What the rules alone say of the move."""
    plies: int | None = None
    """Moves until the proven end, this one counted, if that is known."""
    kind: Literal["heuristic", "selective", "exact"] | None = None
    """What the value rests on, if the search says it."""
    pv: list[MoveView]
    after: str = ""
    """The cells after the first nine moves of ``pv``, if it moves, takes or turns stones."""


class SearchView(View):
    """What a search has found so far, or its end."""

    node: int
    turn: Side
    win_rate: float | None
    """For the side to move; None: not known."""
    nodes: int
    depth: int
    seconds: float
    proven: Literal["win", "loss", "draw"] | None = None
    plies: int | None = None
    """Moves until the proven end, if that is known."""
    candidates: list[CandidateView]
    """The best first. Their values can be compared: they are of one finished depth, or proven."""


class ChatView(View):
    """One line of talk."""

    number: int
    name: str
    seat: Side | None
    text: str
    at: float
    """Seconds since 1970."""
    spectator: bool = False
    """Of someone who neither plays nor owns the room."""


class PersonView(View):
    """Someone who is connected."""

    name: str
    seat: Side | None


class RequestView(View):
    """Something that one player asks of the other."""

    request: Literal["draw", "take back", "restart", "rematch", "join", "invite"]
    """``invite``: a game with a program of the course, in a room of its own if one was played here."""
    player: Side
    name: str
    colour: Side | None = None
    """In an invitation: what the one who is asked would play."""


class PaceView(View):
    """The pace of computers that play both sides."""

    seconds: float
    """That a move takes at least."""
    paused: bool


CourseState = Literal["listening", "connected", "gone"]


class CourseView(View):
    """The way to a program of the course."""

    state: CourseState
    """Nobody has come yet; a program is there; or there is no way any more."""
    address: str = ""
    """Where others find us while we listen, such as ``0.0.0.0:16677``."""


class OpeningView(View):
    """Where a swap2 opening stands: the one who begins puts three stones, then colours are chosen."""

    step: OpeningStep
    """``place3`` and ``place2``: stones are put; ``choose`` and ``choose2``: colours are chosen."""
    side: Side
    """Whose seat acts now: its ``play`` puts the next stone, whichever colour is to move."""
    stones: int = 0
    """How many stones are still to be put in this step."""
    choices: list[OpeningChoice] = []
    """What can be chosen: a colour for oneself, or ``more``: put two more and let the other choose."""


class RoomView(View):
    """Everything about a room: sent when someone joins and whenever much has changed."""

    id: str
    game: str
    options: dict[str, int | str | bool]
    title: Languages
    board: BoardShape
    seats: list[SeatView]
    position: PositionView
    """The end of the main line: where the game stands."""
    nodes: list[NodeView]
    """The tree, each node before its children, the main line first. Of more than 1,000 nodes the main line
    and what is near the end are shown; ``more`` says where moves are left out."""
    clock: ClockView
    request: RequestView | None = None
    chat: list[ChatView]
    spectator_chat: bool = False
    """Whether the owner lets spectators write."""
    people: list[PersonView]
    take_back: Literal["never", "ask", "free"]
    locked: bool
    """The teacher's lock: no hints, candidates or analysis while the game is being played."""
    phase: Phase
    acts: Side | None = None
    """The seat whose person is to move or choose; None while a computer does, or nobody."""
    pace: PaceView | None = None
    """While computers play both sides."""
    may: Permissions = {}
    opening: OpeningView | None = None
    """The swap2 opening while it lasts."""
    rematch: str | None = None
    """The id of the game that follows this one."""
    origin: Origin | None = None
    course: CourseView | None = None
    """In rooms where a program of the course plays."""
    task: TaskView | None = None
    """In rooms where an assignment is tried."""
    lock_code: bool = False
    """Whether the lock is lifted with the teacher's code."""
    headers: dict[str, str] = {}


TaskState = Literal["open", "solved", "failed"]


class TaskView(View):
    """The assignment that is played here."""

    id: str
    title: str
    side: Side
    """Who is to win."""
    within: int
    """Moves in which it must be won; 0: in any number."""
    state: TaskState


class Origin(View):
    """Where a try-out came from."""

    id: str
    node: int
    ply: int
    """The move at which it left: it is not taken back further."""


Admitted = Literal["", "waiting", "refused"]


class You(View):
    """What the receiver of a message is in this room."""

    seats: list[Side]
    """The sides that this connection plays: none for a spectator, both at one device."""
    owner: bool
    """Whether it may change the record, lock, accept friends, delete."""
    name: str = Field(max_length=40)
    admission: Admitted = ""
    """For one who came by a friend's link: not let in yet, or refused."""
    chat: bool = True
    """Whether it is shown the chat: on the network with a token of the server or the game."""
    server_owner: bool = False
    """Whether it has proved to be the one who started the server."""
    roles: list[Role] = []
    """What it is here; ``may`` of the room says what that allows."""


PositionView.model_rebuild()
NodeView.model_rebuild()
RoomView.model_rebuild()
