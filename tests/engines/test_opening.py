"""Swap2 of the engine against itself: even openings, both colours, no game twice."""

from __future__ import annotations

from random import Random

import pytest

import boyi
from boyi.core.game import Position
from boyi.engines.opening import propose
from boyi.protocols import swap2

pytest.importorskip("boyi._native")

BOARDS = [(15, "freestyle"), (20, "freestyle"), (15, "standard"), (20, "standard")]
NODES = 150_000


def after(game: boyi.Game, stones: tuple[int, ...]) -> Position:
    position = game.start()
    for stone in stones:
        position = position.play(stone)
    return position


def test_both_colours_are_chosen_in_openings_that_differ() -> None:
    chance, white, even, seen = Random(3), 0, 0, set()
    for size, rule in BOARDS:
        game = boyi.game("gomoku", size=size, rule=rule)
        for _ in range(4):
            stones = propose(game, chance.getrandbits(32)).stones
            found = boyi.search(after(game, stones), nodes=NODES)
            even += 0.3 < found.win_rate < 0.7
            white += not swap2.choose(found).swap
            seen.add((size, rule, stones))
    assert even >= 12  # a longer search may change its mind about some
    assert 3 <= white <= 13
    assert len(seen) >= 15


def test_an_opening_depends_on_the_seed_alone() -> None:
    game = boyi.game("gomoku")
    assert propose(game, 7) == propose(game, 7)
    assert len({swap2.opening(15, number) for number in range(swap2.count())}) > 60 * len(swap2.OPENINGS)


@pytest.mark.parametrize("size", [5, 6, 28])
def test_every_board_has_an_opening(size: int) -> None:
    game = boyi.game("gomoku", size=size, rule="renju")
    assert after(game, propose(game, 1, 0.1).stones).outcome is None


def test_the_search_in_python_is_not_asked() -> None:
    game = boyi.game("gomoku", backend="python")
    assert len(propose(game, 1).stones) == 3
