"""The page offers what the server allows each person, and follows when that changes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.test_friends import accepted
from tests.e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def offered(visitor: Visitor, name: str) -> Locator:
    """A button of the row of actions."""
    return visitor.page.get_by_role("toolbar").get_by_role("button", name=name)


def test_between_two_people_and_a_spectator(visit: Visit) -> None:
    anna, boris, game = accepted(visit, take_back="ask")
    carla = visit(f"/play/{game}", name="Carla")
    assert anna.my_turn()
    for player in (anna, boris):
        expect(offered(player, "Take back")).to_be_disabled()
        expect(offered(player, "Hint")).to_be_disabled()  # nobody helps against a person
        expect(offered(player, "Draw")).to_be_visible()
        expect(offered(player, "Resign")).to_be_visible()
        expect(player.page.get_by_role("switch", name="Auto")).to_have_count(0)
    for name in ("Take back", "Hint", "Draw", "Resign"):
        expect(offered(carla, name)).to_have_count(0)
    anna.place(112)
    expect(offered(anna, "Take back")).to_be_enabled()
    expect(offered(boris, "Take back")).to_be_disabled()  # the move is Anna's
    assert boris.my_turn()
    boris.place(113)
    expect(offered(boris, "Take back")).to_be_enabled()
    # Only the one who is asked has an answer.
    offered(boris, "Draw").click()
    anna.sees("Boris offers a draw.")
    expect(anna.button("Accept")).to_be_visible()
    for other in (boris, carla):
        expect(other.button("Accept")).to_have_count(0)
    anna.press("Accept")
    for player in (anna, boris):
        expect(player.dialog().get_by_role("button", name="Rematch")).to_be_visible()
        expect(offered(player, "Take back")).to_have_count(0)
    expect(carla.page.get_by_role("button", name="Rematch")).to_have_count(0)
    # The owner opens the chat, and the spectator's page follows.
    carla.page.keyboard.press("Escape")
    carla.tab("Chat")
    expect(carla.page.get_by_label("Write a message")).to_have_count(0)
    anna.page.keyboard.press("Escape")
    anna.tab("Chat")
    anna.page.get_by_role("switch", name="Spectators").click()
    expect(carla.page.get_by_label("Write a message")).to_be_visible()


def lock(visitor: Visitor, button: str) -> None:
    """Set the teacher's lock or lift it, with the code."""
    visitor.page.get_by_role("tabpanel").get_by_role("button", name=button, exact=True).click()
    visitor.dialog().get_by_label("Teacher's code").fill("chalk")
    visitor.dialog().get_by_role("button", name=button, exact=True).click()


def test_against_the_computer_until_it_is_locked(visit: Visit) -> None:
    anna = visit(None, name="Anna")
    made = anna.server.new("gomoku", [{"kind": "human"}, {"kind": "computer", "spec": "level:1"}])
    anna.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    assert anna.my_turn()
    expect(offered(anna, "Hint")).to_be_enabled()
    expect(offered(anna, "Draw")).to_have_count(0)
    expect(offered(anna, "Take back")).to_be_disabled()
    anna.place(112)
    expect(offered(anna, "Take back")).to_be_enabled()
    assert anna.my_turn()
    anna.tab("Analysis")
    lock(anna, "Lock")
    expect(offered(anna, "Hint")).to_be_disabled()
    anna.page.keyboard.press("h")  # the key does what the button does: nothing
    expect(anna.page.get_by_role("switch", name="Auto")).to_have_count(0)
    anna.page.keyboard.press("a")  # nor is it on by its key
    lock(anna, "Lift the lock")
    expect(offered(anna, "Hint")).to_be_enabled()
    offered(anna, "Resign").click()
    anna.dialog().get_by_role("button", name="Resign").click()
    expect(anna.dialog().get_by_role("button", name="Rematch")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(offered(anna, "Take back")).to_be_visible()
    anna.page.keyboard.press("u")  # the end is taken back, the game goes on
    expect(offered(anna, "Resign")).to_be_visible()
    assert anna.my_turn()
