"""C++ programs of the tests, compiled with what the kernels share."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.patience import PATIENCE

HERE = Path(__file__).parent
NATIVE = HERE.parents[1] / "native"
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


def output_of(source: str, folder: Path, *flags: str, using: Sequence[str] = ()) -> str:
    """Compile a source of this folder, and what the patterns name in ``native``; what it prints."""
    program = folder / "program"
    # As one source: the time goes into the headers.
    unity = folder / "unity.cpp"
    shared = sorted(path for pattern in ("core/*.cpp", *using) for path in NATIVE.glob(pattern))
    unity.write_text("".join(f'#include "{path}"\n' for path in (*shared, HERE / source)))
    command = [str(COMPILER), "-std=c++20", "-Wall", "-Wextra", "-Werror", "-pthread", *flags]
    subprocess.run([*command, f"-I{NATIVE}", str(unity), "-o", str(program)], check=True)
    done = subprocess.run([program], check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout
