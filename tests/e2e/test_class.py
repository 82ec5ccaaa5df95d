"""A teacher's class: the lock with its code, all boards at once, assignments by link, diagrams that print."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.server.client import Server, running
from tests.server.test_study import imported

Visit = Callable[..., Visitor]
FOUR = "15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 x"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for each test: a lock concerns all games of it."""
    with running(tmp_path_factory.mktemp("class") / "games.db") as started:
        yield started


def give_code(visitor: Visitor, code: str, words: str = "Teacher's code") -> None:
    visitor.dialog().get_by_label(words).fill(code)
    visitor.page.keyboard.press("Enter")


def tap_twice(visitor: Visitor, cell: int) -> None:
    """Where cells are smaller than a finger the first tap aims, the second one plays."""
    visitor.cell(cell).tap()
    visitor.sees("再点一次即可落子。")
    visitor.cell(cell).tap()


def test_a_pupil_does_not_lift_the_lock(visit: Visit) -> None:
    pupil = visit("/")
    pupil.play_now()
    pupil.tab("Analysis")
    panel = pupil.page.get_by_role("tabpanel")
    panel.get_by_role("button", name="Lock", exact=True).click()
    give_code(pupil, "mouse-7")
    pupil.sees("The teacher has locked hints and candidates for this game.")
    expect(pupil.button("Hint")).to_be_disabled()
    panel.get_by_role("button", name="Lift the lock").click()
    give_code(pupil, "guess")
    expect(pupil.dialog().get_by_role("alert")).to_have_text("That is not the teacher's code.")
    assert pupil.violations() == []
    give_code(pupil, "mouse-7")
    expect(pupil.dialog()).to_have_count(0)
    expect(pupil.button("Hint")).to_be_enabled()


def test_all_boards_and_the_lock_over_them(visit: Visit) -> None:
    teacher, mia, lin = visit(None), visit("/", name="Mia"), visit("/", name="Lin", language="zh", phone=True)
    mia.play_now("Othello")
    assert mia.my_turn()
    lin.play_now("不围棋")
    teacher.go("/")
    teacher.press("A class")
    boards = teacher.page.locator(".boards a")
    expect(boards).to_have_count(2)
    expect(boards.filter(has_text="Mia")).to_contain_text("0 moves")
    mia.place(mia.playable()[0])
    expect(boards.filter(has_text="Mia")).not_to_contain_text("0 moves")
    assert teacher.violations() == []
    teacher.press("Lock")
    give_code(teacher, "4711")
    teacher.sees("Help is locked.")
    expect(lin.button("提示")).to_be_disabled()
    teacher.press("Lift the lock")
    give_code(teacher, "4711")
    teacher.sees("Hints and candidates are allowed.")
    boards.filter(has_text="Lin").click()
    teacher.page.wait_for_url(f"**/play/{lin.id}")


def test_an_assignment_by_link(visit: Visit) -> None:
    teacher = visit("/class")
    teacher.sees("None yet.")
    teacher.press("New assignment")
    teacher.dialog().get_by_role("button", name="Set up the position").click()
    setting = teacher.page.locator("dialog[open]").last
    setting.get_by_label("Position or list of moves").fill(FOUR)
    setting.get_by_role("button", name="Read the text").click()
    setting.get_by_role("button", name="Use this position").click()
    form = teacher.dialog()
    expect(form).to_have_count(1)  # the server reads the position before its dialog closes
    form.get_by_label("Title").fill("Four to five")
    form.get_by_label("In at most").select_option("1 move")
    assert teacher.violations() == []
    form.get_by_role("button", name="Make the link").click()
    link = teacher.page.get_by_label("Link for your pupils").input_value()
    teacher.page.keyboard.press("Escape")
    teacher.sees("Nobody has tried it yet.")

    lin = visit(link.replace(teacher.server.url, ""), language="zh", phone=True)
    lin.sees("Four to five")
    lin.sees("黑方 1 手内胜")
    assert "#" not in lin.page.url
    lin.page.get_by_label("您的姓名").fill("林")
    assert lin.violations() == []
    lin.press("开始")
    lin.page.wait_for_url("**/play/*")
    assert lin.my_turn()
    expect(lin.button("提示")).to_be_disabled()
    tap_twice(lin, 0)
    lin.sees(re.compile("没有解出。"))
    first = lin.page.url
    lin.press("再试一次")
    lin.page.wait_for_url(lambda url: url != first)
    lin.sees("Four to five · 黑方 1 手内胜")
    assert lin.my_turn()
    tap_twice(lin, 7 * 15 + 8)
    lin.page.keyboard.press("Escape")
    lin.sees(re.compile("解出来了！"))
    results = teacher.page.get_by_role("list", name="Results")
    expect(results).to_contain_text("solved")
    expect(results.get_by_role("listitem")).to_have_count(2)
    expect(results.get_by_role("listitem").first).to_contain_text("林")
    expect(results.get_by_role("listitem").nth(1)).to_contain_text("not solved")


def test_a_review_prints_the_board_above_its_moves(visit: Visit) -> None:
    visitor = visit(None, language="zh")
    game, _ = imported(visitor.server, "(;GM[4]SZ[15]PB[Ada]PW[Zoe];B[hh];W[hi];B[ih])")
    visitor.go(f"/review/{game}?move=3")
    visitor.page.locator("[data-node]").first.wait_for()
    visitor.page.emulate_media(media="print")
    sheet, board = visitor.page.locator(".sheet"), visitor.page.locator("main .board svg")
    expect(sheet).to_contain_text("1. h8  2. h7  3. i8")
    expect(visitor.page.locator("main .bar").first).to_be_hidden()
    above, below = board.bounding_box(), sheet.bounding_box()
    assert above
    assert below
    assert above["width"] > 300
    assert above["y"] + above["height"] <= below["y"]


def test_a_diagram_prints_without_the_page_around_it(visit: Visit) -> None:
    visitor = visit(None, name="Mia")
    made = visitor.server.new("gomoku", [{"kind": "human", "name": "Mia"}, {"kind": "human", "name": "Lin"}])
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    assert visitor.my_turn()
    visitor.place(112)
    visitor.place(113)
    visitor.page.emulate_media(media="print")
    sheet = visitor.page.locator(".sheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Black: Mia – White: Lin")
    expect(sheet).to_contain_text("1. h8  2. i8")
    expect(sheet).to_contain_text("Black to move")
    expect(visitor.page.locator("main .board svg")).to_be_visible()
    for hidden in ("nav", "[role=tablist]", "[role=toolbar]", ".handle"):
        expect(visitor.page.locator(hidden).first).to_be_hidden()
    expect(visitor.page.locator("main button:visible:not([data-cell])")).to_have_count(0)
    assert visitor.page.evaluate("document.querySelector('main .board').clientWidth") > 300
    visitor.page.emulate_media(media="screen")
    expect(sheet).to_be_hidden()
