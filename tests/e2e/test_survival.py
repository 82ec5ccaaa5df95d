"""The server is killed in the middle of a game; the page heals and no acknowledged move is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.server.client import StartedServer, running

Visit = Callable[..., Visitor]

AWAY = ["Failed to load resource: net::ERR_", "WebSocket"]
"""What a browser notes while a server dies and is away; it has many words for it."""


def test_killed_and_started_again_on_the_same_port(browser: Any, tmp_path: Path) -> None:
    with running(tmp_path / "games.db", kind=StartedServer) as server, Visitor(browser, server) as visitor:
        visitor.expected = AWAY
        visitor.go("/")
        visitor.play_now("Gomoku")
        assert visitor.my_turn()
        visitor.place(112)
        assert visitor.my_turn()
        known = visitor.moves()
        server.kill()
        visitor.sees("Connection lost. Trying again")
        assert visitor.moves() == known  # what was there can still be looked at
        server.start()
        expect(visitor.page.get_by_text("Connection lost. Trying again")).to_have_count(0)
        assert visitor.my_turn()
        assert visitor.moves() == known
        visitor.place(visitor.playable()[0])
        assert visitor.my_turn()
        assert len(visitor.moves()) == 4
        # Killed while the computer is to move: it moves after the restart.
        visitor.click(visitor.playable()[-1])
        visitor.wait_moves(5)
        server.kill()
        server.start()
        assert visitor.my_turn()
        assert len(visitor.moves()) == 6
        # The start page lists it; it goes on from there in a fresh browser too.
        with Visitor(browser, server) as other:
            other.go("/")
            other.page.get_by_role("link", name="Gomoku").filter(has_text="moves").first.click()
            assert other.my_turn()
            other.wait_moves(6)


def test_nothing_is_a_dead_end_while_the_server_is_away(browser: Any, tmp_path: Path) -> None:
    with running(tmp_path / "games.db", kind=StartedServer) as server, Visitor(browser, server) as visitor:
        visitor.expected = AWAY
        page = visitor.page
        visitor.go("/")
        visitor.play_now("Gomoku")
        assert visitor.my_turn()
        server.kill()
        visitor.sees("Connection lost. Trying again")
        visitor.press("Hint")
        visitor.sees("Not connected: nothing was sent.")
        # A move waits, and is seen to wait.
        visitor.click(112)
        expect(page.locator(".board .preview")).to_have_count(1)
        visitor.sees("Your move is sent when it is back.")
        server.start()
        visitor.wait_moves(2)
        expect(page.locator(".board .preview")).to_have_count(0)
        game = page.url
        server.kill()
        page.get_by_role("link", name="Library").click()
        visitor.sees("The server does not answer")
        server.start()
        visitor.press("Try again")
        expect(page.get_by_role("link").filter(has_text="2 moves")).to_be_visible()
        server.kill()
        page.go_back()
        visitor.sees("The server does not answer")
        expect(visitor.button("To the start page")).to_be_visible()
        server.start()
        visitor.press("Try again")
        assert visitor.my_turn()
        assert page.url == game
        visitor.go("/play/nowhere")
        visitor.press("To the start page")
        expect(page.get_by_role("article")).to_have_count(4)
