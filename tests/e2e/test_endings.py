"""The end of a game: the last position stays in sight, the result stays to be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.test_study import opened
from tests.e2e.visitor import Visitor
from tests.server.client import HUMAN

Visit = Callable[..., Visitor]
SCREENS = [
    {},
    {"phone": True},
    {"language": "zh", "theme": "dark"},
    {"phone": True, "language": "zh"},
]
ALMOST = {"moves": "h8 i9 h9 i10 h10 i11 h11 a1"}
FIFTH = (15 - 12) * 15 + 7


def won(visitor: Visitor, size: tuple[int, int] | None = None) -> None:
    """Play the fifth stone."""
    if size:
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    made = visitor.server.new("gomoku", [HUMAN, HUMAN], start=ALMOST)
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    assert visitor.my_turn()
    visitor.click(FIFTH)
    if visitor.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        visitor.click(FIFTH)  # the first tap only aims


def overlap(one: Any, other: Any) -> bool:
    return bool(
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


@pytest.mark.parametrize("kind", SCREENS)
def test_the_result_never_covers_the_board(visit: Visit, kind: dict[str, Any]) -> None:
    visitor = visit(None, **kind)
    won(visitor)
    dialog = visitor.dialog()
    expect(dialog.locator(".result")).to_be_visible()
    assert not overlap(dialog.bounding_box(), visitor.page.locator(".board").bounding_box())
    expect(dialog.locator("footer")).to_be_in_viewport()
    assert not visitor.violations()
    # The game can be looked through meanwhile.
    visitor.page.keyboard.press("ArrowLeft")
    visitor.wait_for(
        "[...document.querySelectorAll('[role=gridcell]')].filter("
        "(cell) => /stone|子/.test(cell.ariaLabel)).length === 8"
    )
    visitor.page.keyboard.press("End")
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    line = visitor.page.locator(".outcome")
    expect(line).to_have_text(re.compile("Black wins: five in a row|黑方胜：.*五"))


@pytest.mark.parametrize("size", [(844, 390), (360, 640), (768, 1024), (640, 400)])
def test_no_screen_is_too_small_for_the_last_position(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(None)
    won(visitor, size)
    expect(visitor.page.locator(".outcome")).to_have_count(1)
    dialog = visitor.dialog()
    if dialog.count():
        assert not overlap(dialog.bounding_box(), visitor.page.locator(".board").bounding_box())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Black wins. The game file does not say how."), ("zh", "黑方胜。棋谱未注明原因。")],
)
def test_a_recorded_result_is_said_plainly(visit: Visit, language: str, sentence: str) -> None:
    visitor = visit(None, language=language)
    opened(visitor, "(;GM[4]FF[4]SZ[15]PB[Ada]PW[Bob]RE[B+];B[hh];W[hi];B[ih])")
    expect(visitor.page.locator(".outcome")).to_have_text(sentence)
