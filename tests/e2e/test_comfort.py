"""Phone, zoom and finish: the sheet, the whole board at 200%, magnifying, requests, hints, dropped files."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.test_friends import pair
from tests.e2e.visitor import Visitor
from tests.server.client import computer

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


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(640, 400), (683, 384)])
def test_nothing_is_cut_at_twice_the_size(visit: Visit, size: tuple[int, int], language: str) -> None:
    visitor = visit(None, language=language)
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    made = visitor.server.new("gomoku", [computer(), computer()], pace=10)
    for path in ("play", "review"):
        visitor.go(f"/{path}/{made['id']}#{made['tokens']['owner']}")
        page.get_by_role("toolbar").first.wait_for()
        beyond = """[...document.querySelectorAll(".layout > :not(.stage) :is(button, select, .text)")]
            .filter((part) => part.getBoundingClientRect().right > innerWidth).length"""
        assert page.evaluate(beyond) == 0
        names = page.locator(".card .text")
        for place in range(2):
            box = names.nth(place).bounding_box()
            assert box
            assert box["width"] >= 40


def heights(parts: Locator) -> set[int]:
    """How tall these elements are, in whole pixels."""
    return {
        round(part.evaluate("(element) => element.getBoundingClientRect().height")) for part in parts.all()
    }


def test_cards_on_a_tablet_are_equally_tall(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.set_viewport_size({"width": 820, "height": 1180})
    visitor.go("/")
    cards = visitor.page.get_by_role("article")
    expect(cards).to_have_count(4)
    assert len(heights(cards)) == 1
    enter(visitor, "gomoku")
    players = visitor.page.locator(".layout .card")
    expect(players).to_have_count(2)
    assert len(heights(players)) == 1


def test_black_stays_black_in_the_dark(visit: Visit) -> None:
    visitor = visit(None, theme="dark")
    enter(visitor, "gomoku")
    brightness = """(element, name) => {
        const [red, green, blue] = getComputedStyle(element)[name].match(/[\\d.]+/g).map(Number);
        return 0.3 * red + 0.6 * green + 0.1 * blue; }"""
    black, white = visitor.page.locator(".card .stone.black"), visitor.page.locator(".card .stone.white")
    dark = black.evaluate(f"(stone) => ({brightness})(stone, 'backgroundColor')")
    light = white.evaluate(f"(stone) => ({brightness})(stone, 'backgroundColor')")
    edge = black.evaluate(f"(stone) => ({brightness})(stone, 'borderTopColor')")
    assert dark < 60 < 180 < light
    assert edge - dark > 90  # it stands out from the dark card


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
