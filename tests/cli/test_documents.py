"""The console examples of the documents print what the documents say.

A block of ``console`` prints just that. An indented block that begins with ``$ boyi`` shows lines of what the
command prints, with ``…`` for the others and numbers that vary; a rating lies within its error.
"""

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


def prepare(folder: Path, language: str) -> tuple[Path, dict[str, str]]:
    """A folder to work in, and an environment that knows our commands."""
    programs, work = folder / "bin", folder / "work"
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
        "BOYI_DATA": str(folder / "data"),
    }
    environment.pop("LC_ALL", None)
    return work, environment


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize(("block", "language"), CASES)
def test_console(block: str, language: str, tmp_path: Path) -> None:
    work, environment = prepare(tmp_path, language)
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


SHOWN = re.compile(r"^    \$ (boyi .*)\n((?:    .*\n)+)", re.MULTILINE)
NUMBER = re.compile(r"\d+(?:\.\d+)?")
RATING = re.compile(r"(\d+) ± (\d+) Elo")
BOTS, BOTS_ZH = ((ROOT / "docs" / name).read_text("utf-8") for name in ("bots.md", "bots.zh-CN.md"))


def is_shown(shown: list[str], printed: list[str]) -> bool:
    """Whether these lines were printed, one after the other but for "…"; their numbers may differ."""
    if not shown:
        return True
    if shown[0] == "…":
        return any(is_shown(shown[1:], printed[first:]) for first in range(len(printed) + 1))
    same = bool(printed) and NUMBER.sub("0", shown[0]) == NUMBER.sub("0", printed[0])
    return same and is_shown(shown[1:], printed[1:])


def test_lines_that_are_shown() -> None:
    printed = ["a 1.5 s", "b", "c 2", "d"]
    assert is_shown(["a 0.3 s", "…", "c 7", "d"], printed)
    assert is_shown(["…", "d"], printed)
    assert not is_shown(["a 0.3 s", "c 7"], printed)
    assert not is_shown(["…", "e"], printed)


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize(("command", "shown"), SHOWN.findall(BOTS))
def test_what_the_document_about_bots_shows(command: str, shown: str, tmp_path: Path) -> None:
    work, environment = prepare(tmp_path, "C")
    if command.startswith("boyi bot rate"):
        (text,) = re.findall(r"```python\n(\"\"\".*?)```", BOTS, re.DOTALL)
        (work / "my_bot.py").write_text(text, "utf-8")
    else:
        subprocess.run(["sh", "-c", "boyi bot new othello"], cwd=work, env=environment, check=True)
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=work,
        env=environment,
        capture_output=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    output, lines = done.stdout.decode(), [line[4:] for line in shown.splitlines()]
    assert is_shown([*lines, "…"], output.splitlines()), output
    for said in RATING.findall(shown):
        rating, error = map(int, said)
        found, of = map(int, RATING.findall(output)[-1])
        assert abs(rating - found) <= max(error, of), output
        assert f"{rating} ± {error} Elo" in BOTS_ZH


def test_the_document_about_bots_shows_both_commands() -> None:
    assert [command.split()[2] for command, _ in SHOWN.findall(BOTS)] == ["check", "rate"]
