"""What the page shows to strangers, guests, spectators and the owner of a server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.server.client import HUMAN, Server, computer, running

Visit = Callable[..., Visitor]
LONG = 60_000
"""Milliseconds that something may take on a busy machine."""


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("lan") / "games.db", "--lan", "--host", "127.0.0.1") as server:
        server.join_token()
        yield server


def test_the_library_asks_for_the_join_token(browser: Any, lan: Server) -> None:
    token = lan.join_token()
    game = {"game": "nogo", "seats": [{"kind": "human", "name": "Annika"}, HUMAN], "join_token": token}
    assert lan.call("POST", "/api/games", game)[0] == 201
    with Visitor(browser, lan) as stranger:
        stranger.go("/library")
        stranger.sees("The library is closed")
        stranger.sees("Enter the join token of this server to see its games.")
        expect(stranger.page.get_by_text("Annika")).to_have_count(0)
        stranger.page.get_by_label("enter its join token").fill(token)
        stranger.press("Use")
        expect(stranger.page.get_by_text("Annika").first).to_be_visible(timeout=LONG)
        # What is chosen there can be saved.
        stranger.page.get_by_role("checkbox").first.check()
        assert b"GM[" in stranger.download("Export")
    with Visitor(browser, lan, language="zh") as stranger:
        stranger.go("/library")
        stranger.sees("棋谱库未开放")


def test_a_guest_deletes_several_games_of_their_own(browser: Any, lan: Server) -> None:
    token = lan.join_token()
    with Visitor(browser, lan) as guest:
        guest.go(f"/#join={token}")
        guest.wait_for("!location.hash")
        for name in ("Dora", "Doris"):
            game = {"game": "nogo", "seats": [{"kind": "human", "name": name}, HUMAN], "join_token": token}
            made = lan.call("POST", "/api/games", game)[1]
            guest.go(f"/play/{made['id']}#{made['tokens']['owner']}")
            guest.wait_for("!location.hash")
        guest.go("/library?text=Dor")
        expect(guest.page.get_by_text("Doris").first).to_be_visible(timeout=LONG)
        for box in guest.page.get_by_role("checkbox").all():
            box.check()
        guest.press("Delete")
        guest.dialog().get_by_role("button", name="Delete").click()
        expect(guest.page.get_by_text("Doris")).to_have_count(0, timeout=LONG)
        expect(guest.page.get_by_text("Dora")).to_have_count(0, timeout=LONG)


def test_a_stranger_follows_a_link_and_sees_no_talk(browser: Any, lan: Server) -> None:
    token = lan.join_token()
    game = {"game": "nogo", "seats": [HUMAN, computer()], "join_token": token}
    made = lan.call("POST", "/api/games", game)[1]
    with Visitor(browser, lan, name="Ann") as ann, Visitor(browser, lan) as stranger:
        ann.go(f"/play/{made['id']}#{made['tokens']['owner']}")
        assert ann.my_turn()
        ann.tab("Chat")
        ann.page.get_by_label("Write a message").fill("between us")
        ann.press("Send")
        ann.sees("between us")
        stranger.expected.append("403")
        stranger.go(f"/play/{made['id']}")
        stranger.tab("Chat")
        stranger.sees(re.compile("for those who have the join token of this server"))
        expect(stranger.page.get_by_label("Write a message")).to_have_count(0)
        expect(stranger.page.get_by_text("between us")).to_have_count(0)
        # Nor a file, while its owner gets one.
        stranger.page.get_by_role("button", name=re.compile("Share|Export")).first.click()
        stranger.dialog().get_by_role("button", name="SGF").click()
        stranger.sees(re.compile("Exporting a game needs"))
        ann.page.get_by_role("button", name=re.compile("Share|Export")).first.click()
        assert b"GM[" in ann.download("SGF", ann.dialog())


def test_spectators_write_when_the_owner_lets_them(visit: Visit) -> None:
    ann = visit(name="Ann")
    ann.play_now("NoGo")
    assert ann.my_turn()
    eve = visit(f"/play/{ann.id}", name="Eve")
    eve.tab("Chat")
    eve.sees("You are watching. Spectators write here when the owner of the game lets them.")
    expect(eve.page.get_by_label("Write a message")).to_have_count(0)
    ann.tab("Chat")
    ann.page.get_by_role("switch", name="Spectators may write").check()
    field = eve.page.get_by_label("Write a message")
    expect(field).to_be_visible(timeout=LONG)
    field.fill("well played")
    eve.press("Send")
    ann.sees("well played")
    ann.page.get_by_role("switch", name="Spectators may write").uncheck()
    expect(field).to_have_count(0, timeout=LONG)
    eve.sees("well played")


def test_on_a_locked_server_only_its_owner_analyses(browser: Any, tmp_path_factory: Any) -> None:
    with running(tmp_path_factory.mktemp("locked") / "games.db", "--lock") as server:
        made = server.new("nogo", [HUMAN, HUMAN], start={"moves": "e5 e6 a1"})
        path = f"/review/{made['id']}?move=1"
        with Visitor(browser, server) as student:
            student.go(path)
            student.tab("Analysis")
            student.sees("The teacher has locked hints and candidates for this game.")
            expect(student.page.get_by_role("switch", name="Engine")).to_be_disabled(timeout=LONG)
        game_id = made["id"]
        with Visitor(browser, server) as player:
            player.go(f"/play/{game_id}#{made['tokens']['owner']}")
            player.press("Resign")
            player.dialog().get_by_role("button", name="Resign").click()
            expect(player.dialog().locator(".result")).to_be_visible()
        with Visitor(browser, server) as student:
            student.go(path)
            student.tab("Analysis")
            student.sees("This server is locked: only the one who started it can use the engine.")
            expect(student.page.get_by_role("switch", name="Engine")).to_be_disabled(timeout=LONG)
            expect(student.page.get_by_role("button", name="Review my game")).to_be_disabled(timeout=LONG)
        with Visitor(browser, server) as teacher:
            teacher.go(f"/#owner={server.owner_token()}")
            teacher.wait_for("!location.hash")  # the token does not stay in the address
            teacher.go(path)
            teacher.tab("Analysis")
            teacher.page.get_by_role("switch", name="Engine").check()
            expect(teacher.page.locator(".figures").first).to_be_visible(timeout=LONG)
