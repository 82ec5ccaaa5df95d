"""A server behind a proxy, and a terminal that was closed: real processes and real connections."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
import uvicorn

from boyi.cli.main import main
from boyi.core.language import ENGLISH
from boyi.server.api.ladder import WRONG
from boyi.server.serving import LOCAL, _Server, listen, network_address
from tests.server.client import Server, running

pytestmark = pytest.mark.outside
CLASS = """
game = "tictactoe"
levels = [1]
[[students]]
name = "Anna"
code = "k7-pine-42"
"""


def wrong_codes(server: Server, **headers: str) -> set[int]:
    """How the server answers one wrong code more than it answers at once, each as from another address."""
    return {
        server.call(
            "POST",
            "/api/ladder/mine",
            {"code": f"wrong-code-{number}"},
            {"X-Forwarded-For": f"198.51.100.{number}", **headers},
        )[0]
        for number in range(WRONG + 1)
    }


def test_an_address_is_believed_from_the_proxy_alone(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")
    with running(database, "--class", str(file)) as server:
        assert wrong_codes(server) == {403, 429}
    name = {"Host": "boyi.example.org"}
    with running(database, "--class", str(file), "--proxy", "https://boyi.example.org/") as server:
        token = {"X-Boyi-Server-Token": server.join_token(), "Origin": "https://boyi.example.org"}
        assert "On the network: https://boyi.example.org\n" in server.said
        assert wrong_codes(server, **name) == {403}
        # Who comes through the proxy comes from this machine and is nobody's owner.
        assert server.call("GET", "/api/games", headers=name)[0] == 403
        assert server.call("GET", "/api/games", headers={"Host": "boyi.example.com"})[0] == 421
        assert server.call("GET", "/api/games", headers=name | token)[0] == 200
        # The server itself is open to this machine alone.
        if (own := network_address()) not in LOCAL:
            with pytest.raises(ConnectionRefusedError), socket.create_connection((own, server.port)):
                pass


@pytest.mark.parametrize(
    "text", ["boyi.example.org", "https://boyi.example.org/play", "ftp://x", "https://a b"]
)
def test_the_address_of_a_proxy_is_checked(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--proxy", text, "--no-browser"]) == 2
    assert "such as https://boyi.example.org" in capsys.readouterr().err


connected = pytest.mark.skipif(network_address() in LOCAL, reason="this machine is on no network")


@connected
def test_a_request_that_ends_while_the_server_is_opened_leaves_no_port_open() -> None:
    with listen("127.0.0.1", 0, 0) as free:
        port = free.getsockname()[1]

    async def leave() -> None:
        server = _Server(uvicorn.Config("unused:app"))
        opening = asyncio.create_task(server.listen_on_network(port, ENGLISH))
        await asyncio.sleep(0)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((network_address(), port))

    asyncio.run(leave())


@connected
def test_a_server_whose_terminal_was_closed_is_opened_and_closed(database: Path, tmp_path: Path) -> None:
    with running(database) as server:
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.process.stdout = (tmp_path / "nothing").open("w+")
        status, opened, _ = server.call("POST", "/api/network/open")
        assert (status, opened["can_close"]) == (200, True)
        address = (network_address(), server.port)
        socket.create_connection(address).close()
        assert server.call("GET", "/api/games")[0] == 403
        owner = {"X-Boyi-Server-Token": opened["owner_token"]}
        assert server.call("POST", "/api/network/close", headers=owner)[0] == 200
        assert server.call("GET", "/api/games")[0] == 200
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address)
