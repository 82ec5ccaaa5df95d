"""``boyi puzzles``: puzzles and one's own mistakes in the terminal, judged and remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from boyi.cli.main import main
from boyi.lab import keep_mistakes, puzzles
from boyi.lab.practice import mistakes_in
from boyi.store.store import Store
from tests.server.test_practice import reviewed


def test_puzzles_and_mistakes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")

    def say(*words: str, code: int = 0) -> str:
        assert main(["puzzles", *words, "--db", database, "--language", "en"]) == code
        return "".join(capsys.readouterr())

    assert "0 of 50 solved" in say()
    puzzle = puzzles("othello")[0]
    shown = say("othello")
    assert str(puzzle.start).splitlines()[0] in shown
    assert "1. black to move: find the best score." in shown
    moves = [puzzle.start.game.format_move(move, puzzle.start) for move in puzzle.start.moves()]
    wrong = next(move for move in moves if move not in puzzle.answers)
    assert f"{wrong} is not what is asked for." in say("othello", "1", wrong)
    assert " ".join(puzzle.line) in say("othello", "1", puzzle.answers[0])
    assert "1 of 50 solved" in say()
    assert say("othello").strip().splitlines()[-1].startswith("2. ")
    assert "There are 50 puzzles." in say("othello", "51", code=2)
    assert "no puzzles for" in say("chess", code=2)
    assert "No mistakes are kept" in say("mine", code=2)
    with Store.open(database) as store:
        keep_mistakes(store, mistakes_in(reviewed()))
    assert "due now: 1" in say()
    assert "find a better move than a3" in say("mine")
    assert "is not what is asked for" in say("mine", "1", "c1")
    assert "Right! It comes again on" in say("mine", "1", "c2")
    assert "The answer: b1 b3" in say("mine", "1", "--answer")
