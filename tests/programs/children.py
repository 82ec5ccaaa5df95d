"""Looking for processes that should be gone."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.patience import PATIENCE


def living(word: str) -> list[str]:
    """The command lines of living processes, wherever they run, that hold a word."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                command = (
                    Path(entry.path, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
                state = Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            except OSError:
                continue
            if word in command and state not in "ZX":
                found.append(command)
    return found


def gone(word: str, seconds: float = PATIENCE) -> bool:
    """Whether no such process is left, or none after a while."""
    end = time.monotonic() + seconds
    while living(word):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
