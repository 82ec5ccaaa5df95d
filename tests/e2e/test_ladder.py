"""A class uploads its bots: the code, the check's answer, the ladder and its games; the way to the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from boyi.arena.folder import GameFolder
from boyi.arena.ladder.settings import read_class
from boyi.arena.ladder.submissions import student_folder
from boyi.arena.tournament import Entrant, EventSettings, TournamentSettings, play_tournament
from boyi.programs.sandbox import protection
from tests.e2e.visitor import Visitor
from tests.server.client import Server, running
from tests.server.test_ladder import BOT, CLASS

Visit = Callable[..., Visitor]
pytestmark = pytest.mark.skipif(
    protection().sandbox != "bubblewrap", reason="without bubblewrap uploads stay closed"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a class and a finished cup."""
    folder = tmp_path_factory.mktemp("ladder")
    (folder / "three.toml").write_text(CLASS, "utf-8")
    players = (Entrant("Ann", "random"), Entrant("Ben", "random"))
    cup = TournamentSettings("Cup", players, (EventSettings("tictactoe"),), seed=3)
    with GameFolder.create(folder / "cup", cup) as games:
        play_tournament(cup, games)
    arguments = ("--class", str(folder / "three.toml"), "--tournament", str(folder / "cup"))
    with running(folder / "games.db", *arguments) as started:
        yield started


def enter(visitor: Visitor, label: str, code: str) -> None:
    visitor.page.get_by_label(label).fill(code)
    visitor.page.keyboard.press("Enter")


def choose(visitor: Visitor, folder: Path, text: str) -> None:
    file = folder / "bot.py"
    file.write_text(text, "utf-8")
    visitor.page.locator("input[type=file]").set_input_files(file)


def test_a_student_from_the_code_to_a_replayed_game(visit: Visit, tmp_path: Path) -> None:
    anna = visit("/")
    anna.expected.append("403")
    anna.page.get_by_role("link", name="Class ladder").click()
    expect(anna.page.get_by_role("heading", name="Three")).to_be_visible()
    enter(anna, "Your personal code", "k7-pine-43")
    anna.sees("That is not the code of anyone in this class.")
    enter(anna, "Your personal code", "k7-pine-42")
    expect(anna.page.get_by_text("At most 20 kB a file")).to_be_visible()
    choose(anna, tmp_path, "#" * 20_001)
    anna.page.get_by_role("button", name="Upload and check").click()
    anna.sees("The file has more than 20 kB.")
    choose(anna, tmp_path, BOT)
    anna.page.get_by_role("button", name="Upload and check").click()
    expect(anna.page.get_by_text("plays on the ladder")).to_be_visible()
    expect(anna.page.get_by_text("Whole games: lost against level:1")).to_be_visible()
    table = anna.page.get_by_role("table")
    expect(table.get_by_role("rowheader", name="Anna #1")).to_be_visible()
    expect(table.get_by_role("rowheader", name="Level 1")).to_be_visible()
    game = anna.page.get_by_role("button", name="Anna #1").first
    game.focus()
    anna.page.keyboard.press("Enter")
    steps = anna.dialog().get_by_role("status")
    expect(steps).to_contain_text("/")
    anna.page.keyboard.press("Home")
    expect(steps).to_contain_text("0 /")
    anna.page.keyboard.press("ArrowRight")
    expect(steps).to_contain_text("1 /")
    expect(anna.dialog().get_by_role("button", name="First move")).to_be_enabled()
    assert anna.violations() == []
    anna.page.keyboard.press("Escape")
    expect(anna.dialog()).to_have_count(0)
    # A reload in the same tab keeps the code, another tab does not have it.
    anna.page.reload()
    expect(anna.page.get_by_text("plays on the ladder")).to_be_visible()

    bob = visit("/ladder", language="zh", phone=True)
    enter(bob, "你的个人代码", "m3-lake-11")
    choose(bob, tmp_path, "import nothing_like_this\n" + BOT)
    bob.page.get_by_role("button", name="上传并检查").tap()
    expect(bob.page.get_by_text("检查发现问题")).to_be_visible()
    expect(bob.page.get_by_text("nothing_like_this").first).to_be_visible()
    expect(bob.page.get_by_role("rowheader", name="1 级")).to_be_visible()
    assert bob.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert bob.violations() == []


def test_the_start_page_leads_to_the_cup(visit: Visit) -> None:
    someone = visit("/")
    someone.page.get_by_role("link", name="Watch the tournament").click()
    expect(someone.page.get_by_role("heading", name="Crosstable")).to_be_visible()


def test_a_teacher_sees_what_went_wrong(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")
    GameFolder.create(tmp_path / "three", read_class(CLASS, file.name)).close()
    broken = tmp_path / "three" / "bots" / student_folder("Anna") / "001"
    broken.mkdir(parents=True)
    (broken / "state.json").write_text("{", "utf-8")
    with running(tmp_path / "games.db", "--lock", "--class", str(file)) as server:
        with Visitor(browser, server) as teacher:
            teacher.go(f"/#owner={server.owner_token()}")
            for place in ("/ladder", "/class"):
                teacher.go(place)
                teacher.sees("state.json cannot be read")
        with Visitor(browser, server) as student:
            student.go("/ladder")
            expect(student.page.get_by_label("Your personal code")).to_be_visible()
            expect(student.page.get_by_text("cannot be read")).to_have_count(0)
