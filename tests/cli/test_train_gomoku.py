"""``boyi train gomoku``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.engines.gomoku_training import GomokuTraining, GomokuTrainingSettings, header, network_header

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native
from boyi.games.gomoku.rules import RULES

LEARNED = Path(__file__).parents[2] / "native/gomoku/learned"
RECORD = 60
"""Bytes of a position: two bits a cell, the side to move, the value."""


def records(seed: int, first: int, games: int, rule: str = "freestyle") -> bytes:
    return native.gomoku_selfplay(rule, seed, first, games, 200, 200, 3)


@pytest.mark.parametrize("rule", list(RULES))
def test_records_are_positions_of_the_seed_that_are_not_over(rule: str) -> None:
    found = records(3, 0, 3, rule)
    assert found == records(3, 0, 1, rule) + records(3, 1, 2, rule)
    assert found != records(4, 0, 3, rule)
    assert len(found) % RECORD == 0
    for at in range(0, len(found), RECORD):
        packed = int.from_bytes(found[at : at + RECORD - 3], "little")
        cells = "".join(".xo?"[packed >> 2 * cell & 3] for cell in range(225))
        turn = found[at + RECORD - 3]
        rows = "/".join(
            re.sub(r"\.+", lambda gap: str(len(gap[0])), cells[row : row + 15]) for row in range(0, 225, 15)
        )
        position = boyi.game("gomoku", rule=rule).parse_position(f"{rows} {'xo'[turn]}")
        assert position.outcome is None


def test_broken_records_are_refused() -> None:
    record = records(3, 0, 1)[:RECORD]
    with pytest.raises(ValueError, match="ends early"):
        native.gomoku_fit("freestyle", record[:-1], 1, 1.0, 0.0)
    with pytest.raises(ValueError, match="no record"):
        native.gomoku_fit("freestyle", b"\xff" * RECORD, 1, 1.0, 0.0)
    with pytest.raises(ValueError, match="no weights"):
        native.gomoku_learn("freestyle", [1, 2, 3])
    with pytest.raises(ValueError, match="no weights"):
        native.gomoku_learn_network("freestyle", native.gomoku_weights("freestyle"))


def test_a_run_can_be_resumed_and_gives_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.engines.gomoku_training.GAMES_OF_FILE", 10)
    settings = GomokuTrainingSettings(
        games=(20, 20), network_games=(10, 10), nodes=100, judge_nodes=100, epochs=2, network_epochs=2
    )
    before = native.gomoku_weights("freestyle"), native.gomoku_network("freestyle")
    whole = GomokuTraining(tmp_path / "a", settings, 2).run(lambda line: None)
    assert whole[0] != before[0]
    assert whole[1] != before[1]
    assert (native.gomoku_weights("freestyle"), native.gomoku_network("freestyle")) == before
    lines: list[Message] = []
    assert GomokuTraining(tmp_path / "b", settings, 1).run(lines.append) == whole
    assert any("held out" in str(line) for line in lines)
    (tmp_path / "b" / "round-1-weights.json").unlink()
    (tmp_path / "b" / "round-1-games-00001.bin").unlink()
    for turn in (2, 3, 4):
        (tmp_path / "b" / f"round-{turn}-network.json").unlink()
    (tmp_path / "b" / "round-3-games-00000.bin").unlink()
    assert GomokuTraining(tmp_path / "b", settings, 1).run(lambda line: None) == whole
    assert (tmp_path / "b" / "freestyle.hpp").read_text() == header("freestyle", whole[0])
    assert (tmp_path / "b" / "freestyle_network.hpp").read_text() == network_header("freestyle", whole[1])
    with pytest.raises(boyi.BoyiError, match="other settings"):
        GomokuTraining(tmp_path / "a", GomokuTrainingSettings(), 1)


def test_the_compiled_weights_are_a_header_of_the_training() -> None:
    for rule in RULES:
        assert (LEARNED / "freestyle.hpp").read_text() == header("freestyle", native.gomoku_weights(rule))
        network = network_header("freestyle", native.gomoku_network(rule))
        assert (LEARNED / "freestyle_network.hpp").read_text() == network


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
            "--network-games",
            "5",
            "--nodes",
            "50",
            "--epochs",
            "1",
            "--rule",
            "renju",
        ]
    )
    assert capsys.readouterr().out.splitlines()[-2:] == [f"{folder}/renju.hpp", f"{folder}/renju_network.hpp"]
    assert main(["train", "gomoku", "--out", folder, "--games", "5", "--nodes", "x"]) != 0
    assert "--nodes" in capsys.readouterr().err
