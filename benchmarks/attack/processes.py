"""What a server's processes hold, read from /proc."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

MARK = "BOYI_ATTACK"
"""The variable by which a process that left the server's tree is still known as its child."""
PAGE = os.sysconf("SC_PAGE_SIZE")


def tree(root: int, mark: str) -> list[int]:
    """The server, its descendants, and orphans that inherited its mark."""
    parents: dict[int, int] = {}
    found = {root}
    needle = f"{MARK}={mark}".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if fields[0] == "Z":
                continue
            parents[int(entry.name)] = int(fields[1])
            if needle in (entry / "environ").read_bytes().split(b"\0"):
                found.add(int(entry.name))
        except OSError:
            continue
    while grown := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
        found |= grown
    return sorted(found & parents.keys())


def resident(pids: list[int]) -> int:
    """Bytes of memory that the processes hold together; shared pages count for each."""
    total = 0
    for pid in pids:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        except OSError:
            continue
    return total


def sockets(pid: int) -> int:
    """Open sockets of one process."""
    count = 0
    try:
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            try:
                count += str(entry.readlink()).startswith("socket:")
            except OSError:
                continue
    except OSError:
        return 0
    return count


class Watch:
    """Looks at the tree ten times a second and keeps the highest figures."""

    def __init__(self, root: int, mark: str) -> None:
        self.root, self.mark = root, mark
        self.peak_memory = self.peak_processes = 0

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            pids = tree(self.root, self.mark)
            self.peak_memory = max(self.peak_memory, resident(pids))
            self.peak_processes = max(self.peak_processes, len(pids))
            await asyncio.sleep(0.1)
