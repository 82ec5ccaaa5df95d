"""A game is one folder: no other package names a game, so that one more needs no change elsewhere."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import boyi

SOURCE = Path(boyi.__file__).parent
NAMES = re.compile(
    r"(?i)(?<![a-z])(gomoku|othello|reversi|loa|lines of action|nogo|tictactoe|coin2x2)(?![a-z])"
)
EXCEPTIONS = {
    "games": "the games themselves",
    "formats": "a file format is made for certain games",
    "protocols": "so is a protocol",
    "native/provider.py": "the native module has rules for certain games",
    "native/othello_solver.py": "a solver for one game",
    "native/vcf.py": "a search for one game",
    "textbook/fivetuple.py": "a lesson on one game",
    "textbook/thesis.py": "the example of the thesis",
    "learning/*_training.py": "the training of one game's evaluation",
    "learning/*_headers.py": "what such a training learned",
    "learning/*_selfplay.py": "the games that such a training learns from",
    "cli/train_*.py": "the training of one game's evaluation",
    "cli/solve.py": "examples in the help",
    "programs/kinds.py": "the Mo platform has one game",
    "programs/script.py": "the Mo platform has one game",
    "cli/app.py": "examples in the help",
    "cli/options.py": "examples in the help",
    "cli/play.py": "examples in the help",
    "cli/match.py": "examples in the help",
    "cli/engine.py": "pbrain-boyi is a program for one game",
    "course/session.py": "the protocol of the NoGo course",
    "cli/lan.py": "the protocol of the NoGo course",
    "server/course/opening.py": "the protocol of the NoGo course",
}


def is_exception(name: str) -> bool:
    return any(fnmatch(name, known) or name.startswith(f"{known}/") for known in EXCEPTIONS)


def names_in(path: Path) -> list[str]:
    """Where the code names a game: in a text that is no docstring, an import or a name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documents = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            words = [node.value]
        elif isinstance(node, ast.ImportFrom):
            words = [node.module or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            words = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute):
            words = [node.attr]
        elif isinstance(node, ast.Name):
            words = [node.id]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            words = [node.name]
        found += [f"{path.name}:{getattr(node, 'lineno', 0)}: {word}" for word in words if NAMES.search(word)]
    return found


def test_no_other_package_names_a_game() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        if not is_exception(path.relative_to(SOURCE).as_posix()):
            found += names_in(path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", EXCEPTIONS)
def test_every_exception_is_needed(name: str) -> None:
    found = list(SOURCE.glob(name))
    files = [file for path in found for file in ([path] if path.is_file() else path.rglob("*.py"))]
    assert any(names_in(file) for file in files), f"{name} names no game: it needs no exception"


PAGE = Path(__file__).parents[2] / "frontend" / "src"
PAGE_EXCEPTIONS = {
    "course": "the protocol of the NoGo course",
    "protocol": "made from the server's types, with their descriptions",
    "start/StartScreen.svelte": "the link to the NoGo course",
}
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)


def page_names(path: Path) -> list[str]:
    """The lines of a source of the page that name a game outside comments."""
    text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
    return [f"{path.name}: {line.strip()}" for line in text.splitlines() if NAMES.search(line)]


def test_the_page_names_no_game() -> None:
    found = []
    for path in sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")]):
        name = path.relative_to(PAGE).as_posix()
        if not any(name == known or name.startswith(f"{known}/") for known in PAGE_EXCEPTIONS):
            found += page_names(path)
    assert not found, "\n".join(found)


def test_the_start_page_names_only_the_course() -> None:
    (line,) = page_names(PAGE / "start" / "StartScreen.svelte")
    assert 'href="/course"' in line
