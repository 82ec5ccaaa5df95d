"""The ladder of a class: its file, the quotas of uploads, who meets whom."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boyi.arena.ladder.hidden_paths import HiddenPaths
from boyi.arena.ladder.pairing import LadderGame, next_pair, rate_ladder
from boyi.arena.ladder.settings import KINDS, BadClass, ClassSettings, Student, read_class
from boyi.arena.ladder.submissions import BOTS, DAY, BadUpload, QuotaReached, Submissions, student_folder
from boyi.core.message import Message
from boyi.programs.conformance import Finding

STUDENTS = (
    '[[students]]\nname = "Anna"\ncode = "k7-pine-42"\n[[students]]\nname = "博"\ncode = "m3-lake-11"\n'
)
BOT = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
GOOD = [Finding("start", Message("Gets ready"), True, Message("a legal move"))]


def class_of(more: str = "") -> ClassSettings:
    return read_class(f'game = "tictactoe"\n{more}\n{STUDENTS}')


def test_a_file_of_a_class() -> None:
    settings = class_of('name = "Three"\nlevels = [1]\ntime = 2\n')
    assert (settings.name, settings.levels, settings.time) == ("Three", (1,), 2)
    assert settings.student_of("m3-lake-11") == 1
    assert settings.student_of("") is None
    kept = ClassSettings.from_data(settings.to_data())
    assert [student.name for student in kept.students] == ["Anna", "博"]
    assert "k7-pine-42" not in str(settings.to_data())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs a game"),
        ("game = ", "class.toml: "),
        ('game = "tictactoe"', "1 to 500"),
        (f'game = "tictactoe"\nmemroy = 5\n{STUDENTS}', "memory"),
        (f'game = "tictactoe"\nmemory = true\n{STUDENTS}', "memory cannot be"),
        (f'game = "tictactoe"\nmemory = 1\n{STUDENTS}', "memory is a number from 64"),
        (f'game = "tictactoe"\nlevels = [11]\n{STUDENTS}', "from 1 to 10"),
        (f'game = "tictactoe"\nlevels = ["a"]\n{STUDENTS}', "levels cannot be"),
        ('game = "tictactoe"\n[[students]]\nname = "Anna"', "a name and a code"),
        ('game = "tictactoe"\n[[students]]\nname = "Anna"\ncode = "short"', "8 to 40"),
        ('game = "tictactoe"\n[[students]]\nname = "A #1"\ncode = "12345678"', "no #"),
        (f'game = "tictactoe"\n{STUDENTS}{STUDENTS}', "same code"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, said: str) -> None:
    with pytest.raises(BadClass, match=said):
        read_class(text)


def test_uploads_within_their_quotas(tmp_path: Path) -> None:
    settings = class_of("uploads = 2\nlargest = 1\nmemory = 128\ntmp = 5")
    kept = Submissions(tmp_path, settings)
    for name, text, said in (
        ("bot.py", "x" * 1001, "more than 1 kB"),
        ("bot.py", " \n", "no Python text"),
        ("bot.py", "a\0b", "no Python text"),
        ("../bot.py", BOT, "letters, digits"),
        ("bot.sh", BOT, "letters, digits"),
    ):
        with pytest.raises(BadUpload, match=said):
            kept.add(0, name, text)
    first = kept.add(0, "bot.py", BOT, now=1000.0)
    with pytest.raises(QuotaReached, match="still being checked"):
        kept.add(0, "bot.py", BOT, now=1001.0)
    assert kept.best(0) is None
    first = kept.settle(first, GOOD, "boyi")
    second = kept.add(0, "bot.py", BOT, now=1002.0)
    kept.settle(second, [*GOOD, Finding("first", Message("First move"), False, Message("it resigned"))])
    with pytest.raises(QuotaReached, match="tomorrow"):
        kept.add(0, "bot.py", BOT, now=1003.0)
    kept.add(1, "report.ipynb", '{"cells": []}', now=1003.0)
    third = kept.add(0, "bot.py", BOT, now=1002.0 + DAY)
    assert third.number == 3
    # The newest version that passed plays, also after a restart with the students in another order.
    again = Submissions(tmp_path, ClassSettings("x", "tictactoe", settings.students[::-1]))
    best = again.best(1)
    assert best is not None
    assert (best.number, best.findings) == (1, tuple(GOOD))
    assert [one.state for one in again.of(1)] == ["waiting", "bad", "good"]
    assert [one.student for one in again.waiting()] == [0, 1]
    spec = kept.spec(first)
    assert spec.startswith("py:")
    assert {"memory=128", "scratch=5", "sandbox=bubblewrap"} <= set(spec.replace("?", "&").split("&"))


def game(number: int, black: str, white: str, points: float) -> LadderGame:
    return LadderGame(number, black, white, points, "three")


def test_who_meets_whom() -> None:
    elo = {"level:1": 1000.0, "level:3": 1300.0}
    games: list[LadderGame] = []
    met: list[frozenset[str]] = []
    bots = ["a", "b", "c"]
    while True:
        ratings = {name: rating.elo for name, rating in rate_ladder(games, bots, elo).items()} | elo
        pair = next_pair(bots, list(elo), games, ratings, 8)
        if pair is None:
            break
        met.append(frozenset(pair))
        for black, white in (pair, pair[::-1]):
            games.append(game(len(games) + 1, black, white, float(black < white)))
    assert len({frozenset(pair) for pair in met}) >= 8, "everybody is met before anybody is met again"
    for name in bots:
        assert sum(name in (one.black, one.white) for one in games) >= 8
    ratings = {name: rating.elo for name, rating in rate_ladder(games, bots, elo).items()}
    assert ratings["a"] > ratings["b"] > ratings["c"]
    assert next_pair(["a"], [], [], {"a": 0.0}, 8) is None


def test_a_pair_is_finished_unless_someone_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from boyi.arena.ladder import run as ladder_run

    monkeypatch.setattr(ladder_run, "why_closed", lambda settings: None)
    made: dict[str, Any] = {"game": "tictactoe", "levels": (1,), "games": 4}
    settings = ClassSettings("Three", students=(Student("Anna"), Student("Bob")), **made)
    ladder = ladder_run.Ladder(settings, tmp_path / "three.toml")
    assert ladder.next_job() is None
    for student in (0, 1):
        ladder.submissions.settle(ladder.submissions.add(student, "bot.py", BOT), GOOD, "boyi")
    first = ladder.next_job()
    assert first is not None
    assert (first.number, first.key, first.settings.names) == (1, 1, ("Anna #1", "Bob #1"))
    ladder.games.append(game(1, "Anna #1", "Bob #1", 1.0))
    second = ladder.next_job()
    assert second is not None
    assert (second.number, second.key, second.settings) == (2, 2, first.settings)
    ladder.folder.close()
    left = ladder_run.Ladder(
        ClassSettings("Three", students=(Student("Anna"),), **made), tmp_path / "three.toml"
    )
    left.games.append(game(1, "Anna #1", "Bob #1", 1.0))
    third = left.next_job()
    assert third is not None
    assert (third.number, third.key, third.settings.names) == (1, 3, ("Anna #1", "level:1"))
    left.folder.close()
    with pytest.raises(BadClass, match="another game"):
        ladder_run.Ladder(ClassSettings("Three", "othello", (Student("Anna"),)), tmp_path / "three.toml")


def test_the_document_has_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text("utf-8")
    (sample,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert [student.name for student in read_class(sample).students] == ["Anna", "Bob"]
    table = "".join(re.findall(r"^\| (`[a-z].*?) \|", text, re.MULTILINE))
    assert set(re.findall(r"`([a-z]+)`", table)) == set(KINDS)


def test_what_a_kill_or_a_full_disk_left_locks_nobody_out(tmp_path: Path) -> None:
    settings = class_of()
    place = tmp_path / BOTS / student_folder("Anna")
    for left in ("001", ".new-1a2b3c4d"):
        (place / left).mkdir(parents=True)
        (place / left / "bot.py").write_text(BOT, "utf-8")
    (place / "002").mkdir()
    (place / "002" / "state.json").write_text("", "utf-8")
    kept = Submissions(tmp_path, settings)
    assert [str(one) for one in kept.unusable if "002" in str(one)]
    assert not (place / ".new-1a2b3c4d").exists()
    assert kept.add(0, "bot.py", BOT).number == 3
    assert sorted(entry.name for entry in place.iterdir()) == ["001", "002", "003"]
    assert [one.number for one in Submissions(tmp_path, settings).waiting()] == [3]


@pytest.mark.outside
def test_a_version_of_an_earlier_boyi_still_plays(tmp_path: Path) -> None:
    kept = Submissions(tmp_path, class_of())
    version = kept.settle(kept.add(0, "bot.py", BOT), GOOD, "boyi")
    state = version.file.with_name("state.json")
    data = json.loads(state.read_text("utf-8"))
    del data["style"]
    state.write_text(json.dumps(data), "utf-8")
    again = Submissions(tmp_path, class_of())
    found = again.best(0)
    assert found is not None
    assert again.spec(found) == kept.spec(version)


def test_paths_are_left_out_however_they_are_written() -> None:
    place = Path('/srv/班 "3"')
    hidden = HiddenPaths([place, Path("/")], "/[0-9]+/")
    for written in (str(place), json.dumps(str(place))[1:-1], repr(str(place))[1:-1]):
        assert hidden.text(f"no {written}/12/bot.py below {written}") == "no bot.py below …"
    nested = Message("{name}: {error}", name="a", error=Message(f"{place}/1/a.py of {{n}}", n=3))
    assert str(hidden.message(nested)) == "a: a.py of 3"
