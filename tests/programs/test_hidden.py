"""Files of the server that no program sees, wherever they lie and whatever they are called."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from boyi.programs import sandbox as sandboxes
from boyi.programs.bubblewrap import HIDDEN, hidden_places, hiding, private_folder
from boyi.programs.child import Child
from boyi.programs.sandbox import protection

walled = pytest.mark.skipif(
    protection().sandbox != "bubblewrap", reason="nothing is hidden without bubblewrap"
)
LOOK = """
import json, os, sys
def look(path):
    try:
        return sorted(os.listdir(path)) if os.path.isdir(path) else open(path).read()
    except OSError as error:
        return type(error).__name__
print(json.dumps([look(path) for path in json.loads(sys.argv[1])]))
"""


def seen(paths: list[Path], needed: list[Path]) -> list[str | list[str]]:
    """What a program sees of some paths."""

    async def ask() -> str:
        command = [sys.executable, "-S", "-c", LOOK, json.dumps([str(path) for path in paths])]
        child = Child(command, "Spy", needed=needed)
        try:
            line = await child.line()
            if line is None:
                raise await child.failure()
            return line
        finally:
            child.kill()

    found: list[str | list[str]] = json.loads(asyncio.run(ask()))
    return found


@walled
@pytest.mark.parametrize("mask", ["nothing", "home", "all"])
@pytest.mark.parametrize("name", ["class3", "class:3", "a b'c\"d", "班级\n三", "-x;$(y)", "[a]*?"])
def test_the_class_is_hidden_whatever_its_path(
    name: str, mask: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``home``: it lies in a folder that is hidden anyway, where no mount can be made."""
    masked = {"nothing": [], "home": [tmp_path], "all": [Path("/tmp")]}[mask]
    monkeypatch.setattr(sandboxes, "masked_places", lambda: masked)
    home = tmp_path / name
    file, folder = home / f"{name}.toml", home / name
    own, other = folder / "bots" / "a" / "001", folder / "bots" / "b" / "001"
    for place in (own, other):
        place.mkdir(parents=True)
        (place / "bot.py").write_text(place.parent.name)
    secrets = [
        file,
        home / f"{name}.toml~",
        home / f".{name}.toml.swp",
        home / "games.db",
        home / "games.db-wal",
    ]
    for secret in secrets:
        secret.write_text("the code")
    (home / "open.txt").write_text("seen")
    for setting, value in hiding([file, folder, home / "games.db"]).items():
        monkeypatch.setenv(setting, value)
    paths = [*secrets, own / "bot.py", other / "bot.py", folder / "bots"]
    *hidden, mine, others, bots = seen(paths, [own / "bot.py"])
    assert all(one in ("", "FileNotFoundError", "PermissionError") for one in hidden), hidden
    assert (mine, others, bots) == ("a", "FileNotFoundError", ["a"])
    if mask == "nothing":  # what is not hidden is seen as before
        assert seen([home / "open.txt"], [own / "bot.py"]) == ["seen"]


@walled
def test_what_lies_in_what_is_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program's own folder is seen, but for what is hidden in it; a place may be named twice."""
    monkeypatch.setattr(sandboxes, "masked_places", list)
    engine = tmp_path / "class" / "engine"
    (engine / "lessons").mkdir(parents=True)
    for file in (engine / "weights", engine / "lessons" / "one.toml", tmp_path / "class" / "codes"):
        file.write_text("x")
    for setting, value in hiding(
        [tmp_path / "class" / "codes", engine / "lessons", tmp_path / "class"]
    ).items():
        monkeypatch.setenv(setting, value)
    paths = [engine / "weights", engine / "lessons", tmp_path / "class"]
    assert seen(paths, [engine / "weights"]) == ["x", [], ["engine"]]


def test_places_are_named_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HIDDEN, raising=False)
    assert hidden_places() == []
    odd = [tmp_path / "a:b", tmp_path / 'c"d', tmp_path / "e\nf"]
    for place in odd:
        place.mkdir()
    monkeypatch.setenv(HIDDEN, hiding(odd[:2])[HIDDEN])
    monkeypatch.setenv(HIDDEN, hiding(odd[1:])[HIDDEN])
    assert hidden_places() == [place.resolve() for place in odd]


def test_a_folder_that_programs_need_is_not_hidden_as_a_whole(tmp_path: Path) -> None:
    assert private_folder(tmp_path / "class.toml") == [tmp_path.resolve()]
    for needed in (Path("/class.toml"), Path("/etc/boyi/class.toml"), Path(sys.prefix).parent / "class.toml"):
        assert private_folder(needed) == []
