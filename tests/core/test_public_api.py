"""The public names: flat, one registry, back ends by choice, a game added at run time."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import boyi
from boyi.core.backend import available, choose
from boyi.core.coordinates import Coordinates
from boyi.core.errors import BackendUnavailable, BadOption, UnknownName
from boyi.core.grid import GridGame
from boyi.core.registry import unregister_game
from boyi.match.replay import is_forced_pass

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.py")]


def test_all_names_exist_and_are_sorted() -> None:
    assert boyi.__all__ == sorted(boyi.__all__)
    for name in boyi.__all__:
        assert getattr(boyi, name) is not None
        assert name in dir(boyi)
    with pytest.raises(AttributeError, match="module 'boyi' has no attribute 'nothing'"):
        _ = boyi.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "package",
    [
        "",
        ".arena",
        ".core",
        ".engines",
        ".formats",
        ".lab",
        ".match",
        ".protocols.mo",
        ".settings",
        ".store",
        ".textbook",
    ],
)
def test_packages_list_their_public_names(package: str) -> None:
    found: Any = import_module(f"boyi{package}")
    for name in found.__all__:
        assert getattr(found, name) is not None
        assert name in dir(found)


IMPORT = re.compile(r"^(?:>>> |\.\.\. )? *from (boyi[\w.]*) import (\(.*?\)|.*?)(?: *#.*)?$", re.M | re.S)


DEEP = re.compile(r"^(?:>>> |\.\.\. )? *(?:from|import) boyi\.\w+\.[\w.]+.*", re.M)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents_import_public_names_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert DEEP.findall(text) == []
    for module, names in IMPORT.findall(text):
        package = import_module(module)
        for name in re.findall(r"(\w+)(?: as \w+)?", names):
            is_module = isinstance(getattr(package, name), ModuleType)
            assert is_module or name in package.__all__, f"{name} of {module}"


@pytest.mark.parametrize("name", boyi.game_names())
def test_every_game_says_whether_it_has_a_pass(name: str) -> None:
    game = boyi.game(name)
    assert game.has_pass == (name in ("othello", "loa"))
    assert not is_forced_pass(boyi.GameRecord(game), 0)
    if not isinstance(game, GridGame):
        with pytest.raises(NotImplementedError):
            _ = game.pass_move


def test_an_unknown_game_is_answered_with_the_list_and_a_guess() -> None:
    with pytest.raises(UnknownName, match=r"choose gomoku, othello.*Did you mean gomoku\?"):
        boyi.game("gomuku")
    with pytest.raises(UnknownName, match="There is no game"):
        boyi.game("x" * 10_000)


def test_options_are_read_as_text_too() -> None:
    assert boyi.game("othello", size="6") == boyi.game("othello", size=6)
    with pytest.raises(BadOption, match="choose 4, 6, 8 or 10"):
        boyi.game("othello", size=7)
    with pytest.raises(BadOption, match="choose 5 to 28"):
        boyi.game("gomoku", size=29)


def test_the_fast_back_end_is_taken_by_itself_and_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOYI_BACKEND", raising=False)
    assert boyi.game("othello").backend == "native"
    assert boyi.game("othello", size=10).backend == "python"
    assert boyi.game("othello", backend="python").backend == "python"
    monkeypatch.setenv("BOYI_BACKEND", "python")
    assert boyi.game("othello").backend == "python"
    assert boyi.game("othello", backend="native").backend == "native"
    monkeypatch.setenv("BOYI_BACKEND", "native")
    assert boyi.game("othello").backend == "native"
    with pytest.raises(BackendUnavailable, match=r"native back end \(BOYI_BACKEND\) cannot play this"):
        boyi.game("tictactoe")
    monkeypatch.setenv("BOYI_BACKEND", "fortran")
    with pytest.raises(UnknownName, match="choose python or native"):
        boyi.game("othello")


def test_python_and_native_positions_are_equal_values() -> None:
    native = boyi.game("othello", backend="native").start()
    python = boyi.game("othello", backend="python").start()
    assert native == python
    assert hash(native) == hash(python)
    assert len({native, python}) == 1


def test_coordinates_skip_i_and_go_on_after_the_alphabet() -> None:
    go = Coordinates(28, skip_i=True, upper=True)
    assert go.columns[7:10] == ("H", "J", "K")
    assert go.columns[24:] == ("Z", "AA", "AB", "AC")
    assert Coordinates(28).columns[25:] == ("z", "aa", "ab")
    for coordinates in (go, Coordinates(28), Coordinates(8, top_down=True)):
        assert [coordinates.index(name) for name in coordinates.names] == list(range(coordinates.size**2))


def test_a_game_can_be_added_at_run_time() -> None:
    from examples.tiny_game import Countdown

    boyi.register_game("countdown", Countdown)
    try:
        game = boyi.game("countdown", start=7)
        assert available(game) == ["python"]
        assert choose(game) == ("python", None)
        position = game.start()
        assert position.perft(3) == 8
        record = boyi.GameRecord(game)
        record.play_text("2 2 2 1")
        assert record.outcome == boyi.Outcome(1, "took the last")
        with pytest.raises(boyi.IllegalMove):
            position.play(9)
    finally:
        unregister_game("countdown")


def test_the_example_game_runs_as_it_stands() -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "tiny_game.py")], capture_output=True, text=True, check=True
    )
    assert "wins" in run.stdout
    assert run.stderr == ""


def test_import_is_light() -> None:
    """Start-up is a feature: the command line's and the server's libraries are not loaded by the package."""
    code = "import sys, boyi; boyi.game('othello').start(); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    heavy = {
        "argparse",
        "rich",
        "difflib",
        "random",
        "boyi.drawing",
        "boyi.core.record",
        "numpy",
        "asyncio",
        "sqlalchemy",
        "fastapi",
    }
    assert not heavy & set(loaded.split())
