"""``build:REV``: another build of Boyi as a player, made once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.arena.builds import RUN, VARIABLE, BadBuild, BuildSpec, find_build, is_build, resolve_build
from boyi.cli.main import main
from boyi.core.message import Message

ROOT = Path(__file__).parents[2]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with Boyi's Python alone, of another version: quick to build."""
    folder = tmp_path / "other"
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so", "web"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / name)
    init = folder / "src" / "boyi" / "__init__.py"
    init.write_text(init.read_text("utf-8").replace('__version__ = "', '__version__ = "9.'), "utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "builds"))
    monkeypatch.setenv("BOYI_NO_NATIVE", "1")
    return folder


def test_specs_of_builds() -> None:
    assert is_build("build:HEAD")
    assert not is_build("builder:3")
    assert BuildSpec.parse("build:v1.0") == BuildSpec("v1.0")
    assert BuildSpec.parse("build:../boyi:mcts:nodes=50") == BuildSpec("../boyi", "mcts:nodes=50")
    assert resolve_build("level:3", "othello") == "level:3"
    for wrong in ("build:", "build:--upload-pack=x"):
        with pytest.raises(BadBuild):
            BuildSpec.parse(wrong)


@pytest.mark.slow
@pytest.mark.outside
def test_a_folder_is_built_once_and_plays(
    sources: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[Message] = []
    site = find_build(str(sources), told.append)
    assert len(told) == 1
    version = subprocess.run(
        [sys.executable, "-P", "-c", RUN, str(site), "--version"], capture_output=True, text=True, check=True
    )
    assert version.stdout.startswith("boyi 9.")
    assert find_build(str(sources), told.append) == site
    assert len(told) == 1  # it was kept
    match = ["match", "--game", "tictactoe", "--a", f"build:{sources}:mcts:nodes=20", "--b", "random"]
    assert main([*match, "--games", "2", "--seed", "1", "--json", "--out", str(tmp_path / "m")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 2
    assert not set(data["reasons"]["losses"]) & {"crash", "time out"}
    cup = tmp_path / "cup.toml"
    players = [f"build:{sources}:mcts:nodes=20", "random"]
    tables = "".join(
        f"[[players]]\nname = '{number}'\nspec = '{spec}'\n" for number, spec in enumerate(players)
    )
    cup.write_text(f"[[events]]\ngame = 'tictactoe'\n{tables}", "utf-8")
    assert main(["tournament", str(cup), "--out", str(tmp_path / "cup"), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["events"][0]["table"]
    assert [row["player"] for row in rows if row["faults"]] == []
    cup.write_text(f"[[events]]\ngame = 'tictactoe'\n[[events]]\ngame = 'othello'\n{tables}", "utf-8")
    assert main(["tournament", str(cup), "--out", str(tmp_path / "two")]) == 2
    assert "plays one game" in capsys.readouterr().err
    init = sources / "src" / "boyi" / "__init__.py"
    init.write_text(init.read_text("utf-8") + "\n", "utf-8")

    class Again(Exception):
        pass

    def begin(message: Message) -> None:
        raise Again

    with pytest.raises(Again):  # it would be built anew
        find_build(str(sources), begin)


@pytest.mark.slow
@pytest.mark.outside
def test_what_cannot_be_built_is_said(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (sources / "pyproject.toml").write_text("[project]\nname = 3\n", "utf-8")
    with pytest.raises(BadBuild, match="cannot be built"):
        find_build(str(sources))
    assert not [entry for entry in (tmp_path / "builds").iterdir() if entry.is_dir()]
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadBuild, match=r"no revision|no git repository"):
        find_build("no-such-revision")
