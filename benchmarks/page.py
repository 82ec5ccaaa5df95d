"""How quick the page is, by a real browser on a real server: medians of several visits.

    python -m benchmarks.page                    five visits of each kind
    python -m benchmarks.page --visits 20

On a quiet machine; what the figures were aimed at stands beside them, and nothing fails.
"""

from __future__ import annotations

import asyncio
import tempfile
from argparse import ArgumentParser
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from playwright.sync_api import Browser, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.e2e.visitor import Visitor
from tests.server.client import HUMAN, Server, computer, enter, running


def first_paint(browser: Browser, server: Server) -> float:
    """When the start page first shows something."""
    with Visitor(browser, server) as visitor:
        visitor.go("/")
        expect(visitor.page.get_by_role("article")).to_have_count(4)
        entry = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        return float(visitor.page.evaluate(entry)) / 1000


STONE = """() => {
  const cell = document.querySelector("main [data-cell='112']");
  cell.addEventListener("pointerdown", (event) => (window.pressed = event.timeStamp), { once: true });
  window.placed = new Promise((done) => {
    new MutationObserver(() => {
      if (/stone/.test(cell.ariaLabel)) requestAnimationFrame(() => done(performance.now() - window.pressed));
    }).observe(cell, { attributes: true });
  });
}"""
"""Measures in the page itself, from the press of the button to the frame that shows the stone."""


def click_to_stone(browser: Browser, server: Server) -> float:
    """From a click to the stone that the server has confirmed."""
    with Visitor(browser, server) as visitor:
        made = server.new("gomoku", [HUMAN, HUMAN])
        visitor.go(f"/play/{made['id']}#{made['tokens']['owner']}")
        assert visitor.my_turn()
        visitor.page.evaluate(STONE)
        visitor.click(112)
        return float(visitor.page.evaluate("window.placed")) / 1000


def between_reports(server: Server) -> float:
    """The median time between two reports of a computer that thinks."""

    async def listen() -> float:
        made = server.new("nogo", [HUMAN, computer("mcts:time=5")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.do("watch", on=True)
            await client.play("E5")
            came = []
            for _ in range(7):
                await client.until("thinking")
                came.append(perf_counter())
            await client.do("act", what="leave")
        return median(after - before for before, after in pairwise(came))

    return asyncio.run(listen())


def between_analyses(server: Server) -> float:
    """The median time between two reports of an analysis."""

    async def listen() -> float:
        body = urlencode({"text": "f5d6c3d3c4f4c5b3c2e3", "game": "othello"}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, answer, _ = server.call("POST", "/api/import", body, kind)
        assert status == 200, answer
        game = answer["games"][0]
        async with enter(server, game["id"], game["tokens"]["owner"]) as client:
            await client.do("analyse", on=True, node=0)
            came = []
            for _ in range(8):
                await client.until("analysis")
                came.append(perf_counter())
            await client.do("analyse", on=False)
        return median(after - before for before, after in pairwise(came))

    return asyncio.run(listen())


def main() -> None:
    """Measure and print the table."""
    parser = ArgumentParser(description="How quick the page is, by a real browser on a real server.")
    parser.add_argument("--visits", type=int, default=5, help="of each kind (5 unless told)")
    visits = range(parser.parse_args().visits)
    if CHROMIUM is None:
        print("How quick the page is was not measured: there is no Chromium.")
        return
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "games.db") as server:
        # Playwright keeps an event loop running on this thread, so the sockets come first.
        reports = [between_reports(server) for _ in visits]
        analyses = [between_analyses(server) for _ in visits]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            paints = [first_paint(browser, server) for _ in visits]
            stones = [click_to_stone(browser, server) for _ in visits]
            browser.close()
    table = Table("what", "aim", "median s", "best s", "worst s")
    for name, aim, seconds in (
        ("first paint of the start page", "1 s", paints),
        ("click to confirmed stone", "0.1 s", stones),
        ("between two reports of a thinking computer", "0.4 s", reports),
        ("between two reports of an analysis", "0.5 s", analyses),
    ):
        table.add_row(name, aim, f"{median(seconds):.3f}", f"{min(seconds):.3f}", f"{max(seconds):.3f}")
    Console().print(table)


if __name__ == "__main__":
    main()
