"""docs/matches.md: its examples are what the code does, its options are those of the command."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from boyi.cli.main import main
from boyi.core.record import GameRecord
from boyi.core.registry import game_class, make_game
from boyi.players import spec as specs

DOCUMENT = Path(__file__).parents[2] / "docs" / "matches.md"


def test_the_document_runs() -> None:
    try:
        failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    finally:
        specs._kinds.pop("corner", None)
    assert tried >= 10
    assert failed == 0


def test_the_table_has_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    main(["match", "--help"])
    offered = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--backend"}
    table = "".join(re.findall(r"^\| `--.*$", DOCUMENT.read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"--[a-z-]+", table)) == offered


def test_the_usual_openings_are_as_it_says() -> None:
    plies = [game_class(name).opening_plies for name in ("gomoku", "othello", "loa", "nogo")]
    assert plies == [2, 6, 4, 4]


def test_the_table_of_numbers_is_one_that_was_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    text = DOCUMENT.read_text("utf-8")
    command, rows = re.findall(r"^    \$ boyi (match .*)\n    …\n((?:      .*\n)+)", text, re.MULTILINE)[0]
    main(command.split())
    printed = capsys.readouterr().out.splitlines()
    shown = [line[4:] for line in rows.splitlines()]
    assert len(shown) > 6
    assert [line for line in printed if line in shown] == shown


BOTS = DOCUMENT.with_name("bots.md")


def test_the_examples_about_bots_run() -> None:
    failed, tried = doctest.testfile(str(BOTS), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0


def test_the_bot_with_a_rating_plays() -> None:
    """It takes the fifth in a row, and stops the opponent's."""
    (text,) = re.findall(r"```python\n(\"\"\".*?)```", BOTS.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(text, names)
    record = GameRecord(make_game(names["GAME"]))
    record.play_text("h8 a1 h9 a2 h10 a3 h11 a4")
    assert record.game.format_move(names["MyBot"]().choose(record.position), record.position) in ("h7", "h12")
    record.play_text("o15")
    assert record.game.format_move(names["MyBot"]().choose(record.position), record.position) == "a5"


@pytest.mark.parametrize("command", ["new", "rate"])
def test_the_tables_about_bots_have_every_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["bot", command, "--help"])
    shared = {"--help", "--backend", "--language", "--size", "--rule", "--option", "--game-file"}
    offered = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - shared
    assert offered <= set(re.findall(r"--[a-z-]+", BOTS.read_text("utf-8")))


CUP = DOCUMENT.with_name("tournament.md")


def test_the_examples_about_tournaments_run() -> None:
    failed, tried = doctest.testfile(str(CUP), module_relative=False, encoding="utf-8")
    assert tried >= 8
    assert failed == 0


def test_the_table_of_a_tournaments_file_has_every_key(tmp_path: Path) -> None:
    from boyi.arena.tournament.toml import TYPES, read_tournament
    from boyi.programs.bot_files import write_example

    text = CUP.read_text("utf-8")
    table = "".join(re.findall(r"^\| (`[a-z].*?) \|", text, re.MULTILINE))
    assert set(re.findall(r"`([a-z_]+)`", table)) >= set(TYPES)
    (tmp_path / "submissions").mkdir()
    example = write_example(game_class("othello")(), "boyi")
    (tmp_path / "submissions" / "anna.py").write_text(example, "utf-8")
    (sample,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    settings = read_tournament(sample, tmp_path)
    assert settings.format == "swiss"
    assert len(settings.events) == 2


def test_the_table_of_the_tournament_command_has_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ([], ["new"]):
        main(["tournament", *command, "--help"])
        offered = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--language"}
        assert offered <= set(re.findall(r"--[a-z-]+", CUP.read_text("utf-8")))


TUNING = DOCUMENT.with_name("tuning.md")


def test_the_document_about_tuning_runs_and_has_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    failed, tried = doctest.testfile(str(TUNING), module_relative=False, encoding="utf-8")
    assert tried >= 4
    assert failed == 0
    main(["tune", "--help"])
    offered = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--language", "--backend"}
    assert offered <= set(re.findall(r"--[a-z-]+", TUNING.read_text("utf-8")))
