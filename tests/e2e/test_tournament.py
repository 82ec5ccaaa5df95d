"""A tournament in a real browser: the live page of the server, and the report as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boyi.arena.folder import GameFolder
from boyi.arena.report.tournament import tournament_report
from boyi.arena.tournament import Entrant, EventSettings, TournamentSettings, play_tournament
from boyi.core.language import ENGLISH
from tests.server.client import Server, running


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished tournament and its report."""
    players = tuple(Entrant(name, "random") for name in ("Ann", "Bob", "Carl"))
    settings = TournamentSettings("Cup", players, (EventSettings("othello", {"size": 6}),), seed=3)
    path = tmp_path_factory.mktemp("tournament") / "cup"
    with GameFolder.create(path, settings) as folder:
        run = play_tournament(settings, folder)
        folder.write("report.html", tournament_report(run, ENGLISH))
    return path


@pytest.fixture(scope="module")
def server(cup: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("e2e") / "games.db", "--tournament", str(cup)) as started:
        yield started


def replay(page: Any) -> None:
    """Open a game and go through it."""
    from playwright.sync_api import expect

    game = page.locator("details.game").first
    game.locator("summary").click()
    expect(game.locator("svg circle").first).to_be_visible()
    game.get_by_role("button", name="First move").click()
    expect(game.get_by_text("Start", exact=True)).to_be_visible()
    stones = game.locator("svg g circle")
    expect(stones).to_have_count(4)
    game.get_by_role("button", name="One move forward").click()
    # A stone more, and the mark of the last move.
    expect(stones).to_have_count(6)
    page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(4)


def test_everybody_watches_the_live_page(visit: Any) -> None:
    from playwright.sync_api import expect

    someone = visit("/tournament")
    expect(someone.page.get_by_role("heading", name="Cup")).to_be_visible()
    expect(someone.page.get_by_role("heading", name="Crosstable")).to_be_visible()
    expect(someone.page.locator("details.game")).to_have_count(6)
    replay(someone.page)
    chinese = visit("/tournament", language="zh")
    expect(chinese.page.get_by_role("heading", name="对阵表")).to_be_visible()
    phone = visit("/tournament", phone=True)
    expect(phone.page.get_by_role("heading", name="Cup")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_report_is_one_file(browser: Any, cup: Path) -> None:
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda asked: problems.append(asked.url) if "report.html" not in asked.url else None)
    page.goto((cup / "report.html").as_uri())
    replay(page)
    assert problems == []
    page.close()
