"""How to play a game, as the page shows it, and what a visitor tries on its small boards."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from boyi.core.errors import IllegalMove
from boyi.core.grid import GridPosition
from boyi.core.guide import Lesson, guide_of
from boyi.core.language import languages
from boyi.core.message import Message
from boyi.core.record import ROOT, GameRecord
from boyi.core.registry import game_class
from boyi.server.bodies import Body
from boyi.server.rooms.editing import refuse_cell
from boyi.server.serializers import board_shape, position_view
from boyi.server.views import BoardShape, Languages, PositionView

MOST_MOVES = 200
"""Moves that are tried on one small board."""
NOT_THAT = Message("That is a legal move, but not what is asked for. Try again.")

Cell = Annotated[int, Field(ge=0, le=1023)]


class LessonView(Body):
    """One small board of a guide."""

    title: Languages
    text: Languages
    task: Languages
    board: BoardShape
    position: PositionView
    free: bool
    """Any move will do: both sides are played, one move after the other."""


class GuideView(Body):
    """How to play a game."""

    game: str
    title: Languages
    about: Languages
    lessons: list[LessonView]
    notation: Languages
    tips: list[Languages]


class Attempt(Body):
    """What was tried on the board of a lesson: moves, or a click on a cell that may not be played."""

    lesson: Annotated[int, Field(ge=0, le=100)]
    moves: Annotated[list[Annotated[int, Field(ge=0, le=1_000_000)]], Field(max_length=MOST_MOVES)] = Field(
        default_factory=list
    )
    cell: Cell | None = None
    origin: Cell | None = None


class Tried(Body):
    """The board after it, and what it is worth."""

    position: PositionView
    verdict: Literal["open", "right", "wrong"]
    text: Languages
    """What to say about it; empty if there is nothing to say."""


def guide_view(name: str) -> GuideView:
    """The guide of a registered game."""
    kind = game_class(name)
    guide = guide_of(kind)
    return GuideView(
        game=kind.name,
        title=languages(kind.title),
        about=languages(kind.about or Message("")),
        lessons=[_lesson_view(lesson, lesson.record(kind)) for lesson in guide.lessons],
        notation=languages(guide.notation),
        tips=[languages(tip) for tip in guide.tips],
    )


def _lesson_view(lesson: Lesson, record: GameRecord) -> LessonView:
    return LessonView(
        title=languages(lesson.title),
        text=languages(lesson.text),
        task=languages(lesson.task),
        board=board_shape(record.game),
        position=position_view(record),
        free=lesson.goal == "any",
    )


def try_lesson(name: str, attempt: Attempt) -> Tried:
    """Judge what someone tried; the rules are the game's, the goal is the lesson's."""
    kind = game_class(name)
    lesson = guide_of(kind).lesson(attempt.lesson)
    record = lesson.record(kind)
    for move in attempt.moves:
        record.play(move)
    if attempt.cell is not None:
        return _click(lesson, record, attempt.cell, attempt.origin)
    verdict = lesson.judge(record)
    said = {"right": lesson.done, "wrong": NOT_THAT}.get(verdict, Message(""))
    return Tried(position=position_view(record), verdict=verdict, text=languages(said))


def _click(lesson: Lesson, record: GameRecord, cell: int, origin: int | None) -> Tried:
    """A cell that may not be played: why not, and whether just that was asked for."""
    node = record.end
    try:
        refuse_cell(record, node, cell, origin)
        why = Message("")
    except IllegalMove as refusal:
        why = refusal.message
    asked = lesson.goal == "illegal" and node == ROOT and str(why) != ""
    right = asked and (origin is not None or _is_empty(record, cell))
    text = Message("{reason} {remark}", reason=why, remark=lesson.done) if right else why
    verdict: Literal["open", "right"] = "right" if right else "open"
    return Tried(position=position_view(record), verdict=verdict, text=languages(text))


def _is_empty(record: GameRecord, cell: int) -> bool:
    position = record.position
    return isinstance(position, GridPosition) and position.cells[cell] == "."
