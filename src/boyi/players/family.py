"""The end of a program and of all its children, also of those that tried to leave."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from time import sleep

from boyi.players.sandbox import MARK

PATIENCE = 2.0
"""Seconds for the system to end what was killed."""
ROUNDS = 100
"""How often new children of dying parents are looked for."""


def end_family(process: subprocess.Popen[bytes], mark: str) -> None:
    """Kill a program that leads its own session, its group, and whatever carries its mark.

    Behind a wall with its own process numbers the first blow ends everything; elsewhere a child may have left
    the group, and is found by the environment it has from its parent.
    """
    if os.name != "posix":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    for _ in range(ROUNDS):
        found = members(mark)
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return
        sleep(0.002)


def members(mark: str) -> list[int]:
    """The living processes that carry a mark (Linux; none are found elsewhere)."""
    sought = f"{MARK}={mark}".encode()
    found = []
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            if not entry.name.isdigit():
                continue
            # A process that is gone, or somebody else's, is none of ours.
            with suppress(OSError):
                place = Path(entry.path)
                if sought in (place / "environ").read_bytes().split(b"\0") and not _is_dead(place):
                    found.append(int(entry.name))
    return found


def _is_dead(place: Path) -> bool:
    """Whether a process has ended and only waits for its parent to notice."""
    return (place / "stat").read_text(errors="replace").rpartition(")")[2].split()[0] in ("Z", "X")
