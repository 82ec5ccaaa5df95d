"""What a class needs over REST: all boards at once, the lock of the server, assignments and their results."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from boyi.server.bodies import Body, Name, Options, PositionText
from boyi.server.views import BoardShape, Languages, Phase, PositionView, Side, TaskState

Code = Annotated[str, Field(max_length=40)]


class LockServer(Body):
    """Lock the computer's help in all games, or lift it; at one machine with the teacher's code."""

    on: bool
    code: Code = ""


class ClassBoard(Body):
    """One board of the class."""

    id: str
    title: Languages
    board: BoardShape
    position: PositionView
    names: list[str]
    specs: list[str]
    """What plays each side, where it is a computer."""
    online: list[bool]
    phase: Phase
    locked: bool
    task: str = ""
    """The title of the assignment that is played here."""


class ClassView(Body):
    """All boards of the server, those in play first; for its owner."""

    boards: list[ClassBoard]
    locked: bool
    """Whether help is locked in all games."""
    needs_code: bool
    """Whether locking sets, and unlocking asks for, the teacher's code."""


class NewAssignment(Body):
    """A position to be won, as a link for pupils."""

    game: Name
    options: Annotated[Options, Field(max_length=10, default_factory=dict)]
    position: PositionText
    side: Side
    """Who is to win; the computer plays the other side."""
    level: Annotated[int, Field(ge=1, le=10)] = 5
    within: Annotated[int, Field(ge=0, le=200)] = 0
    """Moves in which it must be won; 0: in any number."""
    title: Annotated[str, Field(max_length=100)] = ""
    join_token: Annotated[str, Field(max_length=100)] = ""


class AssignmentMade(Body):
    """An assignment was made: its owner sees the results, whoever has the link may try."""

    id: str
    owner: str
    link: str


class AttemptView(Body):
    """What became of one pupil's try."""

    id: str
    name: str
    state: TaskState
    moves: int
    """The pupil's moves."""
    started: float
    """Seconds since 1970."""


class AssignmentView(Body):
    """An assignment as pupils see it; the attempts are for its owner."""

    id: str
    title: str
    game: str
    name: Languages
    board: BoardShape
    position: PositionView
    side: Side
    level: int
    within: int
    attempts: Annotated[list[AttemptView], Field(default_factory=list)]
    is_owner: bool = False


class Assignments(Body):
    """All assignments of the server, the newest first."""

    assignments: list[AssignmentView]


class BeginAttempt(Body):
    """A pupil begins."""

    name: Name = ""
