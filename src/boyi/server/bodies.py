"""What the REST requests carry and answer, typed; the page's types are made from these too."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from boyi.server.views import BoardShape, Languages, MoveView, OutcomeView, Phase, PositionView, Side

Name = Annotated[str, Field(max_length=40)]
GameId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9]+$")]
Options = dict[Annotated[str, Field(max_length=40)], int | Annotated[str, Field(max_length=40)]]
PositionText = Annotated[str, Field(max_length=4_000)]
MovesText = Annotated[str, Field(max_length=20_000)]


class Body(BaseModel):
    """The root of all bodies."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewSeat(Body):
    """Who shall sit on one side."""

    kind: Literal["human", "computer", "friend", "engine"]
    spec: Annotated[str, Field(max_length=120)] = ""
    """``level:3`` or ``classic:…`` for a computer, the registered name for an engine."""
    name: Name = ""


class Place(Body):
    """A node of a stored game."""

    id: GameId
    node: Annotated[int, Field(ge=0, le=10_000_000)] = 0


class Start(Body):
    """Where a game begins: the game's own start unless something is given."""

    position: PositionText | None = None
    moves: MovesText | None = None
    """Moves in the game's notation that stand on the board already."""
    origin: Annotated[Place | None, Field(alias="from")] = None
    """The moves of a stored game up to a node: a try-out."""


class NewGame(Body):
    """A room to be made."""

    game: Name
    options: Annotated[Options, Field(max_length=10)] = {}
    start: Start = Start()
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=2)]
    clock: Annotated[str, Field(max_length=40)] = "none"
    take_back: Literal["never", "ask", "free"] = "free"
    locked: bool = False
    lock_code: Annotated[str, Field(max_length=40)] = ""
    """The teacher's code, without which nobody lifts the lock of this room."""
    opening: Literal["free", "swap2"] = "free"
    hidden: bool = False
    """Not listed in the library (try-outs)."""
    lobby: bool = False
    """A friend's free seat is offered to everyone who was invited to the server."""
    pace: Annotated[float, Field(ge=0, le=10)] = 0
    """Seconds that a move of two computers takes at least, for those who watch."""
    join_token: Annotated[str, Field(max_length=100)] = ""
    """What a server on the network asks for."""


class Course(Body):
    """A NoGo game against a program of the course, over its protocol."""

    mode: Literal["host", "join"]
    host: Annotated[str, Field(max_length=100)] = "127.0.0.1"
    """Where to listen (``0.0.0.0`` for others on the network), or whom to join."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 16677
    name: Name = "Boyi"
    seat: Side = 0
    """Our side in the invitation that we send: at once when we join; who hosts may wait for one instead."""
    seconds: Annotated[float, Field(ge=1, le=3_600)] = 30
    """For a move. The protocol does not carry it: both programs must be told the same."""
    player: Annotated[str, Field(max_length=120)] = ""
    """A computer that plays our side, such as ``level:5``; without one a person does."""
    join_token: Annotated[str, Field(max_length=100)] = ""


class Join(Body):
    """The word that a server on the network asks for."""

    join_token: Annotated[str, Field(max_length=100)] = ""


class Tokens(Body):
    """Secrets of a room: keep them. The owner's plays every ``human`` seat, a friend's its own."""

    owner: str
    seats: list[str | None]


class Made(Body):
    """A room was made."""

    id: str
    tokens: Tokens
    link: str
    invite: str | None = None


class Claimed(Body):
    """A new owner's token of a game."""

    id: str
    tokens: Tokens


class Summary(Body):
    """One line of the library."""

    id: str
    game: str
    options: dict[str, int | str | bool]
    black: str
    white: str
    result: OutcomeView | None
    plies: int
    started: float
    """Seconds since 1970."""
    changed: float
    phase: Phase


class Listing(Body):
    """A page of the library."""

    total: int
    games: list[Summary]


class Thumbnail(Body):
    """A small picture of where a game stands."""

    size: int
    cells: str
    """As in ``PositionView``; empty for boards that are shown as text."""


class Thumbnails(Body):
    """Small pictures by the ids of their games; games that cannot be read have none."""

    thumbnails: dict[str, Thumbnail]


class Ids(Body):
    """Several games."""

    ids: Annotated[list[GameId], Field(min_length=1, max_length=2_000)]


class Deletion(Ids):
    """Several games to be deleted, with the owners' tokens of those that have them."""

    tokens: Annotated[dict[GameId, Annotated[str, Field(max_length=100)]], Field(max_length=2_000)] = {}


