"""``boyi train othello``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import zlib
from functools import partial
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.language import find_language
from boyi.core.message import Message
from boyi.games.othello.patterns import packed_weights
from boyi.learning.othello_training import OthelloTraining, TrainingSettings
from tests.cli.training_runs import check_damage

if "native" not in available(boyi.game("othello", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native


def positions_in(records: bytes, size: int) -> list[tuple[int, int, bytes]]:
    """Both boards of each record and what follows them."""
    return [
        (
            int.from_bytes(records[at : at + 8], "little"),
            int.from_bytes(records[at + 8 : at + 16], "little"),
            records[at + 16 : at + size],
        )
        for at in range(0, len(records), size)
    ]


def test_games_are_those_of_the_seed() -> None:
    first = native.othello_selfplay(3, 0, 4, 1, True)
    assert first == native.othello_selfplay(3, 0, 4, 1, True)
    assert first == native.othello_selfplay(3, 0, 2, 1, True) + native.othello_selfplay(3, 2, 2, 1, True)
    assert first != native.othello_selfplay(4, 0, 4, 1, True)
    empties = {64 - (own | other).bit_count() for own, other, _ in positions_in(first, 16)}
    assert all(not own & other for own, other, _ in positions_in(first, 16))
    assert empties >= set(range(4, 59))


def test_labels_near_the_end_are_exact() -> None:
    from boyi.native.othello_solver import solve

    games = native.othello_selfplay(3, 0, 20, 1, True)
    game, stage = boyi.game("othello", backend="native"), 26
    labels = positions_in(native.othello_label(games, stage, 4, 8, 8), 17)
    assert len(labels) > 20
    for own, other, label in labels:
        cells = "".join("x" if own >> cell & 1 else "o" if other >> cell & 1 else "." for cell in range(64))
        assert cells.count(".") in (7, 8)
        score = int.from_bytes(label, "little", signed=True)
        assert solve(game.from_cells(cells, 0)).score == score  # type: ignore[attr-defined]
    # A selective search to the end is seldom far from it.
    selective = positions_in(native.othello_label(games, stage, 4, 1, 8), 17)
    assert [one[:2] for one in selective] == [one[:2] for one in labels]
    same = sum(one == other for one, other in zip(selective, labels, strict=True))
    assert same >= 0.9 * len(labels)


def test_labels_before_the_end_are_near_a_search_of_that_depth() -> None:
    games = native.othello_selfplay(3, 0, 10, 1, True)
    game = boyi.game("othello", backend="native")
    labels = positions_in(native.othello_label(games, 15, 4, 8, 8), 17)
    assert labels == positions_in(native.othello_label(games, 15, 4, 8, 8), 17)
    for number, (own, other, label) in enumerate(labels):
        cells = "".join("x" if own >> cell & 1 else "o" if other >> cell & 1 else "." for cell in range(64))
        score = boyi.search(game.from_cells(cells, 0), depth=4 - number % 2).score  # type: ignore[attr-defined]
        assert score is not None
        assert abs(score - int.from_bytes(label, "little", signed=True)) <= 6


def test_a_run_can_be_resumed_and_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.learning.othello_training.GAMES_OF_FILE", 20)
    monkeypatch.setattr("boyi.learning.othello_training.HELD_OUT", 2)
    settings = TrainingSettings(games=(40, 40), depths=(2, 3), exact=4, whole=6, steps=2)
    try:
        whole = OthelloTraining(tmp_path / "a", settings, 2).run(lambda line: None)
        again = OthelloTraining(tmp_path / "b", settings, 1)
        lines: list[Message] = []
        assert again.run(lines.append) == whole
        assert any("within 16" in str(line) for line in lines)
        assert any("再次拟合" in find_language("zh_CN")(line) for line in lines)
        for name in ("first-03", "stage-03", "games-00001", "labels-07-00000"):
            (tmp_path / "b" / f"round-1-{name}.bin").unlink()
        assert OthelloTraining(tmp_path / "b", settings, 1).run(lambda line: None) == whole
        assert (tmp_path / "b" / "patterns.bin").read_bytes() == whole
        assert len(zlib.decompress(whole)) == len(packed_weights())
        for name in ("labels-07-00000", "labels-08-00001"):
            (tmp_path / "a" / f"round-1-{name}.bin").unlink()
        names = ("round-1-games-00000.bin", "round-1-labels-09-00001.bin", "round-0-first-03.bin")
        check_damage(partial(OthelloTraining, threads=1), settings, tmp_path / "a", *names)
        with pytest.raises(boyi.BoyiError, match="other settings"):
            OthelloTraining(tmp_path / "a", TrainingSettings(), 1)
        with pytest.raises(boyi.BoyiError, match="Each round"):
            OthelloTraining(tmp_path / "c", TrainingSettings(games=(1000,)), 1)
    finally:
        native.othello_weights(packed_weights())
