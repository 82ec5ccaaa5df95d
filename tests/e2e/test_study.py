"""Studying a game: values that can be compared, what each move cost, mistakes retried, drawings, keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from boyi import formats
from tests.e2e.test_review import OPEN, SGF, ply
from tests.e2e.visitor import Visitor
from tests.patience import wait_until

Visit = Callable[..., Visitor]
LOST = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[oa];B[gh];W[ao];B[jh];W[oo])"
"""White leaves a row of three alone, then an open four."""


def opened(visitor: Visitor, sgf: str = LOST) -> str:
    """Import a game for review and go to it; its id."""
    page = visitor.page
    visitor.go("/review")
    page.locator("textarea").fill(sgf)
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/review/*")
    page.locator("[data-node]").first.wait_for()
    return visitor.id


def judged(visitor: Visitor) -> None:
    """Let the engine judge the whole game, and wait for it."""
    page = visitor.page
    page.get_by_role("tab").nth(1).click()
    page.locator(".judge button").last.click()
    expect(page.locator("[role=tabpanel] [role=progressbar]")).to_have_count(0)
    expect(page.locator(".summary")).to_have_count(2)
    visitor.wait_for("document.querySelector('button.graph')")


def box(visitor: Visitor) -> Any:
    return visitor.page.locator(".board").bounding_box()


@pytest.mark.parametrize("kind", [{}, {"phone": True, "language": "zh"}])
def test_nothing_moves_when_values_come(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit(None, **kind)
    opened(visitor)
    before = box(visitor)
    unknown = visitor.page.get_by_role("img", name=re.compile("not known yet|尚未知晓"))
    expect(unknown).to_have_count(1)
    visitor.page.keyboard.press("End")
    visitor.page.keyboard.press("e")
    expect(visitor.page.get_by_role("meter")).to_have_count(1)
    assert box(visitor) == before
    visitor.page.keyboard.press("e")
    judged(visitor)
    assert box(visitor) == before
    visitor.page.keyboard.press("x")
    assert box(visitor) == before


def test_values_shown_together_are_comparable(visit: Visit) -> None:
    visitor = visit(None)
    opened(visitor, OPEN)
    page = visitor.page
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    ply(visitor, 2)
    page.keyboard.press("e")
    figures = page.locator("[role=tabpanel] .figure")
    expect(figures).to_have_count(5)
    page.get_by_role("switch", name="All moves").click()
    visitor.wait_for("document.querySelectorAll('[role=tabpanel] .figure').length > 5")
    texts = page.evaluate(
        "[...document.querySelectorAll('[role=tabpanel] .figure')].map((figure) => figure.textContent)"
    )
    rates = [float(text.removesuffix(" %")) for text in texts if text.endswith("%")]
    assert len(rates) > 5
    assert rates == sorted(rates, reverse=True)


@pytest.mark.parametrize("kind", [{}, {"phone": True, "language": "zh"}])
def test_all_moves_of_othello_have_values_in_discs(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit(None, **kind)
    opened(visitor, "(;GM[2]SZ[8];B[fe])")
    page = visitor.page
    page.keyboard.press("End")
    page.keyboard.press("e")
    page.get_by_role("switch", name=re.compile("All moves|全部着法")).click()
    # White has three answers; each has its value, on the board as a whole number.
    figures, discs = page.locator("[role=tabpanel] .figure"), page.locator(".board .candidate .rate")
    expect(figures).to_have_count(3)
    for place in range(3):
        expect(figures.nth(place)).to_have_text(re.compile(r"^[+−]?[\d.]+ (discs|子)$"))
        expect(discs.nth(place)).to_have_text(re.compile(r"^[+−]?\d+$"))
    # What the values are based on is marked: so early they are estimates.
    expect(page.locator(".board .candidate.heuristic")).to_have_count(3)
    expect(page.locator("[role=tabpanel]").get_by_text(re.compile("^(estimate|估计)$"))).to_have_count(3)
    assert not visitor.violations()


def test_a_proof_is_said_as_one(visit: Visit) -> None:
    visitor = visit(None)
    opened(visitor, "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[oa];B[gh];W[ao])")
    visitor.page.keyboard.press("End")
    visitor.page.keyboard.press("e")
    expect(visitor.page.locator("[role=tabpanel] .figure").first).to_have_text("win in 3")
    expect(visitor.page.locator(".board .candidate.best .rate")).to_have_text("#3")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_side_has_its_accuracy_and_each_mistake_its_cost(visit: Visit, language: str) -> None:
    visitor = visit(None, language=language)
    opened(visitor)
    judged(visitor)
    page = visitor.page
    cards = page.locator(".summary")
    white, black = (cards.nth(side).get_attribute("aria-label") or "" for side in (0, 1))
    percent = re.compile(r"(?:Accuracy|准确率) (\d+) %")
    found = [percent.match(words) for words in (white, black)]
    assert found[0]
    assert found[1]
    assert int(found[0][1]) < int(found[1][1])  # White made the mistakes
    page.get_by_role("tab").first.click()
    costs = page.locator(".moves .cost")
    expect(costs).not_to_have_count(0)
    expect(costs.first).to_have_text(re.compile(r"^−\d+ %$"))
    assert re.search(r"−\d+ %", page.locator(".graph .dot").first.get_attribute("title") or "")
    assert not visitor.violations()


@pytest.mark.parametrize("kind", [{}, {"phone": True, "language": "zh"}])
def test_a_mistake_is_tried_again(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit(None, **kind)
    opened(visitor)
    judged(visitor)
    page = visitor.page
    page.keyboard.press("n")
    expect(page.locator(".board .mark.better")).to_have_count(1)
    at = page.evaluate("Number(document.querySelector('[type=range]').value)")
    page.keyboard.press("r")
    status = page.get_by_role("group").locator("[role=status]")
    expect(status).to_contain_text(re.compile("Find a better move|有更好的着法"))
    # No help is in sight, and the mistake itself is not taken.
    expect(page.locator(".board .mark.better")).to_have_count(0)
    visitor.wait_for(f"!location.search.includes('move={at}')")
    corner = visitor.cell(15 * 14 + 2)
    for _ in range(2 if kind else 1):
        corner.click()
    expect(status).to_contain_text(re.compile("costs|损失"))
    # The answer ends the search for it; trying again elsewhere begins anew.
    page.get_by_role("button", name=re.compile("Show the answer|看答案")).click()
    better = re.search(r"([a-o]\d+)", status.inner_text())
    assert better
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    column, row = ord(better[1][0]) - ord("a"), int(better[1][1:])
    for _ in range(2 if kind else 1):
        visitor.cell((15 - row) * 15 + column).click()
    expect(status).to_contain_text(re.compile("is a good move|是好棋"))
    page.get_by_role("button", name=re.compile("Keep as variation|保存为变化")).click()
    page.get_by_role("tab").first.click()
    expect(page.locator("[data-node]")).to_have_count(9)


def test_arrows_and_circles_are_drawn_kept_and_restored(visit: Visit) -> None:
    visitor = visit(None)
    opened(visitor, SGF)
    page, shapes = visitor.page, visitor.page.locator(".board .shapes")
    page.keyboard.press("End")
    ply(visitor, 9)
    start, end = visitor.cell(20).bounding_box(), visitor.cell(70).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down(button="right")
    page.mouse.move(end["x"] + 9, end["y"] + 9, steps=4)
    page.mouse.up(button="right")
    expect(shapes.locator(".tip")).to_have_count(1)
    visitor.cell(100).click(modifiers=["Shift"])
    expect(shapes.locator("circle:not(.under)")).to_have_count(1)
    assert visitor.stones() == 9  # nothing was played
    # By keys: the first D begins, the second ends.
    visitor.cell(112).focus()
    page.keyboard.press("d")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("d")
    expect(shapes.locator(".tip")).to_have_count(2)
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(shapes.locator("circle:not(.under)")).to_have_count(2)
    kept = f"/api/games/{visitor.id}"
    wait_until(lambda: len(visitor.server.call("GET", kept)[1]["nodes"][9]["shapes"]) == 4, "the drawings")
    page.reload()
    expect(shapes.locator(".tip")).to_have_count(2)
    visitor.press("Export and share")
    file = visitor.download("SGF", visitor.dialog())
    last = formats.read(file).nodes[9].properties
    assert sorted(last["AR"]) == ["fb:ke", "hh:hg"]
    assert sorted(last["CR"]) == ["hg", "kg"]
    page.keyboard.press("Escape")
    # The same again takes it away.
    visitor.cell(100).click(modifiers=["Shift"])
    expect(shapes.locator("circle:not(.under)")).to_have_count(1)


def test_a_finger_draws_with_the_pencil(visit: Visit) -> None:
    visitor = visit(None, phone=True, language="zh")
    opened(visitor, SGF)
    page, shapes = visitor.page, visitor.page.locator(".board .shapes")
    page.keyboard.press("End")
    pencil = page.get_by_role("button", name="画箭头和圆圈")
    pencil.tap()
    expect(pencil).to_have_attribute("aria-pressed", "true")
    visitor.cell(100).tap()
    expect(shapes.locator("circle:not(.under)")).to_have_count(1)
    start, end = visitor.cell(20).bounding_box(), visitor.cell(70).bounding_box()
    assert start
    assert end
    hand = visitor.context.new_cdp_session(page)
    for kind, box in (("touchStart", start), ("touchMove", end), ("touchEnd", None)):
        points = [] if box is None else [{"x": box["x"] + 5, "y": box["y"] + 5}]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(shapes.locator(".tip")).to_have_count(1)
    assert visitor.stones() == 9  # nothing was played
    visitor.cell(100).tap()
    expect(shapes.locator("circle:not(.under)")).to_have_count(0)
    assert not visitor.violations()


def test_arrow_keys_step_wherever_the_focus_is(visit: Visit) -> None:
    visitor = visit(None)
    opened(visitor, SGF)
    page = visitor.page
    place = 0
    for focus in (
        page.get_by_role("tab", name="Chat"),
        page.get_by_role("tab", name="Moves"),
        page.get_by_role("button", name="Flip the board"),
        page.locator("[data-node]").first,
    ):
        focus.click()
        place = int(page.get_by_role("slider", name="Jump to a move").input_value())
        page.keyboard.press("ArrowRight")
        ply(visitor, place + 1)
    page.get_by_label("Speed").focus()
    page.keyboard.press("ArrowRight")
    ply(visitor, place + 2)
    expect(page.get_by_label("Speed")).to_have_value("500")
    visitor.click(0)  # a click on the board takes no keys away: the variation is stepped out of
    ply(visitor, place + 3)
    page.keyboard.press("ArrowLeft")
    ply(visitor, place + 2)
    # In the comment the arrows belong to the text.
    page.get_by_label("Comment on this move").focus()
    page.keyboard.press("ArrowLeft")
    ply(visitor, place + 2)


def test_the_address_names_the_move(visit: Visit) -> None:
    visitor = visit(None)
    key = opened(visitor, OPEN)
    page = visitor.page
    visitor.wait_for("location.search === '?move=0'")
    page.locator("[data-node]").nth(2).click()
    visitor.wait_for("location.search === '?move=3'")
    visitor.click(0)
    visitor.wait_for("location.search.startsWith('?node=')")
    ply(visitor, 4)
    page.reload()
    ply(visitor, 4)
    visitor.go(f"/review/{key}?move=2")
    ply(visitor, 2)
    page.evaluate(
        "const link = document.body.appendChild(document.createElement('a'));"
        f"link.href = '/review/{key}?move=5'; link.click(); link.remove()"
    )
    ply(visitor, 5)


@pytest.mark.parametrize("kind", [{}, {"phone": True, "language": "zh"}])
def test_a_tried_line_is_kept(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit(None, **kind)
    key = opened(visitor, OPEN)
    page = visitor.page
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=re.compile("Try from here|从这里试下|试下")).click()
    dialog = visitor.dialog()
    dialog.locator("input[value=person]").check(force=True)
    dialog.locator("footer button").last.click()
    page.wait_for_url("**/play/*")
    for cell in (0, 14):
        assert visitor.my_turn()
        for _ in range(2 if kind else 1):
            visitor.cell(cell).click()
        visitor.wait_for(f"/stone|子/.test(document.querySelector('[data-cell=\"{cell}\"]').ariaLabel)")
    page.get_by_role("button", name=re.compile("Keep this line|保存这条变化")).first.click()
    page.wait_for_url(f"**/review/{key}*")
    expect(page.locator(".moves .branch [data-node]")).to_have_count(2)
