"""The board with make and unmake against a board that is built anew, all rules (``shape_boards.cpp``)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

HERE = Path(__file__).parent
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
SMALL, LARGE = (5, 6, 10, 11, 12, 13, 14, 15), (10, 15, 16, 17, 18, 19, 20, 28)


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_make_and_unmake_know_what_a_new_board_knows(tmp_path: Path) -> None:
    program = tmp_path / "shape_boards"
    flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror"]
    native = HERE.parents[1] / "native"
    subprocess.run(
        [str(COMPILER), *flags, f"-I{native}", str(HERE / "shape_boards.cpp"), "-o", str(program)], check=True
    )
    output = subprocess.run(
        [str(program)], check=True, capture_output=True, text=True, timeout=PATIENCE
    ).stdout
    assert output.splitlines() == [f"{rule} {size} equal" for rule in range(4) for size in (*SMALL, *LARGE)]
