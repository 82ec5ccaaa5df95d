"""GGF, PSQ, .dat, move lists, detection: examples of the kind found in the wild, made by us."""

from __future__ import annotations

import random

import pytest

import boyi
from boyi import formats
from boyi.formats.dat import read_dat, write_dat
from boyi.formats.ggf import read_all_ggf, read_ggf, write_ggf
from boyi.formats.psq import read_psq, write_psq
from boyi.formats.transcript import read_transcript, write_transcript

GGF = (
    "(;GM[Othello]PC[somewhere]DT[2026.11.15_12:00:00.UTC]PB[left]PW[right]RB[2000.5]RW[1999]TI[15:00]TY[8]"
    "RE[-64.00:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[F5/1.50/2.25]W[d6//3]B[C3/-2]W[d3];)"
)


def test_ggf_fields() -> None:
    record = read_ggf(GGF)
    assert record.text() == "f5 d6 c3 d3"
    assert record.headers["black"] == "left"
    assert record.headers["time"] == "900"
    assert record.headers["white rank"] == "1999"
    assert record.result == boyi.Outcome(1, "resigned")
    assert [node.spent for node in record.nodes[1:]] == [2.25, 3.0, None, None]
    assert [node.properties.get("V") for node in record.nodes[1:]] == [["1.5"], None, ["-2"], None]
    written = write_ggf(record)
    for part in ("TI[15:00]", "RE[-64.00:r]", "B[F5/1.5/2.25]", "W[D6//3]", "B[C3/-2]", "W[D3]"):
        assert part in written
    assert read_ggf(written).to_data() == record.to_data()


def test_ggf_evaluations_are_the_movers_and_ours_are_blacks() -> None:
    record = read_ggf("(;GM[Othello]TY[8]B[F5/3]W[D6/4];)")
    assert record.nodes[2].properties["V"] == ["-4"]
    assert "W[D6/4]" in write_ggf(record)
    assert "V[-4]" in str(formats.write(record, "sgf"))


def test_ggf_set_ups_passes_sizes_and_several_games() -> None:
    first, second = read_all_ggf(
        "2 (;GM[Othello]TY[s4r2]BO[4 **O- ---- ---- ---- O]W[PA]B[D1];)(;GM[Othello]TY[6]B[C2];)"
    )
    assert first.text() == "pass d1"
    assert first.game == boyi.game("othello", size=4)
    assert first.nodes[0].properties["TY"] == ["s4r2"]
    assert second.game == boyi.game("othello", size=6)
    left_out = read_ggf("(;GM[Othello]BO[4 **O- ---- ---- ---- O]B[D1];)")
    assert left_out.text() == "pass d1"


def test_psq_of_a_tournament() -> None:
    text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1234\r\none.zip\r\ntwo.zip\r\n-1\r\n2,Renju\r\n"
    record = read_psq(text)
    assert record.game == boyi.game("gomoku", rule="renju")
    assert record.text() == "h8 i9"
    assert record.nodes[2].spent == 1.234
    assert record.headers == {"black": "one.zip", "white": "two.zip"}
    assert record.result == boyi.Outcome(1, "as recorded")
    assert write_psq(record) == text.replace("\r\n", "\n")
    record.result = None
    assert write_psq(record).splitlines()[-2:] == ["-1", "0,Renju"]
    assert read_psq(write_psq(record)).game == record.game
    assert read_psq(write_psq(record)).outcome is None
    record.headers["black"] = "1,2,3"
    assert read_psq(write_psq(record)).text() == "h8 i9"
    with pytest.raises(formats.BadFile, match="line 3: 'junk' stands between moves"):
        read_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\njunk\n9,9,0\n")
    with pytest.raises(formats.CannotWrite, match="empty board"):
        write_psq(boyi.GameRecord(record.game, record.position))


def test_dat_of_the_running_program_and_of_its_report() -> None:
    record = read_dat("0 0 A1 B4 D3")
    assert record.headers == {"role": "white", "mode": "computer"}
    assert record.text() == "A9 D8 C6"  # A is the top row, 1 the left column
    assert record.result is None
    told = read_dat("0 0 A1 B4 D3", meaning="report")
    assert told.headers == {"role": "black", "mode": "two players"}
    assert write_dat(told) == "2 1 A1 B4 D3\n"
    assert read_dat("2 1 A1 T").result == boyi.Outcome(0, "time out")
    assert read_dat("2 1 A1 G").result == boyi.Outcome(0, "resigned")
    assert read_dat("2 1 A1 W").result == boyi.Outcome(0, "as recorded")
    assert read_dat("0 1 A1 L").result == boyi.Outcome(0, "as recorded")


