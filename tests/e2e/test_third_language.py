"""A language is one file: the terminal, the server and the page speak it as soon as it is there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("babel")

from playwright.sync_api import expect
from tools import messages, page_messages

from tests.e2e.visitor import Visitor
from tests.patience import PATIENCE
from tests.server.client import Server, running

CODE = "eo"
BOYI = """
import sys
from boyi.core import language
language.FOLDER = {folder!r}
from boyi.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Catalogues of one language that nobody speaks: each text is its template in brackets."""
    made = tmp_path_factory.mktemp("locale")
    catalogue = messages.begin(CODE)
    found = messages.extract(messages.sources()).found + page_messages.extract(page_messages.sources()).found
    messages.update(catalogue, found)
    for entry in catalogue:
        if entry.id:
            entry.string = f"‹{entry.id}›"
    path = made / CODE / messages.NAME
    path.parent.mkdir(parents=True)
    path.write_bytes(messages.written(catalogue)[path.name])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(messages, "FOLDER", made)
        assert messages.main([]) == 0  # as make messages compiles it
        yield made


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    class Patched(Server):
        program = ("-c", BOYI.format(folder=str(folder)))

    with running(tmp_path_factory.mktemp("e2e") / "games.db", kind=Patched) as started:
        yield started


def test_the_terminal_speaks_it(folder: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", BOYI.format(folder=str(folder)), "games", "--language", CODE],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout
    assert "‹Othello› (" in said


def test_the_server_speaks_it(server: Server) -> None:
    _, catalog, _ = server.call("GET", "/api/catalog")
    othello = next(game for game in catalog["games"] if game["name"] == "othello")
    assert othello["title"] == {"en": "Othello", CODE: "‹Othello›"}
    _, missing, _ = server.call("GET", "/api/nowhere")
    assert missing["error"]["text"][CODE] == "‹There is nothing here.›"


def test_the_page_speaks_it(browser: Any, server: Server) -> None:
    with Visitor(browser, server) as visitor:
        visitor.go("/settings")
        expect(visitor.page.get_by_role("heading", name="Settings")).to_be_visible()
        visitor.page.get_by_role("radio", name="‹English›").check()
        expect(visitor.page.get_by_role("heading", name="‹Settings›")).to_be_visible()
        expect(visitor.page.locator("html")).to_have_attribute("lang", CODE)
        visitor.go("/")
        expect(visitor.page.get_by_role("heading", name="‹Othello›")).to_be_visible()
        visitor.press("EN · English")
        expect(visitor.page.get_by_role("heading", name="Othello", exact=True)).to_be_visible()
