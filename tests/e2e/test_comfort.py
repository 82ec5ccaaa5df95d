"""Phone, zoom and finish: the sheet, the whole board at 200%, magnifying, requests, hints, dropped files."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.test_friends import pair
from tests.e2e.visitor import Visitor

Visit = Callable[..., Visitor]
TWO = [{"kind": "human", "name": "Mia"}, {"kind": "human", "name": "Lin"}]


def enter(visitor: Visitor, game: str = "gomoku", **more: object) -> None:
    made = visitor.server.new(game, TWO, **more)
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    assert visitor.my_turn()


def height(visitor: Visitor, selector: str) -> float:
    box = visitor.page.locator(selector).first.bounding_box()
    assert box is not None
    return box["height"]


def test_the_sheet_opens_with_a_tab(visit: Visit) -> None:
    visitor = visit(None, phone=True)
    enter(visitor)
    low = height(visitor, ".layout .panel")
    assert height(visitor, ".card") <= 48
    visitor.page.get_by_role("tab", name="Chat").tap()
    expect(visitor.page.get_by_label("Write a message")).to_be_in_viewport()
    assert height(visitor, ".layout .panel") > low
    assert visitor.violations() == []
    visitor.page.get_by_role("button", name="Show more or less").click()
    expect(visitor.page.get_by_role("button", name="Show more or less")).to_have_attribute(
        "aria-expanded", "false"
    )


def test_the_whole_board_at_twice_the_size(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.set_viewport_size({"width": 683, "height": 384})
    for game in ("gomoku", "othello"):
        enter(visitor, game)
        box = visitor.page.locator("main .board").first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 683
        assert box["y"] + box["height"] <= 384
        assert box["height"] >= 340
        assert not visitor.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert visitor.violations() == []


def test_a_tap_magnifies_a_large_board(visit: Visit) -> None:
    visitor = visit(None, phone=True, language="zh")
    enter(visitor, options={"size": 20})
    visitor.cell(210).tap()
    visitor.sees("已放大，请点要下的位置。")
    assert visitor.move_count() == 0
    box = visitor.cell(211).bounding_box()
    assert box is not None
    assert box["width"] > 40
    assert visitor.violations() == []
    visitor.page.get_by_role("button", name="整个棋盘").tap()
    visitor.cell(210).tap()
    visitor.cell(211).tap()
    visitor.wait_moves(1)
    expect(visitor.page.locator(".magnified")).to_have_count(0)
    # A mouse and the keyboard hit what they aim at.
    mouse = visit(None)
    enter(mouse, options={"size": 20})
    mouse.place(210)
    mouse.cell(211).focus()
    mouse.page.keyboard.press("Enter")
    mouse.wait_moves(2)


def test_a_hint_is_a_sentence(visit: Visit) -> None:
    visitor = visit("/")
    visitor.play_now()
    assert visitor.my_turn()
    visitor.page.keyboard.press("h")
    visitor.sees(re.compile(r"Hint: \w+\d+\. (You|The game|It)"))
    expect(visitor.page.locator("main .board .mark.better")).to_have_count(1)
    expect(visitor.page.locator("main .board .candidate")).to_have_count(0)


def test_a_request_pushes_nothing_away(visit: Visit) -> None:
    anna, boris = pair(visit)
    anna.place(112)
    tabs = boris.page.get_by_role("tablist")
    before = tabs.bounding_box()
    anna.press("Offer a draw")
    boris.sees("Anna offers a draw.")
    assert tabs.bounding_box() == before
    boris.press("Refuse")
    anna.sees("Refused.")


def test_a_file_dropped_anywhere_opens(visit: Visit) -> None:
    visitor = visit("/settings")
    data = visitor.page.evaluate_handle(
        "() => { const data = new DataTransfer();"
        " data.items.add(new File(['(;GM[4]SZ[15];B[hh];W[ii])'], 'game.sgf')); return data }"
    )
    visitor.page.dispatch_event("main", "dragover", {"dataTransfer": data})
    visitor.sees("Drop the file to open it")
    visitor.page.dispatch_event("main", "drop", {"dataTransfer": data})
    visitor.page.wait_for_url("**/review/*")
    expect(visitor.page.get_by_text("Drop the file to open it")).to_have_count(0)


def test_letters_stand_where_the_game_puts_them(visit: Visit) -> None:
    visitor = visit(None)
    places = {}
    for game in ("othello", "gomoku"):
        enter(visitor, game)
        letter = visitor.page.locator("main .board svg text").first
        expect(letter).to_have_text("a")
        letter_box, cell_box = letter.bounding_box(), visitor.cell(0).bounding_box()
        assert letter_box is not None
        assert cell_box is not None
        places[game] = letter_box["y"] < cell_box["y"]
    assert places == {"othello": True, "gomoku": False}
