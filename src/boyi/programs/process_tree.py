"""The end of a program and of all its children, also of those that tried to leave."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from time import sleep

from boyi.programs.launcher import descendants, kill_all
from boyi.programs.sandbox import MARK, Launched

PATIENCE = 2.0
"""Seconds for the system to end what was killed."""
ROUNDS = 100
"""How often new children of dying parents are looked for."""


def end_process_tree(launched: Launched, mark: str) -> None:
    """Kill a program, its control group, its descendants, and who carries its mark.

    In a sandbox with its own process numbers the first signal ends everything. Without one, a control group
    does; without that, the launcher, which all descendants come to belong to. The mark in the environment is
    for those whose launcher was killed before them.
    """
    process = launched.process
    if os.name != "posix":
        process.kill()
    elif launched.group is not None:
        launched.group.end()
    elif launched.supervised:
        with suppress(OSError):
            process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        kill_all(descendants(process.pid))  # of a launcher that was stopped
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    for _ in range(ROUNDS):
        found = members(mark)
        kill_all(found)
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
