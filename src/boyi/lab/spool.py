"""A long list of small values in a temporary file: only the place of each is kept in memory."""

from __future__ import annotations

import json
import tempfile
from array import array
from threading import Lock
from typing import Any

BLOCK = 1 << 16
"""Bytes that are collected before they go to the file."""


class Spool:
    """Append at the end, read any range; one thread may write while others read.

    >>> spool = Spool()
    >>> for number in range(3):
    ...     spool.append(["step", number])
    >>> len(spool), spool.read(1, 3)
    (3, [['step', 1], ['step', 2]])
    >>> spool.close()
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="boyi-")  # noqa: SIM115 (closed by close)
        self._places = array("Q", [0])
        self._pending: list[bytes] = []
        self._waiting = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._places) - 1

    def append(self, value: Any) -> None:
        """Add a value of plain data."""
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._pending.append(line)
            self._waiting += len(line)
            self._places.append(self._places[-1] + len(line))
            if self._waiting > BLOCK:
                self._write()

    def read(self, first: int, last: int) -> list[Any]:
        """The values from ``first`` up to, but not including, ``last``."""
        if first >= last:
            return []
        with self._lock:
            self._write()
            start, end = self._places[first], self._places[last]
            self._file.seek(start)
            data = self._file.read(end - start)
        return [json.loads(line) for line in data.splitlines()]

    def close(self) -> None:
        """Remove the file."""
        with self._lock:
            self._file.close()

    def _write(self) -> None:
        if self._pending:
            self._file.seek(0, 2)
            self._file.write(b"".join(self._pending))
            self._pending.clear()
            self._waiting = 0
