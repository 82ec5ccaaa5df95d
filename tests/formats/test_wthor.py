"""WTHOR files, made here byte by byte."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence

import pytest

import boyi
from boyi import formats
from boyi.formats.wthor import WthorNames, read_names, read_wthor


def wtb(games: Sequence[Sequence[int]], discs: int = 40) -> bytes:
    """A file of these games, each a list of move bytes."""
    data = struct.pack("<BBBBIHHBBBB", 20, 24, 5, 17, len(games), 0, 2023, 0, 0, 24, 0)
    for number, moves in enumerate(games):
        padded = bytes([*moves, *[0] * (60 - len(moves))])
        data += struct.pack("<HHHBB60s", number, 1, 2, discs, 34, padded)
    return data


def test_fields_and_names() -> None:
    players = struct.pack("<BBBBIHHBBBB", 20, 24, 5, 17, 0, 3, 0, 0, 0, 0, 0)
    players += b"".join(name.ljust(20, b"\0") for name in (b"??", b"Dupont Ren\xe9", b"Tanaka"))
    names = read_names(players)
    assert names == ["??", "Dupont René", "Tanaka"]
    (record,) = read_wthor(wtb([[56, 64, 33]]), names=WthorNames(names))
    assert record.text() == "f5 d6 c3"
    assert record.headers["black"] == "Dupont René"
    assert record.headers["event"] == "#0"
    assert record.headers["score"] == "40-24"
    assert record.headers["date"] == "2023"
    assert record.headers["theoretical discs"] == "34"
    assert record.result == boyi.Outcome(0, "as recorded", 16)
    with pytest.raises(formats.BadFile, match="players"):
        read_names(players[:-3])


def test_a_broken_game_is_told_by_its_place_or_kept_in_part() -> None:
    data = wtb([[56, 64, 33], [56, 64, 11, 33]])
    with pytest.raises(formats.BadFile, match=r"game 2, move 3 \('11'\)"):
        list(formats.read_all(data))
    whole, part = formats.read_all(data, lenient=True)
    assert (whole.text(), part.text()) == ("f5 d6 c3", "f5 d6")
    assert "11" in part.nodes[part.end].comment
    with pytest.raises(formats.BadFile, match="not a cell"):
        list(formats.read_all(wtb([[56, 99]])))


def test_passes_are_filled_in_and_many_games_follow_each_other() -> None:
    chooser = random.Random(5)
    games: list[list[int]] = []
    expected: list[list[int]] = []
    while len(games) < 30:
        record = boyi.GameRecord(boyi.game("othello"))
        while record.outcome is None:
            record.play(chooser.choice(record.position.moves()))
        expected.append(record.moves)
        games.append([10 * (move // 8 + 1) + move % 8 + 1 for move in record.moves if move != 64])
    assert any(64 in moves for moves in expected)
    data = wtb(games)
    assert formats.detect(data) == "wthor"
    records = list(formats.read_all(data))
    assert [record.moves for record in records] == expected
    assert all(record.result is None for record in records)  # the board decides
    assert formats.read(data).moves == expected[0]
    assert formats.read(data, game="othello").moves == expected[0]
    with pytest.raises(formats.BadFile, match="of othello, not of gomoku"):
        formats.read(data, game="gomoku")
    with pytest.raises(formats.CannotWrite, match="does not write"):
        formats.write(records[0], "wthor")
