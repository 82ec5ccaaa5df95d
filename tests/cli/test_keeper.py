"""Terminal games in the library: what was shown is never lost, and the game continues."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.cli.main import main
from boyi.store.store import Store
from tests.arena.players import awkward_players
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def _library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "data"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


class Play:
    """``boyi play`` with typed lines; returns what was shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys
        self.errors = ""

    def __call__(self, arguments: str, typed: str = "") -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed.split())))
        main(["play", *arguments.split()])
        output, self.errors = self.capsys.readouterr()
        return output


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    return Play(monkeypatch, capsys)


def stored() -> list[tuple[str, str | None]]:
    """The stored games, newest first: their moves and how they ended."""
    with Store.open() as store:
        return [(store.load(game.id).text(), game.reason) for game in store.find()]


def test_a_game_is_left_and_resumed(play: Play) -> None:
    output = play("othello --size 6 --opponent random --seed 1 --side white", "")
    assert output.endswith("The game is saved; resume it with: boyi play --resume\nGoodbye.\n")
    ((moves, ended),) = stored()
    assert len(moves.split()) == 1
    assert ended is None
    output = play("--resume", "resign")
    assert f"  1. {moves}" in output
    assert "O White: you" in output
    assert "X Black: random, seed 1" in output
    assert stored() == [(moves, "resigned")]
    play("--resume")
    assert play.errors == "There is no unfinished terminal game to resume.\n"


@pytest.mark.parametrize(
    ("typed", "moves", "ended"),
    [
        ("a1 a2 b1 b2 c1", "a1 a2 b1 b2 c1", "three"),
        ("a1 a2 b1 b2 c1 undo c3", "a1 a2 b1 b2 c3", None),
        ("a1 undo undo", "", None),
        ("a1 undo b2 resign", "b2", "resigned"),
        ("a1 resign undo b2", "a1 b2", None),
        ("a1 undo resign undo c3", "c3", None),
    ],
)
def test_the_store_follows_every_change(play: Play, typed: str, moves: str, ended: str | None) -> None:
    play("tictactoe --opponent human", typed)
    assert stored() == [(moves, ended)]


def test_a_new_game_leaves_the_old_one_alone(play: Play) -> None:
    play("tictactoe --opponent human", "a1 new b2")
    assert sorted(stored()) == [("a1", None), ("b2", None)]
    assert "1. b2 c3" in play("--resume", "c3 new a3")
    assert sorted(stored()) == [("a1", None), ("a3", None), ("b2 c3", None)]


def test_a_game_is_found_by_its_kind_and_by_its_id(play: Play) -> None:
    play("tictactoe --opponent human", "a1")
    play("othello --opponent human", "f5")
    assert "1. a1" in play("--resume tictactoe")
    assert "1. f5" in play("othello --resume")
    with Store.open() as store:
        (game,) = [game for game in store.find() if game.game == "tictactoe"]
    assert "1. a1 b2" in play(f"--resume {game.id}", "b2 b1 c3 c1")
    play(f"--resume {game.id}")
    assert play.errors == f"The game '{game.id}' is over (three): see boyi library show.\n"
    play("--resume gomoku")
    assert play.errors == "There is no unfinished terminal game of gomoku to resume.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "Which game?"),
        ("--resume --size 6", "leave the other options away."),
        ("othello --resume gomoku", "not both."),
        ("gomoku --option opening=swap2", "has no swap2"),
        ("--resume nothing", "There is no stored game 'nothing'."),
    ],
)
def test_what_cannot_be_resumed_is_said(play: Play, arguments: str, sentence: str) -> None:
    play(arguments)
    assert sentence in play.errors
    assert play.errors.count("\n") == 1


def test_nothing_is_kept_of_nothing_or_without_leave(play: Play) -> None:
    play("tictactoe --opponent human")
    play("tictactoe --opponent human --moves a1")
    assert "The game is saved" not in play("tictactoe --opponent human --no-save", "a1 b2")
    assert stored() == []


def test_a_fault_of_the_computer_is_kept_too(play: Play) -> None:
    with awkward_players():
        play("gomoku --size 7 --opponent awkward:crash", "d4 e5 f6 quit")
    assert [ended for _, ended in stored()] == ["crash"]


def test_without_a_place_the_game_goes_on_and_says_so_once(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "file"))
    output = play("tictactoe --opponent human", "a1 a2 b1 b2 c1")
    assert output.count("This game is not kept any more: ") == 1
    assert "wins: three in a row." in output
    assert "--resume" not in output


@pytest.mark.skipif(os.name == "nt", reason="kill -9 as POSIX has it")
def test_a_kill_loses_nothing_that_was_shown() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boyi", "play", "othello", "--opponent", "random", "--seed", "3", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write("f5\n")
        process.stdin.flush()
        shown = ""
        while "  1. f5 " not in shown:  # our move and the answer are on the board
            line = process.stdout.readline()
            assert line, "it ended by itself"
            shown += line
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        process.stdin.close()
        process.stdout.close()
    answer = shown.rpartition("  1. f5 ")[2].strip()
    assert stored() == [(f"f5 {answer}", None)]
