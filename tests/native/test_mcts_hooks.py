"""The Monte Carlo search on boards that exist only here: hooks and circles, by a C++ program of its own."""

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
def test_hooks_and_circles(tmp_path: Path) -> None:
    program = tmp_path / "hooks"
    command = [str(COMPILER), "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread"]
    command += [f"-I{HERE.parent.parent / 'native'}", str(HERE / "mcts_hooks.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    result = subprocess.run([program], capture_output=True, text=True, timeout=PATIENCE)
    assert (result.returncode, result.stdout) == (0, "")
