"""``boyi train gomoku``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

from pathlib import Path

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.engines.gomoku_training import GomokuTraining, GomokuTrainingSettings, header

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

LEARNED = Path(__file__).parents[2] / "native/gomoku/learned.hpp"


def test_records_are_those_of_the_seed_and_end_where_the_result_is_known() -> None:
    first = native.gomoku_selfplay("freestyle", 3, 0, 4, 300)
    assert first == native.gomoku_selfplay("freestyle", 3, 0, 4, 300)
    assert first == native.gomoku_selfplay("freestyle", 3, 0, 1, 300) + native.gomoku_selfplay(
        "freestyle", 3, 1, 3, 300
    )
    assert first != native.gomoku_selfplay("freestyle", 4, 0, 4, 300)
    numbers = [int.from_bytes(first[at : at + 2], "little") for at in range(0, len(first), 2)]
    games = 0
    while numbers:
        plies, winner = numbers[:2]
        moves = numbers[2 : 2 + 2 * plies : 2]
        position = boyi.game("gomoku").start()
        for move in moves:
            assert position.outcome is None
            position = position.play(move)
        assert winner in (0, 1, 2)
        assert position.outcome is None or winner == (
            2 if position.outcome.winner is None else position.outcome.winner
        )
        numbers = numbers[2 + 2 * plies :]
        games += 1
    assert games == 4


def test_broken_records_are_refused() -> None:
    record = native.gomoku_selfplay("freestyle", 3, 0, 1, 100)
    with pytest.raises(ValueError, match="ends early"):
        native.gomoku_fit("freestyle", record[:-1], 1, 1.0, 0.0, 0.5)
    with pytest.raises(ValueError, match="no weights"):
        native.gomoku_learn([1, 2, 3])


def test_a_run_can_be_resumed_and_gives_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.engines.gomoku_training.GAMES_OF_FILE", 10)
    settings = GomokuTrainingSettings(games=(20, 20), nodes=100, epochs=2)
    before = native.gomoku_weights()
    whole = GomokuTraining(tmp_path / "a", settings, 2).run(lambda line: None)
    assert whole != before
    assert native.gomoku_weights() == before
    lines: list[Message] = []
    assert GomokuTraining(tmp_path / "b", settings, 1).run(lines.append) == whole
    assert any("held out" in str(line) for line in lines)
    (tmp_path / "b" / "round-1-weights.json").unlink()
    (tmp_path / "b" / "round-1-games-00001.bin").unlink()
    assert GomokuTraining(tmp_path / "b", settings, 1).run(lambda line: None) == whole
    assert (tmp_path / "b" / "learned.hpp").read_text() == header(whole)
    with pytest.raises(boyi.BoyiError, match="other settings"):
        GomokuTraining(tmp_path / "a", GomokuTrainingSettings(), 1)


def test_the_compiled_weights_are_a_header_of_the_training() -> None:
    assert LEARNED.read_text() == header(native.gomoku_weights())


def test_the_command_trains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boyi.engines.gomoku_training.GAMES_OF_FILE", 5)
    monkeypatch.setattr("boyi.cli.train_gomoku.GAMES_OF_FILE", 5)
    folder = str(tmp_path / "run")
    main(
        [
            "train",
            "gomoku",
            "--out",
            folder,
            "--games",
            "5",
            "--nodes",
            "50",
            "--epochs",
            "1",
            "--rule",
            "renju",
        ]
    )
    assert capsys.readouterr().out.splitlines()[-1] == f"{folder}/learned.hpp"
    assert main(["train", "gomoku", "--out", folder, "--games", "5", "--nodes", "x"]) != 0
    assert "--nodes" in capsys.readouterr().err
