"""``boyi train loa``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.engines.loa_training import LoaTraining, LoaTrainingSettings
from boyi.games.loa import network
from tests.cli.training_runs import check_resumption

if "native" not in available(boyi.game("loa", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

TINY = LoaTrainingSettings(games=(8, 4), nodes=60, epochs=2, file=4)


def test_a_run_can_be_resumed_and_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = check_resumption(LoaTraining, TINY, tmp_path, lines=5)
    assert len(zlib.decompress(whole)) == 2 * network.SIZE
    # The weights that were in use before are in use again.
    position = boyi.game("loa", backend="native").start()
    assert native.evaluate(position.board, "network") == network.value(position)  # type: ignore[attr-defined]


def test_a_fit_makes_the_expected_results_truer() -> None:
    records = native.loa_selfplay("features", seed=5, first=0, games=120, nodes=60)
    weights, before, after, positions = native.loa_fit(records, epochs=6, rate=0.003, mix=0.5, seed=1)
    assert len(weights) == 2 * network.SIZE
    assert positions > 2_000
    assert after < before - 0.03
