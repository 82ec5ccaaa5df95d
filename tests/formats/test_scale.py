"""Files of a size no game has: read in time, without recursion, or refused."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import boyi
from boyi import formats
from boyi.core.grid import GridGame, GridPosition
from boyi.formats.sgf.codec import read_sgf, write_sgf
from boyi.formats.sgf.tree import read_trees, write_tree
from tests.effort import some
from tests.formats.test_hostile import outcome_of


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Processor time, not the clock on the wall: the machine may be busy. Coverage takes its share."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < seconds * (1 if sys.gettrace() is None else 5)


def test_a_file_too_large_is_refused_at_once() -> None:
    with within(1), pytest.raises(formats.BadFile, match="MiB"):
        formats.read(b"(" * (33 * 2**20))


def test_a_tree_of_100_000_moves_is_read_and_written() -> None:
    text = "(;GM[4]" + ";B[aa];W[bb]" * 50_000 + ")"
    with within(5):
        (tree,) = read_trees(text)
        assert len(tree.nodes) == 100_001
        assert write_tree(tree).count(";") == 100_001
    with within(5), pytest.raises(formats.BadFile, match="taken"):
        read_sgf(text)


def test_10_000_nested_variations_are_read_and_written() -> None:
    text = "(;GM[4]SZ[28]" + "(;C[deeper]" * 10_000 + ")" * 10_001
    with within(5):
        record = read_sgf(text)
        assert record.nodes[0].comment.count("deeper") == 10_000
    text = (
        "(;GM[4]SZ[28]"
        + "".join(f"(;B[aa];W[bb])(;{'BW'[n % 2]}[{chr(97 + n % 26)}{chr(97 + n // 26)}]" for n in range(300))
        + ")" * 301
    )
    with within(5):
        record = read_sgf(text, lenient=True)
        assert read_sgf(write_sgf(record)).to_data() == record.to_data()


def test_a_record_of_30_000_variations_is_read_and_written() -> None:
    """Every second move after each of many first moves."""
    letters = "abcdefghijklmnopqrstuvwxyzAB"
    cells = [column + row for row in letters for column in letters]
    branches = (
        f"(;B[{first}]{''.join(f'(;W[{second}])' for second in cells[:360] if second != first)})"
        for first in cells[:84]
    )
    text = "(;GM[4]SZ[28]" + "".join(branches) + ")"
    with within(4):
        record = read_sgf(text)
        assert len(record.nodes) > 30_000
        assert write_sgf(record).count(";") == len(record.nodes)


def wandering(plies: int) -> str:
    """A long game of Lines of Action that repeats nothing, and another move beside each of its moves."""
    game = boyi.game("loa")
    assert isinstance(game, GridGame)
    record = boyi.GameRecord(game)
    chooser = random.Random(1)
    while record.plies < plies:
        before, start = record.end, record.position
        assert isinstance(start, GridPosition)
        moves = list(start.moves())
        chooser.shuffle(moves)
        # Quiet moves only, and none that ends the game.
        for move in moves:
            if start.cells[game.move_cells(move)[1]] == "." and start.play(move).outcome is None:
                break
        node = record.play(move)
        if record.outcome_at(node) is not None:
            record.remove(node)
        elif (other := moves[0] if moves[0] != move else moves[-1]) != move:
            record.play(other, before)
    return write_sgf(record)


def test_a_long_game_with_a_variation_at_every_move_stays_linear() -> None:
    text = wandering(1000)
    with within(3):
        record = read_sgf(text)
    assert record.plies == 1000
    assert len(record.nodes) > 1900


@pytest.mark.parametrize(
    "text",
    [
        "(" * some(50_000),
        "(;" * some(20_000),
        "(;C[" + "\\" * some(1_000_000),
        "(;C[" + "\\]" * some(500_000) + "])",
        "(;" + "A" * some(1_000_000),
        "(;GM[2]" + "C[x]" * some(50_000) + ")",
        "(;GM[2]" + ";AB[aa]" * some(8_000) + ")",
        "(;GM[2]" + "(;B[a1])" * some(8_000) + ")",
        "(;GM[2]" + "(;B[f5];W[a1])" * some(5_000) + ")",
        "(A[b])" * some(100_000),
        "f5" * some(500_000),
        "1. " * some(50_000),
        " " * some(1_000_000),
        "Piskvorky 20x20, 11:11, 0\n" + "1,1,0\n" * some(100_000),
        "2 0 " + "A1 " * some(100_000),
        "#\n" * some(300_000),
        "(;GM[Othello]" + "B[F5]W[D6]" * some(8_000) + ";)",
        '{"format": "boyi-game", "version": 1, "game": "loa", "nodes": [' + "{}," * some(100_000) + "{}]}",
    ],
    ids=lambda text: text[:24].strip() or "blank",
)
def test_hostile_lengths_take_no_time(text: str) -> None:
    with within(5):
        outcome_of(text)
