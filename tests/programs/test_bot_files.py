"""Examples that run in every style, and what a bare path means."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import current_thread, main_thread

import pytest

import boyi
from boyi.arena import bot_check
from boyi.arena.jobs import CheckJob
from boyi.players.spec import make_player
from boyi.programs import conformance
from boyi.programs.bot_files import STYLES, BadBot, BotFile, find_bot, games_of, write_example
from boyi.programs.conformance import Finding
from tests.patience import PATIENCE

GAMES = ("gomoku", "othello", "loa", "nogo")
CASES = [(style, game) for style in STYLES for game in GAMES if game in games_of(style)]


@pytest.fixture(autouse=True)
def _generous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "USUAL", conformance.CheckTimes(move=20.0).plus(PATIENCE))
    monkeypatch.setattr(bot_check, "CLOCK", "3600+10")


def check(spec: str, game: boyi.Game, positions: int = 2) -> dict[str, Finding]:
    async def collect() -> dict[str, Finding]:
        findings = bot_check.check_bot(lambda: make_player(spec), game, positions)
        return {finding.name: finding async for finding in findings}

    return asyncio.run(collect())


@pytest.mark.parametrize(("style", "game"), CASES)
def test_every_example_passes_the_check(
    style: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Few games keep this short, and an opponent that ends them where the cells do not run out soon.
    monkeypatch.setattr(bot_check, "OPPONENT", "random" if game == "othello" else "alphabeta:nodes=200")
    monkeypatch.setattr(bot_check, "GAMES", 1)
    monkeypatch.setattr(bot_check, "TRIES", 2)
    file = tmp_path / "bot.py"
    rules = boyi.game(game, size=6) if game == "othello" and style == "boyi" else boyi.game(game)
    file.write_text(write_example(rules, style, str(file)), "utf-8")
    found = find_bot(str(file))
    assert found.style == style
    assert found.game == game
    faults = [str(one.text) for one in check(found.spec, rules, 1).values() if not one.good]
    assert faults == []


@pytest.mark.parametrize(
    ("name", "text", "style", "kind"),
    [
        ("a.py", "class Bot:\n    async def choose(self, record, clock): ...\n", "boyi", "py:"),
        ("a.py", "class Broken\n", "boyi", "py:"),
        ("a.py", "class AIPlayer(:\n", "mo", "mo:"),
        ("a.py", "class AIPlayer:\n    def get_move(self, board): ...\n", "mo", "mo:"),
        ("a.py", "# >>>BOTZONE_REQUEST_KEEP_RUNNING<<<\nprint('requests')\n", "botzone-keep", "cmd:"),
        ("a.py", "print('nboard 2', 'pong 1')\n", "nboard", "cmd:"),
        ("pbrain-x", "\x7fELF", "gomocup", "cmd:"),
    ],
)
def test_the_style_of_a_path_is_found(name: str, text: str, style: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    found = find_bot(str(file))
    assert found.style == style
    assert found.spec.startswith(kind)
    assert (f"protocol={style}" in found.spec) == (kind == "cmd:")


def test_what_is_no_bot_is_refused_in_a_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n", "utf-8")
    with pytest.raises(BadBot, match=r"no class with choose\(\) or get_move\(\)"):
        find_bot(str(empty))
    program = tmp_path / "engine"
    program.write_bytes(b"\x7fELF nothing known")
    with pytest.raises(BadBot, match=r"cmd:.*engine\?protocol=gomocup\|gtp"):
        find_bot(str(program))
    quiet = tmp_path / "speaks"
    quiet.write_text("genmove protocol_version", "utf-8")
    with pytest.raises(BadBot, match="chmod"):
        find_bot(str(quiet))
    with pytest.raises(BadBot, match="no file"):
        find_bot("./nowhere.py")
    with pytest.raises(BadBot, match="Did you mean gomocup"):
        write_example(boyi.game("gomoku"), "gomocop")
    with pytest.raises(BadBot, match="mo is for othello, not for nogo"):
        write_example(boyi.game("nogo"), "mo")


def bot(body: str) -> str:
    return (
        "class Bot:\n"
        "    lost = False\n"
        "    def choose(self, record, clock):\n"
        "        position = record.position\n"
        f"        {body}\n"
        "        return position.moves()[-1]\n"
    )


def test_a_bot_that_does_not_pass_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "OPPONENT", "random")
    file = tmp_path / "bot.py"
    file.write_text(bot("if len(position.moves()) == 1 and position.moves()[0] > 35: return 0"), "utf-8")
    found = check(f"py:{file}", boyi.game("othello", size=6))
    assert not found["pass"].good
    assert "(after " in str(found["pass"].text)


def test_the_line_of_a_fault_in_a_whole_game_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_check, "OPPONENT", "random")
    file = tmp_path / "bot.py"
    file.write_text(bot("if record.plies > 30: raise ValueError('tired')"), "utf-8")
    found = check(f"py:{file}", boyi.game("nogo"))
    assert not found["game"].good
    assert "bot.py failed in line 5: ValueError: tired" in str(found["game"].text)
    assert found["repeat"].good
    assert str(found["repeat"].text).startswith("always the same move")


def test_a_bot_that_sulks_after_a_loss_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "OPPONENT", "level:5")
    file = tmp_path / "bot.py"
    # One process plays all games, so what a class remembers outlives a game.
    body = "Bot.calls = getattr(Bot, 'calls', 0) + 1 if record.plies > getattr(Bot, 'last', 0) else 0\n"
    body += "        Bot.most, Bot.last = max(getattr(Bot, 'most', 0), Bot.calls), record.plies\n"
    body += "        if Bot.most > 15 and record.plies == 0: raise ValueError('sulking')"
    file.write_text(bot(body), "utf-8")
    monkeypatch.setattr(bot_check, "GAMES", 1)
    found = check(f"py:{file}", boyi.game("othello"))
    assert found["game"].good
    assert not found["lost"].good
    assert "sulking" in str(found["lost"].text)


def test_a_changed_board_of_the_mo_platform_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "OPPONENT", "random")
    monkeypatch.setattr(bot_check, "GAMES", 1)
    file = tmp_path / "ai.py"
    file.write_text(
        "class AIPlayer:\n"
        "    def __init__(self, color): self.color = color\n"
        "    def get_move(self, board):\n"
        "        action = list(board.get_legal_actions(self.color))[0]\n"
        "        if board.count('.') < 50: board._move(action, self.color)\n"
        "        return action\n",
        "utf-8",
    )
    found = check(f"mo:{file}", boyi.game("othello"))
    assert not found["board"].good
    assert not found["game"].good


BOT = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
DEEP = {
    "plus": f"x = {'1+' * 9_000}1\n",
    "minus": f"x = {'-' * 18_000}1\n",
    "attributes": f"x = a{'.b' * 9_000}\n",
    "calls": f"x = f{'()' * 9_000}\n",
    "elif": "a = 1\nif a == 0: pass\n" + "elif a == 0: pass\n" * 6_000,
}
"""Text that ends CPython's parser by RecursionError or MemoryError, and some versions of it altogether."""


