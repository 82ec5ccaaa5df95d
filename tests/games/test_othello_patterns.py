"""The patterns behind Othello's learned evaluation."""

from __future__ import annotations

import itertools
from importlib.resources import files

import pytest

import boyi
from boyi.core.backend import available
from boyi.games.othello import patterns


def test_copies_are_all_images_and_every_cell_is_seen() -> None:
    for base, pattern in zip(patterns.BASES, patterns.patterns(), strict=True):
        images = {frozenset(patterns._image(base, symmetry)) for symmetry in range(8)}
        assert {frozenset(copy) for copy in pattern.copies} == images
        assert len(pattern.copies) == len(images)
        assert all(len(copy) == len(base) for copy in pattern.copies)
    seen = set(itertools.chain.from_iterable(copy for p in patterns.patterns() for copy in p.copies))
    assert seen == set(range(64))


def test_twins_share_a_weight_and_nothing_else_does() -> None:
    for pattern in patterns.patterns():
        places = pattern.places
        assert sorted(set(places)) == list(range(max(places) + 1))
        for index in range(0, pattern.size, 7):
            twin = pattern.twin(index)
            assert pattern.twin(twin) == index
            assert places[twin] == places[index]
        # Each weight belongs to one index or to a pair of twins.
        alone = sum(pattern.twin(index) == index for index in range(pattern.size))
        assert max(places) + 1 == (pattern.size + alone) // 2


def test_the_file_has_a_weight_for_everything_and_is_small() -> None:
    per_stage = sum(max(pattern.places) + 1 for pattern in patterns.patterns()) + sum(patterns.COUNTS)
    assert len(patterns.packed_weights()) == patterns.STAGES * per_stage
    path = files("boyi.games.othello") / "patterns.bin"
    assert len(path.read_bytes()) < 5_000_000


def test_it_knows_a_corner_and_a_lost_one() -> None:
    game = boyi.game("othello")
    value = game.evaluation("patterns").value
    corner = game.parse_position("x7/1x6/2xxx3/2xooo2/2xoxo2/2ooo3/8/8 o")
    given = game.parse_position("8/1x6/2xxx3/2xooo2/2xoxo2/2ooo3/8/o7 o")
    assert value(corner) < 0 < value(given)


@pytest.mark.skipif(
    "native" not in available(boyi.game("othello", backend="python")), reason="no native module"
)
def test_wrong_weights_are_refused_by_the_native_module() -> None:
    import boyi._native as native

    for wrong in (b"", b"\0" * 1000, patterns.packed_weights()[1:]):
        with pytest.raises(ValueError, match="no weights"):
            native.othello_weights(wrong)
