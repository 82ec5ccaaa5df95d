"""What the lab carries over REST: searches, lessons, explanations, predictions, practice."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from boyi.lab.recorder import Level
from boyi.server.bodies import Body, GameId, Name, Options, Start
from boyi.server.views import BoardShape, Languages, MoveView, PositionView

SearchText = Annotated[str, Field(max_length=1_500)]
Step = Annotated[int, Field(ge=0, le=10_000_000)]


class SettingView(Body):
    """A setting of a search, as it is declared."""

    name: str
    help: Languages
    kind: Literal["whole", "number", "word", "switch"]
    usual: str
    """What holds where it is not given, as a spec writes it; empty where no single value does."""
    low: float = 0
    high: float = 0
    words: list[str] = Field(default_factory=list)
    free: bool = False
    """Other words are accepted too, such as ``sample``."""
    sample: str = ""


class SearchKind(Body):
    """A search that can be explained."""

    name: str
    about: Languages
    needs_position: bool
    settings: list[SettingView]


class PartView(Body):
    """A part of a lesson."""

    title: Languages
    text: Languages
    look: Languages
    search: str
    versus: str
    level: Level


class LessonCard(Body):
    """A lesson."""

    name: str
    own: bool
    """Whether it comes from the folder that the server was given, not with Boyi."""
    title: Languages
    text: Languages
    parts: list[PartView]


class LabView(Body):
    """What can be explained here."""

    searches: list[SearchKind]
    lessons: list[LessonCard]
    problems: list[Languages]
    """For the owner of the server: files of its folder that are no lessons, a sentence each."""
    locked: bool
    """Only the owner of the server chooses positions of their own now."""


class NewExplanation(Body):
    """A search of a position, perhaps another beside it; or a part of a lesson."""

    search: SearchText = ""
    versus: SearchText = ""
    game: Name = ""
    options: Annotated[Options, Field(default_factory=dict, max_length=10)]
    start: Start = Start()
    lesson: Annotated[str, Field(max_length=255)] = ""
    part: Annotated[int, Field(ge=0, le=100)] = 0


class Opened(Body):
    """Where the steps of an explanation are, and what it explains."""

    id: str
    search: str
    versus: str
    game: str
    options: dict[str, int | str | bool]
    position: str
    """The start that is no usual one; empty if it is."""
    moves: str
    board: BoardShape | None
    """None for a search without a board."""


class ExplanationState(Body):
    """How far a search is."""

    levels: list[Level]
    known: dict[Level, int]
    finished: bool
    problem: Languages | None
    """Why its steps end before it does."""
    share: float
    """How much of it is done, from 0 to 1."""
    estimates: list[Languages]
    """Of a large search: what was expected of it before it began."""


class Begun(Body):
    """An explanation was opened; its state has a ``head`` besides, as ``boyi.lab`` makes it."""

    explanation: Opened
    state: ExplanationState


class Prediction(Body):
    """What someone thinks a step will show: the place of an option."""

    level: Level
    step: Step
    option: Annotated[int, Field(ge=0, le=10_000)]


class TreeQuestion(Body):
    """The drawn tree after a step; without ``unfolded`` the path to the node of the step is."""

    level: Level
    step: Step
    side: Literal["left", "right"] = "left"
    unfolded: Annotated[list[Step], Field(max_length=500)] | None = None


class PuzzleSet(Body):
    """The puzzles of a game that come with Boyi."""

    game: str
    title: Languages
    solved: list[bool]
    """Of each puzzle, the easiest first, whether it was solved."""
    tried: list[bool]


class MistakeCard(Body):
    """A mistake of one's own that is repeated."""

    id: str
    game: str
    title: Languages
    task: Languages
    due: float
    """Seconds since 1970."""
    tries: int
    solved: int
    source: str
    """The game that it comes from."""
    ply: int


class Practice(Body):
    """Everything that can be practised."""

    sets: list[PuzzleSet]
    mistakes: list[MistakeCard]
    now: float


class PuzzleView(Body):
    """A position with a move to find."""

    title: Languages
    task: Languages
    board: BoardShape
    position: PositionView
    plies: int
    """How long the proof is, or how many cells are empty; 0: not known."""
    solved: bool
    due: float | None = None
    """A mistake of one's own: when it is to be repeated."""
    played: MoveView | None = None
    """The move that was the mistake."""
    source: str = ""
    ply: int = 0


class Guess(Body):
    """A move that someone tries; none: the answer is to be shown."""

    move: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class Guessed(Body):
    """What became of it."""

    right: bool
    text: Languages
    line: list[str]
    """Best play, once it is found or given up."""
    position: PositionView
    """After the move, if it is right; else as it was."""
    due: float | None = None


class KeepMistakes(Body):
    """The blunders of a reviewed game are to be repeated."""

    game: GameId


class Kept(Body):
    """How many blunders a game has, and how many of them were new."""

    found: int
    new: int