@pytest.mark.parametrize("kind", DEEP)
def test_a_file_that_no_parser_takes_is_a_fault_of_the_file(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "deep.py"
    file.write_text(DEEP[kind] + BOT, "utf-8")
    found = find_bot(str(file))
    assert found.style == "boyi"
    told = check(found.spec, boyi.game("tictactoe"), 1)
    assert list(told) == ["start"]
    assert not told["start"].good
    assert str(told["start"].text).startswith("deep.py failed: ")


def test_the_path_of_a_bot_may_hold_anything(tmp_path: Path) -> None:
    folder = tmp_path / "a?time=1&b:c 'd'\n"
    folder.mkdir()
    file = folder / "bot.py"
    file.write_text(BOT, "utf-8")
    found = find_bot(str(file))
    assert all(one.good for one in check(found.spec, boyi.game("tictactoe"), 1).values())


def test_the_style_is_not_looked_for_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, threads = tmp_path / "bot.py", []
    file.write_text("class Bot\n" + BOT, "utf-8")

    def find(text: str) -> BotFile:
        threads.append(current_thread())
        return find_bot(text)

    monkeypatch.setattr(bot_check, "find_bot", find)
    found: list[Finding] = []
    assert asyncio.run(bot_check.run_check(CheckJob(str(file), "tictactoe"), found.append)) == "boyi"
    assert [one.good for one in found] == [False]
    assert main_thread() not in threads
    assert len(threads) == 1
