"""``make screenshots``: pictures of the main screens for the documents, by a real browser on a real server.

The games on them were played by Boyi's own levels 6 and 7. Run it from the repository's root.
"""

from __future__ import annotations

import argparse
import io
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.e2e.visitor import Visitor
from tests.server.client import Server, running

PICTURES = Path("docs/pictures")
LARGEST = 200_000
"""Bytes of a picture."""
GOMOKU = "h9 j7 i10 i7 h7 j8 g8 j11 j9 k9 h6 h10 e6 f7 g6 m11 l10 i8 f6 d6 i6"
OTHELLO = "f5 f6 c4 f4 g4 e3 f3 g3 e6 h4 g6 d6 e2 g5 f2 d7 h3 d1 c7 d2 e1 f7 h5 f1 e7 b4 c3 c5 d3 h6"
LOA = "g8-g6 h2-f4 e8xh5 h4-e4 f1xf4 a2-b3 g1-e3 a3xe3 b8-d6 h6xf8 b1xb3 h3-f5 h5-f3 f8xd6"
NOGO = "J6 D2 G7 E4 B5 H3 A7 A8 H2 D9 J5 D3 C5 C6 E2 A9 C1 E8 G3 B6 E1 G8 A1 F9 H5 B8"
HUMAN, OTHER = {"kind": "human", "name": "Lin Yue"}, {"kind": "human", "name": "Chen Hao"}
COMPUTER = {"kind": "computer", "spec": "level:6"}


class Camera:
    """Visits the page and takes pictures."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.taken: dict[str, int] = {}

    @contextmanager
    def visit(self, path: str = "/", **options: Any) -> Iterator[Visitor]:
        with Visitor(self.browser, self.server, **options) as visitor:
            visitor.settle(sounds=False, name="Lin Yue")
            visitor.go(path)
            yield visitor

    def take(self, name: str, visitor: Visitor) -> None:
        """A picture in few colours, which is small and looks the same."""
        visitor.page.wait_for_timeout(400)
        picture = Image.open(io.BytesIO(visitor.page.screenshot(animations="disabled"))).convert("RGB")
        for colours in (256, 128, 64):
            held = io.BytesIO()
            few = picture.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
            few.save(held, "PNG", optimize=True)
            if held.tell() < LARGEST:
                break
        else:
            raise SystemExit(f"{name} has {held.tell()} bytes, more than {LARGEST}.")
        (PICTURES / f"{name}.png").write_bytes(held.getvalue())
        self.taken[name] = held.tell()

    def game(self, game: str, moves: str, *seats: dict[str, str], **more: Any) -> str:
        """A game that stands after these moves; the address of its owner."""
        made = self.server.new(game, list(seats), start={"moves": moves}, **more)
        return f"/play/{made['id']}#{made['tokens']['owner']}"


def first(moves: str, plies: int) -> str:
    """The first moves of a game."""
    return " ".join(moves.split()[:plies])


def start(camera: Camera) -> None:
    """The start page, light."""
    with camera.visit() as visitor:
        expect(visitor.page.get_by_role("article")).to_have_count(4)
        camera.take("start", visitor)


def play(camera: Camera) -> None:
    """A game of Gomoku against the computer, light, with clocks and a hint."""
    with camera.visit(camera.game("gomoku", first(GOMOKU, 12), HUMAN, COMPUTER, clock="300+5")) as visitor:
        assert visitor.my_turn()
        visitor.press("Hint")
        expect(visitor.page.locator(".board .mark.better")).to_have_count(1)
        camera.take("play", visitor)


def review(camera: Camera) -> None:
    """The engine judges a game, dark."""
    with camera.visit("/review", theme="dark") as visitor:
        visitor.page.get_by_label("Pasted text").fill(
            "(;GM[2]SZ[8]PB[Lin Yue]PW[Chen Hao]EV[Club evening];"
            + ";".join(f"{'BW'[n % 2]}[{move}]" for n, move in enumerate(OTHELLO.split()))
            + ")"
        )
        visitor.press("Open")
        visitor.page.wait_for_url("**/review/*")
        visitor.tab("Analysis")
        visitor.press("Review my game")
        expect(visitor.page.get_by_role("button", name="Review my game")).to_be_visible(timeout=120_000)
        visitor.page.get_by_role("slider", name="Jump to a move").fill("18")
        visitor.page.get_by_role("switch", name="Engine").click()
        expect(visitor.page.locator(".board .candidate")).not_to_have_count(0)
        visitor.page.wait_for_timeout(2_500)
        camera.take("review", visitor)


def loa(camera: Camera) -> None:
    """Lines of Action in Chinese, dark, a piece chosen."""
    options = {"language": "zh", "theme": "dark"}
    with camera.visit(camera.game("loa", LOA, HUMAN, COMPUTER, clock="600+5"), **options) as visitor:
        assert visitor.my_turn()
        visitor.click(visitor.playable()[1])
        visitor.page.mouse.move(640, 790)
        camera.take("lines-of-action", visitor)


def phone(camera: Camera) -> None:
    """Othello in Chinese on a phone."""
    with camera.visit(
        camera.game("othello", first(OTHELLO, 20), HUMAN, COMPUTER), phone=True, language="zh"
    ) as visitor:
        assert visitor.my_turn()
        camera.take("phone", visitor)


def phone_dark(camera: Camera) -> None:
    """NoGo on a phone, dark."""
    with camera.visit(
        camera.game("nogo", NOGO, HUMAN, OTHER, clock="300+5"), phone=True, theme="dark"
    ) as visitor:
        assert visitor.my_turn()
        camera.take("phone-dark", visitor)


def new(camera: Camera) -> None:
    """The form of a new game, dark."""
    with camera.visit("/new?game=gomoku", theme="dark") as visitor:
        expect(visitor.page.get_by_role("img").first).to_be_visible()
        camera.take("new-game", visitor)


def library(camera: Camera) -> None:
    """The library in Chinese, light; it holds what the others played."""
    with camera.visit("/library", language="zh") as visitor:
        expect(visitor.page.get_by_role("listitem").first).to_be_visible()
        camera.take("library", visitor)


SCREENS: tuple[Callable[[Camera], None], ...] = (start, play, review, loa, phone, phone_dark, new, library)


def main() -> None:
    """Take all pictures, or those whose names follow the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [screen.__name__ for screen in SCREENS]
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=f"only these: {', '.join(names)}")
    wanted = parser.parse_args().screens or names
    if CHROMIUM is None:
        raise SystemExit("The pictures need Chromium: apt-get install chromium.")
    PICTURES.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    try:
        with running(folder / "games.db") as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            camera = Camera(browser, server)
            for screen in SCREENS:
                if screen.__name__ in wanted:
                    screen(camera)
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for name, size in camera.taken.items():
        print(f"{PICTURES / name}.png  {size // 1000} kB")


if __name__ == "__main__":
    main()
