"""The random games of NoGo's Monte Carlo search, by a C++ program of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

HERE = Path(__file__).parent
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_games_are_legal_and_keep_private_points(tmp_path: Path) -> None:
    program = tmp_path / "games"
    command = [str(COMPILER), "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror"]
    command += [f"-I{HERE.parent.parent / 'native'}", str(HERE / "nogo_games.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    result = subprocess.run([program], capture_output=True, text=True, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (0, "")
