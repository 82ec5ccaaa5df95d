"""The page of a lesson in a real browser: without a network, by keyboard only, on a phone, in Chinese."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.lab import Comparison, explain, find_lesson, page
from tests.e2e.conftest import browser as browser
from tests.e2e.test_access import needs_axe
from tests.e2e.visitor import AXE

pytestmark = pytest.mark.outside
Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """A function that opens a page from a file; nothing may be asked from a network or go wrong."""
    problems: list[str] = []
    asked: list[str] = []
    contexts = []

    def open_page(html: str, **options: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        shown = context.new_page()
        shown.on("pageerror", lambda error: problems.append(str(error)))
        shown.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
        shown.on("request", lambda one: asked.append(one.url))
        shown.goto(path.as_uri())
        return shown

    yield open_page
    for context in contexts:
        context.close()
    assert not problems
    assert all(url.startswith(("file:", "data:")) for url in asked)


def said(shown: Any) -> str:
    return str(shown.locator(".said").first.inner_text())


def test_forwards_backwards_and_to_the_ends_by_keyboard(opened: Open) -> None:
    shown = opened(page(find_lesson("thesis")))
    assert said(shown).startswith("Iteration 1: expand b")
    shown.keyboard.press("ArrowRight")
    assert said(shown).startswith("Iteration 2: expand c")
    shown.keyboard.press("ArrowLeft")
    assert said(shown).startswith("Iteration 1: expand b")
    shown.keyboard.press("End")
    assert said(shown) == "d is played: it has the best mean."
    shown.keyboard.press("Home")
    for _ in range(3):
        shown.keyboard.press("ArrowRight")
    assert "UCB1(d) = 1/1 + 1.414·√(2·ln 3/1) = 3.09" in shown.locator(".formula").inner_text()
    assert shown.locator("tr.chosen td").first.inner_text() == "d"
    assert shown.locator("svg.tree rect").count() == 5


def test_it_plays_and_jumps(opened: Open) -> None:
    shown = opened(page(find_lesson("payoff")))
    shown.clock.install(time="2026-01-01T00:00:00")
    shown.clock.pause_at("2026-01-01T01:00:00")  # from here on only the test moves the clock
    shown.keyboard.press("Space")
    shown.clock.run_for(1_500)
    assert "minimum of the row" in said(shown) or "largest minimum" in said(shown)
    shown.clock.run_for(10_000)
    assert "its value is 30" in said(shown)
    shown.locator("#jump").focus()
    shown.keyboard.press("Home")
    assert said(shown).startswith("The computer chooses a row")
    assert shown.evaluate("document.activeElement.id") == "jump"


def test_predict_then_reveal(opened: Open) -> None:
    position = boyi.game("tictactoe").start().play_text("a1 b1 b2 c1")
    with explain("mcts:iterations=8", position) as found:
        views = list(found.views())
        shown = opened(page(found))
    place = next(number for number, view in enumerate(views) if view["ask"] is not None)
    for _ in range(place - 1):
        shown.keyboard.press("ArrowRight")
    shown.locator("#predict").press("Enter")
    shown.keyboard.press("ArrowRight")
    ask = views[place]["ask"]
    assert said(shown) == ask["text"]["en"]
    assert shown.locator("tr.chosen").count() == 0
    assert shown.locator("svg.tree").count() == 0
    shown.get_by_role("button", name=ask["options"][ask["answer"]], exact=True).press("Enter")
    assert said(shown) == views[place]["text"]["en"]
    assert "Right. right: 1 / 1" in shown.locator(".answer").inner_text()


def test_random_games_move_by_move(opened: Open) -> None:
    with explain("mcts:iterations=3", boyi.game("tictactoe").start()) as found:
        shown = opened(page(found))
    shown.keyboard.press("ArrowRight")
    stones = shown.locator("svg.board circle[r='14.08']")
    assert stones.count() == 1
    shown.locator("#game").focus()
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("ArrowRight")
    assert stones.count() == 3
    shown.keyboard.press("Home")
    assert stones.count() == 1


def test_side_by_side_and_sorted(opened: Open) -> None:
    position = boyi.game("othello", size=6).start().play_text("b3")
    with Comparison.of("mcts:c=0,iterations=60", "mcts:c=3,iterations=60", position) as both:
        shown = opened(page(both))
    assert shown.locator(".side").count() == 2
    shown.keyboard.press("End")
    shown.locator(".side").first.get_by_role("button", name="N", exact=True).press("Enter")
    visits = [int(text) for text in shown.locator(".side").first.locator("td:nth-child(3)").all_inner_texts()]
    assert visits == sorted(visits, reverse=True)


def test_chinese_on_a_phone(opened: Open) -> None:
    shown = opened(page(find_lesson("five-tuple")), viewport={"width": 390, "height": 844})
    shown.get_by_role("button", name="中文").press("Enter")
    assert said(shown).startswith("棋盘有 572 条五格线")
    assert shown.evaluate("document.documentElement.lang") == "zh-CN"
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    small = shown.evaluate(
        "[...document.querySelectorAll('.bar button')]"
        ".filter((button) => button.offsetHeight < 44 || button.offsetWidth < 44).length"
    )
    assert small == 0


def test_text_of_a_lesson_cannot_leave_its_place(opened: Open) -> None:
    from dataclasses import replace

    evil = "</script><script>document.title = 'broken'</script><!--"
    lesson = replace(find_lesson("payoff"), text={"en": evil, "zh_CN": evil})
    shown = opened(page(lesson))
    assert shown.title() != "broken"
    assert evil in shown.locator("#page").inner_text()


@needs_axe
@pytest.mark.parametrize("name", ["thesis", "five-tuple", "ordering", "pi"])
def test_axe_has_no_serious_findings(opened: Open, name: str) -> None:
    shown = opened(page(find_lesson(name), most=10))
    shown.add_script_tag(path=str(AXE))
    found = shown.evaluate("axe.run()")
    serious = [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == []
