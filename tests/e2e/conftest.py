from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.client import Server, running

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Chromium's programs. The shell is Chromium without windows: less processor time for the same pages."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One real browser for all tests of a file.

    Not for the session: Playwright keeps an event loop running on this thread, beside which other tests could
    not run theirs.
    """
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``boyi serve`` with a data folder of its own."""
    with running(tmp_path_factory.mktemp("e2e") / "games.db") as started:
        yield started


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """A function that brings someone to the page; at the end nothing may have gone wrong for anyone."""
    from tests.e2e.visitor import Visitor

    with ExitStack() as stack:

        def bring(path: str | None = "/", **options: Any) -> Visitor:
            visitor = stack.enter_context(Visitor(browser, server, **options))
            if path is not None:
                visitor.go(path)
            return visitor

        yield bring
