"""What the course's network and the files of the command line say is Chinese too, with the system's words."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from pathlib import Path

import pytest

from boyi.bridges.game_file import FileTrouble, read_file, write_file
from boyi.core.errors import BoyiError
from boyi.core.system import system_reason
from boyi.course.connection import LanHost, NoConnection, connect
from tests.chinese import chinese

SYSTEM = [
    "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "EADDRINUSE",
    "EADDRNOTAVAIL", "EACCES", "EPERM", "ENOENT", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "EMFILE", "EIO",
    "ENAMETOOLONG",
]  # fmt: skip


@pytest.mark.parametrize("name", SYSTEM)
def test_the_words_of_the_system_are_known(name: str) -> None:
    number = getattr(errno, name)
    words = system_reason(OSError(number, os.strerror(number)))
    chinese(NoConnection("{address} cannot be reached: {reason}.", address="10.0.0.1:16677", reason=words))
    chinese(FileTrouble("{file} cannot be read: {reason}.", file="'one.sgf'", reason=words))


@pytest.mark.parametrize("number", [socket.EAI_NONAME, socket.EAI_AGAIN])
def test_names_that_nobody_knows(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    async def join() -> None:
        words = {socket.EAI_NONAME: "Name or service not known"}
        error = socket.gaierror(number, words.get(number, "Temporary failure in name resolution"))

        async def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(asyncio, "open_connection", fail)
        await connect("nosuch.invalid", 16677)

    with pytest.raises(BoyiError) as error:
        asyncio.run(join())
    assert chinese(error.value, {"nosuch.invalid"}).startswith("连接不上 nosuch.invalid:16677：")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_refused_connection_is_said_plainly(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(BoyiError) as error:
        asyncio.run(connect(host, port))
    assert str(error.value) == f"{host}:{port} cannot be reached: connection refused."
    assert "连接被拒绝" in chinese(error.value)


@pytest.mark.parametrize(
    ("host", "port", "words"), [("a..b", 1, "这不是电脑的名字"), ("127.0.0.1", 99_999, "端口应为 0 到 65535")]
)
def test_what_cannot_be_an_address(host: str, port: int, words: str) -> None:
    with pytest.raises(BoyiError) as error:
        asyncio.run(LanHost().start(host, port))
    assert words in chinese(error.value)


def test_a_port_that_is_taken() -> None:
    async def twice() -> None:
        first = LanHost()
        port = await first.start("127.0.0.1", 0)
        try:
            await LanHost().start("127.0.0.1", port)
        finally:
            await first.close()

    with pytest.raises(BoyiError) as error:
        asyncio.run(twice())
    assert "端口已被占用" in chinese(error.value)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"")
    for act in (
        lambda: read_file(tmp_path / "nowhere"),
        lambda: read_file(tmp_path),
        lambda: read_file("a\0b"),
        lambda: write_file(tmp_path, b""),
        lambda: write_file(tmp_path / "there", b""),
        lambda: write_file(tmp_path / "there" / "below", b""),
    ):
        with pytest.raises(BoyiError) as error:
            act()
        chinese(error.value)
