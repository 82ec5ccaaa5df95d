"""On the network: a server with a join token, and programs of the NoGo course."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from playwright.sync_api import expect

from tests.e2e.visitor import AXE, Visitor
from tests.patience import PATIENCE, wait_until
from tests.server.client import running

Visit = Callable[..., Visitor]


def test_a_network_server_asks_for_its_token(browser: Any, tmp_path: Path) -> None:
    with running(tmp_path / "games.db", "--lan", "--host", "127.0.0.1") as server:
        token = server.join_token()
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
            # A friend elsewhere cannot come by this machine's own name for itself.
            guest.go("/new?game=nogo&opponent=friend")
            guest.press("Make the link")
            link = guest.page.get_by_label("Link for your friend").input_value()
            address = guest.page.evaluate("fetch('/api/catalog').then((answer) => answer.json())")["address"]
            assert re.fullmatch(r"http://[0-9.]+:[0-9]+", address)
            assert link.startswith(f"{address}/play/")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Program:
    """``boyi lan`` at the other end, as another program of the course; without a player we type for it."""

    def __init__(self, *arguments: str, player: str) -> None:
        command = [sys.executable, "-m", "boyi", "lan", *arguments, "--name", "Bob", "--language", "en"]
        command += ["--player", player] if player else []
        self.child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL if player else subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self._said: Queue[str] = Queue()
        self._reader = Thread(target=self._listen)
        self._reader.start()

    def _listen(self) -> None:
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self._said.put(line)

    def types(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(f"{line}\n")
        self.child.stdin.flush()

    def says(self, text: str) -> None:
        """Wait until it has said this, and forget what was before."""
        heard = ""
        try:
            while text not in heard:
                heard += self._said.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"{text!r} is not in {heard!r}") from None

    def end(self) -> None:
        self.child.kill()
        self.child.wait()
        self._reader.join()
        for end in (self.child.stdin, self.child.stdout):
            if end is not None:
                end.close()


@contextmanager
def program(*arguments: str, player: str = "level:1") -> Iterator[Program]:
    other = Program(*arguments, player=player)
    try:
        yield other
    finally:
        other.end()


def wait(anna: Visitor, port: int) -> None:
    """Let the page wait for a program at a port."""
    anna.page.get_by_label("Port").fill(str(port))
    anna.press("Start waiting")
    anna.sees(f"Waiting for the other program at 127.0.0.1, port {port}.")


def resign(anna: Visitor) -> None:
    anna.press("Resign")
    anna.dialog().get_by_role("button", name="Resign").click()
    expect(anna.dialog().locator(".result")).to_be_visible()


def test_the_page_waits_for_a_course_program_and_then_for_another(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    expect(anna.page.get_by_role("switch", name="Others on the network may connect")).not_to_be_checked()
    anna.sees(re.compile("both programs must use the same seconds a move"))
    port = free_port()
    anna.page.get_by_label("Seconds a move").fill("45")
    wait(anna, port)
    first = anna.id
    with program("join", "--port", str(port), "--color", "w", "--games", "1"):
        anna.sees("Bob invites you to a game; you would play Black.")
        anna.press("Accept")
        expect(anna.page.get_by_role("timer").first).to_have_text(re.compile("0:[1-4][0-9]"))
        for _ in range(3):
            assert anna.my_turn()
            anna.place(anna.playable()[0])
        anna.tab("Chat")
        anna.page.get_by_label("Write a message").fill("good game")
        anna.press("Send")
        resign(anna)
        expect(anna.dialog().get_by_role("link", name="Review")).to_be_visible()
        # It leaves after one game: nobody is there to be invited.
        expect(anna.dialog().get_by_role("button", name="Another game")).to_have_count(0)
        expect(anna.dialog().get_by_role("button", name="Rematch")).to_have_count(0)
    anna.go("/course")
    wait(anna, port)
    assert anna.id != first
    with program("join", "--port", str(port), "--color", "b"):
        anna.sees("Bob invites you to a game; you would play White.")
        anna.press("Accept")
        assert anna.my_turn()


def until_free(port: int) -> None:
    def is_free() -> bool:
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            return False
        return True

    wait_until(is_free, "a free port")


def test_waiting_is_stopped_and_its_port_is_free(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    port = free_port()
    wait(anna, port)
    room = anna.id
    if AXE.exists():  # it comes with the page's own tools, which need Node
        assert anna.violations() == []
    anna.press("Stop waiting")
    expect(anna.page).to_have_url(re.compile("/course$"))
    until_free(port)
    wait_until(lambda: anna.server.call("GET", f"/api/games/{room}")[0] == 404, "the end of the room")
    # Leaving without a word leaves the port to the next room too.
    wait(anna, port)
    anna.go("/course")
    wait(anna, port)
    anna.press("Stop waiting")


def test_another_game_by_either_side(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    port = free_port()
    with program("host", "--port", str(port), player="") as host:
        host.says("waits at")
        anna.page.get_by_role("radio", name="Connect to the other program").check()
        anna.page.get_by_label("Address").fill("127.0.0.1")
        anna.page.get_by_label("Port").fill(str(port))
        anna.press("Connect")
        anna.sees("Waiting for the other program's answer.")
        expect(anna.page.get_by_role("button", name="Give up")).to_be_visible()
        host.says("invites you to play White")
        host.types("yes")
        assert anna.my_turn()
        anna.place(40)
        first = anna.id
        host.types("resign")
        expect(anna.dialog().locator(".result")).to_be_visible()
        host.says("Both sides agree")
        host.types("invite b")
        anna.sees("Bob invites you to another game; you would play White.")
        anna.dialog().get_by_role("button", name="Accept").click()
        anna.wait_for(f"!location.pathname.endsWith('{first}') && location.pathname.startsWith('/play/')")
        second = anna.id
        host.says("The game begins: you play Black")
        host.types("E5")
        anna.wait_moves(1)
        assert anna.my_turn()
        anna.place(anna.playable()[0])
        host.says("Anna plays")
        resign(anna)
        # Now the page invites: first refused, then taken.
        anna.dialog().get_by_role("button", name="Another game").click()
        host.says("invites you to play White")
        anna.sees("Waiting for Bob's answer.")
        host.types("no later")
        expect(anna.dialog().get_by_role("button", name="Another game")).to_be_visible()
        anna.dialog().get_by_role("button", name="Another game").click()
        host.says("invites you to play White")
        host.types("yes")
        anna.wait_for(f"!location.pathname.endsWith('{second}')")
        assert anna.my_turn()
        anna.place(40)
        host.says("Anna plays")
        host.types("quit")
    anna.sees("The other program left.")


def test_waiting_for_an_answer_is_given_up(visit: Visit) -> None:
    anna = visit("/course", name="Anna", language="zh")
    port = free_port()
    with program("host", "--port", str(port), player="") as host:
        host.says("waits at")
        anna.page.get_by_role("radio", name="连接对方").check()
        anna.page.get_by_label("地址").fill("127.0.0.1")
        anna.page.get_by_label("端口").fill(str(port))
        anna.press("连接")
        anna.sees("等待 对方程序 答复。")
        anna.press("不再等待")
        expect(anna.page).to_have_url(re.compile("/course$"))
        host.says("has gone")


def test_who_waits_may_invite(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    port = free_port()
    anna.page.get_by_role("radio", name="White").check()
    wait(anna, port)
    with program("join", "--port", str(port), player="") as joined:
        joined.says("Connected to")
        anna.sees("A program has connected. Wait for its invitation, or invite it: you would play White.")
        anna.press("Invite")
        joined.says("invites you to play Black")
        joined.types("yes")
        joined.says("The game begins")
        joined.types("E5")
        anna.wait_moves(1)
        assert anna.my_turn()


def test_the_page_joins_a_course_program_that_leaves(visit: Visit) -> None:
    anna = visit("/course", name="Anna")
    port = free_port()
    with program("host", "--port", str(port)) as host:
        host.says("waits at")
        anna.page.get_by_role("radio", name="Connect to the other program").check()
        anna.page.get_by_label("Address").fill("127.0.0.1")
        anna.page.get_by_label("Port").fill(str(port))
        anna.press("Connect")
        assert anna.my_turn()
        anna.place(40)
        assert anna.my_turn()
    anna.sees("The other program left.")
    expect(anna.dialog().locator(".result")).to_be_visible()
