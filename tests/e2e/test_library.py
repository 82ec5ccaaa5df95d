"""The library: pictures, size and rule, sorting, filters, names, pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.server.client import HUMAN, Server, computer
from tests.server.test_study import imported

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module", autouse=True)
def games(server: Server) -> None:
    for number in range(55):
        winner = ("B+", "W+", "0")[number % 3]
        imported(
            server,
            f"(;GM[4]FF[4]SZ[15]PB[Ada {number:02}]PW[Zoe]RE[{winner}];B[hh];W[hi];B[ih])",
        )
    imported(server, "(;GM[4]FF[4]SZ[19]RU[renju]PB[Bea]PW[Yan];B[jj];W[jk]C[a rare trap];B[kk];W[ik])")
    server.new("othello", [HUMAN, computer()])


@pytest.mark.parametrize("kind", [{}, {"phone": True, "language": "zh"}])
def test_a_row_says_what_the_game_is(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit("/library", **kind)
    page = visitor.page
    own = page.get_by_role("link").filter(has_text=re.compile("Othello|黑白棋")).first
    expect(own).to_contain_text(re.compile("You|您"))
    expect(own).to_contain_text("8 × 8")
    rare = page.get_by_role("link").filter(has_text="Bea")
    expect(rare).to_contain_text("19 × 19")
    expect(rare).to_contain_text(re.compile("Renju|连珠", re.IGNORECASE))
    # Its picture has two stones of each side.
    visitor.wait_for(
        "[...document.querySelectorAll('a')].find((row) => row.textContent.includes('Bea'))"
        ".querySelector('svg .black').getAttribute('d').split('M').length === 3"
    )
    assert not visitor.violations()


def test_games_are_sorted_and_filtered(visit: Visit) -> None:
    visitor = visit("/library")
    page = visitor.page
    rows = page.locator("li a")
    expect(rows).to_have_count(50)
    page.get_by_role("combobox", name="Sort").select_option("name")
    expect(rows.nth(1)).to_contain_text("Ada 00")
    page.get_by_role("combobox", name="Sort").select_option("longest")
    expect(rows.first).to_contain_text("Bea")
    page.get_by_role("combobox", name="Result").select_option("white")
    expect(rows).to_have_count(18)
    expect(rows.first).to_contain_text("White wins")
    page.get_by_role("combobox", name="Result").select_option("draw")
    expect(rows.first).to_contain_text("A draw.")
    page.get_by_role("combobox", name="Date").select_option("day")
    visitor.wait_for("location.search === '?state=draw&date=day&order=longest'")
    expect(rows).to_have_count(18)
    page.reload()
    expect(rows).to_have_count(18)
    expect(page.get_by_role("combobox", name="Result")).to_have_value("draw")
    page.get_by_role("link", name="Library").click()
    page.get_by_role("searchbox").fill("rare TRAP")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Bea")


def test_pages_are_turned_and_jumped_to(visit: Visit) -> None:
    visitor = visit("/library")
    page = visitor.page
    rows = page.locator("li a")
    expect(rows).to_have_count(50)
    number = page.get_by_role("spinbutton", name="Page")
    number.fill("2")
    number.press("Enter")
    expect(rows).to_have_count(7)
    assert "from=50" in page.url
    page.get_by_role("button", name="Previous page").click()
    expect(rows).to_have_count(50)
