"""``boyi train nogo``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import math
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.backend import available
from boyi.games.nogo.patterns import FILE_SIZE, packed_weights
from boyi.learning.nogo_selfplay import play
from boyi.learning.nogo_training import NoGoTraining, NoGoTrainingSettings
from tests.cli.training_runs import check_damage, check_resumption

if "native" not in available(boyi.game("nogo", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

TINY = NoGoTrainingSettings(games=60, batch=20, size=5, rounds=(4, 4), file=2, nodes=20, epochs=1)
FIT: dict[str, Any] = {"size": 5, "seed": 1, "epochs": 3, "rate": 0.02, "last_rate": 0.005, "trace": 0.9}


def test_a_run_can_be_resumed_and_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = check_resumption(NoGoTraining, TINY, tmp_path, lines=11)
    assert len(zlib.decompress(whole)) == FILE_SIZE
    names = (
        "settings.json",
        "state.bin",
        "first-phase.bin",
        "round-1-games-00001.bin",
        "round-0-weights.bin",
    )
    check_damage(NoGoTraining, TINY, tmp_path / "a", *names)
    assert NoGoTraining(tmp_path / "c", replace(TINY, seed=2)).run(print) != whole


def test_games_make_the_expected_results_truer() -> None:
    state, errors = b"", []
    for batch in range(12):
        state, _, error = native.nogo_learn(
            state,
            size=5,
            seed=1,
            first=200 * batch,
            games=200,
            rate=0.01,
            trace=0.8,
            temperature=0.3,
            kept=0.5,
        )
        errors.append(error)
    # A coin would have ln 2 = 0.693.
    assert errors[0] < 0.75
    assert errors[-1] < 0.65


def searched_games(count: int) -> bytes:
    """Games of the tree search by the shipped weights."""
    native.nogo_weights(packed_weights())
    return b"".join(play(5, 30, seed) for seed in range(count))


def test_a_fit_makes_values_and_moves_truer() -> None:
    start = bytes(FILE_SIZE)
    weights, before, after, positions = native.nogo_fit(start, searched_games(200), **FIT)
    assert len(weights) == FILE_SIZE
    assert positions > 2_000
    # Weights of zero call every position even and every move as likely as another.
    assert before[0] == pytest.approx(math.log(2))
    assert after[0] < before[0] - 0.05
    assert after[1] < before[1] - 0.02


def test_searched_games_are_the_same_again_and_others_with_another_seed() -> None:
    native.nogo_weights(packed_weights())
    assert play(5, 30, 1) == play(5, 30, 1) != play(5, 30, 2)


def test_records_and_weights_of_something_else_are_refused() -> None:
    game = searched_games(1)
    for wrong in (game[:-1], b"\x01\x00\x63" + game[3:], b"1"):
        with pytest.raises(ValueError, match="no record"):
            native.nogo_fit(bytes(FILE_SIZE), wrong, **FIT)
    with pytest.raises(ValueError, match="no weights"):
        native.nogo_fit(b"12", game, **FIT)
    with pytest.raises(ValueError, match="out of range"):
        native.nogo_fit(bytes(FILE_SIZE), game, **{**FIT, "size": 16})


def test_a_state_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="no state"):
        native.nogo_learn(
            b"12", size=5, seed=1, first=0, games=1, rate=0.01, trace=0.8, temperature=0.3, kept=0.5
        )
