"""On the network: a server with a join token, and programs of the NoGo course."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.e2e.visitor import Visitor
from tests.server.client import running

Visit = Callable[..., Visitor]


def test_a_network_server_asks_for_its_token(browser: Any, tmp_path: Path) -> None:
    with running(tmp_path / "games.db", "--lan", "--host", "127.0.0.1") as server:
        assert server.process.stdout is not None
        while "#join=" not in server.said:
            server.said += server.process.stdout.readline()
        token = server.said.partition("邀请码: ")[2].split()[0]
        with Visitor(browser, server) as stranger:
            stranger.expected.append("403")
            stranger.go("/")
            stranger.page.get_by_label("enter its join token").fill("guess")
            stranger.press("Use")
            stranger.play_now("NoGo")
            stranger.sees(re.compile("join token"))
            assert "/play/" not in stranger.page.url
            stranger.page.get_by_label("enter its join token").fill(token)
            stranger.press("Use")
            stranger.play_now("NoGo")
            assert stranger.my_turn()
        with Visitor(browser, server) as guest:
            guest.go(f"/#join={token}")
            assert token not in guest.page.url
            expect(guest.page.get_by_label("enter its join token")).to_have_count(0)
            guest.play_now("NoGo")
            assert guest.my_turn()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """``boyi lan`` at the other end, as another program of the course."""
    command = [sys.executable, "-m", "boyi", "lan", *arguments, "--player", "level:1", "--name", "Bob"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def test_the_page_waits_for_a_course_program(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    port = free_port()
    anna.page.get_by_label("Port").fill(str(port))
    anna.page.get_by_role("switch", name="Others on the network may connect").click()
    anna.press("Start waiting")
    anna.sees(f"Waiting for the other program at 127.0.0.1, port {port}.")
    with program("join", "--port", str(port), "--color", "w"):
        anna.sees("Bob wants to join.")
        anna.press("Accept")
        for _ in range(3):
            assert anna.my_turn()
            anna.place(anna.playable()[0])
        anna.tab("Chat")
        anna.page.get_by_label("Write a message").fill("good game")
        anna.press("Send")
        anna.press("Resign")
        anna.dialog().get_by_role("button", name="Resign").click()
        expect(anna.dialog().locator(".result")).to_be_visible()
        expect(anna.dialog().get_by_role("button", name="Rematch")).to_have_count(0)
        expect(anna.dialog().get_by_role("link", name="Review")).to_be_visible()


def test_the_page_joins_a_course_program_that_leaves(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    port = free_port()
    with program("host", "--port", str(port)) as host:
        assert host.stdout is not None
        host.stdout.readline()  # it listens
        anna.page.get_by_role("radio", name="Connect to the other program").check()
        anna.page.get_by_label("Address").fill("127.0.0.1")
        anna.page.get_by_label("Port").fill(str(port))
        anna.press("Connect")
        assert anna.my_turn()
        anna.place(40)
        assert anna.my_turn()
    anna.sees("The other program left.")
    expect(anna.dialog().locator(".result")).to_be_visible()
