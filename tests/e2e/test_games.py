"""A whole game of each of the four against the computer, by real clicks on the marks that the page shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor, nearest

Visit = Callable[..., Visitor]
PASSING = "xxxxxxxx/xxxxxxxo/xxxooxoo/xxxoxo1o/xooxoooo/xooooxo1/x1ooooxx/4oxxx o"


def begin(visitor: Visitor, game: str, size: int = 0) -> None:
    """Set a game up on the form, as someone would who wants a weak opponent, perhaps on another board."""
    visitor.go(f"/new?game={game}")
    if size:
        visitor.page.get_by_role("combobox", name="Size").select_option(str(size))
    visitor.page.get_by_role("slider", name="Level").fill("1")
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")


def play_out(visitor: Visitor, size: int, most: int = 400) -> int:
    """Play to the end, near the middle first; the number of my moves."""
    mine = 0
    while visitor.my_turn():
        assert mine < most, "the game does not end"
        visitor.place(nearest(visitor.playable(), size)[0])
        mine += 1
    return mine


def rematch(visitor: Visitor) -> None:
    """The dialog names the result; a rematch is another game with the colours changed."""
    dialog = visitor.dialog()
    expect(dialog.get_by_role("heading", name=re.compile("You won|You lost|Draw"))).to_be_visible()
    expect(dialog.locator("p.words")).to_have_text(re.compile(r"wins|draw", re.IGNORECASE))
    before = visitor.page.url
    dialog.get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_url(lambda url: url != before and "/play/" in url)
    expect(visitor.dialog()).to_have_count(0)
    below = visitor.page.get_by_role("group", name="White")
    expect(below).to_contain_text("You")


@pytest.mark.parametrize(("game", "size"), [("gomoku", 15), ("othello", 6), ("nogo", 5)])
def test_a_whole_game_by_clicks(visit: Visit, game: str, size: int) -> None:
    visitor = visit(None)
    begin(visitor, game, size if size < 8 else 0)  # a game on a smaller board is as whole, and shorter
    mine = play_out(visitor, size)
    assert mine >= 3
    assert visitor.move_count() >= 2 * mine - 1
    rematch(visitor)


def loa_choice(visitor: Visitor, origin: int) -> list[int]:
    """Where the selected piece may go, by the marks of the page, towards the middle first."""
    visitor.click(origin)
    expect(visitor.cell(origin)).to_have_attribute("aria-selected", "true")
    return nearest(visitor.playable(), 8)


def test_lines_of_action_by_drag_and_by_clicks(visit: Visit) -> None:
    visitor = visit(None)
    begin(visitor, "loa")
    assert visitor.my_turn()
    # The first move by drag: from the top edge down a column.
    origin = visitor.playable()[0]
    target = loa_choice(visitor, origin)[0]
    visitor.click(origin)
    visitor.cell(origin).drag_to(visitor.cell(target))
    visitor.wait_moves(1)
    mine = 1
    while visitor.my_turn():
        assert mine < 150, "the game does not end"
        # The piece farthest from the middle goes as near to it as it can: this brings them together.
        origin = nearest(visitor.playable(), 8)[-1 - mine % 3]
        before = visitor.move_count()
        visitor.click(loa_choice(visitor, origin)[0])
        visitor.wait_moves(before + 1)
        mine += 1
    rematch(visitor)


def test_a_move_without_connection_waits_and_is_told_so(visit: Visit) -> None:
    visitor = visit(None)
    begin(visitor, "loa")
    assert visitor.my_turn()
    visitor.expected = ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    visitor.context.set_offline(True)
    visitor.drop()
    visitor.sees("Connection lost. Trying again")
    origin = visitor.playable()[0]
    visitor.click(loa_choice(visitor, origin)[0])
    visitor.sees("Your move is sent when it is back.")
    expect(visitor.page.locator(".board .selected, .board .reach")).to_have_count(0)
    visitor.click(origin)
    visitor.sees("Your move still waits for the connection.")
    visitor.context.set_offline(False)
    visitor.wait_moves(2)


def test_a_forced_pass_in_othello_is_made_and_listed(visit: Visit) -> None:
    visitor = visit(None)
    # White has no move here, Black has.
    made = visitor.server.new("othello", [{"kind": "human"}, {"kind": "human"}], start={"position": PASSING})
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    visitor.wait_moves(1)
    assert re.match("pass", visitor.moves()[0], re.IGNORECASE)
    assert visitor.my_turn()
    expect(visitor.page.get_by_role("group", name="Black")).to_contain_text("To move")
    visitor.place(visitor.playable()[0])


def test_a_newcomer_plays_within_three_clicks(visit: Visit) -> None:
    visitor = visit("/")
    clicks = 0
    visitor.play_now("Gomoku")
    clicks += 1
    assert visitor.my_turn()
    visitor.place(112)
    clicks += 1
    assert clicks <= 3
    assert visitor.my_turn()
    assert visitor.stones() == 2


def test_illegal_moves_and_early_clicks_are_explained(visit: Visit) -> None:
    visitor = visit(None)
    begin(visitor, "othello")
    assert visitor.my_turn()
    visitor.click(0)
    visitor.sees(re.compile("turn|flip|enclose", re.IGNORECASE))
    assert visitor.move_count() == 0
    visitor.tab("Log")
    expect(visitor.page.get_by_role("tabpanel")).to_contain_text(
        re.compile("flip|turn|enclose", re.IGNORECASE)
    )


def test_taking_back_needs_a_move_of_mine(visit: Visit) -> None:
    visitor = visit(None)
    made = visitor.server.new("gomoku", [{"kind": "computer", "spec": "level:1"}, {"kind": "human"}])
    visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    assert visitor.my_turn()
    assert visitor.move_count() == 1
    expect(visitor.button("Take back")).to_be_disabled()
    visitor.place(visitor.playable()[0])
    expect(visitor.button("Take back")).to_be_enabled()
    # Two people at one device take one move back, whoever made it.
    visitor.go("/new?game=gomoku&opponent=person")
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    visitor.place(112)
    visitor.press("Take back")
    expect(visitor.page.locator(".moves [data-node]")).to_have_count(0)


def test_undo_hint_auto_and_restart_against_the_computer(visit: Visit) -> None:
    visitor = visit(None)
    begin(visitor, "othello")  # a long game: it is not over before Auto is switched off
    assert visitor.my_turn()
    visitor.place(19)
    assert visitor.my_turn()
    assert visitor.move_count() == 2
    visitor.page.keyboard.press("u")
    expect(visitor.page.locator(".moves [data-node]")).to_have_count(0)
    visitor.press("Hint")
    expect(visitor.page.locator(".board .mark.better")).to_have_count(1)
    # Auto: the computer takes my side over until I take it back.
    own = visitor.page.get_by_role("group", name="Black")
    own.get_by_role("switch", name="Auto").click()
    visitor.wait_moves(4)
    own.get_by_role("switch", name="Auto").click()
    assert visitor.my_turn()
    first = visitor.page.url
    visitor.press("Restart")
    visitor.dialog().get_by_role("button", name="Restart").click()
    visitor.page.wait_for_url(lambda url: url != first)
    expect(visitor.page.locator(".moves [data-node]")).to_have_count(0)
