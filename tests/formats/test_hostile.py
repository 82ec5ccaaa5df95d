"""Broken and hostile files: one sentence or a record; nothing else ever comes out."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boyi
from boyi import formats
from boyi.formats.boyi_json import read_json, write_json
from boyi.formats.wthor import read_wthor
from tests.effort import some
from tests.formats.records import trees
from tests.formats.test_wthor import wtb

quick = settings(max_examples=some(120))
SEEDS = [
    "(;FF[4]GM[4]SZ[15]RU[renju]PB[a\\]b]RE[B+R];B[hh]C[x];W[hi]BL[3](;B[ii])(;B[gg];W[aa]))",
    "(;GM[2]AB[d4][e5]AW[d5:e4]PL[W];W[f4];B[])",
    "(;GM[9];B[b1-b3];W[a2:c2];B[resign])",
    "(;GM[1]RU[NoGo]SZ[9];B[ee];W[ff]SBKV[53.5])",
    "(;GM[Othello]PB[x]TI[15:00]TY[8]RE[+64.00:r]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5/1.5/2]W[D6//3];)",
    "Piskvorky 20x20, 11:11, 0\n11,11,0\n12,12,100\none\ntwo\n-1\n1,Renju\n",
    "2 0 A1 B4 D3 :9 G",
    "# othello size=6\nc2 d2 1. e4",
    "1. f5 d6 2. c3, d3",
    "b1-b3, a2-c2 d8xd6",
]


def outcome_of(data: bytes | str) -> None:
    """Whatever happens is a record or a sentence."""
    for lenient in (False, True):
        try:
            for record in formats.read_all(data, lenient=lenient):
                record.to_data()
        except boyi.BoyiError as error:
            message = str(error)
            assert "\n" not in message
            assert 10 < len(message) < 400
            assert message.endswith((".", "?"))


@quick
@given(st.binary(max_size=300))
def test_random_bytes(data: bytes) -> None:
    outcome_of(data)


@quick
@given(st.text("(;)[]\\BWGMSZRUABPLC124 \n:-abcdefgh", max_size=80))
def test_random_property_soup(text: str) -> None:
    outcome_of("(;" + text)
    outcome_of(text)


@quick
@given(st.sampled_from(SEEDS), st.integers(0, 2**32))
def test_mutated_files(text: str, seed: int) -> None:
    chooser = random.Random(seed)
    data = bytearray(text.encode())
    for _ in range(chooser.randint(1, 4)):
        place = chooser.randrange(len(data))
        match chooser.randrange(4):
            case 0:
                data[place] = chooser.randrange(256)
            case 1:
                del data[place : place + chooser.randint(1, 5)]
            case 2:
                data[place:place] = data[place : place + chooser.randint(1, 20)]
            case _:
                data[place:place] = chooser.choice(
                    [b"]", b"[", b"(", b")", b";", b"\\", b"999", b"\xff", b"\n"]
                )
        if not data:
            break
    outcome_of(bytes(data))


@quick
@given(trees("othello", "loa", "gomoku"), st.integers(0, 2**32))
def test_mutated_documents(record: boyi.GameRecord, seed: int) -> None:
    """Any value of a JSON document replaced by any other."""
    chooser = random.Random(seed)
    document = json.loads(write_json(record))
    odd: list[object] = [None, True, -1, 2**40, 1.5, "", "\ud800", [], {}, [[]], {"move": 1}, "x" * 50, 1e300]
    target: dict[str, object] | list[object] = document
    while chooser.random() < 0.7:
        inner = [
            value
            for value in (target if isinstance(target, list) else target.values())
            if isinstance(value, dict | list) and value
        ]
        if not inner:
            break
        target = chooser.choice(inner)
    if isinstance(target, list):
        target[chooser.randrange(len(target))] = chooser.choice(odd)
    else:
        target[chooser.choice([*target, "new"])] = chooser.choice(odd)
    outcome_of(json.dumps(document))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no game"),
        ("hello world", "not a game file that Boyi knows"),
        ("(;GM[1];B[aa])", "is of Go, which Boyi does not play"),
        ("(;GM[3];B[aa])", "chess"),
        ("(;GM[2]", "line 1, column 8: the file ends"),
        ("(;GM[2]SZ[7])", "choose 4, 6, 8 or 10"),
        ("(;GM[4]SZ[15:19])", "must be square"),
        ("(;GM[2];B[f5];W[a1])", r"breaks at line 1, column 14, move 2 \('a1'\): a1 turns no disc over"),
        ("(;GM[2];B[f5];B[f6])", "turn of white"),
        ("(;GM[2]\n;B[f5]C[never closed", "line 2, column 8: the value that begins here is not closed"),
        ("(;GM[4];B[aa];AB[bb];W[cc])", "in the middle of the game"),
        ("(;GM[4];B[zz])", "outside the 15x15 board"),
        ("(;GM[1]RU[NoGo];B[])", "A pass is not a move of nogo"),
        ("(;GM[Othello]BO[8 junk *]B[F5];)", "BO must hold"),
        ("(;GM[Chess]BO[8 junk *]B[F5];)", "game number 'Chess'"),
        ("Piskvorky 20x19, 11:11, 0", "must be square"),
        ("Piskvorky 20x20, 11:11, 0\n21,1,0", r"line 2, move 1.*outside"),
        ("2 7 A1", "no mode"),
        ("2 0 A1 A1", "move 2 .*taken"),
        ("{}", 'must have "format"'),
        ("[1, 2", "line 1, column 6"),
        ('{"format": "boyi-game", "version": 9}', "version 9"),
        ('{"format": "boyi-game", "version": 1, "game": "go"}', "There is no game 'go'"),
        (
            '{"format": "boyi-game", "version": 1, "game": "loa", "options": {"backend": "x"}}',
            "no option 'backend'",
        ),
        ("[" * 100_000, "nested too deeply|breaks at line 1"),
        ('{"a": ' * 100_000, "nested too deeply|breaks at line 1"),
        ("# othello\nf5 d6 c3 a1", "line 2, column 10, move 4"),
        ("# gomoku size=99\nh8", "choose 5 to 28"),
        ('# gomoku position="nonsense"\nh8', "broken start"),
    ],
)
def test_each_complaint_says_what_and_where(text: str, complaint: str) -> None:
    with pytest.raises(formats.BadFile, match=complaint):
        formats.read(text)
    outcome_of(text)


def test_lenient_keeps_the_legal_part_and_says_what_it_left_out() -> None:
    record = formats.read("(;GM[2]C[mine];B[f5](;W[a1];B[c3])(;W[d6];B[a8]))", lenient=True)
    assert record.text() == "f5 d6"
    assert "'a1'" in record.nodes[1].comment
    assert "a1 turns no disc over" in record.nodes[1].comment
    assert record.nodes[0].comment == "mine"
    assert formats.read("f5 d6 a1 c3", game="othello", lenient=True).text() == "f5 d6"
    assert formats.read("(;GM[2];B[f5];W[d6]C[cut", lenient=True).text() == "f5 d6"
    assert formats.read("2 0 A1 A1 B5", lenient=True).text() == "A9"


def test_a_broken_wthor_file_is_one_sentence() -> None:
    whole = wtb([[56, 64, 33]])
    outcome_of(whole[:-1])
    with pytest.raises(formats.BadFile, match="1 bytes too early"):
        list(read_wthor(whole[:-1]))
    with pytest.raises(formats.BadFile, match=r"game 2, move 2 \('99'\)"):
        list(read_wthor(wtb([[56], [56, 99]])))
    assert [record.plies for record in read_wthor(wtb([[56], [56, 99]]), lenient=True)] == [1, 1]


def test_json_numbers_beyond_reason() -> None:
    document = json.loads(write_json(boyi.GameRecord(boyi.game("othello"))))
    for field, value in [("clock", 1e300), ("evaluation", 2), ("spent", True), ("comment", 5), ("colour", 1)]:
        document["nodes"] = [{field: value}]
        with pytest.raises(formats.BadFile, match=r"nodes\[0\]"):
            read_json(json.dumps(document))
    with pytest.raises(formats.BadFile, match="number that cannot be read"):
        read_json('{"format": ' + "9" * 5000 + "}")
    with pytest.raises(formats.BadFile, match="number that cannot be read"):
        read_json('{"format": NaN}')
