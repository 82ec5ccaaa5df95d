"""The console examples of the documents print what the documents say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CASES = [
    pytest.param(block, id=f"{name}-{number}")
    for name in ("formats.md", "protocols/README.md")
    for number, block in enumerate(BLOCK.findall((DOCS / name).read_text("utf-8")), 1)
]

PBRAIN = "import sys; from boyi.cli.engine import pbrain; sys.exit(pbrain())"
PROGRAMS = {
    "boyi": f'exec "{sys.executable}" -m boyi "$@"',
    "pbrain-boyi": f'exec "{sys.executable}" -c "{PBRAIN}" "$@"',
}


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("block", CASES)
def test_console(block: str, tmp_path: Path) -> None:
    programs, work = tmp_path / "bin", tmp_path / "work"
    programs.mkdir()
    work.mkdir()
    for name, line in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{line}\n")
        (programs / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"}
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["sh", "-c", command], cwd=work, env=environment, capture_output=True, timeout=30, check=False
        )
        assert (done.stdout + done.stderr).decode() == expected, command
