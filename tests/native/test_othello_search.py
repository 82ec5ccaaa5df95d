"""The strong search of 8x8 Othello: plain minimax where nothing is selective; exact ends."""

from __future__ import annotations

import random

import pytest

import boyi
from boyi.core.backend import available

if "native" not in available(boyi.game("othello", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native
from boyi.native.alphabeta import alphabeta
from boyi.native.othello_solver import solve

GAME = boyi.game("othello", backend="native")


def positions(count: int, least: int, most: int) -> list[boyi.Position]:
    """Of random games, with so many empty cells."""
    found: list[boyi.Position] = []
    for seed in range(10 * count):
        chooser = random.Random(seed)
        position = GAME.start()
        while position.outcome is None:
            if least <= position.cells.count(".") <= most and chooser.random() < 0.2:  # type: ignore[attr-defined]
                found.append(position)
                break
            position = position.play(chooser.choice(position.moves()))
        if len(found) == count:
            break
    return found


def test_two_plies_are_plain_minimax_of_the_evaluation() -> None:
    """So the pattern indices that moves update are those of the position itself."""
    for position in positions(60, 20, 56):
        for depth in (1, 2):
            plain = alphabeta(position, method="minimax", evaluation="patterns", depth=depth)
            if plain.proven is None and plain.score is not None and abs(plain.score) < 1000:
                assert alphabeta(position, depth=depth).score == plain.score, repr(position)


def test_the_end_is_exact_when_the_depth_allows_it() -> None:
    for position in positions(12, 10, 16):
        exact = solve(position)
        found = alphabeta(position, time=30)
        assert exact.score is not None
        assert found.proven == exact.result
        assert found.score == 16 * exact.score
        line = position
        for move in found.pv:
            line = line.play(move)
        assert line.outcome is not None, "the line leads to the end"


def test_a_wiped_out_side_is_seen() -> None:
    position = GAME.parse_position("8/8/8/2xoo3/8/8/8/8 x")
    found = alphabeta(position, depth=4)
    assert GAME.format_move(found.move, position) == "f4"
    assert found.score == 64 * 16


def test_what_was_searched_is_taken_along_to_the_next_move() -> None:
    spent = {"anew": 0, "kept": 0}
    for position in positions(4, 44, 50):
        slot = native.MemorySlot()
        first = alphabeta(position, depth=10, slot=slot)
        later = position.play(first.pv[0]).play(first.pv[1])
        anew, kept = alphabeta(later, depth=8), alphabeta(later, depth=8, slot=slot)
        spent["anew"] += anew.nodes
        spent["kept"] += kept.nodes
    assert spent["kept"] < 0.75 * spent["anew"]
    # A short search does not give up the larger table, and another game's memory is no harm.
    assert alphabeta(later, depth=8, slot=slot).nodes < anew.nodes
    gomoku = boyi.game("gomoku", backend="native").start()
    assert alphabeta(gomoku, depth=2, slot=slot).move is not None
    assert alphabeta(later, depth=8, slot=slot).nodes == anew.nodes
