"""Someone at the page: a browser context of its own, real clicks and keys, and everything that went wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Download, Locator, Page, expect

from tests.patience import PATIENCE
from tests.server.client import Server

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
MILLISECONDS = PATIENCE * 1000

expect.set_options(timeout=MILLISECONDS)


class Visitor:
    """A browser context with one page on the server, watched for errors and foreign requests."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        phone: bool = False,
        language: str = "en",
        name: str = "",
        theme: Literal["light", "dark"] = "light",
        still: bool = True,
    ) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            has_touch=phone,
            is_mobile=phone,
            locale="zh-CN" if language == "zh" else "en-GB",
            color_scheme=theme,
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
        )
        self.context.set_default_timeout(MILLISECONDS)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.expected: list[str] = []
        """Patterns of console messages that this visit cannot avoid (a server that was killed)."""
        self.context.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        self.page.on("dialog", lambda dialog: self._alarmed(dialog.message, dialog.dismiss))
        # The page's sockets, to cut them.
        self.context.add_init_script(
            "const Native = WebSocket; window.testSockets = [];"
            "window.WebSocket = class extends Native {"
            " constructor(...parts) { super(...parts); window.testSockets.push(this); } };"
        )
        self.name = name
        if name:
            self.settle(name=name)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.context.close()
        if error is None:
            wrong = self.wrong()
            assert not wrong, "\n".join(wrong)

    def wrong(self) -> list[str]:
        """What went wrong and was not announced."""
        return [
            text for text in self.problems if not any(re.search(pattern, text) for pattern in self.expected)
        ]

    def _asked(self, url: str) -> None:
        own = (self.server.url, self.server.url.replace("http", "ws"), "data:", "blob:" + self.server.url)
        if not url.startswith(own):
            self.problems.append(f"a request to another host: {url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _alarmed(self, message: str, dismiss: Callable[[], None]) -> None:
        self.problems.append(f"an alert: {message}")
        dismiss()

    # Going places

    def go(self, path: str = "/") -> None:
        self.page.goto(path if path.startswith("http") else self.server.url + path)

    def settle(self, **settings: Any) -> None:
        """Settings as if chosen on an earlier visit."""
        self.context.add_init_script(
            "if (!sessionStorage.settled) { sessionStorage.settled = 1;"
            " const known = JSON.parse(localStorage.getItem('boyi.settings') ?? '{}');"
            f" const chosen = {json.dumps(settings)};"
            " localStorage.setItem('boyi.settings', JSON.stringify({...known, ...chosen})) }"
        )

    def button(self, name: str | re.Pattern[str], exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact).or_(
            self.page.get_by_role("link", name=name, exact=exact)
        )

    def press(self, name: str) -> None:
        """Click the button or link with this name that can be seen."""
        self.button(name).locator("visible=true").first.click()

    def play_now(self, game: str = "Gomoku") -> None:
        """One click on the start page: a game against the computer."""
        self.page.get_by_role("article").filter(has=self.page.get_by_role("heading", name=game)).get_by_role(
            "button"
        ).click()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    @property
    def id(self) -> str:
        found = re.search(r"/(?:play|review)/([^?#/]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # The board

    def cell(self, cell: int) -> Locator:
        return self.page.locator(f"main [data-cell='{cell}']")

    def labels(self) -> list[str]:
        """What a screen reader is told of each cell, by its number."""
        found: dict[str, str] = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('main .board [data-cell]')]"
            ".map((cell) => [cell.dataset.cell, cell.ariaLabel]))"
        )
        return [found[str(number)] for number in range(len(found))]

    def playable(self) -> list[int]:
        """The cells that the page says may be played (or a piece that may move there)."""
        return [number for number, label in enumerate(self.labels()) if re.search("playable|可下", label)]

    def stones(self) -> int:
        return sum("stone" in label or "子" in label for label in self.labels())

    def wait_for(self, ready: str) -> None:
        """Wait until a JavaScript expression holds.

        Playwright's own wait evaluates a string inside the page, which the page's policy rightly forbids.
        """
        end = monotonic() + PATIENCE
        while not self.page.evaluate(f"Boolean({ready})"):
            assert monotonic() < end, f"this did not come true: {ready}"
            self.page.wait_for_timeout(20)

    def my_turn(self) -> bool:
        """Wait for my turn (True) or for the end of the game (False)."""
        self.wait_for(
            "document.querySelector('dialog[open] .result')"
            " || [...document.querySelectorAll('[role=gridcell]')]"
            ".some((cell) => /playable|可下/.test(cell.ariaLabel))"
        )
        return self.page.locator("dialog[open] .result").count() == 0

    def click(self, cell: int) -> None:
        self.cell(cell).click()

    def place(self, cell: int) -> None:
        """Click an empty cell and wait until a stone of the game lies there."""
        before = self.move_count()
        self.click(cell)
        self.wait_moves(before + 1)

    def move_count(self) -> int:
        """Moves in the list (its tab must be open)."""
        return self.page.locator(".moves [data-node]").count()

    def wait_moves(self, least: int) -> None:
        self.wait_for(f"document.querySelectorAll('.moves [data-node]').length >= {least}")

    def moves(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".moves .row [data-node]").all_inner_texts()]

    def drop(self) -> None:
        """Cut the room's connection as a lost network does; going offline leaves open sockets alone."""
        self.page.evaluate("for (const socket of window.testSockets ?? []) socket.close()")

    # Files

    def download(self, name: str | re.Pattern[str], within: Locator | None = None) -> bytes:
        with self.page.expect_download() as started:
            (within or self.page).get_by_role("link", name=name).or_(
                (within or self.page).get_by_role("button", name=name)
            ).first.click()
        got: Download = started.value
        return Path(got.path()).read_bytes()

    # Checks

    def violations(self, *rules: str) -> list[str]:
        """Serious and critical findings of axe on what is shown now; only these rules, if some are named."""
        if not AXE.exists():
            pytest.skip("axe-core is not installed: npm install in frontend/")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        wanted = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
        found = self.page.evaluate("(wanted) => axe.run(wanted)", wanted)
        return [
            f"{rule['id']}: {rule['help']}: {[node['html'][:160] for node in rule['nodes'][:3]]}"
            for rule in found["violations"]
            if rule["impact"] in ("serious", "critical")
        ]


def nearest(cells: Sequence[int], size: int) -> list[int]:
    """Cells from the middle outwards, as people play."""
    middle = (size - 1) / 2
    return sorted(cells, key=lambda cell: (abs(cell // size - middle) + abs(cell % size - middle), cell))
