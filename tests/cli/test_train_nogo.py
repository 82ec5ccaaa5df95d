"""``boyi train nogo``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.engines.nogo_training import NoGoTraining, NoGoTrainingSettings
from boyi.games.nogo.patterns import FILE_SIZE
from tests.cli.training_runs import check_resumption

if "native" not in available(boyi.game("nogo", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

TINY = NoGoTrainingSettings(games=60, batch=20, size=5)


def test_a_run_can_be_resumed_and_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = check_resumption(NoGoTraining, TINY, tmp_path, lines=3)
    assert len(zlib.decompress(whole)) == FILE_SIZE
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


def test_a_state_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="no state"):
        native.nogo_learn(
            b"12", size=5, seed=1, first=0, games=1, rate=0.01, trace=0.8, temperature=0.3, kept=0.5
        )
