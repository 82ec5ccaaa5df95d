"""``boyi match`` in a test: in this process, or started as a user starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boyi import formats
from boyi.cli.main import main

BOYI = [sys.executable, "-m", "boyi", "match"]
PAIRING = ["--game", "othello", "--size", "6", "--a", "mcts:nodes=40", "--b", "random", "--seed", "5"]
posix = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
Out = pytest.CaptureFixture[str]


class Starter:
    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []

    def __call__(self, *arguments: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        process = subprocess.Popen(
            [*BOYI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.started.append(process)
        return process


def run(capsys: Out, *arguments: str) -> tuple[int, str, str]:
    code = main(["match", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def moves(folder: Path) -> dict[str, str]:
    return {file.name: formats.read(file.read_bytes()).text() for file in sorted(folder.glob("game-*.sgf"))}
