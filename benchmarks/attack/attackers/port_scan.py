"""The course's rooms as a scanner of ports."""

from __future__ import annotations

import asyncio
import socket

from benchmarks.attack.target import Target

TOO_MANY = "too many"


async def run(target: Target) -> None:
    """A guest of a server on the network asks it to join ports of its own machine.

    The answers must not tell which ones are open; that one has asked too often may be said.
    """
    connected: list[object] = []

    def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.append(writer)
        writer.close()

    listener = await asyncio.start_server(accept, "127.0.0.1", 0)
    used = listener.sockets[0].getsockname()[1]
    unused = socket.socket()
    unused.bind(("127.0.0.1", 0))  # bound and not listening: closed for sure
    try:
        said: dict[int, set[str]] = {used: set(), unused.getsockname()[1]: set()}
        for _ in range(target.some(10, 1)):
            for port, answers in said.items():
                answers.add(await _join(target, port))
        heard = [answers - {TOO_MANY} for answers in said.values()]
        target.promise(heard[0] == heard[1], "open and closed ports get different answers")
        target.promise(all(len(answers) == 1 for answers in heard), f"a scan is answered with {heard}")
        target.promise(not connected, "the server connected to a port of its own machine")
    finally:
        listener.close()
        unused.close()


async def _join(target: Target, port: int) -> str:
    body = {"mode": "join", "host": "127.0.0.1", "port": port, "join_token": target.token}
    answer = await target.ask("POST", "/api/course", json=body)
    if answer is None:
        return "none"
    said = f"{answer.status_code} {answer.text}".replace(str(port), "")
    return TOO_MANY if answer.status_code == 429 else said
