"""The file of a tournament: what it may say, how it is written for a folder of submissions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boyi import BoyiError
from boyi.arena.tournament import BadTournament
from boyi.arena.tournament.settings import TournamentSettings
from boyi.arena.tournament.toml import TYPES, read_tournament, spec_in, submissions, write_tournament
from boyi.programs import bot_files

WHOLE = """
name = "Cup"
format = "swiss"
games = 2
rounds = 3
seed = 7
time = 0.5
margin = 0.2
max_plies = 100
openings = "random:2"
memory = 512
timeout = 5
sandbox = "best"
illegal_moves = 2
concurrency = 3
save = "json"

[[events]]
game = "othello"
size = 6
[[events]]
game = "gomoku"
rule = "renju"
nodes = 100
openings = "even:4"

[[players]]
name = "Anna"
file = "anna.py"
[[players]]
name = "Bob"
spec = "py:bob/bot.py?memory=100"
[[players]]
spec = "level:3"
head = true
"""
BOT = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"


def test_everything_that_a_file_can_say(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_text(BOT, "utf-8")
    settings = read_tournament(WHOLE, tmp_path)
    assert [player.name for player in settings.players] == ["Anna", "Bob", "level:3"]
    assert settings.players[0].spec == f"py:{tmp_path}/anna.py"
    assert settings.players[1].spec == f"py:{tmp_path}/bob/bot.py?memory=100"
    assert settings.players[2].head
    assert [event.options["size"] for event in settings.events] == [6, 15]
    assert settings.events[1].options["rule"] == "renju"
    assert settings.series(0, 0, 0, 1).time == 0.5
    assert settings.series(1, 0, 0, 1).nodes == 100
    assert settings.series(1, 0, 0, 1).time is None
    assert settings.series(0, 0, 0, 1).openings == "random:2"
    assert settings.series(0, 0, 0, 1).a == f"py:{tmp_path}/anna.py?memory=512&timeout=5&sandbox=best"
    for name in TYPES:
        assert hasattr(settings, name)
    from dataclasses import fields

    assert {entry.name for entry in fields(TournamentSettings)} == {*TYPES, "players", "events"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "Invalid value"),
        ("gamez = 2", "Did you mean games"),
        ("games = '2'", "a number"),
        ("games = true", "a number"),
        ("name = 3", "text"),
        ("players = 3", r"\[\[players\]\]"),
        ("[[events]]\nsize = 3", "needs a game"),
        ("[[events]]\ngame = 'othello'\nrule = 'x'", "nothing is called"),
        ("[[players]]\nname = 'a'", "a spec or a file"),
        ("openings = 'file.sgf'\n[[events]]\ngame = 'othello'", "random:K"),
        ("[[players]]\nname = 'a'\nfile = 'nowhere.py'", "no file"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(BoyiError, match=says):
        read_tournament(text, tmp_path)


def test_openings_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a1 b2\nb2 c3\nc1 a3\n", "utf-8")
    players = "".join(f"[[players]]\nname = 'p{n}'\nspec = 'random'\n" for n in range(3))
    settings = read_tournament(f"openings = 'lines.txt'\n[[events]]\ngame = 'tictactoe'\n{players}", tmp_path)
    assert TournamentSettings.from_data(json.loads(json.dumps(settings.to_data()))) == settings
    # Each pairing begins with another opening.
    assert [settings.series(0, pairing, 0, 1).plan(1).opening.moves for pairing in range(4)] == [
        "a1 b2",
        "b2 c3",
        "c1 a3",
        "a1 b2",
    ]
    (tmp_path / "lines.txt").write_text("z9\n", "utf-8")
    with pytest.raises(BoyiError, match=r"lines\.txt"):
        read_tournament(f"[[events]]\ngame = 'tictactoe'\nopenings = 'lines.txt'\n{players}", tmp_path)


def test_paths_of_commands_begin_at_the_file(tmp_path: Path) -> None:
    (tmp_path / "engine").write_text("", "utf-8")
    assert (
        spec_in("cmd:./engine --fast?protocol=gtp", tmp_path) == f"cmd:{tmp_path}/engine --fast?protocol=gtp"
    )
    assert spec_in("cmd:gnugo --fast?protocol=gtp", tmp_path) == "cmd:gnugo --fast?protocol=gtp"
    assert spec_in("level:3", tmp_path) == "level:3"
    assert spec_in("build:HEAD~1", tmp_path) == "build:HEAD~1"
    assert spec_in("my-engine", tmp_path) == "my-engine"


def test_a_folder_of_submissions_becomes_a_file(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_text(BOT, "utf-8")
    (tmp_path / "notes.txt").write_text("hello", "utf-8")
    (tmp_path / "README.md").write_text("hello", "utf-8")
    bob = tmp_path / "bob"
    bob.mkdir()
    (bob / "helper.py").write_text("x = 1\n", "utf-8")
    (bob / "strategy.py").write_text(BOT, "utf-8")
    carla = tmp_path / "Carla Ω"
    carla.mkdir()
    (carla / "bot.py").write_text(BOT, "utf-8")
    (carla / "old.py").write_text(BOT, "utf-8")
    (tmp_path / "empty").mkdir()
    found = submissions(tmp_path)
    assert [(one.name, one.file.name) for one in found] == [
        ("Carla Ω", "bot.py"),
        ("anna", "anna.py"),
        ("bob", "strategy.py"),
    ]
    players = [(one.name, one.file) for one in found]
    text = write_tournament(players, "tictactoe", tmp_path, name='The "cup"', seed=5, time=0.5)
    settings = read_tournament(text, tmp_path)
    assert settings.name == 'The "cup"'
    assert [player.name for player in settings.players] == ["Carla Ω", "anna", "bob"]
    assert (settings.seed, settings.time) == (5, 0.5)
    (carla / "bot.py").rename(carla / "new.py")
    with pytest.raises(BadTournament, match=r"more than one bot \(new.py, old.py\)"):
        submissions(tmp_path)
    with pytest.raises(BadTournament, match="cannot be read"):
        submissions(tmp_path / "nowhere")


def test_only_what_a_student_may_have_written_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bob, carla = (tmp_path / name for name in ("anna", "bob", "carla"))
    for skipped in (".git", "__pycache__", "lib/site-packages", "env/bin"):
        (anna / skipped).mkdir(parents=True)
        (anna / skipped / "bot.py").write_text(BOT, "utf-8")
    (anna / "env" / "pyvenv.cfg").touch()
    (anna / ".hidden.py").write_text(BOT, "utf-8")
    (anna / "helper.py").write_text("x = 1\n", "utf-8")
    (anna / "mine.py").write_text(BOT, "utf-8")
    bob.mkdir()
    (bob / "bot.py").write_text(BOT, "utf-8")
    (bob / "older.py").write_text(BOT, "utf-8")
    carla.mkdir()
    (carla / "engine.py").write_text("print('genmove protocol_version')\n", "utf-8")
    parsed: list[str] = []
    told: list[tuple[str, int, int]] = []
    methods = bot_files._methods

    def counted(words: str) -> frozenset[str] | None:
        parsed.append(words)
        return methods(words)

    monkeypatch.setattr(bot_files, "_methods", counted)
    found = submissions(tmp_path, lambda *what: told.append(what))
    assert [(one.name, one.file.name) for one in found] == [
        ("anna", "mine.py"),
        ("bob", "bot.py"),
        ("carla", "engine.py"),
    ]
    assert sorted(parsed) == sorted([BOT, BOT, (carla / "engine.py").read_text("utf-8")])
    assert told == [("anna", 0, 3), ("bob", 1, 3), ("carla", 2, 3)]
