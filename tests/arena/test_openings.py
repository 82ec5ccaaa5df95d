"""Openings: random ones that can be played on from, and those of files."""

from __future__ import annotations

from random import Random

import pytest

import boyi
from boyi import formats
from boyi.arena.openings import (
    EVEN,
    JUDGEMENT,
    BadOpenings,
    MadeOpenings,
    Opening,
    made_openings,
    random_opening,
    read_openings,
)
from boyi.arena.settings import SeriesSettings
from boyi.core.registry import game_names
from boyi.games.gomoku.rules import NEAR
from tests.conformance.cases import settings_of


@pytest.mark.parametrize("name", game_names())
def test_random_openings_leave_a_game(name: str) -> None:
    for case in settings_of(name):
        game = case.game()
        for seed in range(5):
            record = random_opening(game, Random(seed)).record(game)
            assert record.outcome is None
            assert record.plies == game.opening_plies or int(game.settings["size"]) < 4


def test_they_differ_and_repeat() -> None:
    game = boyi.game("othello")
    several = [random_opening(game, Random(seed), MadeOpenings("random", 8)) for seed in range(20)]
    assert several == [random_opening(game, Random(seed), MadeOpenings("random", 8)) for seed in range(20)]
    assert len(set(several)) > 15


def test_gomoku_begins_near_the_middle() -> None:
    game = boyi.game("gomoku", size=19)
    for seed in range(30):
        for move in random_opening(game, Random(seed), MadeOpenings("random", 6)).record(game).moves:
            assert all(abs(at - 9) <= NEAR for at in divmod(move, 19))
    small = boyi.game("gomoku", size=5)
    assert random_opening(small, Random(1), MadeOpenings("random", 4)).record(small).plies == 4


@pytest.mark.parametrize(("name", "plies"), [("gomoku", 5), ("othello", 8)])
def test_even_openings_leave_both_sides_a_chance(name: str, plies: int) -> None:
    game, made = boyi.game(name), MadeOpenings("even", plies)
    openings = [random_opening(game, Random(seed), made) for seed in range(4)]
    assert openings == [random_opening(game, Random(seed), made) for seed in range(4)]
    for opening in openings:
        record = opening.record(game)
        assert record.plies == plies
        assert EVEN[0] <= boyi.search(record, nodes=JUDGEMENT).win_rate <= EVEN[1]


def test_too_many_random_moves_are_refused() -> None:
    with pytest.raises(BadOpenings, match="ask for fewer"):
        random_opening(boyi.game("tictactoe"), Random(1), MadeOpenings("random", 9))
    for text in ("random:", "random:x", "random:999", "random:-1"):
        with pytest.raises(BadOpenings, match="random:K"):
            made_openings(text)


@pytest.mark.parametrize("kind", ["sgf", "json", "moves", "psq"])
def test_openings_of_a_file(kind: str) -> None:
    record = boyi.GameRecord(boyi.game("gomoku"))
    record.play_text("h8 h9 j9")
    assert read_openings(formats.write(record, kind), record.game) == (Opening("h8 h9 j9"),)


def test_several_in_one_file() -> None:
    game = boyi.game("gomoku")
    lines = "# my openings\n\nh8 h9\n1. g7 2. g8 h8\n# a remark\ni9"
    assert [opening.moves for opening in read_openings(lines, game)] == ["h8 h9", "g7 g8 h8", "i9"]
    records = [Opening("f5 d6").record(boyi.game("othello")), Opening("f5 f6").record(boyi.game("othello"))]
    text = formats.write_all(records, "sgf")
    assert [opening.moves for opening in read_openings(text, boyi.game("othello"))] == ["f5 d6", "f5 f6"]


def test_piskvorks_offsets_from_the_middle() -> None:
    lines = "0,0, 1,0, -1,3\r\n\r\n4,4, 5,3,\r\n-7,7\r\n"
    found = [opening.moves for opening in read_openings(lines, boyi.game("gomoku"))]
    assert found == ["h8 i8 g5", "l4 m5", "a1"]
    (even,) = read_openings("0,0, -10,9", boyi.game("gomoku", size=20))
    assert even.moves == "k10 a1"
    with pytest.raises(BadOpenings, match="'8,0' does not fit on a board of 15x15"):
        read_openings("8,0\n9,0", boyi.game("gomoku"))
    with pytest.raises(BadOpenings, match="cannot be used"):
        read_openings("0,0, 1,0", boyi.game("othello"))
    with pytest.raises(BadOpenings, match="h8 is taken"):
        read_openings("0,0, 0,0", boyi.game("gomoku"))


@pytest.mark.parametrize(
    ("lines", "moves"),
    [("0,0\n8,0\n\n1,1, 0,-8\n1,0", ["h8", "i8"]), ("h8 h9\ns19 h8\nh10\nh8 t20\n", ["h8 h9", "h10"])],
)
def test_lines_that_do_not_fit_the_board_are_skipped_and_counted(lines: str, moves: list[str]) -> None:
    told: list[str] = []
    found = read_openings(lines, boyi.game("gomoku"), "some.txt", lambda said: told.append(str(said)))
    assert [opening.moves for opening in found] == moves
    assert told == ["some.txt: 2 of 4 lines do not fit on a board of 15x15 and are skipped."]
    told.clear()
    read_openings(lines, boyi.game("gomoku", size=20), "some.txt", lambda said: told.append(str(said)))
    assert told == []


def test_lines_that_fit_no_board_are_not_skipped() -> None:
    for lines in ("h8\nnonsense", "h8\nh9 h9"):
        with pytest.raises(BadOpenings, match="cannot be used"):
            read_openings(lines, boyi.game("gomoku"))
    with pytest.raises(BadOpenings, match="cannot be used"):
        read_openings("s19\nt20", boyi.game("gomoku"))


def test_a_set_up_position_is_kept() -> None:
    game = boyi.game("nogo", size=5)
    record = boyi.GameRecord(game, game.parse_position("x4/5/2o2/5/5 x"))
    (opening,) = read_openings(formats.write(record, "sgf"), game)
    assert opening.record(game).start == record.start


def test_a_resigned_game_can_be_an_opening() -> None:
    (opening,) = read_openings("(;GM[2]RE[B+R];B[f5];W[d6])", boyi.game("othello"))
    assert opening.record(boyi.game("othello")).outcome is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "cannot be used"),
        ("h8 h8", "cannot be used"),
        ("a1 a2 b1 b2 c1 c2 d1 d2 e1", "whole game"),
        ("(;GM[4]SZ[19];B[aa])", "the match is of"),
        ("(;GM[2];B[f5])", "not of gomoku"),
        ("\x00\x01\x02", "cannot be used"),
    ],
)
def test_files_without_openings_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadOpenings, match=sentence):
        read_openings(text, boyi.game("gomoku"), "openings.txt")


def test_a_series_takes_them_in_turn() -> None:
    openings = (Opening("h8"), Opening("h9"))
    settings = SeriesSettings("gomoku", "random", "random", openings="x.txt", opening_list=openings, games=8)
    assert [settings.plan(number).opening.moves for number in range(1, 7)] == [
        "h8",
        "h8",
        "h9",
        "h9",
        "h8",
        "h8",
    ]
