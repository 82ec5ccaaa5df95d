"""Computers on both sides: pause, one move, speed; forms that offer only what applies."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.server.client import computer

Visit = Callable[..., Visitor]
SCREENS = [{}, {"phone": True, "language": "zh"}]


@pytest.mark.parametrize("kind", SCREENS)
def test_two_computers_are_paused_and_stepped(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit(None, **kind)
    made = visitor.server.new("othello", [computer(), computer()], pace=10)
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    page = visitor.page
    visitor.wait_moves(1)
    page.get_by_role("button", name=re.compile("Pause|暂停")).click()
    expect(page.get_by_role("button", name=re.compile("Resume|继续"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Paused$|已暂停"))).to_have_count(1)
    for moves in (2, 3):
        page.get_by_role("button", name=re.compile("One move|走一步")).click()
        visitor.wait_moves(moves)
        assert visitor.move_count() == moves
    assert not visitor.violations()
    # Keys do the same, and the speed is chosen.
    page.keyboard.press("s")
    visitor.wait_moves(4)
    page.get_by_role("combobox", name=re.compile("^Speed|^速度")).select_option("0")
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=re.compile("Pause|暂停"))).to_be_visible()
    visitor.wait_moves(8)


def test_auto_is_followed_and_stopped(visit: Visit) -> None:
    visitor = visit("/")
    visitor.play_now()
    assert visitor.my_turn()
    page = visitor.page
    expect(page.get_by_role("toolbar", name="Pace of the computers")).to_have_count(0)
    page.get_by_role("switch", name="Auto").click()
    bar = page.get_by_role("toolbar", name="Pace of the computers")
    expect(bar).to_be_visible()
    expect(bar.get_by_label("Speed")).to_have_value("1")
    visitor.wait_moves(3)
    bar.get_by_role("button", name="Pause").click()
    page.get_by_role("switch", name="Auto").click()
    assert visitor.my_turn()
    expect(bar).to_have_count(0)


def test_the_form_offers_what_applies(visit: Visit) -> None:
    visitor = visit("/new?game=gomoku&opponent=watch")
    page = visitor.page
    expect(page.get_by_label("Clock")).to_be_visible()
    expect(page.get_by_label("Taking back")).to_have_count(0)
    expect(page.get_by_role("switch", name="Teacher's lock")).to_have_count(0)
    expect(page.get_by_role("radio", name="Registered engine")).to_have_count(0)
    page.get_by_role("radio", name="Computer", exact=True).check(force=True)
    expect(page.get_by_label("Taking back").locator("option")).to_have_text(["Free", "Never"])
    page.get_by_role("radio", name="Friend by link").check(force=True)
    expect(page.get_by_label("Taking back").locator("option")).to_contain_text(["On request"])
