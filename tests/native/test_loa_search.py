"""The search of Lines of Action: proofs are true, memory is kept, equal limits give equal answers."""

from __future__ import annotations

import random

import pytest

import boyi
from boyi.core.game import Position
from boyi.native.alphabeta import alphabeta
from boyi.native.provider import MISSING

if MISSING:
    pytest.skip("no native module", allow_module_level=True)

from boyi._native import MemorySlot


def played(seed: int, rule: str = "standard", both: str = "mover") -> list[Position]:
    """The positions of a game of quick searches with a random move now and then."""
    draw = random.Random(seed)
    position: Position = boyi.game("loa", backend="native", rule=rule, both=both).start()
    found: list[Position] = []
    while position.outcome is None and len(found) < 80:
        found.append(position)
        wild = len(found) < 6 or draw.random() < 0.15
        move = draw.choice(list(position.legal_moves)) if wild else alphabeta(position, nodes=200).move
        position = position.play(move)
    return found


def wins_within(position: Position, plies: int) -> bool:
    """Whether the side to move can force a win in so many plies, by trying everything."""
    side = position.turn
    for move in position.legal_moves:
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.winner == side:
                return True
            continue
        if plies >= 3 and all(
            reply.outcome.winner == side if reply.outcome is not None else wins_within(reply, plies - 2)
            for reply in map(after.play, after.legal_moves)
        ):
            return True
    return False


@pytest.mark.parametrize(
    ("rule", "both"), [("standard", "mover"), ("capture", "mover"), ("standard", "draw")]
)
def test_wins_at_once_are_found_and_no_others(rule: str, both: str) -> None:
    wins = 0
    for seed in range(6):
        for position in played(seed, rule, both):
            result = alphabeta(position, depth=1)
            expected = wins_within(position, 1)
            assert (result.proven == "win" and result.candidates[0].plies == 1) == expected, str(position)
            wins += expected
    assert wins >= 4


def test_wins_in_three_plies_are_what_trying_everything_finds() -> None:
    compared = wins = 0
    for seed in range(12, 20):
        for position in played(seed)[-5:]:
            result = alphabeta(position, depth=4)
            if result.proven == "win" and result.candidates[0].plies in (1, 3):
                assert wins_within(position, 3), str(position)
                wins += 1
            elif result.proven != "win":
                assert not wins_within(position, 3), str(position)
            compared += 1
    assert compared >= 30
    assert wins >= 5


def test_a_proven_line_ends_with_the_win() -> None:
    found = 0
    for seed in range(30, 36):
        for position in played(seed)[-8:]:
            result = alphabeta(position, nodes=4_000)
            if result.proven != "win":
                continue
            end = position
            for move in result.pv:
                end = end.play(move)
            assert end.outcome is not None, str(position)
            assert end.outcome.winner == position.turn
            assert len(result.pv) == result.candidates[0].plies
            found += 1
    assert found >= 5


def test_equal_limits_give_equal_answers() -> None:
    position = played(3)[10]
    first, second = (alphabeta(position, nodes=3_000, seed=4) for _ in range(2))
    assert (first.move, first.score, first.nodes, first.pv) == (
        second.move,
        second.score,
        second.nodes,
        second.pv,
    )
    assert first.nodes == 3_000


def test_what_one_move_learned_serves_the_next() -> None:
    slot, position = MemorySlot(), played(5)[8]
    first = alphabeta(position, depth=7, slot=slot)
    later = position.play(first.move).play(first.pv[1])
    with_memory, without = alphabeta(later, depth=5, slot=slot), alphabeta(later, depth=5)
    assert with_memory.nodes < without.nodes


def test_a_repetition_is_a_draw() -> None:
    """A side that is far behind may go back and forth if the position has occurred before."""
    position = played(9)[6]
    history = [position.play(move).key for move in position.legal_moves]
    result = alphabeta(position, depth=3, history=history)
    assert result.score == 0


def test_several_lines_come_in_order() -> None:
    result = alphabeta(played(7)[12], depth=5, multi=3)
    scores = [candidate.score for candidate in result.candidates if candidate.score is not None]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


def test_two_threads_agree_with_one_about_proofs() -> None:
    for position in played(30)[-4:]:
        one = alphabeta(position, depth=5)
        two = alphabeta(position, depth=5, threads=2)
        if one.proven == "win":
            assert two.proven == "win"
