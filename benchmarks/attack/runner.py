"""Runs one attack beside the innocent client and judges what was measured."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.attack.attack import Attack
from benchmarks.attack.innocent import READY
from benchmarks.attack.processes import Watch, sockets, tree
from benchmarks.attack.student import upload_and_wait
from benchmarks.attack.target import Target

SETTLE = 30.0
"""Seconds after which what the attack left behind counts as left."""
ROOT = Path(__file__).parents[2]


@dataclass
class Measured:
    """One row of the table."""

    name: str
    requests: int
    worst: float
    median: float
    answer: float
    memory: float
    processes: int
    peak_processes: int
    sockets: int
    student: float | None
    """None: there is none in this attack."""
    seconds: float
    broken: list[str]


async def measure(attack: Attack, slack: float = 1.0, small: bool = False) -> Measured:
    """Start a server and an innocent client, attack, wait until it has settled, end both."""
    with tempfile.TemporaryDirectory(prefix="boyi-attack-") as folder:
        try:
            arguments = (*attack.arguments, *await asyncio.to_thread(attack.prepare, Path(folder)))
            target = await asyncio.to_thread(Target, Path(folder), arguments, small)
            watch = Watch(target.process.pid, target.mark)
            looking = asyncio.create_task(watch.run())
            try:
                return await _attack(target, attack, watch, slack)
            finally:
                looking.cancel()
                await target.close()
                _end_all(target)
        finally:
            await asyncio.to_thread(attack.clean, Path(folder))


async def _attack(target: Target, attack: Attack, watch: Watch, slack: float) -> Measured:
    innocent = await asyncio.create_subprocess_exec(
        # A token may begin with a dash.
        *(sys.executable, "-m", "benchmarks.attack.innocent", "--", target.base, target.token),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        limit=1 << 26,
    )
    assert innocent.stdin is not None
    assert innocent.stdout is not None
    await asyncio.wait_for(innocent.stdout.readline(), 120)
    await asyncio.sleep(1)  # a second of peace, so that the median is not of the attack alone
    pid = target.process.pid
    before, open_before = len(tree(pid, target.mark)), sockets(pid)
    begin = time.monotonic()
    uploading = asyncio.create_task(upload_and_wait(target)) if attack.student else None
    try:
        with suppress(TimeoutError):  # what it did until then is in the figures
            await asyncio.wait_for(attack.run(target), attack.seconds)
        seconds = time.monotonic() - begin
        student = None if uploading is None else await uploading
    finally:
        if uploading is not None:
            uploading.cancel()
    left, open_left = await _settled(target, before, open_before)
    innocent.stdin.close()
    lines = (await asyncio.wait_for(innocent.stdout.read(), 120)).decode().splitlines()
    await innocent.wait()
    seen: dict[str, Any] = json.loads(next(line for line in lines if line != READY))
    found = Measured(
        attack.name,
        target.requests,
        max(seen["latencies"], default=0.0),
        median(seen["latencies"] or [0.0]),
        max(seen["answers"], default=0.0),
        watch.peak_memory / 1e6,
        max(0, left - before),
        watch.peak_processes,
        max(0, open_left - open_before),
        student,
        seconds,
        target.broken + [f"the innocent room failed: {one}" for one in seen["failures"][:2]],
    )
    target.promise(target.process.poll() is None, "the server ended")
    found.broken += judge(found, attack, slack)
    return found


async def _settled(target: Target, processes: int, open_sockets: int) -> tuple[int, int]:
    """What is left once nothing more goes away, or after ``SETTLE`` seconds."""
    ends = time.monotonic() + (SETTLE if not target.small else 90.0)
    pid = target.process.pid
    while True:
        left, open_left = len(tree(pid, target.mark)), sockets(pid)
        if (left <= processes and open_left <= open_sockets) or time.monotonic() > ends:
            return left, open_left
        await asyncio.sleep(0.2)


def judge(found: Measured, attack: Attack, slack: float) -> list[str]:
    """Each bound that is broken, in a few words."""
    bounds = attack.bounds
    checks = [
        (found.worst <= bounds.worst * slack, f"worst latency {found.worst:.2f} s > {bounds.worst:g} s"),
        (found.median <= bounds.median * slack, f"median {found.median:.2f} s > {bounds.median:g} s"),
        (
            found.answer <= bounds.answer * slack,
            f"computer's answer {found.answer:.1f} s > {bounds.answer:g} s",
        ),
        (
            found.student is None or found.student <= bounds.student * slack,
            f"the innocent student waited {found.student or 0:.0f} s > {bounds.student:g} s",
        ),
        (found.memory <= bounds.memory, f"memory {found.memory:.0f} MB > {bounds.memory} MB"),
        (found.processes <= bounds.processes, f"{found.processes} processes left"),
        (found.sockets <= bounds.sockets, f"{found.sockets} sockets left"),
    ]
    return [what for kept, what in checks if not kept]


def _end_all(target: Target) -> None:
    """End what the server left behind, so that one attack does not burden the next."""
    for pid in tree(target.process.pid, target.mark):
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
