"""The form of a new game: swap2, a position of one's own, two programs, the teacher's lock, going on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def test_swap2_against_the_computer(visit: Visit) -> None:
    visitor = visit("/new?game=gomoku")
    page = visitor.page
    page.get_by_role("slider", name="Level").fill("1")
    page.get_by_role("combobox", name="Opening").select_option("swap2")
    visitor.press("Start the game")
    page.wait_for_url("**/play/*")
    visitor.sees("Put the opening stones")
    for number, cell in enumerate((112, 113, 97), 1):
        assert visitor.my_turn()
        visitor.click(cell)
        visitor.wait_moves(number)
    # The computer takes a side or puts two more; then there is a game or a choice of mine.
    choice = page.get_by_role("button", name="Take black").or_(page.get_by_role("button", name="Take white"))
    expect(choice.or_(page.get_by_text("To move", exact=True)).first).to_be_visible()
    if choice.count():
        choice.first.click()
    assert visitor.my_turn()
    before = visitor.move_count()
    visitor.place(visitor.playable()[0])
    visitor.wait_moves(before + 2)


def test_a_position_set_up_by_hand(visit: Visit) -> None:
    visitor = visit("/new?game=gomoku&opponent=person")
    visitor.press("Start from a position …")
    dialog = visitor.dialog()
    for cell in (112, 113, 114, 115):
        dialog.locator(f"[data-cell='{cell}']").click()
    dialog.get_by_role("radio", name="White").first.check()
    for cell in (97, 98, 99, 100):
        dialog.locator(f"[data-cell='{cell}']").click()
    # The text follows the stones: reading it brings no older position back.
    dialog.get_by_role("button", name="Read the text").click()
    expect(dialog.get_by_label("Position or list of moves")).to_have_value(re.compile("/7oooo4/7xxxx4/"))
    expect(dialog.locator("[aria-label*='stone']")).to_have_count(8)
    dialog.get_by_role("button", name="Use this position").click()
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    assert visitor.stones() == 8
    visitor.click(116)
    expect(visitor.dialog().locator("p.words")).to_have_text("Black wins: five in a row.")
    expect(visitor.page.locator(".board .win")).to_have_count(1)


def test_a_pasted_list_of_moves_is_where_it_starts(visit: Visit) -> None:
    visitor = visit("/new?game=othello&opponent=person")
    visitor.press("Start from a position …")
    dialog = visitor.dialog()
    dialog.get_by_label("Position or list of moves").fill("f5 d6 c3")
    dialog.get_by_role("button", name="Read the text").click()
    expect(dialog.locator("[aria-label*='stone']")).to_have_count(7)
    visitor.expected = ["400 .*api/look"]  # the browser notes every refusal of the server
    dialog.get_by_label("Position or list of moves").fill("a1 a1")
    dialog.get_by_role("button", name="Read the text").click()
    expect(dialog.get_by_role("alert")).to_be_visible()


def test_a_position_is_used_once_its_text_is_read(visit: Visit) -> None:
    visitor = visit("/new?game=othello&opponent=person")
    held: list[Any] = []

    def hold(route: Any) -> None:
        if "f5 d6 c3" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    visitor.page.route("**/api/look", hold)
    visitor.press("Start from a position …")
    dialog = visitor.dialog()
    expect(dialog.locator("[aria-label*='stone']")).to_have_count(4)
    dialog.get_by_label("Position or list of moves").fill("f5 d6 c3")
    dialog.get_by_role("button", name="Read the text").click()
    dialog.get_by_role("button", name="Use this position").click()
    while not held:
        visitor.page.wait_for_timeout(20)
    held[0].continue_()
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    assert visitor.stones() == 7


def test_two_programs_play_while_one_watches(visit: Visit) -> None:
    visitor = visit("/new?game=othello&opponent=watch")
    visitor.page.get_by_role("combobox", name="Size").select_option("6")
    for colour in ("Black", "White"):
        visitor.page.get_by_role("combobox", name=colour).select_option("level:1")
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    visitor.wait_moves(6)
    assert len(visitor.labels()) == 36  # who plays does not change the board that was chosen
    assert visitor.playable() == []
    visitor.click(0)
    visitor.sees("You are watching this game.")


def test_the_teachers_lock(visit: Visit) -> None:
    visitor = visit("/new?game=gomoku")
    visitor.page.get_by_role("slider", name="Level").fill("1")
    visitor.page.get_by_role("switch", name="Teacher's lock").click()
    visitor.page.get_by_label("Teacher's code").fill("mouse-7")
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    expect(visitor.page.get_by_role("button", name="Hint")).to_be_disabled()
    visitor.tab("Analysis")
    visitor.sees("The teacher has locked hints and candidates for this game.")


def test_unfinished_games_go_on(visit: Visit) -> None:
    visitor = visit("/")
    visitor.play_now("NoGo")
    assert visitor.my_turn()
    visitor.place(40)
    assert visitor.my_turn()
    known, key = visitor.moves(), visitor.id
    visitor.go("/")
    entry = visitor.page.locator(f"a[href='/play/{key}']")
    expect(entry).to_contain_text(re.compile("NoGo.*2 moves", re.DOTALL))
    entry.click()
    assert visitor.my_turn()
    assert visitor.moves() == known
    visitor.place(visitor.playable()[0])
