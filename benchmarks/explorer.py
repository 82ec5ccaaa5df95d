"""How quick the search explorer is, by a real browser on a real server.

    python -m benchmarks.explorer                     the first step, and 900 steps at 30 a second
    python -m benchmarks.explorer --steps 10000       all iterations of the search
    python -m benchmarks.explorer --tree              only the large tree

The search is MCTS with 10,000 iterations on a 15x15 board, whose root has 223 children. The large tree has
more than 100,000 events on an empty board, whose root has 225 children; it is unfolded as far as the drawing
goes. On a quiet machine; what the figures were aimed at stands beside them, and nothing fails.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from math import sin
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from boyi.core.registry import make_game
from boyi.lab import explain
from boyi.lab.search_explanation import SearchExplanation
from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.e2e.visitor import Visitor
from tests.server.client import Server, running

QUERY = {"search": "mcts:iterations=10000,cap=4", "game": "gomoku", "moves": "h8 i9", "level": "iteration"}
LARGE = {"search": "mcts:iterations=20000,cap=4", "game": "gomoku", "level": "iteration", "view": "tree"}
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

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WATCH = """() => {
  const frames = (window.measuredFrames = []);
  let last = performance.now();
  window.measuring = true;
  const look = (now) => {
    frames.push(now - last);
    last = now;
    if (window.measuring) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
WATCHED = """() => { window.measuring = false; return window.measuredFrames.slice(1); }"""
"""The milliseconds of each frame in between."""


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


@dataclass
class LargeTree:
    """What was found with the large tree."""

    events: int = 0
    first: float = 0.0
    """Seconds to the first step."""
    jump: float = 0.0
    """Seconds from the key to the last step's tree."""
    laid_out: int = 0
    """Nodes when all that fits is unfolded."""
    nodes: int = 0
    """Of these in view, zoomed out as far as it goes: only they are drawn."""
    frames: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds of each frame, by what was done."""
    page: float = 0.0
    """Megabytes of the page's heap, after the collector ran."""
    search: float = 0.0
    """Megabytes of the process that explains, at most."""
    server: float = 0.0


def large_tree(browser: Browser, server: Server) -> LargeTree:
    """Open it, jump to its end, unfold it, then move and zoom."""
    found = LargeTree()
    with explain(LARGE["search"], make_game(LARGE["game"]).start()) as same:
        same.count()
        assert isinstance(same, SearchExplanation)
        found.events = len(same.recorder)
    with Visitor(browser, server) as visitor:
        page = visitor.page
        visitor.go("/learn")
        expect(page.get_by_role("link", name="Search explorer")).to_be_visible()
        page.wait_for_timeout(1_500)
        visitor.go(f"/learn/explore?{urlencode(LARGE)}")
        found.first = float(page.evaluate(SHOWN))
        expect(page.get_by_role("toolbar")).to_contain_text("20001", timeout=300_000)
        begun = time.perf_counter()
        page.keyboard.press("End")
        tree = page.get_by_role("group", name="Tree")
        expect(page.locator(".said")).to_contain_text("is played", timeout=60_000)
        expect(tree.locator("[data-node]").first).to_be_visible()
        found.jump = time.perf_counter() - begun
        found.frames["moving, as it is first shown"] = moving(page)
        found.frames["zooming, as it is first shown"] = zooming(page, -1) + zooming(page, 1)
        found.laid_out = unfold(page)
        found.frames["zooming out, unfolded"] = zooming(page, 1)
        found.nodes = int(page.evaluate("document.querySelectorAll('[data-node]').length"))
        found.frames["moving, zoomed out"] = moving(page)
        found.frames["zooming in, unfolded"] = zooming(page, -1)
        session = visitor.context.new_cdp_session(page)
        session.send("HeapProfiler.collectGarbage")
        found.page = float(page.evaluate("performance.memory.usedJSHeapSize")) / 1e6
        (pid,) = explaining(server)[:1]
        found.search = memory(pid, "VmHWM")
        found.server = memory(server.process.pid, "VmRSS")
    return found


def unfold(page: Page) -> int:
    """Unfold child after child of the root by keys until the drawing takes no more; the number of nodes."""
    nodes = 0
    tree = page.get_by_role("group", name="Tree")
    tree.focus()
    for key in ("ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    for _ in range(225):
        with page.expect_response("**/tree") as answer:
            page.keyboard.press("Enter")
        nodes = len(answer.value.json()["nodes"])
        page.evaluate(PAINTED)
        if page.get_by_text("Not everything could be unfolded").is_visible():
            break
        page.keyboard.press("ArrowRight")
    return nodes


def moving(page: Page) -> list[float]:
    """Drag the drawing about."""
    box = page.get_by_role("group", name="Tree").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(WATCH)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + 200 * sin(step / 6), y + 40 * sin(step / 9))
    page.mouse.up()
    return list(page.evaluate(WATCHED))


def zooming(page: Page, direction: int) -> list[float]:
    """In (-1) or out (1), as far as it goes."""
    page.evaluate(WATCH)
    for _ in range(40):
        page.mouse.wheel(0, 60 * direction)
        page.wait_for_timeout(16)
    return list(page.evaluate(WATCHED))


def explaining(server: Server) -> list[int]:
    """The worker processes, those that used most first: here nothing else is searched."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == server.process.pid and b"boyi.server.search.worker" in line:
            found[int(entry.name)] = int(fields[11]) + int(fields[12])
    return sorted(found, key=found.__getitem__, reverse=True)


def memory(pid: int, name: str) -> float:
    """Megabytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) / 1000


def processor_seconds(server: Server) -> float:
    """What the processes that explain have used so far, whatever else the machine does."""
    ticks = 0
    for pid in explaining(server):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
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


def steps_table(wanted: Namespace, browser: Browser, server: Server) -> Table:
    """The first step, and how quickly one comes after the other."""
    searched, speed, size = served(server)
    firsts = [first_step(browser, server) for _ in range(wanted.visits)]
    table = Table("what", "aim", "found")
    seconds = f"{median(firsts):.2f} s (best {min(firsts):.2f}, worst {max(firsts):.2f})"
    table.add_row("first step shown", "1 s", seconds)
    table.add_row("the whole search, processor time", "", f"{searched:.1f} s")
    table.add_row("steps served in a processor second", "30", f"{speed:.0f}, {size:.0f} kB each")
    for view in wanted.view or ("table", "tree"):
        pace, longest, seen = stepping(browser, server, wanted.steps, view)
        found = f"{pace:.1f} a second over {seen} steps, longest frame {longest:.2f} s"
        table.add_row(f"stepping, view: {view}", "30 a second", found)
    return table


def tree_table(found: LargeTree) -> Table:
    """The large tree."""
    table = Table("large tree", "aim", "found")
    table.add_row("events of the search", "100,000", f"{found.events:,}")
    table.add_row("first step shown", "1 s", f"{found.first:.2f} s")
    table.add_row("jump to the last step", "", f"{found.jump:.2f} s")
    words = f"{found.laid_out:,}, {found.nodes:,} of them in view"
    table.add_row("nodes, unfolded and zoomed out", "", words)
    for what, frames in found.frames.items():
        words = f"{max(frames):.0f} ms (median {median(frames):.0f}, {len(frames)} frames)"
        table.add_row(f"longest frame, {what}", "50 ms", words)
    table.add_row("heap of the page", "", f"{found.page:.0f} MB")
    table.add_row("memory of the process that explains", "", f"{found.search:.0f} MB at most")
    table.add_row("memory of the server", "", f"{found.server:.0f} MB")
    return table


def main() -> None:
    """Measure and print the tables."""
    parser = ArgumentParser(description="How quick the search explorer is, by a real browser.")
    parser.add_argument("--visits", type=int, default=5, help="for the first step (5 unless told)")
    parser.add_argument("--steps", type=int, default=900, help="to play through (900 unless told)")
    parser.add_argument("--view", choices=("table", "tree"), action="append", help="step only so")
    parser.add_argument("--tree", action="store_true", help="only the large tree")
    wanted = parser.parse_args()
    if CHROMIUM is None:
        print("How quick the explorer is was not measured: there is no Chromium.")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "games.db") as server,
        sync_playwright() as playwright,
    ):
        precise = [*ARGUMENTS, "--enable-precise-memory-info"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=precise)
        if not wanted.tree:
            Console().print(steps_table(wanted, browser, server))
        Console().print(tree_table(large_tree(browser, server)))
        browser.close()


if __name__ == "__main__":
    main()
