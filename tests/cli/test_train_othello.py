"""``boyi train othello``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.engines.othello_training import OthelloTraining, TrainingSettings
from boyi.games.othello.patterns import packed_weights

if "native" not in available(boyi.game("othello", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native


def test_records_are_those_of_the_seed_and_scores_near_the_end_are_exact() -> None:
    from boyi.native.othello_solver import solve

    first = native.othello_selfplay(3, 0, 4, 1, 8, True)
    assert first == native.othello_selfplay(3, 0, 4, 1, 8, True)
    assert first == native.othello_selfplay(3, 0, 2, 1, 8, True) + native.othello_selfplay(
        3, 2, 2, 1, 8, True
    )
    assert first != native.othello_selfplay(4, 0, 4, 1, 8, True)
    game, seen = boyi.game("othello", backend="native"), 0
    for at in range(0, len(first), 17):
        own, other = (int.from_bytes(first[at + side : at + side + 8], "little") for side in (0, 8))
        score = int.from_bytes(first[at + 16 : at + 17], "little", signed=True)
        cells = "".join("x" if own >> cell & 1 else "o" if other >> cell & 1 else "." for cell in range(64))
        if cells.count(".") <= 8:
            assert solve(game.from_cells(cells, 0)).score == score  # type: ignore[attr-defined]
            seen += 1
    assert seen > 10


def test_a_run_can_be_resumed_and_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.engines.othello_training.GAMES_OF_FILE", 20)
    monkeypatch.setattr("boyi.engines.othello_training.HELD_OUT", 2)
    settings = TrainingSettings(games=(40, 40), depth=1, endgame=4, steps=2)
    try:
        whole = OthelloTraining(tmp_path / "a", settings, b"", 2).run(lambda line: None)
        again = OthelloTraining(tmp_path / "b", settings, b"", 1)
        lines: list[str] = []
        assert again.run(lines.append) == whole
        assert any("within 16" in line for line in lines)
        (tmp_path / "b" / "round-1-stage-03.bin").unlink()
        (tmp_path / "b" / "round-1-games-00001.bin").unlink()
        assert OthelloTraining(tmp_path / "b", settings, b"", 1).run(lambda line: None) == whole
        assert (tmp_path / "b" / "patterns.bin").read_bytes() == whole
        assert len(zlib.decompress(whole)) == len(packed_weights())
        with pytest.raises(boyi.BoyiError, match="other settings"):
            OthelloTraining(tmp_path / "a", TrainingSettings(), b"", 1)
    finally:
        native.othello_weights(packed_weights())
