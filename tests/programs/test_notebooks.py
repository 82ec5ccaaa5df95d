"""Notebooks of students of Mo: the cells that define the player are run, in the sandbox."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from textwrap import dedent

import pytest

from boyi.arena.tournament.toml import submissions
from boyi.core.errors import BoyiError
from boyi.players.base import PlayerFailed
from boyi.programs.bot_files import find_bot
from tests.programs.test_mo import MINIMAX, answers, play


def notebook(folder: Path, *cells: str, name: str = "report.ipynb") -> Path:
    """A notebook as Jupyter writes it: lines in a list, text between the code, and what was shown."""
    code = [
        {
            "cell_type": "code",
            "execution_count": number,
            "metadata": {},
            "outputs": [{"output_type": "stream", "name": "stdout", "text": ["def get_move(): pass\n"]}],
            "source": dedent(cell).strip("\n").splitlines(keepends=True),
        }
        for number, cell in enumerate(cells, start=1)
    ]
    text = {"cell_type": "markdown", "metadata": {}, "source": ["# 黑白棋\n", "class AIPlayer: ..."]}
    path = folder / name
    path.write_text(json.dumps({"cells": [text, *code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


REPORT = (
    "%matplotlib inline\n!pip install numpy\nimport random\nfrom board import Board",
    "import a_module_that_is_not_there",
    "%%html\n<b>class AIPlayer</b>",
    MINIMAX,
    "while True:\n    pass",
    "from game import Game\nblack = HumanPlayer('X')\ngame = Game(black, AIPlayer('O'))\ngame.run()",
    "board_figure = undefined_name",
)


@pytest.mark.parametrize("side", [0, 1])
def test_a_notebook_plays(tmp_path: Path, side: int) -> None:
    bot = find_bot(str(notebook(tmp_path, *REPORT)))
    assert (bot.style, bot.game) == ("mo", "othello")
    record = asyncio.run(play(bot.spec, side))
    ended = record.outcome
    assert ended is not None
    assert ended.reason == "discs"


def test_a_class_of_a_notebook_is_named_like_one_of_a_file(tmp_path: Path) -> None:
    path = notebook(tmp_path, "import random", MINIMAX.replace("AIPlayer", "MyPlayer"))
    with pytest.raises(PlayerFailed, match=r"report\.ipynb: there is no class AIPlayer .*:MyPlayer"):
        asyncio.run(play(f"mo:{path}", plies=2))
    assert asyncio.run(play(f"mo:{path}:MyPlayer", plies=4)).plies == 4


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (
            ["x = 1", "class AIPlayer:\n    def get_move(self board): 0"],
            "code cell 2, line 2: SyntaxError",
        ),
        (["class AIPlayer(Base): pass"], "code cell 1, line 1: NameError: name 'Base'"),
        (["import not_there as t", "class AIPlayer(t.Base): pass"], "cell 1, line 1: ModuleNotFoundError"),
        (["", answers("return [][0]")], "code cell 2, line 5: IndexError"),
        (["print('get_move')"], "there is no class AIPlayer with a method get_move"),
        (["class AIPlayer: pass"], "there is no class AIPlayer with a method get_move"),
    ],
)
def test_what_is_wrong_with_a_notebook_is_said(tmp_path: Path, cells: list[str], says: str) -> None:
    with pytest.raises(PlayerFailed, match=rf"^report\.ipynb.*{says}"):
        asyncio.run(play(f"mo:{notebook(tmp_path, *cells)}", plies=2))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"cells": [{"cell_type": "code"}]}', "[" * 100_000], ids=range(5)
)
def test_what_is_no_notebook_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "report.ipynb"
    path.write_text(text)
    with pytest.raises(PlayerFailed, match=r"^report\.ipynb: it is no notebook of Jupyter"):
        asyncio.run(play(f"mo:{path}", plies=2))
    with pytest.raises(BoyiError):
        find_bot(str(path))


def test_a_notebook_is_run_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = notebook(tmp_path, "import os", "pid = os.getpid()", answers("return str(pid)"))
    with pytest.raises(PlayerFailed, match="illegal answers") as caught:
        asyncio.run(play(f"mo:{path}?sandbox=plain", plies=2))
    assert f"'{os.getpid()}'" not in str(caught.value)


def test_a_notebook_beside_a_file_is_not_a_second_bot(tmp_path: Path) -> None:
    for name in ("ann", "bea"):
        (tmp_path / name / ".ipynb_checkpoints").mkdir(parents=True)
        notebook(tmp_path / name / ".ipynb_checkpoints", *REPORT, name="report-checkpoint.ipynb")
        notebook(tmp_path / name, *REPORT)
    (tmp_path / "bea" / "my_ai.py").write_text(dedent(MINIMAX))
    found = [(one.name, one.file.name) for one in submissions(tmp_path)]
    assert found == [("ann", "report.ipynb"), ("bea", "my_ai.py")]
