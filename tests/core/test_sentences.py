"""Every sentence that a game can raise has its Chinese."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boyi
from boyi.core.errors import BoyiError
from boyi.core.grid import GridGame
from boyi.core.message import Message
from boyi.core.reasons import reason_words
from boyi.games.gomoku.renju import Judge
from boyi.games.gomoku.rules import FOULS
from tests.chinese import chinese, chinese_sentence, english_in

GAMES = [
    ("gomoku", {"size": 9, "rule": "renju"}),
    ("gomoku", {"size": 5}),
    ("othello", {"size": 6}),
    ("loa", {"size": 6}),
    ("nogo", {"size": 5}),
    ("tictactoe", {}),
    ("coin2x2", {}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_every_refusal_of_a_game_has_its_chinese(name: str, options: dict[str, Any], seed: int) -> None:
    random, game = Random(seed), boyi.game(name, **options)
    assert isinstance(game, GridGame)
    position = game.start()
    said: set[Message] = set()
    for _ in range(80):
        for move in (*random.sample(range(-1, game.pass_move + 3), min(60, game.pass_move)), game.pass_move):
            if not position.is_legal(move):
                said.add(position.why_illegal(move))
        if position.outcome is not None:
            assert position.outcome.reason in reason_words()
            break
        position = position.play(random.choice(position.moves()))
    assert said
    for message in said:
        chinese_sentence(message)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: boyi.game("chess"),
        lambda: boyi.game("gomuku"),
        lambda: boyi.game("gomoku", size=99),
        lambda: boyi.game("gomoku", colour=1),
        lambda: boyi.game("gomoku").parse_move("z99"),
        lambda: boyi.game("loa").parse_move("b1"),
        lambda: boyi.game("loa").parse_move("b1-b1"),
        lambda: boyi.game("nogo").parse_position("x"),
        lambda: boyi.game("nogo").parse_position("9 x"),
        lambda: boyi.game("nogo").parse_position("9/9/9/9/9/9/9/9/8 x"),
        lambda: boyi.game("nogo").parse_position("9/9/9/9/9/9/9/9/8? x"),
        lambda: boyi.game("nogo").start().play(500),
        lambda: boyi.game("othello").start().play_text("a1"),
        lambda: boyi.game("othello").start().play_text("pass"),
    ],
)
def test_what_people_type_wrongly_is_explained_in_chinese(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(BoyiError) as error:
        wrong()
    chinese_sentence(error.value)


def cells(*names: str) -> int:
    game = boyi.game("gomoku", size=9)
    return sum(1 << game.parse_move(name) for name in names)


@pytest.mark.parametrize(
    ("stones", "cell"),
    [
        (cells("a5", "b5", "c5", "e5", "f5", "g5"), "d5"),
        (cells("c4", "c6", "d5", "b5"), "c5"),
        (cells("b5", "d5", "e5", "c3", "c4", "c6"), "c5"),
    ],
)
def test_the_fouls_of_renju_have_names(stones: int, cell: str) -> None:
    foul = Judge(9, stones, 0).foul(boyi.game("gomoku", size=9).parse_move(cell))
    assert foul is not None
    assert chinese(FOULS[foul]).endswith("禁手")


def test_what_is_left_in_english_is_noticed() -> None:
    assert english_in("SGF 文件的 'two words' 里 gomoku board 太大") == {"board"}
    with pytest.raises(AssertionError):
        chinese(Message("Never translated: {cell}.", cell="h8"))
    with pytest.raises(AssertionError, match="whole words"):
        chinese(Message("{cell} is taken.", cell="whole words"))
