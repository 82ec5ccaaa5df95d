"""How to play: every game has a guide whose boards can be tried, in both languages."""

from __future__ import annotations

import pytest

from boyi.core.game import Game
from boyi.core.grid import GridPosition
from boyi.core.guide import Lesson, guide_of
from boyi.core.language import ENGLISH
from boyi.core.registry import game_class, game_names
from tests.chinese import chinese

GAMES = game_names()
LESSONS = [
    pytest.param(game_class(name), lesson, id=f"{name}-{number}")
    for name in GAMES
    for number, lesson in enumerate(guide_of(game_class(name)).lessons, 1)
]


def accepted(kind: type[Game], lesson: Lesson) -> set[int]:
    """The first moves that a lesson calls right."""
    right = set()
    for move in lesson.record(kind).position.moves():
        record = lesson.record(kind)
        record.play(move)
        if lesson.judge(record) == "right":
            right.add(move)
    return right


@pytest.mark.parametrize(("kind", "lesson"), LESSONS)
def test_its_goal_can_be_reached_and_missed(kind: type[Game], lesson: Lesson) -> None:
    record = lesson.record(kind)
    position = record.position
    assert position.outcome is None
    assert lesson.judge(record) == "open"
    right, moves = accepted(kind, lesson), set(position.moves())
    if lesson.goal == "any":
        assert right == moves
    elif lesson.goal == "illegal":
        assert not right
        assert isinstance(position, GridPosition)
        if not position.game.moves_pieces:
            empty = {cell for cell, content in enumerate(position.cells) if content == "."}
            assert empty - moves
    elif lesson.goal == ("pass",):
        assert right == moves
    else:
        assert right
        assert moves - right
    if not isinstance(lesson.goal, str):
        assert right == lesson.answers(position)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_said_in_both_languages(name: str) -> None:
    guide = guide_of(game_class(name))
    texts = [guide.notation, *guide.tips]
    for lesson in guide.lessons:
        texts += [lesson.title, lesson.text, lesson.task, lesson.done]
    for text in texts:
        assert ENGLISH(text)
        chinese(text)


@pytest.mark.parametrize("name", [name for name in GAMES if game_class(name).guide is not None])
def test_a_guide_is_more_than_a_board(name: str) -> None:
    guide = guide_of(game_class(name))
    assert len(guide.lessons) >= 2
    assert guide.tips
    assert len({str(lesson.title) for lesson in guide.lessons}) == len(guide.lessons)


@pytest.mark.parametrize("name", ["gomoku", "othello", "loa", "nogo"])
def test_the_games_of_boyi_have_five_boards(name: str) -> None:
    assert len(guide_of(game_class(name)).lessons) == 5
