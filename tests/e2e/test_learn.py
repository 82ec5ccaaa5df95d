"""How to play: small boards that the server judges, from every place where one would look for them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def lesson(visitor: Visitor, number: int) -> Locator:
    return visitor.page.locator("main article").nth(number - 1)


def click(board: Locator, cell: int) -> None:
    board.locator(f"[data-cell='{cell}']").click()


def test_the_rules_are_tried_by_clicks(visit: Visit) -> None:
    anna = visit("/")
    anna.press("How to play Gomoku")
    expect(anna.page.locator("main article")).to_have_count(5)
    five = lesson(anna, 1)
    click(five, 0)
    expect(five.get_by_role("status")).to_contain_text("not what is asked for")
    five.get_by_role("button", name="Again").click()
    click(five, 4 * 9 + 6)
    expect(five.get_by_role("status")).to_contain_text("Right! Five in a row: black wins.")
    expect(five.locator("line.win")).to_have_count(1)
    renju = lesson(anna, 5)
    click(renju, 4 * 9 + 2)
    expect(renju.get_by_role("status")).to_contain_text("c5 is taken.")
    click(renju, 4 * 9 + 4)
    expect(renju.get_by_role("status")).to_contain_text("double three")
    expect(renju.get_by_role("status")).to_contain_text("Right!")
    assert anna.violations() == []
    # Another game by the choice above; the address names it.
    anna.page.get_by_role("radio", name="Lines of Action").check()
    anna.page.wait_for_url("**/learn/loa")
    capture = lesson(anna, 3)
    click(capture, 3 * 6 + 3)
    click(capture, 3)
    expect(capture.get_by_role("status")).to_contain_text("Captured.")
    anna.press("Play Lines of Action")
    expect(anna.page.get_by_role("radio", name="Lines of Action")).to_be_checked()


def test_passing_on_a_phone_in_chinese(visit: Visit) -> None:
    lin = visit("/new?game=othello", phone=True, language="zh")
    lin.page.get_by_role("link", name="黑白棋怎么下").click()
    passing = lesson(lin, 4)
    passing.get_by_role("button", name="停一手").click()
    expect(passing.get_by_role("status")).to_contain_text("又轮到白方了。")
    expect(passing.get_by_role("status")).to_contain_text("对了！")
    expect(lesson(lin, 2)).to_contain_text("请点一个黑方不能下的空格。")
    lesson(lin, 2).locator("[data-cell='0']").tap()
    expect(lesson(lin, 2).get_by_role("status")).to_contain_text("对了！")
    assert not lin.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert lin.violations() == []


def test_by_keys_from_the_board(visit: Visit) -> None:
    anna = visit("/")
    anna.play_now("NoGo")
    anna.press("How to play NoGo")
    anna.page.wait_for_url("**/learn/nogo")
    corner = lesson(anna, 2)
    corner.locator("[data-cell='20']").focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("Enter")
    expect(corner.get_by_role("status")).to_contain_text("B1 would capture.")
    anna.page.go_back()
    anna.page.wait_for_url("**/play/*")
