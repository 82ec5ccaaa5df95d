"""Games that were saved: library, replay, try, variations, comments, files out and in."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, expect

from boyi import formats
from tests.e2e.visitor import Visitor
from tests.server.client import FRIEND, HUMAN

Visit = Callable[..., Visitor]
SGF = "(;GM[4]FF[4]SZ[15]PB[Ada]PW[Bob]RE[B+];B[hh];W[hi];B[ih];W[ii];B[gh];W[gi];B[jh];W[ji];B[kh])"
OPEN = "(;GM[4]FF[4]SZ[15]PB[Ada]PW[Bob];B[hh];W[hi];B[ih];W[ii];B[gh])"
"""A game that nobody has won yet."""


def paste(visitor: Visitor, text: str) -> None:
    visitor.go("/review")
    visitor.page.get_by_label("Pasted text").fill(text)
    visitor.press("Open")
    visitor.page.wait_for_url("**/review/*")
    expect(visitor.page.get_by_role("toolbar", name="Replay")).to_be_visible()


def ply(visitor: Visitor, number: int) -> None:
    """The move that is looked at, by the slider and by the stones on the board."""
    expect(visitor.page.get_by_role("slider", name="Jump to a move")).to_have_value(str(number))
    visitor.wait_for(
        "[...document.querySelectorAll('[role=gridcell]')].filter((cell) => /stone/.test(cell.ariaLabel))"
        f".length === {number}"
    )


def test_a_game_is_listed_opened_and_replayed_by_keys(visit: Visit) -> None:
    visitor = visit("/")
    visitor.play_now()
    for _ in range(2):
        assert visitor.my_turn()
        visitor.place(visitor.playable()[0])
    assert visitor.my_turn()
    visitor.press("Resign")
    visitor.dialog().get_by_role("button", name="Resign").click()
    expect(visitor.dialog().get_by_role("heading", name="You lost")).to_be_visible()
    key = visitor.id
    visitor.go("/library")
    entry = visitor.page.locator(f"a[href*='{key}']")
    expect(entry).to_contain_text("Gomoku")
    expect(entry).to_contain_text("resigned")
    entry.click()
    visitor.page.wait_for_url(f"**/review/{key}*")
    ply(visitor, 0)
    keys = visitor.page.keyboard
    keys.press("End")
    ply(visitor, 4)
    assert "move=4" in visitor.page.url
    keys.press("ArrowLeft")
    ply(visitor, 3)
    keys.press("Home")
    ply(visitor, 0)
    keys.press("ArrowRight")
    ply(visitor, 1)
    # Space plays on to the end by itself.
    visitor.page.get_by_label("Speed").select_option("0.25 s")
    visitor.page.locator("body").click(position={"x": 5, "y": 790})
    keys.press("Space")
    ply(visitor, 4)
    # A jump by number, and a link that names the move.
    visitor.page.get_by_role("slider", name="Jump to a move").fill("2")
    ply(visitor, 2)
    visitor.page.reload()
    ply(visitor, 2)
    # A number that is too large is the last move, and the field says so.
    field = visitor.page.get_by_role("spinbutton", name="Jump to a move")
    for _ in range(2):
        field.fill("999")
        field.press("Enter")
        ply(visitor, 4)
        expect(field).to_have_value("4")


def test_the_list_of_moves_begins_where_the_game_does(visit: Visit) -> None:
    visitor = visit(None)
    # Long enough to be scrolled; the colours take turns so that nobody wins.
    cells = [f"{column}{row}" for row in "acegikmo" for column in "abcdefghijklmno"]
    moves = "".join(f";{'BW'[number % 2]}[{cell}]" for number, cell in enumerate(cells))
    paste(visitor, f"(;GM[4]FF[4]SZ[15]{moves})")
    ply(visitor, 0)
    top = "document.querySelector('.grow').scrollTop"
    assert visitor.page.evaluate(top) == 0
    visitor.page.keyboard.press("End")
    ply(visitor, len(cells))
    visitor.wait_for(f"{top} > 100")
    visitor.page.keyboard.press("Home")
    ply(visitor, 0)
    visitor.wait_for(f"{top} === 0")


def test_try_and_quit_try(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    key = visitor.id
    visitor.page.keyboard.press("End")
    visitor.page.keyboard.press("ArrowLeft")
    ply(visitor, 4)
    visitor.press("Try from here")
    visitor.dialog().get_by_role("slider", name="Level").fill("1")
    visitor.dialog().get_by_role("button", name="Try", exact=True).click()
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    visitor.sees("You are trying a variation. Quit try returns to move 4.")
    expect(visitor.button("Take back")).to_be_disabled()  # there is nothing of the try to take back yet
    visitor.click(0)
    visitor.wait_for("document.querySelector('[data-cell=\"0\"]').ariaLabel.includes('black')")
    assert visitor.my_turn()
    visitor.press("Take back")
    visitor.wait_for("document.querySelector('[data-cell=\"0\"]').ariaLabel.includes('empty')")
    visitor.press("Hint")
    expect(visitor.page.locator(".board .mark.better")).to_have_count(1)
    visitor.press("Quit try")
    visitor.page.wait_for_url(f"**/review/{key}*")
    ply(visitor, 4)
    assert visitor.move_count() == 5  # the record stays as it was
    # Trying against a person plays both sides.
    visitor.press("Try from here")
    visitor.dialog().get_by_role("radio", name="Person here").check()
    visitor.dialog().get_by_role("button", name="Try", exact=True).click()
    visitor.page.wait_for_url("**/play/*")
    for cell in (1, 2):
        assert visitor.my_turn()
        visitor.place(cell)
    visitor.go("/library")
    expect(visitor.page.locator(f"a[href*='{key}']")).to_have_count(1)
    expect(visitor.page.get_by_text("7 moves")).to_have_count(0)  # try-outs are not listed


def test_variations_and_comments(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    visitor.page.keyboard.press("Home")
    ply(visitor, 0)
    visitor.click(7)
    ply(visitor, 1)
    visitor.click(8)
    ply(visitor, 2)
    expect(visitor.page.locator(".moves .branch [data-node]")).to_have_count(2)
    visitor.page.get_by_label("Comment on this move").fill("<img src=x onerror=alert(1)> my own idea")
    visitor.page.get_by_label("Comment on this move").blur()
    expect(visitor.page.locator(".moves")).to_contain_text("<img src=x onerror=alert(1)> my own idea")
    visitor.page.get_by_role("button", name="Make this the main line").click()
    expect(visitor.page.locator(".moves .row [data-node]")).to_have_count(2)
    visitor.page.reload()
    expect(visitor.page.locator(".moves")).to_contain_text("my own idea")
    # The other branch by its key, and away with it.
    visitor.page.keyboard.press("Home")
    visitor.page.keyboard.press("ArrowRight")
    ply(visitor, 1)
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.get_by_role("button", name="Remove this variation").click()
    visitor.dialog().get_by_role("button", name="Delete").click()
    expect(visitor.page.locator(".moves [data-node]")).to_have_count(2)


def test_a_comment_waits_for_the_connection(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    visitor.expected = ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    visitor.page.keyboard.press("End")
    ply(visitor, 5)
    comment = visitor.page.get_by_label("Comment on this move")
    visitor.context.set_offline(True)
    visitor.drop()
    visitor.sees("Connection lost. Trying again")
    comment.fill("written without a network")
    comment.blur()
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_text("Connection lost. Trying again")).to_have_count(0)
    visitor.page.reload()
    expect(comment).to_have_value("written without a network")


def test_writing_a_comment_pauses_the_replay(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, SGF)
    visitor.page.get_by_label("Speed").select_option("1 s")
    play = visitor.page.get_by_role("toolbar", name="Replay").get_by_role("button", name="Play")
    play.click()
    visitor.page.get_by_label("Comment on this move").click()
    expect(play).to_be_visible()
    at = visitor.page.get_by_role("slider", name="Jump to a move").input_value()
    visitor.page.keyboard.type("The best move here", delay=80)
    expect(visitor.page.get_by_label("Comment on this move")).to_have_value("The best move here")
    ply(visitor, int(at))


def test_the_librarys_address_names_what_it_shows(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    visitor.go("/library")
    page = visitor.page
    page.get_by_role("combobox", name="Game").select_option("gomoku")
    page.get_by_label("Search", exact=False).last.fill("Ada")
    page.wait_for_url(lambda url: url.endswith("/library?game=gomoku&text=Ada"))
    page.get_by_role("link").filter(has_text="Ada").first.click()
    page.wait_for_url("**/review/*")
    page.go_back()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("gomoku")
    expect(page.get_by_label("Search", exact=False).last).to_have_value("Ada")
    page.get_by_role("link", name="Library").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("")


def test_files_go_out_and_come_back(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, SGF)
    visitor.page.keyboard.press("End")
    ply(visitor, 9)
    visitor.press("Export and share")
    dialog = visitor.dialog()
    sgf = visitor.download("SGF", dialog)
    record = formats.read(sgf)
    assert record.plies == 9
    stored = visitor.download("JSON", dialog)
    assert json.loads(stored)
    assert formats.read(stored).plies == 9
    with Image.open(io.BytesIO(visitor.download("PNG", dialog))) as picture:
        assert picture.format == "PNG"
        assert min(picture.size) > 200
    with Image.open(io.BytesIO(visitor.download("Animated GIF", dialog))) as film:
        assert film.format == "GIF"
        assert getattr(film, "n_frames", 1) >= 9
    # What went out comes back, several files at once, one of which cannot be read.
    visitor.go("/review")
    visitor.page.locator("input[type=file]").set_input_files(
        [
            FilePayload(name="one.sgf", mimeType="application/x-go-sgf", buffer=sgf),
            FilePayload(name="two.json", mimeType="application/json", buffer=stored),
        ]
    )
    visitor.page.wait_for_url("**/library")
    visitor.sees("2 games added.")
    expect(visitor.page.get_by_role("link").filter(has_text="Ada")).not_to_have_count(0)
    visitor.press("Import")
    visitor.page.locator("dialog[open] input[type=file]").set_input_files(
        [
            FilePayload(name=name, mimeType="text/plain", buffer=b"not a game at all")
            for name in ("bad.sgf", "worse.sgf", "worst.sgf")
        ]
    )
    unread = visitor.page.get_by_role("alert")
    for name in ("bad.sgf", "worse.sgf", "worst.sgf"):
        expect(unread).to_contain_text(name)
    unread.get_by_role("button", name="Close").click()
    expect(unread).to_have_count(0)
    # Chosen games leave as one file; deleted ones are gone.
    visitor.page.get_by_label("Search", exact=False).last.fill("Ada")
    expect(visitor.page.get_by_role("checkbox", name=re.compile("Choose Ada"))).not_to_have_count(0)
    boxes = visitor.page.get_by_role("checkbox", name=re.compile("Choose Ada"))
    boxes.first.check()
    assert formats.read(visitor.download("Export")).plies == 9
    before = boxes.count()
    visitor.press("Delete")
    visitor.dialog().get_by_role("button", name="Delete").click()
    expect(boxes).to_have_count(before - 1)


@pytest.mark.parametrize(
    ("text", "title", "plies"),
    [(SGF, "Gomoku", 9), ("f5 d6 c3 d3 c4", "Othello", 5), ("h8 i9 h9 i10", "Gomoku", 4)],
)
def test_pasted_text_is_read(visit: Visit, text: str, title: str, plies: int) -> None:
    visitor = visit(None)
    paste(visitor, text)
    expect(visitor.page.locator("main")).to_contain_text(title)
    visitor.page.keyboard.press("End")
    expect(visitor.page.get_by_role("slider", name="Jump to a move")).to_have_value(str(plies))


def test_copied_and_pasted_with_keys(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    first = visitor.id
    visitor.page.locator("body").click(position={"x": 5, "y": 790})
    visitor.page.keyboard.press("Control+c")
    visitor.sees("Game copied.")
    visitor.page.keyboard.press("Control+v")
    visitor.page.wait_for_url(lambda url: "/review/" in url and first not in url)


def test_toasts_leave_the_comment_free(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    comment = visitor.page.get_by_label("Comment on this move")
    for tab in ("Chat", "Moves"):  # the chat's field has another height
        visitor.tab(tab)
    visitor.page.locator("body").click(position={"x": 5, "y": 790})
    visitor.page.keyboard.press("Control+c")
    toast = visitor.page.locator(".toasts").get_by_text("Game copied.").bounding_box()
    field = comment.bounding_box()
    assert toast
    assert field
    assert toast["y"] + toast["height"] <= field["y"]


def test_a_phone_that_lies_shows_the_moves_too(visit: Visit) -> None:
    visitor = visit(None)
    paste(visitor, OPEN)
    visitor.page.set_viewport_size({"width": 844, "height": 390})
    first = visitor.page.locator(".moves").get_by_text("h8", exact=True)
    expect(first).to_be_in_viewport()
    visitor.tab("Analysis")
    expect(visitor.page.get_by_role("switch", name="Engine")).to_be_in_viewport()


def test_a_game_that_goes_on_is_analysed_where_nobody_is_cheated(visit: Visit) -> None:
    visitor = visit("/")
    visitor.play_now()
    assert visitor.my_turn()
    for key, helped in ((visitor.id, True), (visitor.server.new("nogo", [HUMAN, FRIEND])["id"], False)):
        visitor.go(f"/review/{key}")
        visitor.page.get_by_role("toolbar", name="Replay").wait_for()
        visitor.page.keyboard.press("e")
        if helped:
            expect(visitor.page.locator(".board .candidate")).not_to_have_count(0)
        else:
            visitor.sees("The computer gives no advice in this game until it is over.")
    visitor.go(f"/review/{visitor.server.new('othello')['id']}")
    visitor.click(0)
    visitor.sees("This game is still being played: moves are made on its board.")


def test_the_engine_judges(visit: Visit) -> None:
    visitor = visit(None)
    # White leaves an open four alone and plays far away: a blunder that any engine sees.
    paste(visitor, "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[oa];B[gh];W[ao];B[jh];W[oo])")
    visitor.page.keyboard.press("End")
    ply(visitor, 8)
    visitor.page.keyboard.press("e")
    candidates = visitor.page.locator(".board .candidate")
    expect(candidates).not_to_have_count(0)
    expect(visitor.page.get_by_role("meter", name="Win rate of black")).to_have_attribute(
        "aria-valuenow", re.compile("^(9[0-9]|100)$")
    )
    # Hovering shows the line on the board; a click keeps it as a variation.
    line = visitor.page.get_by_role("tabpanel").locator("li button").first
    line.hover()
    expect(visitor.page.locator(".board .preview")).not_to_have_count(0)
    line.click()
    ply(visitor, 9)  # at the first move of the line
    visitor.page.keyboard.press("e")
    expect(candidates).to_have_count(0)
    visitor.press("Review my game")
    expect(visitor.page.get_by_role("button", name="Review my game")).to_be_visible()
    graph = visitor.page.get_by_role("button", name=re.compile("Win rate over the game"))
    expect(graph).to_be_visible()
    visitor.tab("Moves")
    expect(visitor.page.locator(".moves b.blunder, .moves b.mistake")).not_to_have_count(0)
    graph.click(position={"x": 4, "y": 20})
    expect(visitor.page.get_by_role("slider", name="Jump to a move")).to_have_value("0")
    # The evaluations are kept with the record.
    visitor.page.reload()
    expect(graph).to_be_visible()
    # Space plays on from where the graph was clicked.
    visitor.page.get_by_label("Speed").select_option("0.25 s")
    box = graph.bounding_box()
    assert box
    slider = visitor.page.get_by_role("slider", name="Jump to a move")
    end = slider.get_attribute("max")
    assert end
    graph.click(position={"x": box["width"] * 4 / int(end), "y": 20})
    ply(visitor, 4)
    visitor.page.keyboard.press("Space")
    expect(slider).to_have_value(end)
    # From mistake to mistake by a key, with the sign and the better move on the board.
    visitor.page.keyboard.press("n")
    expect(visitor.page.locator(".board .mark.blunder, .board .mark.mistake")).to_have_count(1)
    expect(visitor.page.locator(".board .mark.better")).to_have_count(1)
