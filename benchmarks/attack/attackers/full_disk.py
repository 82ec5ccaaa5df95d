"""The disk of the class is full for a moment: while a student uploads, and while a finding is kept."""

from __future__ import annotations

import asyncio
import errno
import subprocess
from contextlib import suppress
from pathlib import Path

from benchmarks.attack.attack import Skipped
from benchmarks.attack.student import BOT, mine, send, states, write_class
from benchmarks.attack.target import Target

DISK, FILLER = "disk", "filler"
SIZE = "2m"


def prepare(folder: Path) -> tuple[str, ...]:
    """A class on a small disk of its own."""
    disk = folder / DISK
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", str(disk)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, timeout=20, check=False)
    except OSError as error:
        raise Skipped(str(error)) from None
    if done.returncode:
        raise Skipped(f"no right to make a small disk ({done.stderr.strip()})")
    return write_class(disk / "class.toml", 2)


def clean(folder: Path) -> None:
    """Take the disk away."""
    subprocess.run(["umount", str(folder / DISK)], capture_output=True, timeout=20, check=False)


async def run(target: Target) -> None:
    """Fill, upload, make room; fill while a check runs, make room."""
    filler = target.folder / DISK / FILLER
    fill(filler)
    refused = await send(target, 0, BOT)
    target.promise(refused == 503, f"an upload to a full disk was answered {refused}")
    await asyncio.sleep(target.some(10, 1))
    filler.unlink()
    taken = await send(target, 0, BOT)
    target.promise(taken == 201, f"an upload afterwards was answered {taken}")
    fill(filler)
    shown = False
    for _ in range(60):
        view = await target.ask("GET", "/api/ladder")
        shown = shown or (view is not None and bool(view.json()["trouble"]))
        if shown:
            break
        await asyncio.sleep(1)
    target.promise(shown, "the ladder's page does not say that the disk is full")
    filler.unlink()
    found = await states(target, range(1))
    target.promise(found == ["good"], f"the check on a full disk: {found}")
    told = await mine(target, "right-code-0")
    target.promise(len(told.get("versions", [])) == 1, "the refused upload has left something")


def fill(file: Path) -> None:
    """Write until nothing more fits."""
    with file.open("wb", buffering=0) as stream, suppress(OSError):
        for size in (65_536, 1):
            while True:
                try:
                    stream.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    break
