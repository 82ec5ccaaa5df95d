"""Control groups of Linux: limits on memory and processes for a program and all its children together.

A group is a folder below the group that Boyi itself runs in (version 1), or below the nearest one above it
that hands the two controllers on to its children (version 2, where a group with processes cannot). No group
with a memory limit of its own is left that way. Where we may not make one, there is none.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from secrets import token_hex
from time import sleep

CONTROLLERS = ("memory", "pids")
ACCOUNTING = "cpuacct"
"""The controller of version 1 that counts processor time; groups of version 2 all do. It may be missing."""
OVERHEAD = 4
"""Processes of the sandbox itself."""
PREFIX = "boyi"
ROUNDS = 500
"""How often the end of killed processes is looked for."""


class ControlGroup:
    """One group of processes; raises OSError where it cannot be made."""

    def __init__(self, memory: int | None, processes: int) -> None:
        parents = group_parents()
        if not parents:
            raise OSError("there are no control groups that we may use")
        name = f"{_owner(os.getpid())}-{token_hex(4)}"
        self.folders = tuple(dict.fromkeys(parent / name for parent in parents.values()))
        try:
            for folder in self.folders:
                folder.mkdir()
            self._limit(memory, processes + OVERHEAD)
        except OSError:
            self.end()
            raise

    def enter(self, command: Sequence[str]) -> list[str]:
        """The command that enters the group and then becomes ``command``."""
        # The shell moves itself, so that nothing of the program runs outside of the group.
        moves = " && ".join(f'echo 0 > "${number}"' for number, _ in enumerate(self.folders, 1))
        script = f'{moves} || exit 125; shift {len(self.folders)}; exec "$@"'
        places = [str(folder / "cgroup.procs") for folder in self.folders]
        return ["/bin/sh", "-c", script, "sh", *places, *command]

    @property
    def overused(self) -> bool:
        """Whether the kernel has ended one of the processes because the group had no memory left."""
        for folder in self.folders:
            for name in ("memory.events", "memory.oom_control"):
                with suppress(OSError, ValueError):
                    fields = dict(line.split() for line in (folder / name).read_text().splitlines())
                    if int(fields.get("oom_kill", 0)):
                        return True
        return False

    def processor_seconds(self) -> float | None:
        """What all its processes have used, also those that have ended; None where that is not counted."""
        for folder in self.folders:
            with suppress(OSError):
                return int((folder / "cpuacct.usage").read_text()) / 1e9
            with suppress(OSError):
                fields = dict(line.split() for line in (folder / "cpu.stat").read_text().splitlines())
                if "usage_usec" in fields:
                    return int(fields["usage_usec"]) / 1e6
        return None

    def end(self) -> None:
        """Kill every process in it, and remove it."""
        for folder in self.folders:
            remove_group(folder)

    def _limit(self, memory: int | None, processes: int) -> None:
        wanted = {"pids.max": processes}
        if memory is not None:
            # The names of version 1 and 2. What is swapped out is used as well, where there is swap space.
            wanted |= {"memory.limit_in_bytes": memory, "memory.memsw.limit_in_bytes": memory}
            wanted |= {"memory.max": memory, "memory.swap.max": 0, "memory.oom.group": 1}
        for folder in self.folders:
            for name, value in wanted.items():
                with suppress(FileNotFoundError):
                    _write(folder / name, value)


@cache
def group_parents() -> dict[str, Path]:
    """Below which folder a group is made for each controller; empty: none can be made.

    The groups that processes of Boyi have left behind are removed.
    """
    try:
        mounts = _mounts(Path("/proc/self/mountinfo").read_text())
        groups = Path("/proc/self/cgroup").read_text()
    except OSError:
        return {}
    found = _parents(groups, mounts)
    if not found.keys() >= set(CONTROLLERS):
        return {}
    for parent in found.values():
        remove_stale(parent)
    return found


def remove_stale(parent: Path) -> None:
    """Remove the groups of Boyi's processes that have ended without doing so; what runs in them is killed."""
    space = _owner(os.getpid()).rsplit("-", 2)[0]
    with suppress(OSError):
        for folder in list(parent.iterdir()):
            owner = folder.name.rpartition("-")[0]
            if not owner.startswith(f"{space}-"):
                continue  # not ours, or its number means another process than here
            pid = owner.split("-")[-2]
            if pid.isdigit() and owner != _owner(int(pid)):
                remove_group(folder)


def remove_group(folder: Path) -> None:
    """Kill what runs in a group, and remove it."""
    with suppress(OSError):
        _write(folder / "pids.max", 0)  # no more forks
    with suppress(OSError):
        _write(folder / "cgroup.kill", 1)
    for _ in range(ROUNDS):
        with suppress(OSError, ValueError):
            for pid in map(int, (folder / "cgroup.procs").read_text().split()):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            sleep(0.002)
        else:
            return


def _write(file: Path, value: int) -> None:
    """Set something that a group has; a file that is not there is not made."""
    handle = os.open(file, os.O_WRONLY)
    try:
        os.write(handle, str(value).encode())
    finally:
        os.close(handle)


def _owner(pid: int) -> str:
    """What says whose a group is: process numbers are used again, and mean nothing in another container."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
        began = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    except OSError:
        return f"{PREFIX}-0-{pid}-0"
    return f"{PREFIX}-{space}-{pid}-{began}"


_Mount = tuple[str, str, Path, list[str]]
"""The kind of a file system, the folder of it that is mounted, where, and the options."""


def _mounts(text: str) -> list[_Mount]:
    found = []
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        fields, kind = before.split(), after.split()
        if kind and kind[0] in ("cgroup", "cgroup2"):
            found.append((kind[0], fields[3], Path(fields[4]), kind[-1].split(",")))
    return found


def _parents(groups: str, mounts: list[_Mount]) -> dict[str, Path]:
    """Where groups can be made, by controller, from what the kernel tells of ours."""
    found: dict[str, Path] = {}
    unified: tuple[Path, Path] | None = None
    for line in groups.splitlines():
        _, names, own = line.split(":", 2)
        for kind, root, place, options in mounts:
            if own != root and not own.startswith(root.rstrip("/") + "/"):
                continue
            folder = place / own[len(root) :].lstrip("/")
            if kind == "cgroup2" and not names:
                unified = folder, place
            elif kind == "cgroup" and os.access(folder, os.W_OK):
                listed = set(names.split(",")) & set(options)
                found |= {name: folder for name in (*CONTROLLERS, ACCOUNTING) if name in listed}
    # A process is in one group of version 2 only, so one folder must do for all that are left.
    rest = [name for name in CONTROLLERS if name not in found]
    if rest and unified is not None and (shared := _delegating(*unified, rest)) is not None:
        found |= dict.fromkeys(rest, shared)
    return found


def _delegating(folder: Path, top: Path, controllers: Sequence[str]) -> Path | None:
    """The nearest group of version 2 that hands controllers on to new groups below it."""
    wanted = set(controllers)
    with suppress(OSError):
        while wanted <= set((folder / "cgroup.controllers").read_text().split()):
            handed_on = folder / "cgroup.subtree_control"
            if not (folder / "cgroup.type").exists():  # the root, which may have processes too
                with suppress(OSError):
                    handed_on.write_text(" ".join(f"+{name}" for name in controllers))
            if wanted <= set(handed_on.read_text().split()) and os.access(folder, os.W_OK):
                return folder
            limit = folder / "memory.max"
            if folder == top or (limit.exists() and limit.read_text().strip() != "max"):
                return None
            folder = folder.parent
    return None
