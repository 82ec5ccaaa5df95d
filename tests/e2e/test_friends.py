"""Two browsers playing each other by link, and a third that watches."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def invite(visitor: Visitor, game: str = "gomoku") -> str:
    """Make a room by the form; the link to pass on."""
    visitor.go(f"/new?game={game}&opponent=friend")
    visitor.press("Make the link")
    link = visitor.page.get_by_label("Link for your friend")
    expect(link).to_have_value(re.compile(r"/play/.+#.+"))
    expect(visitor.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return link.input_value()


def pair(visit: Visit, game: str = "gomoku") -> tuple[Visitor, Visitor]:
    """Anna (black) has let Boris (white) in."""
    anna, boris = visit(None, name="Anna"), visit(None, name="Boris")
    boris.go(invite(anna, game))
    anna.sees("Boris wants to join.")
    anna.press("Accept")
    assert anna.my_turn()
    assert "#" not in boris.page.url
    return anna, boris


def seated(visit: Visit, **more: object) -> tuple[Visitor, Visitor, str]:
    """Two visitors already in a room that was made by the API (for clocks no form offers)."""
    anna, boris, game_id = accepted(visit, **more)
    assert anna.my_turn()
    return anna, boris, game_id


def accepted(visit: Visit, **more: object) -> tuple[Visitor, Visitor, str]:
    """The same, at once when Anna has let Boris in."""
    anna, boris = visit(None, name="Anna"), visit(None, name="Boris")
    made = anna.server.new("gomoku", [{"kind": "human"}, {"kind": "friend"}], **more)
    anna.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    boris.go(f"/play/{made['id']}#{made['tokens']['seats'][1]}")
    anna.press("Accept")
    return anna, boris, made["id"]


def answer(visitor: Visitor, asks: str, reply: str) -> None:
    visitor.sees(asks)
    visitor.press(reply)


def test_two_play_by_link_with_requests_chat_and_a_spectator(visit: Visit) -> None:
    anna, boris = pair(visit)
    carla = visit(f"/play/{anna.id}", name="Carla")
    carla.sees("You are watching.")
    anna.place(112)
    assert boris.my_turn()
    boris.place(113)
    assert anna.my_turn()
    carla.wait_moves(2)
    assert anna.moves() == boris.moves() == carla.moves()
    # A spectator's click says why nothing happens, and places nothing.
    carla.click(0)
    carla.sees("You are watching this game.")

    # Taking back is asked for: refused, then granted.
    boris.press("Take back")
    answer(anna, "Boris asks to take back.", "Refuse")
    boris.sees("Refused.")
    assert boris.move_count() == 2
    boris.press("Take back")
    answer(anna, "Boris asks to take back.", "Accept")
    expect(carla.page.locator(".moves [data-node]")).to_have_count(1)
    assert boris.my_turn()
    boris.place(98)

    # Chat reaches everyone, and stays text.
    for visitor in (anna, boris, carla):
        visitor.tab("Chat")
    anna.page.get_by_label("Write a message").fill("hello <b>all</b>")
    anna.page.keyboard.press("Enter")
    for visitor in (anna, boris, carla):
        expect(visitor.page.get_by_role("tabpanel")).to_contain_text("hello <b>all</b>")
        expect(visitor.page.get_by_role("tabpanel")).to_contain_text("Anna")
    anna.page.get_by_role("switch", name="Spectators may write").check()
    carla.page.get_by_label("Write a message").fill("nice move")
    carla.press("Send")
    expect(boris.page.get_by_role("tabpanel")).to_contain_text("nice move")

    # A draw is offered and refused; then Boris resigns.
    anna.press("Offer a draw")
    answer(boris, "Anna offers a draw.", "Refuse")
    anna.sees("Refused.")
    boris.press("Resign")
    boris.dialog().get_by_role("button", name="Resign").click()
    expect(anna.dialog().get_by_role("heading", name="You won")).to_be_visible()
    expect(boris.dialog().get_by_role("heading", name="You lost")).to_be_visible()
    expect(carla.dialog().get_by_role("heading", name="Game over")).to_be_visible()

    # A rematch is asked for and granted: both go there, colours changed.
    before = anna.page.url
    anna.dialog().get_by_role("button", name="Rematch").click()
    boris.page.keyboard.press("Escape")
    answer(boris, "Anna offers a rematch.", "Accept")
    for visitor in (anna, boris):
        visitor.page.wait_for_url(lambda url: url != before and "/play/" in url)
    assert anna.id == boris.id
    assert boris.my_turn()
    assert anna.playable() == []


def test_a_friend_can_be_refused(visit: Visit) -> None:
    anna, boris = visit(None, name="Anna"), visit(None, name="Boris")
    boris.go(invite(anna, "nogo"))
    anna.sees("Boris wants to join.")
    anna.press("Refuse")
    expect(boris.page.get_by_text("Waiting to be let in")).to_have_count(0)
    assert boris.playable() == []
    assert anna.playable() == []


def test_an_agreed_draw(visit: Visit) -> None:
    anna, boris, _ = seated(visit)
    anna.place(112)
    assert boris.my_turn()
    boris.press("Offer a draw")
    answer(anna, "Boris offers a draw.", "Accept")
    for visitor in (anna, boris):
        expect(visitor.dialog().get_by_role("heading", name="Draw")).to_be_visible()


def test_a_lost_connection_shows_and_heals(visit: Visit) -> None:
    anna, boris, _ = seated(visit, clock="300+5")
    boris.expected = ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    anna.place(112)
    assert boris.my_turn()
    # The network goes away under Boris; Anna is told, and he is told.
    boris.context.set_offline(True)
    boris.page.evaluate("window.dispatchEvent(new Event('offline'))")
    boris.drop()
    boris.sees("Connection lost. Trying again")
    anna.sees("away")
    boris.context.set_offline(False)
    expect(boris.page.get_by_text("Connection lost. Trying again")).to_have_count(0)
    expect(anna.page.get_by_text("away")).to_have_count(0)
    assert boris.my_turn()
    boris.place(113)
    assert anna.my_turn()
    assert anna.moves() == boris.moves()
    # A reload comes back to the same seat.
    boris.page.reload()
    anna.place(97)
    assert boris.my_turn()
    assert boris.move_count() == 3


def test_time_runs_out(visit: Visit) -> None:
    # White is to move, so that only Boris's clock runs, however long the pages need.
    anna, boris, _ = accepted(visit, clock="4", start={"moves": "h8"})
    timer = boris.page.get_by_role("group", name="White").get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"^[0-3]\.\d"))
    expect(anna.dialog().get_by_role("heading", name="You won")).to_be_visible()
    expect(boris.dialog().locator("p.words")).to_have_text("Black wins: White ran out of time.")


def test_a_friend_who_is_refused_is_told_and_may_ask_again(visit: Visit) -> None:
    anna, boris = visit(None, name="Anna"), visit(None)
    link = invite(anna)
    boris.go(link)
    boris.sees("Waiting to be let in …")
    anna.sees("Guest wants to join.")
    # Someone who only watches is let in at once.
    carla = visit(f"/play/{anna.id}", name="Carla")
    expect(carla.page.get_by_text("Waiting to be let in …")).to_have_count(0)
    anna.press("Refuse")
    boris.sees("You were not let in.")
    boris.press("Ask again")
    anna.press("Accept")
    assert anna.my_turn()
    # Between two people there is no computer to play for one of them.
    expect(anna.page.get_by_role("switch", name="Auto")).to_have_count(0)


def test_each_guest_hears_the_answer_to_his_own_knock(visit: Visit) -> None:
    anna, boris, carla = visit(None, name="Anna"), visit(None, name="Boris"), visit(None, name="Carla")
    link = invite(anna)
    boris.go(link)
    anna.sees("Boris wants to join.")
    carla.go(link)
    carla.sees("Waiting to be let in")
    answer(anna, "Boris wants to join.", "Refuse")
    boris.sees("You were not let in.")
    answer(anna, "Carla wants to join.", "Accept")
    assert anna.my_turn()
    expect(carla.page.get_by_text("You were not let in.")).to_have_count(0)
    boris.sees("You were not let in.")


def test_long_names_leave_room_for_the_clock(visit: Visit) -> None:
    names = ["Wolfgang Amadeus Theophilus Chrysostomus", "<b>Maria</b> Anna Walburga Ignatia Mo."]
    anna, boris = visit(None, name=names[0]), visit(None, name=names[1])
    made = anna.server.new("gomoku", [{"kind": "human"}, {"kind": "friend"}], clock="300")
    anna.go(f"/play/{made['id']}#{made['tokens']['owner']}")
    boris.go(f"/play/{made['id']}#{made['tokens']['seats'][1]}")
    anna.press("Accept")
    assert anna.my_turn()
    for colour, name in zip(("Black", "White"), names, strict=True):
        card = anna.page.get_by_role("group", name=colour)
        text = card.get_by_text(name)
        expect(text).to_have_attribute("title", name)
        box = text.bounding_box()
        assert box
        for beside in [card.get_by_role("timer"), *card.get_by_role("switch").all()]:
            other = beside.bounding_box()
            assert other
            assert box["x"] + box["width"] <= other["x"]
    # Every word of the actions can be read.
    assert anna.page.evaluate(
        "[...document.querySelectorAll('.actions .words')]"
        ".every((words) => words.scrollWidth <= words.clientWidth)"
    )


def test_toasts_lie_above_dialogs_and_stay_with_their_screen(visit: Visit) -> None:
    anna, boris, _ = seated(visit)
    anna.press("Resign")
    anna.dialog().get_by_role("button", name="Resign").click()
    boris.dialog().get_by_role("button", name="Rematch").click()
    anna.dialog().get_by_role("button", name="Refuse").click()
    toast = boris.page.locator(".toasts").get_by_text("Refused.")
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert box
    with Image.open(io.BytesIO(boris.page.screenshot())) as picture:
        ground = picture.convert("RGB").getpixel((int(box["x"] + box["width"] - 8), int(box["y"] + 8)))
    assert ground == (255, 255, 255)  # not behind the dialog's shade
    boris.dialog().get_by_role("link", name="New game").click()
    expect(boris.page.get_by_role("article")).to_have_count(4)
    assert toast.count() == 0
