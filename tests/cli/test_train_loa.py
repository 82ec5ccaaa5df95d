"""``boyi train loa``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.language import find_language
from boyi.core.message import Message
from boyi.engines.loa_training import LoaTraining, LoaTrainingSettings
from boyi.games.loa import network

if "native" not in available(boyi.game("loa", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

TINY = LoaTrainingSettings(games=(8, 4), nodes=60, epochs=2, file=4)


def test_a_run_can_be_resumed_and_gives_the_same_bytes(tmp_path: Path) -> None:
    lines: list[Message] = []
    whole = LoaTraining(tmp_path / "a", TINY).run(lines.append)
    assert len(lines) == 5
    assert "cross entropy" in str(lines[2])
    assert "交叉熵" in find_language("zh_CN")(lines[2])
    assert len(zlib.decompress(whole)) == 2 * network.SIZE
    # The weights that were in use before are in use again.
    position = boyi.game("loa", backend="native").start()
    assert native.evaluate(position.board, "network") == network.value(position)  # type: ignore[attr-defined]

    class Stopped(Exception):
        pass

    def stop(line: Message) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        LoaTraining(tmp_path / "b", TINY).run(stop)
    lines.clear()
    assert LoaTraining(tmp_path / "b", TINY).run(lines.append) == whole
    assert len(lines) == 4
    with pytest.raises(boyi.BoyiError, match="other settings"):
        LoaTraining(tmp_path / "a", replace(TINY, seed=2))


def test_a_fit_makes_the_expected_results_truer() -> None:
    records = native.loa_selfplay("features", seed=5, first=0, games=120, nodes=60)
    weights, before, after, positions = native.loa_fit(records, epochs=6, rate=0.003, mix=0.5, seed=1)
    assert len(weights) == 2 * network.SIZE
    assert positions > 2_000
    assert after < before - 0.03
