"""Course games connect to programs of the class and to nothing else: the server is no port scanner."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from boyi.server.access import Access
from boyi.server.course import gate as course_gate
from boyi.server.course.gate import CourseGate
from boyi.server.refusals import Refusal
from boyi.server.serving import network_address
from boyi.server.settings import Settings
from tests.server.client import Server, enter, running

LOCAL = Settings()
LAN = Settings(lan=True, join_token="join", owner_token="owner")
CLASS = Settings(lan=True, join_token="join", owner_token="owner", course_networks=("192.168.7.0/24",))

TABLE = [
    # Whoever is at the machine: this machine and private networks.
    (LOCAL, "", "127.0.0.1", True),
    (LOCAL, "", "192.168.7.3", True),
    (LOCAL, "", "169.254.169.254", False),
    (LOCAL, "", "fe80::1", False),
    (LOCAL, "", "8.8.8.8", False),
    (LOCAL, "", "0.0.0.0", False),
    (LOCAL, "", "224.0.0.1", False),
    # On the network: the owner private networks, guests what the owner named, nobody the machine itself.
    (LAN, "join", "192.168.7.3", False),
    (LAN, "owner", "192.168.7.3", True),
    (LAN, "owner", "10.1.2.3", True),
    (LAN, "owner", "8.8.8.8", False),
    (LAN, "owner", "127.0.0.1", False),
    (LAN, "owner", "127.8.8.8", False),
    (LAN, "owner", "::1", False),
    (LAN, "owner", "::ffff:127.0.0.1", False),
    (LAN, "owner", "0.0.0.0", False),
    (LAN, "owner", "::", False),
    (LAN, "owner", "169.254.169.254", False),
    (LAN, "owner", "::ffff:169.254.169.254", False),
    (LAN, "owner", network_address(), False),
    (CLASS, "join", "192.168.7.3", True),
    (CLASS, "join", "192.168.8.3", False),
    (CLASS, "join", "127.0.0.1", False),
]


@pytest.mark.parametrize(("settings", "token", "address", "allowed"), TABLE)
def test_who_connects_where(settings: Settings, token: str, address: str, allowed: bool) -> None:
    gate = CourseGate(Access(settings))
    if allowed:
        assert asyncio.run(gate.find(address, 16677, token, [])) == address
        return
    with pytest.raises(Refusal, match="connects to no such address"):
        asyncio.run(gate.find(address, 16677, token, []))


def test_a_room_that_waits_here_can_be_reached() -> None:
    gate = CourseGate(Access(LAN))
    assert asyncio.run(gate.find("127.0.0.1", 16677, "join", [16677])) == "127.0.0.1"
    with pytest.raises(Refusal):
        asyncio.run(gate.find("127.0.0.1", 22, "join", [16677]))


def test_few_connections_at_a_time() -> None:
    gate = CourseGate(Access(LOCAL))
    with gate.attempt(), gate.attempt(), pytest.raises(Refusal, match="Too many connections"), gate.attempt():
        pass
    with gate.attempt():
        pass


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("lan") / "games.db", "--lan", "--host", "127.0.0.1") as server:
        server.join_token()
        yield server


def test_a_guest_cannot_look_at_the_servers_own_ports(lan: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        answers = []
        for token in (lan.join_token(), lan.owner_token()):
            for port in (listener.getsockname()[1], 1):
                body = {"mode": "join", "host": "127.0.0.1", "port": port, "join_token": token}
                status, answer, _ = lan.call("POST", "/api/course", body)
                answers.append((status, answer["error"]))
        assert all(answer == answers[0] for answer in answers)
        assert answers[0][0] == 403
        assert "服务器" in answers[0][1]["text"]["zh_CN"]
        with pytest.raises(BlockingIOError):
            listener.accept()  # nobody knocked


def test_a_guest_waits_at_free_ports_only(lan: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        for port in (listener.getsockname()[1], 80):
            body = {"mode": "host", "port": port, "join_token": lan.join_token()}
            status, answer, _ = lan.call("POST", "/api/course", body)
            assert status == 400
            assert answer["error"]["text"]["en"] == f"The port {port} cannot be used here: choose another."


def test_a_room_of_this_server_is_reached_over_the_network_server(lan: Server) -> None:
    async def play() -> None:
        body = {"mode": "host", "port": 0, "join_token": lan.join_token()}
        status, host, _ = await asyncio.to_thread(lan.call, "POST", "/api/course", body)
        assert status == 201
        async with enter(lan, host["id"], host["tokens"]["owner"]) as ann:
            port = int(ann.room["course"]["address"].rpartition(":")[2])
            body = {"mode": "join", "port": port, "join_token": lan.join_token()}
            status, made, _ = await asyncio.to_thread(lan.call, "POST", "/api/course", body)
            assert status == 201, made
            await ann.until("requested", lambda m: m["request"] is not None)

    asyncio.run(play())


def test_failures_sound_alike_and_are_limited(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server, socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens there
        port = closed.getsockname()[1]
        said, busy = set(), 0
        for number in range(3 * course_gate.MOST):
            host = ("127.0.0.1", "no-such-name.invalid")[number % 2]
            status, answer, _ = server.call(
                "POST", "/api/course", {"mode": "join", "host": host, "port": port}
            )
            if status == 429:
                busy += 1
                assert answer["error"]["code"] == "too-many"
            else:
                assert status == 400
                said.add(answer["error"]["text"]["en"].replace(host, "HOST"))
        assert said == {f"HOST:{port} could not be reached: check the address and that the program waits."}
        assert busy >= course_gate.MOST / 2
