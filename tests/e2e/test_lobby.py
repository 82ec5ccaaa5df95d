"""Friends on other devices: the owner opens the server from the page; a lobby; free taking back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from playwright.sync_api import Error, expect

from boyi.server.serving import network_address
from tests.e2e.visitor import Visitor
from tests.server.client import Server, running

Visit = Callable[..., Visitor]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for each test: opened, it stays so."""
    with running(tmp_path_factory.mktemp("lobby") / "games.db") as started:
        yield started


def from_outside(visit: Visit, address: str, **options: object) -> Visitor:
    """Someone who comes by the address on the network."""
    visitor = visit(None, **options)
    visitor.server = SimpleNamespace(url=address)  # type: ignore[assignment]
    return visitor


def open_network(visitor: Visitor) -> str:
    """Open the server from the form; the address that the page names."""
    visitor.go("/new?game=nogo&opponent=friend")
    visitor.sees(re.compile("will work on this computer only"))
    visitor.press("Open to the network")
    visitor.dialog().get_by_role("button", name="Open to the network").click()
    visitor.sees(re.compile("The link works for everyone"))
    found = re.search(r"http://[\d.:]+\d", visitor.page.get_by_role("note").inner_text())
    assert found
    return found[0]


needs_network = pytest.mark.skipif(network_address() == "127.0.0.1", reason="this machine is on no network")


@needs_network
def test_the_owner_opens_the_server_and_a_friend_joins(visit: Visit) -> None:
    anna = visit(None, name="Anna")
    address = open_network(anna)
    assert anna.violations() == []
    anna.page.get_by_role("combobox", name="Taking back").select_option("Free")
    anna.press("Make the link")
    link = anna.page.get_by_label("Link for your friend").input_value()
    assert link.startswith(f"{address}/play/")
    boris = from_outside(visit, address, name="Boris", phone=True)
    boris.go(link)
    anna.sees("Boris wants to join.")
    anna.press("Accept")
    assert anna.my_turn()
    anna.place(40)
    assert boris.my_turn()
    # Taking back is free between friends too: nobody is asked.
    anna.press("Take back")
    expect(anna.page.locator(".moves [data-node]")).to_have_count(0)
    assert anna.my_turn()
    expect(boris.page.get_by_text("asks to take back")).to_have_count(0)
    # A stranger sees neither the library nor the lobby; another tab of the owner's browser sees both.
    stranger = from_outside(visit, address)
    stranger.expected.append("403")
    stranger.go(address)
    stranger.sees("To start games on this server, enter its join token.")
    expect(stranger.page.get_by_role("heading", name="Lobby")).to_have_count(0)
    expect(stranger.page.get_by_role("heading", name="Unfinished games")).to_have_count(0)
    assert anna.page.request.get(f"{address}/api/lobby").status == 403
    other = anna.context.new_page()
    other.goto(anna.server.url + "/settings")
    expect(other.get_by_label("The join link")).to_have_value(re.compile(rf"^{address}/#join=.+"))


@needs_network
def test_the_lobby(visit: Visit) -> None:
    anna = visit(None, name="Anna")
    address = open_network(anna)
    anna.go("/settings")
    join = anna.page.get_by_label("The join link").input_value()
    anna.go("/new?game=othello&opponent=friend")
    anna.press("Make the link")
    lin = from_outside(visit, address, name="Lin", phone=True, language="zh")
    lin.go(join)
    lin.sees("大厅")
    lin.sees(re.compile("黑白棋"))
    assert lin.violations() == []
    lin.press("请求入座")
    anna.sees("Lin wants to join.")
    anna.press("Accept")
    assert anna.my_turn()
    anna.place(anna.playable()[0])
    assert lin.my_turn()


@needs_network
def test_the_owner_closes_the_server_again(visit: Visit) -> None:
    anna = visit(None, name="Anna")
    address = open_network(anna)
    anna.press("Make the link")
    anna.page.wait_for_url("**/play/*")
    game = anna.id
    boris = from_outside(visit, address, name="Boris")
    boris.expected += ["WebSocket", "ERR_"]
    boris.go(f"/play/{game}")
    boris.page.locator(".board").wait_for()
    anna.go("/settings")
    anna.press("Close to the network")
    assert anna.violations() == []
    anna.dialog().get_by_role("button", name="Close to the network").click()
    anna.sees("Boyi is open to this computer only.")
    boris.sees(re.compile("connection", re.IGNORECASE))
    with pytest.raises(Error):
        boris.page.request.get(f"{address}/api/catalog")
    # Nothing asks for a token at the machine any more.
    anna.go("/library")
    anna.page.locator("li a").first.wait_for()
    assert anna.page.request.get(f"{anna.server.url}/api/games").ok


def test_the_link_of_a_closed_server_says_so_in_chinese(visit: Visit) -> None:
    lin = visit("/new?opponent=friend", language="zh", phone=True)
    lin.sees("此链接只能在本机使用。要从其他设备加入，请先向网络开放。")
    lin.press("向网络开放")
    lin.dialog().get_by_role("button", name="取消").click()
    assert lin.violations() == []
