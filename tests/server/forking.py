"""Servers that are forked from a process in which Boyi is loaded already.

Starting Python and loading the server takes most of a second of the processor, and the tests start it more
than a hundred times. A forked server is a process of its own like any other: it has its own port, database,
workers and signals, and runs the same command. The tests of survival start it by the command.

    python -m tests.server.forking      # the process to fork from; its standard input is a Unix socket
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import IO

PRELOADED = ("boyi.cli.app", "boyi.cli.serve", "boyi.server.app", "boyi.server.serving", "uvicorn")
LONGEST = 1 << 20
"""Bytes of a request: arguments, folder and environment."""


@dataclass(frozen=True)
class Request:
    """A command that is to run."""

    arguments: list[str]
    folder: str
    environment: dict[str, str]


class ForkedProcess:
    """The part of ``subprocess.Popen`` that the tests use, for a process that is not a child of this one."""

    def __init__(self, pid: int, stdout: IO[str]) -> None:
        self.pid, self.stdout = pid, stdout
        self._handle = os.pidfd_open(pid)
        self._ended = False

    def poll(self) -> int | None:
        """None while it runs."""
        return self._wait(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; its exit code is not known here."""
        if self._wait(timeout) is None:
            raise subprocess.TimeoutExpired([str(self.pid)], timeout or 0)
        return 0

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _wait(self, timeout: float | None) -> int | None:
        if not self._ended:
            ready, _, _ = select.select([self._handle], [], [], timeout)
            if not ready:
                return None
            self._ended = True
            os.close(self._handle)
        return 0


def start(arguments: list[str]) -> ForkedProcess:
    """Run ``boyi ARGUMENTS`` in a forked process; what it prints can be read from its ``stdout``."""
    request = Request(arguments, str(Path.cwd()), dict(os.environ))
    reader, writer = os.pipe()
    connection = _connect()
    data = json.dumps(asdict(request)).encode()
    assert len(data) < LONGEST
    socket.send_fds(connection, [data], [writer])
    os.close(writer)
    return ForkedProcess(int(connection.recv(64)), os.fdopen(reader, encoding="utf-8"))


@cache
def _connect() -> socket.socket:
    """The process to fork from, one for each process of tests; it ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for side in (ours, theirs):
        side.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
    process = subprocess.Popen([sys.executable, "-m", __name__], stdin=theirs.fileno())
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def main() -> None:
    """Fork for each request, and tell the process's number."""
    for name in PRELOADED:
        __import__(name)
    connection = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for these children here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        data, (*writers,), _, _ = socket.recv_fds(connection, LONGEST, 1)
        if not data:
            return
        pid = os.fork()
        if pid == 0:
            connection.close()
            sys.exit(_run(Request(**json.loads(data)), writers[0]))
        os.close(writers[0])
        connection.send(str(pid).encode())


def _run(request: Request, writer: int) -> int:
    """The command, in the forked process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(writer, 1)
    os.dup2(writer, 2)
    os.close(writer)
    sys.stdout = os.fdopen(1, "w", 1, encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", closefd=False)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    from boyi.cli.main import main as boyi

    sys.argv = ["boyi", *request.arguments]
    return boyi(request.arguments)


if __name__ == "__main__":
    main()