class Deleted(Body):
    """How many games are gone."""

    deleted: int


class ImportedGame(Body):
    """A game that was imported, for review."""

    id: str
    tokens: Tokens
    summary: Summary


class FailedImport(Body):
    """A file or text that holds no game."""

    name: str
    text: Languages


class Imported(Body):
    """What an import brought."""

    games: list[ImportedGame]
    errors: list[FailedImport]


class LookAt(Body):
    """A position to be looked at: the editor's cells, a pasted position or a list of moves."""

    game: Name
    options: Annotated[Options, Field(max_length=10)] = {}
    position: PositionText | None = None
    cells: Annotated[str, Field(max_length=1024)] | None = None
    turn: Side | None = None
    moves: MovesText | None = None


class Looked(Body):
    """A position, its board and its text."""

    board: BoardShape
    position: PositionView
    text: str


ExportFormat = Literal["sgf", "json", "psq", "ggf", "dat", "txt", "svg", "png", "gif"]


class Listed(Body):
    """The games of a page of the library."""

    ids: Annotated[list[GameId], Field(min_length=1, max_length=200)]


class Export(Body):
    """Several games as one file."""

    ids: Annotated[list[GameId], Field(min_length=1, max_length=2_000)]
    format: ExportFormat


class OptionView(Body):
    """An option of a game."""

    name: str
    default: int | str
    choices: list[int | str]
    label: Languages
    labels: dict[str, Languages]


class Classic(Body):
    """A program of the sources."""

    spec: str
    label: Languages


class SampleView(Body):
    """A typical position of a game, for its picture."""

    board: BoardShape
    cells: str
    drawing: str = ""
    """The position as text, for boards that are shown so."""
    last: MoveView | None = None


class CatalogGame(Body):
    """A game that can be played."""

    name: str
    title: Languages
    about: Languages
    """One sentence on its aim."""
    sample: SampleView
    options: list[OptionView]
    players: list[Languages]
    classics: list[Classic]
    formats: list[str]
    """The file formats in which its games can be exported."""
    board: BoardShape


class LevelView(Body):
    """A strength."""

    level: int
    spec: str
    label: Languages


class EngineView(Body):
    """A registered engine."""

    name: str
    game: str | None


class LanguageView(Body):
    """A language that Boyi speaks."""

    code: str
    name: str
    """In itself, such as ``简体中文``."""
    sign: str
    """The same as short as a button."""


class Words(Body):
    """The page's own texts in one language."""

    code: str
    languages: list[LanguageView]
    """All that there are."""
    words: dict[str, str]
    """Translations by English template, with its context before it as in gettext's files; none in English."""


class Catalog(Body):
    """Everything a new game can be made of."""

    version: str
    games: list[CatalogGame]
    levels: list[LevelView]
    engines: list[EngineView]
    clocks: list[str]
    lan: bool
    address: str
    """Where others on the network find this server; empty if only this machine does."""
    can_open: bool
    """Whether the owner can open it to the network from the page."""
    owner: bool
    """Whether the asker may do what belongs to the whole server."""
    needs_token: bool
    locked: bool
    """Whether the help of the computer is locked in all games."""
    protection: Languages
    ladder: bool = False
    """Whether students can upload their bots here and see their ladder."""
    tournament: bool = False
    """Whether a tournament can be watched here."""


class LobbyGame(Body):
    """A game that waits for someone."""

    id: str
    game: str
    title: Languages
    options: dict[str, int | str | bool]
    name: str
    """Who waits."""
    side: Side
    """The free seat."""
    clock: str
    take_back: Literal["never", "ask", "free"]


class Lobby(Body):
    """The games that wait for someone."""

    games: list[LobbyGame]


class SeatToken(Body):
    """A token with which one asks for a seat."""

    id: str
    token: str


class NetworkView(Body):
    """How others on the network get in; for the owner of the server alone."""

    lan: bool
    address: str
    """Where others find this server; empty if only this machine does."""
    link: str
    """The page with the join token, for others."""
    join_token: str
    owner_token: str
    """What the one who opened the server keeps; empty where everyone is at the machine."""
    can_close: bool = False
    """Whether it was opened while it runs, and can be closed again."""


class ErrorText(Body):
    """What went wrong."""

    code: str
    text: Languages


class Error(Body):
    """Every answer that is not a success."""

    error: ErrorText
