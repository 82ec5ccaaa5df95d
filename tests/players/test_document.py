"""docs/players.md: its examples run, its bot is the one in the examples, its table is complete."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.message import listing
from boyi.players.spec import player_kinds
from boyi.protocols.table import PROTOCOLS
from boyi.settings.mcts import FastMctsConfig

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "players.md"


def test_the_examples_of_the_document_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted >= 4


def test_the_bot_of_the_document_is_the_example() -> None:
    bot = (ROOT / "examples" / "my_bot.py").read_text(encoding="utf-8")
    assert f"```python\n{bot}```" in DOCUMENT.read_text(encoding="utf-8")


def test_the_document_lists_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change: ``boyi players --markdown`` prints what belongs between the two marks."""
    monkeypatch.setenv("LANGUAGE", "en")
    assert main(["players", "--markdown"]) == 0
    printed = capsys.readouterr().out
    text = DOCUMENT.read_text(encoding="utf-8")
    listed = text.partition("<!-- boyi players --markdown -->\n")[2].partition("<!-- end -->")[0]
    assert listed == printed


def test_every_player_setting_and_evaluation_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["players", "--markdown"])
    printed = capsys.readouterr().out
    for name, kind in player_kinds().items():
        assert f"### `{name}" in printed
        for setting in kind.settings:
            assert f"| `{setting.name}` | " in printed
    for game in boyi.game_names():
        assert f"- {game}: `{boyi.game(game).evaluation().name}`" in printed


def test_one_kind_as_text_and_as_data(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    main(["players", "minimax"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "minimax: plain minimax"
    assert any(line.split()[:2] == ["depth", "3"] for line in lines)
    main(["players", "classic"])
    assert capsys.readouterr().out.count("classic:") == 6
    main(["players", "beginner"])
    assert capsys.readouterr().out.startswith("level:LEVEL: ")
    main(["players", "human"])
    assert capsys.readouterr().out == "human: a person at this terminal (boyi play --opponent human)\n"
    main(["players"])
    assert "\nhuman " in capsys.readouterr().out
    main(["players", "mcts", "--json"])
    (mcts,) = json.loads(capsys.readouterr().out).values()
    about = {entry["name"]: entry for entry in mcts["settings"]}
    assert about["c"]["default"] == "1"
    assert about["rave"]["native"]
    assert not about["c"]["native"]
    assert main(["players", "mtcs"]) == 2
    assert "Did you mean mcts?" in capsys.readouterr().err
    monkeypatch.setenv("LANGUAGE", "zh_CN")
    main(["players", "mcts"])
    chinese = capsys.readouterr().out
    assert "探索项的权重" in chinese
    assert "weight of exploration" not in chinese


def test_words_of_games_with_values_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    main(["players", "mcts"])
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("rave "))
    tuned = [name for name in boyi.game_names() if FastMctsConfig.strong(boyi.game(name)).rave]
    assert tuned
    assert all(name in line for name in tuned)


def test_the_spec_offers_the_protocols_that_there_are() -> None:
    (protocol,) = (one for one in player_kinds()["cmd"].settings if one.name == "protocol")
    assert str(protocol.wanted) == str(listing(PROTOCOLS))
    assert all(protocol.read(name) == name for name in PROTOCOLS)
    assert protocol.example in PROTOCOLS


def test_levels_say_what_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    assert main(["players", "level"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "othello       8  240,000 nodes               2000     14            18" in printed
    assert main(["players", "level", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["level"]["games"]
    assert {len(levels) for levels in games.values()} == {10}
    assert games["othello"][9]["solved"] == 20
    assert games["nogo"][0]["plies"] is None
    assert main(["players", "level", "--language", "zh"]) == 0
    assert "深度 1" in capsys.readouterr().out
