"""The console examples of the documents print what the documents say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import boyi
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COURSE = sorted((ROOT / "docs" / "course").glob("[1-6]-*.md"))
LANGUAGES = {
    "docs/formats.md": "C",
    "docs/lab.md": "C",
    "docs/protocols/README.md": "C",
    "README.md": "C",
    "README.zh-CN.md": "zh_CN",
    **{f"docs/course/{path.name}": "zh_CN" if ".zh-CN" in path.name else "C" for path in COURSE},
}
"""The documents, and the language of who reads them."""
CASES = [
    pytest.param(block, language, id=f"{name}-{number}")
    for name, language in LANGUAGES.items()
    for number, block in enumerate(BLOCK.findall((ROOT / name).read_text("utf-8")), 1)
    if not block.startswith("$ boyi play")  # a list of what can be typed, without answers
]

PBRAIN = "import sys; from boyi.cli.engine import pbrain; sys.exit(pbrain())"
PROGRAMS = {
    "boyi": f'exec "{sys.executable}" -m boyi "$@"',
    "pbrain-boyi": f'exec "{sys.executable}" -c "{PBRAIN}" "$@"',
}


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.skipif(not (ROOT / ".venv" / "bin" / "boyi").exists(), reason="make run was not used")
@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_line_after_the_two_commands_makes_boyi_known(name: str) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", (ROOT / name).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert blocks[0].startswith("make run ")
    line = blocks[1].partition("#")[0]
    environment = {**os.environ, "PATH": "/usr/bin:/bin"}
    asked = ["sh", "-c", f"{line} && command -v boyi && boyi --version"]
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(ROOT / ".venv" / "bin" / "boyi"), f"boyi {boyi.__version__}"]


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize(("block", "language"), CASES)
def test_console(block: str, language: str, tmp_path: Path) -> None:
    programs, work = tmp_path / "bin", tmp_path / "work"
    programs.mkdir()
    shutil.copytree(ROOT / "examples", work / "examples")
    for name, line in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{line}\n")
        (programs / name).chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONIOENCODING": "utf-8",
        "LC_MESSAGES": f"{language}.UTF-8",
        "BOYI_DATA": str(tmp_path / "data"),
    }
    environment.pop("LC_ALL", None)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=work,
            env=environment,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (done.stdout + done.stderr).decode() == expected, command
