"""``boyi bot`` and ``boyi review`` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boyi
from boyi import formats
from boyi.arena import bot_check
from boyi.cli.main import main
from boyi.programs import conformance
from tests.patience import PATIENCE

Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _generous(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(conformance, "USUAL", conformance.CheckTimes(move=PATIENCE).plus(PATIENCE))
    monkeypatch.setattr(bot_check, "CLOCK", "3600+10")


@pytest.mark.outside
def test_from_the_first_line_to_a_rating(capsys: Out) -> None:
    assert main(["bot", "new", "tictactoe"]) == 0
    assert "boyi bot check my_bot.py" in capsys.readouterr().out
    assert main(["bot", "new", "tictactoe"]) == 2  # it does not replace a file
    capsys.readouterr()
    assert main(["bot", "check", "my_bot.py", "--positions", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["style"] == "boyi"
    assert {"game", "clock", "repeat"} <= {check["name"] for check in data["checks"]}
    rate = ["bot", "rate", "my_bot.py", "--seed", "1", "--precision", "300", "--games", "12"]
    assert main([*rate, "--json"]) == 0
    rated = json.loads(capsys.readouterr().out)
    assert rated["games"] <= 12
    page = Path(rated["report"]).read_text("utf-8")
    assert "best of" in page  # what the bot printed
    assert main([*rate]) == 2  # the folder holds a rating
    assert "--resume" in capsys.readouterr().err
    assert main(["bot", "rate", "--resume", rated["folder"]]) == 0
    assert f"after {rated['games']} games" in capsys.readouterr().out


@pytest.mark.outside
def test_a_broken_bot_is_told_its_line(capsys: Out, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot:\n    def choose(self, position):\n        return 1 / 0\n")
    assert main(["bot", "check", "bot.py", "--game", "tictactoe"]) == 1
    output, errors = capsys.readouterr()
    assert "bot.py failed in line 3: ZeroDivisionError" in output
    assert "checks failed" in errors
    (tmp_path / "bot.py").write_text("class Bot:\n    def choose(self, position)\n        return 1\n")
    assert main(["bot", "check", "bot.py", "--game", "tictactoe"]) == 1
    assert "bot.py failed in line 2: SyntaxError" in capsys.readouterr().out


def test_a_bot_without_a_game_is_asked_for_one(capsys: Out, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot:\n    def choose(self, position): return 0\n")
    assert main(["bot", "check", "bot.py"]) == 2
    assert "--game" in capsys.readouterr().err
    assert main(["bot", "rate"]) == 2
    assert main(["bot", "new", "tictactoe", "--style", "gtp"]) == 2
    assert "The style gtp is for nogo, gomoku" in capsys.readouterr().err


def test_a_game_is_reviewed_in_the_terminal(capsys: Out, tmp_path: Path) -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"))
    record.play_text("b2 a1 a3 c2 c1")
    text = formats.write(record, "json")
    assert isinstance(text, str)
    (tmp_path / "game.json").write_text(text, "utf-8")
    (tmp_path / "game.log").write_text("3 A ! I feel lucky\n2 A > hello\n", "utf-8")
    assert main(["review", "game.json", "--nodes", "2000", "--log", "--out", "marked.json"]) == 0
    output = capsys.readouterr().out
    assert "b2 a1 a3 c2?? c1" in output
    assert "better: c1" in output
    assert "    I feel lucky" in output
    assert "white: blunders 1, mistakes 0, inaccuracies 0" in output
    assert "Turning point: move 4, c2; c1 was better." in output
    assert "BETTER" in (tmp_path / "marked.json").read_text("utf-8")
    assert main(["review", "game.json", "--nodes", "2000", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["turning_point"] == 4
    assert [one["mark"] for one in data["moves"]] == ["", "", "", "blunder", ""]
    assert main(["--language", "zh", "review", "game.json", "--nodes", "2000"]) == 0
    assert "恶手 1" in capsys.readouterr().out
    assert main(["review", "game.json", "--nodes", "50", "--out", "what.xyz"]) == 2
