"""Every script of benchmarks and tools says what it is for, and does nothing else, when asked for help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SCRIPTS = [
    path.relative_to(ROOT)
    for folder in ("benchmarks", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "__main__" in path.read_text("utf-8") or path.name == "__main__.py"
]


@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_help(script: Path, tmp_path: Path) -> None:
    module = ".".join(script.with_suffix("").parts).removesuffix(".__main__")
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")
    assert len(done.stdout.splitlines()) > 3, "a sentence on what it is for"


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 15


def test_one_level_alone_has_nobody_to_play() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.levels", "--from", "7", "--to", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "one level has no neighbour to play: give a lower --from" in done.stderr
