"""Broken game files, one for each thing that the codecs can find wrong with a file or a record."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from typing import Any

import boyi
from boyi import formats
from boyi.formats import encoding, ggf
from boyi.formats.choice import choose_game
from boyi.formats.dat import read_dat
from boyi.formats.errors import MOVE_LIST
from boyi.formats.psq import read_psq
from boyi.formats.sgf import codec as sgf
from boyi.formats.wthor import HEADER, read_names, read_wthor

HEAD = HEADER.pack(20, 24, 1, 1, 1, 0, 2024, 8, 0, 0, 0)
TWO = [{}, {"parent": 0, "move": 0}]


def document(**fields: Any) -> str:
    """A Boyi JSON file of Gomoku with these fields."""
    return json.dumps({"format": "boyi-game", "version": 1, "game": "gomoku", **fields})


def nodes(*entries: Any) -> str:
    return document(nodes=list(entries))


def wthor(*moves: int) -> bytes:
    return HEAD + struct.pack("<HHHBB60s", 0, 0, 0, 32, 32, bytes(moves))


BROKEN: list[bytes | str] = [
    "",
    "hello world",
    "x" * (4 * 2**20 + 1),
    "b1-b1",
    # SGF: the tree
    "(;GM[2]",
    "(;GM[4]C[never closed",
    "(;GM[4]!)",
    f"(;{'X' * 65}[a])",
    "(;GM[4];B)",
    "(;GM[2]\n;B[f5]C[one",
    # SGF: the game
    "(;GM[1];B[aa])",
    "(;GM[3];B[aa])",
    "(;GM[5])",
    "(;GM[6])",
    "(;GM[7])",
    "(;GM[77];B[aa])",
    "(;GM[4]SZ[99])",
    "(;GM[4]SZ[15:19])",
    "(;GM[2]SZ[7])",
    "(;GM[4]BYOP[colour:red])",
    "(;GM[4]BYOP[rule:chess])",
    # SGF: stones and moves
    "(;GM[4]AB[zz])",
    "(;GM[4]AB[h99])",
    f"(;GM[4]SZ[5]AB{'[aa:ee]' * 5})",
    "(;GM[4];B[hh];W[hh])",
    "(;GM[4];B[zz])",
    "(;GM[4];B[h99])",
    "(;GM[4];B[hh];B[hi])",
    "(;GM[4];B[aa];AB[bb];W[cc])",
    "(;GM[1]RU[NoGo];B[])",
    "(;GM[1]RU[NoGo]AB[ab][ba];W[aa])",
    "(;GM[2];B[f5];W[a1])",
    "(;GM[2];B[])",
    "(;GM[9];B[b1])",
    "(;GM[9];B[b1-b1])",
    "(;GM[9];B[b1-b4])",
    "(;GM[9];B[b1-c3])",
    "(;GM[9];B[a2-a4])",
    "(;GM[9];B[d4-d5])",
    "(;GM[4]SZ[9]RU[renju]AB[cf][cd][de][be]PL[B];B[ce])",
    "(;GM[4];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])",
    # GGF
    "(;GM[Othello]BO[8 junk *]B[F5];)",
    "(;GM[Othello]TY[7]B[F5];)",
    "(;GM[Othello]TY[8]B[A1];)",
    "(;GM[Othello]TY[8]B[F5]B[D6];)",
    "(;GM[Othello]TY[8]B[Z9];)",
    # PSQ
    "Piskvorky 20x19, 11:11, 0",
    "Piskvorky 99x99, 11:11, 0",
    "Piskvorky 20x20, 11:11, 0\n99,99,0",
    "Piskvorky 20x20, 11:11, 0\n1,1,0\n1,1,0",
    "Piskvorky 20x20, 11:11, 0\n1,1,0\nwhat\n2,2,0",
    # .dat of the course's program
    "2 7 A1",
    "2 0 A1 A1",
    "2 0 A1 hello",
    "2 0 A1 z9",
    "2 0 A1 \u4e00\u4e01",
    # WTHOR
    wthor(56, 99),
    wthor(56, 56),
    HEAD,
    # Boyi JSON
    "{}",
    "[]",
    "[1, 2",
    "{",
    '{"a" 1}',
    '{"a": 1,}',
    '{"a": 1 "b": 2}',
    "{} {}",
    '{"a',
    '{"a": "\\q"}',
    '{"a": "\\u12"}',
    '{"a": "\n"}',
    '{"format": NaN}',
    '{"format": ' + "9" * 5000 + "}",
    "[" * 100_000,
    document(version="x"),
    document(version=9),
    document(game=5),
    document(game="go"),
    document(game="gomuku"),
    document(game="\ud800"),
    document(options=3),
    document(options={"size": 99}),
    document(options={"colour": 1}),
    document(start="x"),
    document(start="15 x"),
    document(start="/".join(["15"] * 14 + ["14"]) + " x"),
    document(start=7),
    document(start="/".join(["15"] * 14 + ["14?"]) + " x"),
    document(headers={"black": 1}),
    document(nodes={}),
    nodes(1),
    nodes({"colour": 1}),
    nodes({"move": 1}),
    nodes({}, {"parent": 5}),
    nodes({}, {"parent": 0}),
    nodes(*TWO, {"parent": 1, "move": 0}),
    nodes({}, {"parent": 0, "move": 9999}),
    nodes({"clock": "x"}),
    nodes({"clock": 1e300}),
    nodes({"evaluation": 2}),
    nodes({"comment": 5}),
    nodes({"properties": {"A": "x"}}),
    document(result={"winner": 5}),
    document(result={"score": "x"}),
    document(result={"reason": 1}),
    document(result=1),
    # Move lists
    "# othello\nf5 d6 c3 a1",
    "# gomoku size=99\nh8",
    '# gomoku position="nonsense"\nh8',
    "# gomoku\nh8 wrong!",
    "# gomoku\nh8 z30",
    "h8 h9 h8",
]
"""Files as they may be dropped on the page."""


def _three_games() -> Iterator[Any]:
    return (boyi.GameRecord(boyi.game("othello")) for _ in range(3))


def _set_up(name: str, position: str) -> Any:
    game = boyi.game(name)
    return boyi.GameRecord(game, game.parse_position(position))


def _of(name: str) -> Any:
    return boyi.GameRecord(boyi.game(name))


def _endless() -> Any:
    record = _of("othello")
    record.nodes[0].clock = float("inf")
    return record


WRONG: list[Callable[[], object]] = [
    lambda: formats.read("x" * (encoding.SIZE_LIMIT + 1)),
    lambda: formats.read("(;GM[2];B[f5])", game="gomoku"),
    lambda: formats.read("2 0 A1", game="gomoku"),
    lambda: choose_game(MOVE_LIST, None, {}),
    lambda: formats.read("(;GM[4];B[aa]" + "(;W[aa])" * 1001 + ")", lenient=True),
    lambda: sgf.read_sgf("nothing"),
    lambda: sgf.read_sgf("()"),
    lambda: ggf.read_ggf("(;GM[chess];)"),
    lambda: read_psq("nothing"),
    lambda: read_dat("nothing"),
    lambda: list(read_wthor(b"short")),
    lambda: list(read_wthor(HEADER.pack(20, 24, 1, 1, 0, 0, 2024, 10, 0, 0, 0))),
    lambda: read_names(HEAD + b"x"),
    lambda: list(formats.FORMATS["wthor"].reader("text")),
    lambda: formats.write(_of("othello"), "exe"),
    lambda: formats.write(_of("othello"), "wthor"),
    lambda: formats.write(_of("othello"), "psq"),
    lambda: formats.write(_of("gomoku"), "ggf"),
    lambda: formats.write(_of("gomoku"), "dat"),
    lambda: formats.write(_of("tictactoe"), "sgf"),
    lambda: formats.write(_endless(), "json"),
    lambda: formats.write(_set_up("gomoku", "/".join(["x14", *["15"] * 14]) + " o"), "psq"),
    lambda: formats.write(_set_up("nogo", "/".join(["x8", *["9"] * 8]) + " o"), "dat"),
    lambda: formats.write_all(_three_games(), "psq"),
]
"""What only a program can ask for, and what needs a lot of text."""
