"""A real engine process and what it says, with a time limit on every wait."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from tests.patience import PATIENCE

BOYI = [sys.executable, "-m", "boyi"]


class Child:
    """Runs a program; use it as a context, which ends the process whatever happens."""

    def __init__(
        self, command: Sequence[str], cwd: str | os.PathLike[str] | None = None, pass_fds: Sequence[int] = ()
    ) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            pass_fds=tuple(pass_fds),
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: list[bytes] = []
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\r\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self._errors.extend(self.process.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()

    def send(self, text: str | bytes) -> None:
        """Send a line, or bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(text if isinstance(text, bytes) else f"{text}\n".encode())
        self.process.stdin.flush()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def line(self, timeout: float = PATIENCE) -> str:
        """The next line; fails if none comes."""
        said = self._lines.get(timeout=timeout)
        assert said is not None, f"the process has ended: {self.errors()!r}"
        return said

    def ask(self, text: str | bytes) -> str:
        self.send(text)
        return self.line()

    def until(self, start: str) -> str:
        """The next line that begins like this."""
        while not (line := self.line()).startswith(start):
            pass
        return line

    def rest(self) -> list[str]:
        """All that is still said, to the end of the process."""
        lines = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            lines.append(line)
        return lines

    def wait(self, timeout: float = PATIENCE) -> int:
        return self.process.wait(timeout)

    def errors(self) -> str:
        self._threads[1].join(PATIENCE)
        return b"".join(self._errors).decode("utf-8", "replace")


def engine(*arguments: str) -> Child:
    return Child([*BOYI, "engine", *arguments])
