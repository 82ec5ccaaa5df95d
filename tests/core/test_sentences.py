"""Every sentence that a game can raise has its Chinese."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boyi
from boyi.core.errors import BoyiError
from boyi.core.grid import GridGame
from boyi.core.outcome import Outcome
from boyi.core.sentences import REASONS, SENTENCES, WORDS, both, in_chinese, outcome_sentence
from boyi.games.gomoku.renju import Judge

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
    position, said = game.start(), set()
    for _ in range(80):
        for move in (*random.sample(range(-1, game.pass_move + 3), min(60, game.pass_move)), game.pass_move):
            if not position.is_legal(move):
                said.add(str(position.why_illegal(move)))
        if position.outcome is not None:
            assert position.outcome.reason in REASONS
            break
        position = position.play(random.choice(position.moves()))
    assert said
    for sentence in said:
        chinese = in_chinese(sentence)
        assert chinese is not None, sentence
        assert chinese != sentence


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
    assert in_chinese(str(error.value)) is not None, str(error.value)


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
    assert foul in WORDS


def test_every_pair_speaks_of_the_same_things() -> None:
    import re

    for english, chinese in SENTENCES:
        assert set(re.findall(r"\{\w+!?\}", chinese)) <= set(re.findall(r"\{\w+!?\}", english)), english
        assert re.search(r"[\u4e00-\u9fff]", chinese), english


def test_ends_are_whole_sentences() -> None:
    for reason in REASONS:
        for winner in (0, 1, None):
            text = outcome_sentence(Outcome(winner, reason), ("black", "white"))
            assert text["en"].endswith(".")
            assert text["zh"].endswith("。")
    assert both("nobody ever said this")["zh"] == "nobody ever said this"
