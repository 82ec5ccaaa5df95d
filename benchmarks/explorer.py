"""How quick the search explorer is, by a real browser on a real server.

    python -m benchmarks.explorer                     the first step, and 900 steps at 30 a second
    python -m benchmarks.explorer --steps 10000       all iterations of the search

The search is MCTS with 10,000 iterations on a 15x15 board, whose root has 223 children. On a quiet machine;
what the figures were aimed at stands beside them, and nothing fails.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.e2e.visitor import Visitor
from tests.server.client import Server, running

QUERY = {"search": "mcts:iterations=10000,cap=4", "game": "gomoku", "moves": "h8 i9", "level": "iteration"}
SHOWN = """new Promise((done) => {
  const look = () => {
    const said = document.querySelector(".said")?.textContent ?? "";
    if (/^\\s*Iteration/.test(said)) done(performance.now() / 1000);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Seconds from the begin of the navigation to the frame that shows a step."""
PLAYED = """(steps) => new Promise((done) => {
  const field = document.querySelector("[role=toolbar] [type=number]");
  const begun = performance.now(), first = Number(field.value);
  let frame = begun, longest = 0;
  const look = (now) => {
    longest = Math.max(longest, now - frame);
    frame = now;
    const gone = Number(field.value) - first;
    if (gone >= steps || !document.querySelector("[role=toolbar] [aria-label=Pause]"))
      done([gone / ((now - begun) / 1000), longest / 1000, gone]);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
"""Steps a second while it plays, the longest frame, and how many steps were seen."""


def first_step(browser: Browser, server: Server) -> float:
    """When the first step is shown, the whole page loaded anew."""
    with Visitor(browser, server) as visitor:
        visitor.go("/learn")  # as people come; it also tells the server to have a process ready
        expect(visitor.page.get_by_role("link", name="Search explorer")).to_be_visible()
        visitor.page.wait_for_timeout(1_500)
        visitor.go(f"/learn/explore?{urlencode(QUERY)}")
        return float(visitor.page.evaluate(SHOWN))


def stepping(browser: Browser, server: Server, steps: int, view: str) -> tuple[float, float, int]:
    """Steps a second at the speed of 30, the longest frame in seconds, and how many steps were seen."""
    with Visitor(browser, server) as visitor:
        visitor.go(f"/learn/explore?{urlencode({**QUERY, 'view': view})}")
        page: Page = visitor.page
        page.evaluate(SHOWN)
        page.get_by_role("combobox", name="Speed").select_option(label="30/s")
        page.get_by_role("button", name="Play").click()
        speed, longest, seen = page.evaluate(PLAYED, steps)
        return float(speed), float(longest), int(seen)


def processor_seconds(server: Server) -> float:
    """What the processes that explain have used so far, whatever else the machine does."""
    ticks = 0
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == server.process.pid and b"boyi.server.lab.process" in line:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def served(server: Server) -> tuple[float, float, float]:
    """Processor seconds of the search, steps of each processor second afterwards, kilobytes of a step."""
    body = {"search": QUERY["search"], "game": QUERY["game"], "start": {"moves": QUERY["moves"]}}
    _, begun, _ = server.call("POST", "/api/lab/explanations", body)
    path = f"/api/lab/explanations/{begun['explanation']['id']}"
    while not server.call("GET", f"{path}/steps?level=iteration&count=0")[1]["finished"]:
        time.sleep(0.5)
    searched = processor_seconds(server)
    steps = size = 0
    for first in range(0, 10_000, 40):
        _, answer, _ = server.call("GET", f"{path}/steps?level=iteration&first={first}&count=40")
        steps += len(answer["steps"])
        size += len(json.dumps(answer["steps"]))
    spent = processor_seconds(server) - searched
    server.call("DELETE", path)
    return searched, steps / spent, size / steps / 1000


def main() -> None:
    """Measure and print the table."""
    parser = ArgumentParser(description="How quick the search explorer is, by a real browser.")
    parser.add_argument("--visits", type=int, default=5, help="for the first step (5 unless told)")
    parser.add_argument("--steps", type=int, default=900, help="to play through (900 unless told)")
    wanted = parser.parse_args()
    if CHROMIUM is None:
        print("How quick the explorer is was not measured: there is no Chromium.")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "games.db") as server,
        sync_playwright() as playwright,
    ):
        searched, speed, size = served(server)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        firsts = [first_step(browser, server) for _ in range(wanted.visits)]
        played = {view: stepping(browser, server, wanted.steps, view) for view in ("table", "tree")}
        browser.close()
    table = Table("what", "aim", "found")
    seconds = f"{median(firsts):.2f} s (best {min(firsts):.2f}, worst {max(firsts):.2f})"
    table.add_row("first step shown", "1 s", seconds)
    table.add_row("the whole search, processor time", "", f"{searched:.1f} s")
    table.add_row("steps served in a processor second", "30", f"{speed:.0f}, {size:.0f} kB each")
    for view, (pace, longest, seen) in played.items():
        found = f"{pace:.1f} a second over {seen} steps, longest frame {longest:.2f} s"
        table.add_row(f"stepping, view: {view}", "30 a second", found)
    Console().print(table)


if __name__ == "__main__":
    main()
