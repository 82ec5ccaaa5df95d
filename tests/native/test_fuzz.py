"""Damaged bytes never lead the native module astray: ``readers.py`` in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from tests.native.compiled import COMPILER, needs_compiler
from tests.native.readers import TARGETS
from tests.patience import PATIENCE

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

READERS = Path(__file__).parent / "readers.py"
ROOT = READERS.parents[2]
BUILD = ROOT / "build" / "sanitized"
CASES = 400
"""Of each target in soak."""


def run(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(READERS), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        capture_output=True,
        text=True,
        timeout=20 * PATIENCE,
    )


@pytest.mark.outside
def test_a_few_damaged_bytes_of_each_kind_are_read_or_refused() -> None:
    done = run("--cases", "4")
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(TARGETS)


@pytest.fixture(scope="module")
def sanitized() -> tuple[str, dict[str, str]]:
    """The module with AddressSanitizer, built in its own folder, and what a process that loads it needs."""
    from fcntl import LOCK_EX, flock

    scripts = Path(sys.executable).parent
    path = os.pathsep.join([str(scripts), os.environ["PATH"]])
    ask = [sys.executable, "-m", "nanobind", "--cmake_dir"]
    nanobind = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip()
    configure = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "-DBOYI_SANITIZE=ON"]
    configure += [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"]
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        flock(lock, LOCK_EX)  # of several workers one builds, the others find it built
        for command in (configure, ["cmake", "--build", str(BUILD)]):
            subprocess.run(command, check=True, env={**os.environ, "PATH": path}, stdout=subprocess.DEVNULL)
    # The sanitizer comes first, and then what it looks for exceptions in: Python itself has no C++ library.
    preload = []
    for name in ("libasan.so", "libstdc++.so"):
        ask = [str(COMPILER), f"-print-file-name={name}"]
        preload.append(subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip())
    (module,) = BUILD.glob("_native.*.so")
    # Python keeps what it has until it ends: leaks mean nothing. Its own allocator would hide wrong accesses.
    environment = {
        "LD_PRELOAD": " ".join(preload),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
    }
    return str(module), {**environment, "UBSAN_OPTIONS": "print_stacktrace=1"}


@pytest.mark.soak
@pytest.mark.outside
@pytest.mark.skipif(sys.platform != "linux" or shutil.which("g++") is None, reason="needs libasan of GCC")
@needs_compiler
@pytest.mark.parametrize("name", TARGETS)
def test_no_bytes_lead_the_module_astray(name: str, sanitized: tuple[str, dict[str, str]]) -> None:
    module, environment = sanitized
    done = run("--module", module, "--cases", str(CASES), name, environment=environment)
    assert done.returncode == 0, done.stderr[-6000:]
    assert done.stdout.startswith(f"{name}: {CASES} cases")