def test_dat_finds_the_smallest_board() -> None:
    for cells, size in [("I9", 9), ("A:", 11), ("K;", 11), ("M=", 13), ("N1", 28), ("\\L", 28)]:
        assert read_dat(f"2 1 {cells}").game.settings["size"] == size
    assert read_dat("2 1 A1", size=13).game.settings["size"] == 13
    assert read_dat("2 1 A1", game=boyi.game("nogo", size=7)).game.settings["size"] == 7
    large = boyi.GameRecord(boyi.game("nogo", size=28))
    large.play(27 * 28 + 27)
    assert write_dat(large) == "2 1 \\L\n"


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("f5d6c3", "othello", "f5 d6 c3"),
        ("F5D6C3", "othello", "f5 d6 c3"),
        ("f5 d6\nc3\n", "othello", "f5 d6 c3"),
        ("1. f5 d6 2. c3", "othello", "f5 d6 c3"),
        ("1.f5 2.d6 3.c3", "othello", "f5 d6 c3"),
        ("f5, d6, c3.", "othello", "f5 d6 c3"),
        ("1 f5 2 d6 3 c3", "othello", "f5 d6 c3"),
        ("(1) f5 (2) d6", "othello", "f5 d6"),
        ("b1-b3 a2-c2", "loa", "b1-b3 a2-c2"),
        ("1. b1b3 a2:c2", "loa", "b1-b3 a2-c2"),
        ("b1 - b3, a2 - c2", "loa", "b1-b3 a2-c2"),
        ("h8 i9 h9", "gomoku", "h8 i9 h9"),
        ("h8i9h10", "gomoku", "h8 i9 h10"),
        ("E5 J9", "nogo", "E5 J9"),
        ("# a remark\nf5 # not a remark is an error", "", ""),
        ("# nogo size=13\nN13", "nogo", "N13"),
        ('# othello size=4 position="xxo1/4/4/4 o"\nd1', "othello", "pass d1"),
    ],
)
def test_move_lists_as_people_write_them(text: str, game: str, moves: str) -> None:
    if not game:
        with pytest.raises(formats.BadFile, match="'#' is not a move"):
            formats.read(text)
        return
    record = formats.read(text)
    assert record.game.name == game
    assert record.text() == moves


@pytest.mark.parametrize(("text", "plies"), [("h8", 1), ("a1", 1), ("j10", 1), ("b1 b3 h8", 3)])
def test_what_is_no_list_of_pairs_is_tried_as_other_games(text: str, plies: int) -> None:
    record = read_transcript(text)
    assert (record.game.name, record.plies) == ("gomoku", plies)


def test_othello_passes_are_left_out_and_filled_in() -> None:
    chooser = random.Random(3)
    record = boyi.GameRecord(boyi.game("othello"))
    while record.outcome is None:
        record.play(chooser.choice(record.position.moves()))
    text = write_transcript(record)
    assert "pass" in record.text()
    assert "pass" not in text
    assert read_transcript(text).moves == record.moves


def test_a_last_pass_is_written_out() -> None:
    othello = boyi.game("othello", size=4)
    record = boyi.GameRecord(othello, othello.parse_position("xxo1/4/4/4 o"))
    record.play_text("pass")
    assert write_transcript(record, heading=False) == " pass\n"
    assert read_transcript(write_transcript(record)).moves == record.moves


def test_a_game_that_is_not_on_a_grid_has_move_lists_too() -> None:
    from examples.tiny_game import Countdown

    boyi.register_game("countdown", Countdown)
    try:
        record = boyi.GameRecord(boyi.game("countdown"))
        record.play_text("2 1")
        assert read_transcript(write_transcript(record)).moves == record.moves
        with pytest.raises(formats.CannotWrite, match="SGF has no number for countdown"):
            formats.write(record, "sgf")
    finally:
        from boyi.core.registry import unregister_game

        unregister_game("countdown")


def test_the_registry_answers_for_names_and_extensions() -> None:
    assert formats.format_of_name("Game.SGF") == "sgf"
    assert formats.format_of_name("x.wtb") == "wthor"
    assert formats.format_of_name("x.exe") is None
    assert [name for name, entry in formats.FORMATS.items() if not entry.can_write] == ["wthor"]
    assert [name for name, entry in formats.FORMATS.items() if entry.collections] == ["sgf", "ggf", "wthor"]
    with pytest.raises(boyi.BoyiError, match="There is no format 'pdf': choose sgf"):
        formats.write(boyi.GameRecord(boyi.game("othello")), "pdf")
    with pytest.raises(formats.CannotWrite, match="one game a file"):
        formats.write_all([boyi.GameRecord(boyi.game("othello"))] * 2, "json")


def test_names_are_sorted_and_exist() -> None:
    for name in formats.__all__:
        assert getattr(formats, name) is not None
