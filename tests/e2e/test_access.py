"""For everyone: languages, themes, phones, keys only, screen readers; what is chosen is remembered."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import AXE, Visitor

Visit = Callable[..., Visitor]
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install in frontend/")


def test_settings_are_remembered(visit: Visit) -> None:
    visitor = visit("/settings")
    page = visitor.page
    page.get_by_role("radio", name="Dark").check()
    page.get_by_label("Style").select_option("flat")
    page.get_by_role("switch", name="Coordinates").click()
    page.get_by_label("Name for others").fill("Ming")
    page.get_by_role("radio", name="简体中文").check()
    expect(page.get_by_role("heading", name="设置")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="设置")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("switch", name="坐标")).not_to_be_checked()
    assert page.locator("input[autocomplete=nickname]").input_value() == "Ming"
    page.get_by_role("radio", name="English").check()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_chinese_browsers_get_chinese_all_the_way(visit: Visit) -> None:
    visitor = visit("/", language="zh")
    expect(visitor.page.locator("main")).to_contain_text("下棋、学棋、研究棋")
    visitor.play_now("五子棋")
    assert visitor.my_turn()
    visitor.place(112)
    assert visitor.my_turn()
    visitor.press("认输")
    visitor.dialog().get_by_role("button", name="认输").click()
    expect(visitor.dialog().locator("p.words")).to_have_text(re.compile("认输"))
    # No English is left on the main screens, apart from names and shortcuts.
    visitor.dialog().get_by_role("button", name="关闭").click()
    for path in ("/", "/library", "/review", "/new", "/settings"):
        visitor.go(path)
        expect(visitor.page.locator("h1")).to_be_visible()
        words = re.findall(r"[A-Za-z]{4,}", visitor.page.locator("main").inner_text())
        allowed = {
            "Boyi",
            "English",
            "WTHOR",
            "JSON",
            "Renju",
            "RIF",
            "Swap",
            "boyi",
            "engines",
            "NAME",
            "SPEC",
        }
        assert set(words) <= allowed, (path, set(words) - allowed)


def test_on_a_phone_by_touch_with_confirmation(visit: Visit) -> None:
    # Cells of Gomoku are smaller than a finger on a phone: there it is confirmed without being asked for.
    visitor = visit("/", phone=True)
    page = visitor.page
    page.get_by_role("article").first.get_by_role("button").tap()
    assert visitor.my_turn()
    # The first tap aims, the second plays.
    visitor.cell(112).tap()
    expect(page.locator(".board .aim")).to_have_count(1)
    visitor.sees("Tap again to play here.")
    assert visitor.stones() == 0
    visitor.cell(113).tap()
    assert visitor.stones() == 0
    visitor.cell(113).tap()
    visitor.wait_for("document.querySelector('[data-cell=\"113\"]').ariaLabel.includes('black')")
    assert visitor.my_turn()
    # Nothing scrolls sideways, and what one taps is large enough.
    for path in (None, "/", "/new", "/library", "/review", "/settings"):
        if path:
            visitor.go(path)
            expect(page.locator("h1").or_(page.locator("nav"))).not_to_have_count(0)
            page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        small = page.evaluate(
            "[...document.querySelectorAll("
            "'main button:not([role=gridcell], .handle), main a.button, nav a')]"
            ".filter((e) => e.checkVisibility()).map((e) => [e.textContent.trim() || e.ariaLabel, "
            "e.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && box.height < 44)"
            ".map(([name, box]) => `${name}: ${box.height}`)"
        )
        assert small == [], path
    # Larger cells are played at once, unless it was chosen otherwise (this is the settings' page).
    for aims in (False, True):
        visitor.go("/settings")
        if aims:
            page.get_by_role("switch", name="Confirm moves on touch").tap()
        visitor.go("/")
        visitor.play_now("Othello")
        assert visitor.my_turn()
        target = visitor.playable()[0]
        visitor.cell(target).tap()
        if aims:
            expect(page.locator(".board .aim")).to_have_count(1)
            assert visitor.stones() == 4
        else:
            visitor.wait_for(
                f"document.querySelector('[data-cell=\"{target}\"]').ariaLabel.includes('stone')"
            )


def test_with_keys_only(visit: Visit) -> None:
    visitor = visit("/")
    page, keys = visitor.page, visitor.page.keyboard
    expect(page.get_by_role("article")).to_have_count(4)

    def reach(wanted: str, most: int = 60) -> None:
        """Tab until the focus lies on what a screen reader calls so."""
        for _ in range(most):
            keys.press("Tab")
            name = page.evaluate(
                "(document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()"
            )
            if re.search(wanted, name):
                return
        raise AssertionError(f"{wanted} cannot be reached by Tab")

    reach("^Play Gomoku")
    keys.press("Enter")
    page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    reach("empty, playable")
    keys.press("ArrowLeft")
    keys.press("ArrowUp")
    keys.press("Enter")
    visitor.wait_moves(2)
    assert visitor.my_turn()
    assert "black stone" in visitor.labels()[96]
    for _ in range(20):  # away from the stones
        keys.press("ArrowUp")
    keys.press("Space")
    visitor.wait_moves(4)
    assert visitor.my_turn()
    # The cursor stays on its cell when the board is flipped.
    held = page.evaluate("document.activeElement.dataset.cell")
    keys.press("f")
    assert page.evaluate("document.activeElement.dataset.cell") == held
    keys.press("f")
    keys.press("?")
    expect(visitor.dialog().get_by_role("heading", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(visitor.dialog()).to_have_count(0)
    reach("^Resign")
    keys.press("Enter")
    expect(visitor.dialog()).to_be_visible()
    reach("^Resign", 5)
    keys.press("Enter")
    expect(visitor.dialog().get_by_role("heading", name="You lost")).to_be_visible()
    reach("^Rematch", 6)
    before = page.url
    keys.press("Enter")
    page.wait_for_url(lambda url: url != before)


@needs_axe
@pytest.mark.parametrize(
    ("theme", "phone", "rules"),
    # The structure is the same in both themes: there only the contrast is looked at again.
    [
        ("light", False, ()),
        ("dark", True, ()),
        ("dark", False, ("color-contrast",)),
        ("light", True, ("color-contrast",)),
    ],
    ids=["light", "dark phone", "dark, contrast", "light phone, contrast"],
)
def test_axe_has_no_serious_findings(
    visit: Visit, theme: Literal["light", "dark"], phone: bool, rules: tuple[str, ...]
) -> None:
    visitor = visit(None, theme=theme, phone=phone)
    made = visitor.server.new("othello")
    loaded = visitor.server.new("gomoku", [{"kind": "human"}, {"kind": "friend"}])
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if violations := visitor.violations(*rules):
            found[name] = violations

    screens = ("/", "/new", "/library", "/review", "/settings", "/course", "/nowhere")
    for path in (*screens, "/learn", "/learn/loa", "/class")[: 2 if rules else None]:
        visitor.go(path)
        expect(visitor.page.get_by_role("heading").first).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        check(path)
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    assert visitor.my_turn()
    check("play")
    visitor.press("Resign")
    check("play, resign dialog")
    visitor.dialog().get_by_role("button", name="Resign").click()
    expect(visitor.dialog().locator("p.words")).to_be_visible()
    check("play, result")
    visitor.go(f"/play/{loaded['id']}#{loaded['tokens']['owner']}")
    visitor.page.get_by_role("grid").first.wait_for()
    check("play, waiting")
    visitor.go(f"/review/{made['id']}")
    visitor.page.get_by_role("grid").first.wait_for()
    check("review")
    assert not found, found


@needs_axe
def test_axe_has_no_serious_findings_in_chinese(visit: Visit) -> None:
    visitor = visit(None, language="zh")
    for path in ("/", "/new", "/library", "/review", "/settings", "/course", "/learn/nogo", "/class"):
        visitor.go(path)
        expect(visitor.page.get_by_role("heading").first).to_be_visible()
        assert not visitor.violations(), path
