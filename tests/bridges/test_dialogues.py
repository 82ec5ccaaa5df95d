"""Each dialogue of docs/protocols through a real process: pipes, threads and all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import boyi
from boyi import GameRecord, formats
from tests.bridges.child import Child
from tests.protocols.dialogue import dialogues

ROOT = Path(__file__).parents[2]
CASES = [
    pytest.param(name, number, id=f"{name}-{number + 1}")
    for name in ("gomocup", "gtp", "nboard", "botzone", "analysis")
    for number in range(len(dialogues(name)))
]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the steps are released over an inherited pipe")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the engine runs: with the file that the document loads."""
    record = GameRecord(boyi.game("gomoku", size=9))
    record.play_text("e4 e6 d4 d6")
    (tmp_path / "games").mkdir()
    text = formats.write(record, "sgf")
    assert isinstance(text, str)
    (tmp_path / "games" / "one of mine.sgf").write_text(text)
    return tmp_path


@pytest.mark.parametrize(("name", "number"), CASES)
def test_dialogue(name: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    theirs, ours = os.pipe()
    command = [sys.executable, "-m", "tests.bridges.scripted", name, str(number), str(theirs)]
    with Child(command, cwd=folder, pass_fds=[theirs]) as child:
        os.close(theirs)
        closed = False
        with os.fdopen(ours, "w", buffering=1) as control:
            for step, line in enumerate(dialogues(name)[number].lines):
                if line.startswith("<"):
                    assert child.line() == line[2:]
                elif line.startswith(">"):
                    child.send(line[2:])
                elif line.startswith("end of input"):
                    child.close()
                    closed = True
                elif line.startswith("quit"):
                    assert child.wait() == 0
                else:
                    control.write(f"{step}\n")
            if not closed:
                child.close()
            assert [line for line in child.rest() if line] == []
        assert child.wait() == 0
        assert child.errors() == ""
