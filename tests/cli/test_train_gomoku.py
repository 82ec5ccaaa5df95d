"""``boyi train gomoku``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.learning.gomoku_headers import header, network_header, policy_header
from boyi.learning.gomoku_training import GomokuTraining, GomokuTrainingSettings

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native
from boyi.games.gomoku.rules import RULES
from tests.cli.training_runs import check_damage

LEARNED = Path(__file__).parents[2] / "native/gomoku/learned"
RECORD = 63
"""Bytes of a position of a 15x15 board."""


def compiled(rule: str) -> tuple[list[int], list[int], list[int]]:
    return native.gomoku_weights(rule), native.gomoku_network(rule), native.gomoku_policy(rule)


def records(seed: int, first: int, games: int, rule: str = "freestyle") -> bytes:
    return native.gomoku_selfplay(rule, seed, first, games, 200, 200, 3)


def positions(data: bytes, rule: str) -> Iterator[tuple[int, boyi.Position]]:
    """Size, two bits a cell, the side to move, the value, the move."""
    at = 0
    while at < len(data):
        size = data[at]
        packed = (size * size + 3) // 4
        bits = int.from_bytes(data[at + 1 : at + 1 + packed], "little")
        cells = "".join(".xo?"[bits >> 2 * cell & 3] for cell in range(size * size))
        turn, move = data[at + 1 + packed], int.from_bytes(data[at + 4 + packed : at + 6 + packed], "little")
        rows = "/".join(
            re.sub(r"\.+", lambda gap: str(len(gap[0])), cells[row : row + size])
            for row in range(0, size * size, size)
        )
        position = boyi.game("gomoku", size=size, rule=rule).parse_position(f"{rows} {'xo'[turn]}")
        assert move in position.legal_moves
        yield size, position
        at += packed + 6


@pytest.mark.parametrize("rule", list(RULES))
def test_records_are_positions_of_the_seed_that_are_not_over(rule: str) -> None:
    found = records(3, 0, 4, rule)
    assert found == records(3, 0, 1, rule) + records(3, 1, 3, rule)
    assert found != records(4, 0, 4, rule)
    seen = list(positions(found, rule))
    assert all(position.outcome is None for _, position in seen)
    assert {size for size, _ in seen} == {15, 20}


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
    with pytest.raises(ValueError, match="no weights"):
        native.gomoku_learn_policy("freestyle", native.gomoku_weights("freestyle"))


def test_a_run_can_be_resumed_and_gives_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.learning.gomoku_training.GAMES_OF_FILE", 10)
    settings = GomokuTrainingSettings(
        games=(20, 20), network_games=(10, 10), nodes=100, judge_nodes=100, epochs=2, network_epochs=2
    )
    before = compiled("freestyle")
    whole = GomokuTraining(tmp_path / "a", settings, 2).run(lambda line: None)
    assert all(new != old for new, old in zip(whole, before, strict=True))
    assert compiled("freestyle") == before
    lines: list[Message] = []
    assert GomokuTraining(tmp_path / "b", settings, 1).run(lines.append) == whole
    assert any("held out" in str(line) for line in lines)
    (tmp_path / "b" / "round-1-weights.json").unlink()
    (tmp_path / "b" / "round-1-games-00001.bin").unlink()
    for turn in (2, 3, 4):
        (tmp_path / "b" / f"round-{turn}-network.json").unlink()
    (tmp_path / "b" / "round-3-games-00000.bin").unlink()
    (tmp_path / "b" / "round-4-policy.json").unlink()
    assert GomokuTraining(tmp_path / "b", settings, 1).run(lambda line: None) == whole
    assert (tmp_path / "b" / "freestyle.hpp").read_text() == header("freestyle", whole[0])
    assert (tmp_path / "b" / "freestyle_network.hpp").read_text() == network_header("freestyle", whole[1])
    assert (tmp_path / "b" / "freestyle_policy.hpp").read_text() == policy_header("freestyle", whole[2])
    names = ("settings.json", "round-3-games-00000.bin", "round-1-weights.json", "round-4-policy.json")
    check_damage(partial(GomokuTraining, threads=1), settings, tmp_path / "a", *names)
    with pytest.raises(boyi.BoyiError, match="other settings"):
        GomokuTraining(tmp_path / "a", GomokuTrainingSettings(), 1)


def test_a_further_run_starts_from_what_the_package_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boyi.learning.gomoku_training.GAMES_OF_FILE", 4)
    settings = GomokuTrainingSettings(
        network_games=(8,), nodes=100, judge_nodes=100, further=True, further_rate=0.05
    )
    before = compiled("freestyle")
    weights, network, policy = GomokuTraining(tmp_path, settings, 1).run(lambda line: None)
    assert weights == before[0]
    assert compiled("freestyle") == before
    # A few small steps from there: most numbers are near, some have moved.
    for new, old in ((network, before[1]), (policy, before[2])):
        moved = [abs(a - b) for a, b in zip(new, old, strict=True)]
        assert 0 < max(moved) < 200
        assert sum(step <= 40 for step in moved) > 0.9 * len(moved)


def test_the_compiled_weights_are_a_header_of_the_training() -> None:
    for rule in RULES:
        assert (LEARNED / "freestyle.hpp").read_text() == header("freestyle", native.gomoku_weights(rule))
        network = network_header("freestyle", native.gomoku_network(rule))
        assert (LEARNED / "freestyle_network.hpp").read_text() == network
        policy = policy_header("freestyle", native.gomoku_policy(rule))
        assert (LEARNED / "freestyle_policy.hpp").read_text() == policy


def test_the_command_trains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boyi.learning.gomoku_training.GAMES_OF_FILE", 5)
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
    assert capsys.readouterr().out.splitlines()[-3:] == [
        f"{folder}/renju{name}.hpp" for name in ("", "_network", "_policy")
    ]
    assert main(["train", "gomoku", "--out", folder, "--further", "--network-games", "0"]) != 0
    assert "--network-games" in capsys.readouterr().err
    assert main(["train", "gomoku", "--out", folder, "--games", "5", "--nodes", "x"]) != 0
    assert "--nodes" in capsys.readouterr().err
    assert main(["train", "gomoku", "--out", folder, "--games", "5", "--judge-nodes", "0"]) != 0
    assert "--judge-nodes" in capsys.readouterr().err
