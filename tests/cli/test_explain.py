"""``boyi explain``: searches and lessons in the terminal, as JSON, as one page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boyi.cli.main import main


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BOYI_BACKEND", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = main(["explain", *arguments])
    output, errors = capsys.readouterr()
    assert (code, errors) == (0, "")
    return output


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(run(capsys, *arguments, "--json"))


def test_without_a_name_all_searches_and_lessons_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys)
    assert "  mcts        Monte Carlo tree search, phase by phase" in output
    assert "  thesis      The worked example of the thesis" in output
    assert "  thesis      论文中的手算例子" in run(capsys, "--language", "zh")


def test_the_thesis(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "thesis").splitlines()
    assert "4. Iteration 4: d, expand e; reward for white: 1." in lines
    assert "     UCB1(d) = 3/3 + 1.414·√(2·ln 6/3) = 2.54" in lines
    assert lines[-1].split() == [">", "d", "2", "4", "0.50", "1.39", "1.89"]
    found = answer(capsys, "thesis")
    assert found["lesson"] == "thesis"
    assert len(found["parts"][0]["steps"]) == 8


def test_a_search_on_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["mcts:iterations=40", "--game", "tictactoe", "--moves", "a1 b1 b2 c1"]
    lines = run(capsys, *words, "--level", "phase", "--from", "3", "--steps", "2").splitlines()
    assert lines[-3].startswith("3. Back up: the 2 nodes from ")
    assert lines[-2].startswith("4. Expand: ")
    assert lines[-1] == "More: --from 5"
    full = run(capsys, *words, "--full", "--steps", "8")
    assert "Children of the root" in full
    assert "1 X[O]O" in full or "[X]" in full
    data = answer(capsys, *words, "--from", "5", "--steps", "3")
    assert [view["step"] for view in data["steps"]] == [4, 5, 6]
    assert data["head"]["game"]["name"] == "tictactoe"
    assert data["level"] == "iteration"


def test_two_settings_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["alphabeta:depth=3", "--versus", "minimax:depth=3", "--game", "tictactoe", "--moves", "a1 b2"]
    lines = run(capsys, *words).splitlines()
    assert sum(line.startswith("A ") for line in lines) == sum(line.startswith("B ") for line in lines) == 9
    assert set(answer(capsys, *words)["steps"][0]) == {"left", "right"}


def test_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "five-tuple", "--language", "zh", "--full", "--steps", "3")
    assert "棋盘有 572 条五格线" in output
    assert "还有" in output


def test_one_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert run(capsys, "payoff", "--html", str(target)) == ""
    text = target.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "src=" not in text.partition('id="data"')[0]
    assert main(["explain", "payoff", "--html", str(target)]) == 2
    assert "exists" in capsys.readouterr().err
    run(capsys, "mcts:iterations=5", "--game", "nogo", "--html", str(target), "--force")
    assert "NoGo" in target.read_text(encoding="utf-8")


def test_a_folder_with_lessons(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from tests.lab.test_lessons import LESSON

    (tmp_path / "mine.toml").write_text(LESSON, encoding="utf-8")
    assert "  mine        My lesson" in run(capsys, "--lessons", str(tmp_path))
    assert "→ Four." in run(capsys, "mine", "--lessons", str(tmp_path))


MISTAKES = [
    (["theses"], "There is no search or lesson 'theses': .* Did you mean thesis"),
    (["mcts"], "Say which position is searched: --game"),
    (
        ["mcts:iterations=1000001", "--game", "nogo"],
        "iterations=1000001 is not accepted: give a",
    ),
    (
        ["mcts", "--game", "tictactoe", "--moves", "a1 b1 b2 c1 c3"],
        "There is nothing to search: the game",
    ),
    (["alphabeta:evaluation=best", "--game", "nogo"], "nogo has no evaluation 'best': choose territory"),
    (["annealing", "--game", "tictactoe"], "The annealed window needs an evaluation, and tictactoe has none"),
    (["five-tuple", "--game", "nogo"], "The five-tuple method is for gomoku, not for nogo"),
    (["thesis", "--moves", "a1"], "A lesson has its own positions"),
    (
        ["mcts", "--game", "nogo", "--level", "deep"],
        "--level 'deep' is not accepted: choose phase",
    ),
    (["mcts", "--game", "nogo", "--steps", "0"], "--steps '0' is not accepted"),
    (["mcts", "--game", "nogo", "--from", "x"], "--from 'x' is not accepted"),
    (["thesis", "--lessons", "/nowhere"], "There is no folder '/nowhere' with lessons"),
    (["mcts", "--game", "chess"], "There is no game 'chess'"),
    (["pi", "--versus", "mcts"], "The search mcts needs a position"),
]


@pytest.mark.parametrize(("words", "sentence"), MISTAKES)
def test_a_mistake_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    import re

    assert main(["explain", *words]) != 0
    output, errors = capsys.readouterr()
    assert output == ""
    assert re.search(sentence, errors)
    assert errors.count("\n") == 1


def test_steps_beyond_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "payoff:table=1 2/3 4", "--from", "99")
    assert output.strip() == "There are no steps from 99 on: there are 5."


def test_a_large_search_is_announced_limited_and_watched(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["explain", "alphabeta:depth=3", "--game", "gomoku", "--moves", "h8 i9", "--steps", "2"]
    assert main([*words, "--time", "600"]) == 0
    output, errors = capsys.readouterr()
    assert errors.startswith("A large search: 50,172 nodes with the best order of moves, ")
    assert errors.endswith("It is stopped after 1,000,000 events or 600 seconds.\n")
    assert "More: --from 3" in output
    assert main([*words, "--time", "0"]) == 2
    capsys.readouterr()
    monkeypatch.setattr("boyi.cli.explain_text.BEAT", 0.005)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["explain", "minimax:depth=2", "--game", "nogo", "--from", "83", "--steps", "2"]) == 0
    output, errors = capsys.readouterr()
    assert "\n83. " in output
    assert "% searched, 0 s" in errors
    assert errors.endswith("\r\x1b[K")  # and the line is gone
