"""The ladder of a class over REST: uploads with a personal code, checks, the table and the games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from boyi.server.bodies import Body
from boyi.server.views import BoardShape, Languages, PositionView

Code = Annotated[str, Field(max_length=40)]


class MyCode(Body):
    """Who asks."""

    code: Code


class Upload(Body):
    """A file of a student."""

    code: Code
    name: Annotated[str, Field(max_length=60)]
    text: Annotated[str, Field(max_length=2_000_000)]


class FindingView(Body):
    """One check of a file."""

    good: bool
    title: Languages
    text: Languages


class VersionView(Body):
    """One file of a student, and what the check found."""

    number: int
    file: str
    uploaded: float
    """Seconds since 1970."""
    state: Literal["waiting", "checking", "good", "bad"]
    findings: list[FindingView]


class MyBots(Body):
    """All files of a student, the newest first."""

    name: str
    versions: list[VersionView]


class LadderRow(Body):
    """A bot or a level on the ladder."""

    name: str
    level: bool
    elo: float | None
    """None: it has not played yet."""
    error: float | None
    games: int
    wins: int
    draws: int
    losses: int


class LadderGameView(Body):
    """A finished game."""

    number: int
    black: str
    white: str
    points: float
    """Of black."""
    reason: Languages


class LadderRunning(Body):
    """The game that is played now."""

    black: str
    white: str
    moves: str


class LadderView(Body):
    """The ladder as everybody sees it."""

    name: str
    title: Languages
    """Of the game."""
    closed: Languages | None
    """Why nobody can upload here."""
    seconds: float
    timing: Languages
    """What these are."""
    memory: int
    tmp: int
    largest: int
    uploads: int
    rows: list[LadderRow]
    games: list[LadderGameView]
    """The last ones, the newest first."""
    played: int
    running: LadderRunning | None
    trouble: Languages | None
    """Why checks and games wait now, if the server cannot make them."""
    problems: list[Languages]
    """What went wrong with files and games; for the owner of the server alone."""


class SaidLine(Body):
    """Something that was said to a program or by it."""

    ply: int
    player: str
    """``A`` or ``B``."""
    voice: str
    """``>`` to it, ``<`` by it, ``!`` what it printed."""
    text: str


class LadderReplay(Body):
    """A finished game to be replayed, with what its programs said."""

    number: int
    black: str
    white: str
    board: BoardShape
    moves: list[str]
    positions: list[PositionView]
    """One more than moves."""
    said: list[SaidLine]
