"""SIGSTOP to the worker processes, as a machine under memory pressure might do."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from benchmarks.attack.processes import tree
from benchmarks.attack.target import Target


async def run(target: Target) -> None:
    """Stop all workers for good; the server must notice and replace them.

    It waits 15 s (``Settings.worker_silence``), so that one on a busy machine is not taken for a frozen one.
    """
    mark = b"boyi.server.search.worker"
    workers = [pid for pid in tree(target.process.pid, target.mark) if mark in command(pid)]
    target.promise(bool(workers), "no worker process was found")
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
        target.requests += 1
    try:
        await asyncio.sleep(target.some(30, 1))
    finally:
        for pid in workers:
            with suppress(OSError):
                os.kill(pid, signal.SIGCONT)


def command(pid: int) -> bytes:
    """The command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
