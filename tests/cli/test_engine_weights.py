"""``boyi engine --weights``: a search by what a training made."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.learning.gomoku_headers import header, network_header, policy_header

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

QUERY = {"id": "1", "game": "gomoku", "moves": "h8 i9 g7", "limits": {"depth": 1, "nodes": 2000}}


def ask(*arguments: str, rule: str = "freestyle") -> dict[str, object]:
    """What the engine answers with these arguments."""
    query = {**QUERY, "options": {"rule": rule}} if rule != "freestyle" else QUERY
    ended = subprocess.run(
        [sys.executable, "-m", "boyi", "engine", "gomoku", "--protocol", "analysis", *arguments],
        input=json.dumps(query) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        return {"error": ended.stderr}
    answer: dict[str, object] = json.loads(ended.stdout.splitlines()[-1])
    return answer


def scores(answer: dict[str, object]) -> object:
    """The searched value of the position."""
    candidates = answer["candidates"]
    assert isinstance(candidates, list)
    return candidates[0]["score"]


@pytest.mark.outside
def test_an_engine_searches_by_other_weights(tmp_path: Path) -> None:
    rule = "freestyle"
    weights = native.gomoku_weights(rule)
    (tmp_path / "freestyle.hpp").write_text(header(rule, weights))
    (tmp_path / "freestyle_policy.hpp").write_text(policy_header(rule, native.gomoku_policy(rule)))
    usual = scores(ask())
    assert scores(ask("--weights", str(tmp_path))) == usual
    (tmp_path / "freestyle_network.hpp").write_text(
        network_header(rule, [0] * len(native.gomoku_network(rule)))
    )
    assert scores(ask("--weights", str(tmp_path))) != usual


@pytest.mark.outside
def test_what_is_no_training_is_refused(tmp_path: Path) -> None:
    assert "boyi train gomoku" in str(ask("--weights", str(tmp_path))["error"])
    (tmp_path / "freestyle.hpp").write_text(header("freestyle", [1, 2, 3]))
    assert "freestyle.hpp" in str(ask("--weights", str(tmp_path))["error"])
    (tmp_path / "freestyle.hpp").write_bytes(b"\xff\xfe")
    assert "cannot be read" in str(ask("--weights", str(tmp_path))["error"])


def test_weights_are_for_gomoku(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from boyi.cli.main import main

    assert main(["engine", "othello", "--protocol", "nboard", "--weights", str(tmp_path)]) != 0
    assert "Gomoku" in capsys.readouterr().err
