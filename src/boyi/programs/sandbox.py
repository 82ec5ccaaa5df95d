"""How someone else's program is started: with as little of this computer within its reach as can be had here.

Three kinds of protection, the best first. ``bubblewrap``: no network, everything read-only, an own empty
/tmp, the home folder hidden but for what the program needs, its own process numbers. ``namespaces``
(``unshare``): no network, own process numbers. ``plain``: limits only. All three get limits on memory,
processor time, file size and number of processes, an environment without secrets, and an end that takes the
children along. Where control groups can be made, memory and processes are limited for a program and its
children together, else for each process.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import sample
from typing import IO

from boyi.core.message import Message, Template
from boyi.core.plugins import VARIABLE as GAME_FILES
from boyi.players.spec import COMMAND, FILES, Spec
from boyi.programs import launcher
from boyi.programs.bubblewrap import (
    bubblewrap_command,
    here,
    knows_size,
    masked_places,
    open_to_all,
    own_paths,
)
from boyi.programs.cgroup import ControlGroup, group_parents
from boyi.programs.config import MEMORY, SandboxKind
from boyi.programs.seccomp import filter_program

SANDBOXES: tuple[SandboxKind, ...] = ("bubblewrap", "namespaces", "plain")

MEGABYTE = 1 << 20
NOBODY = 65534
MARK = "BOYI_CHILD"
"""An environment variable by which the children of a program are found again."""
KEPT = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "LD_LIBRARY_PATH",
    "JAVA_HOME",
    "BOYI_BACKEND",
    GAME_FILES,
)
"""What of our own environment a program may see."""


@dataclass(frozen=True, slots=True)
class Protection:
    """What stands between a program and this computer, in a sentence for its user."""

    sandbox: SandboxKind
    text: Message
    private: bool = False
    """Whether the program runs in a user namespace of its own (else a root's program becomes nobody's)."""
    group: bool = False
    """Whether memory and processes are limited for the program and its children together."""
    filtered: bool = False
    """Whether system calls are filtered."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a program may use."""

    memory: int = MEMORY
    """Megabytes of address space of each process, and of memory of a group; 0: no limit.

    Some virtual machines reserve more than they use.
    """
    processes: int = 256
    file: int = 64
    """Megabytes of a file that it writes."""
    scratch: int = 256
    """Megabytes of its private /tmp, and of its /dev/shm."""
    seconds: int = 6 * 3600
    """Of processor time, for each process: a last resort."""
    processors: int | None = None
    """How many processors it begins on; None: all."""


_TEXTS: dict[SandboxKind, Template] = {
    "bubblewrap": Template(
        "bubblewrap: no network, a read-only file system, a private /tmp{size}, the home folder hidden "
        "except for the program's own folder, its own process numbers{filter}; {limits}."
    ),
    "namespaces": Template(
        "Linux namespaces: no network and its own process numbers, but it can read and write your files "
        "(install bubblewrap to prevent that); {limits}."
    ),
    "plain": Template(
        "Limits only: it can use the network and read and write your files (on Linux, install bubblewrap "
        "to prevent that), so run only programs you trust; {limits}."
    ),
}
_FILTER = Message(", risky system calls refused")
_TOGETHER = Message(
    "limits on memory and processes of it and its children together, on processor time and file size; "
    "no secrets in its environment"
)
_EACH = Message(
    "limits on memory, processor time and file size of each of its processes, and on their number; "
    "no secrets in its environment"
)


def describe(
    sandbox: SandboxKind, *, private: bool = False, group: bool = False, filtered: bool = False
) -> Protection:
    """A protection with its sentence."""
    sized = sandbox == "bubblewrap" and knows_size()
    text = _TEXTS[sandbox](
        size=Message(" of at most {size} MB", size=Allowance().scratch) if sized else "",
        filter=_FILTER if filtered else "",
        limits=_TOGETHER if group else _EACH,
    )
    return Protection(sandbox, text, private, group, filtered)


def protection_of(spec: Spec) -> Protection | None:
    """What a player's program is kept from; None for a player without one."""
    if spec.kind not in {COMMAND, *FILES}:
        return None
    asked = dict(spec.settings).get("sandbox", "best")
    return protection(next((sandbox for sandbox in SANDBOXES if sandbox == asked), SANDBOXES[0]))


@cache
def protection(best: SandboxKind = "bubblewrap") -> Protection:
    """The best protection that works here, ``best`` at most; it is tried out, once.

    >>> str(protection("plain").text).startswith("Limits only: it can use the network")
    True
    """
    group = _groups_work()
    tries = [
        (sandbox, private, filtered)
        for sandbox in SANDBOXES[SANDBOXES.index(best) : -1]
        # A root needs no user namespace; where it is none outside of this container, it may have one.
        for private in ((False, True) if _is_root() and sandbox == "bubblewrap" else (True,))
        for filtered in ((True, False) if sandbox == "bubblewrap" and filter_program() else (False,))
    ]
    for sandbox, private, filtered in tries:
        program = "bwrap" if sandbox == "bubblewrap" else "unshare"
        if not sys.platform.startswith("linux") or shutil.which(program) is None:
            continue
        candidate = describe(sandbox, private=private, group=group, filtered=filtered)
        if _works([sys.executable, "-I", "-S", "-c", ""], candidate):
            return candidate
    return describe("plain", group=group)


@cache
def _groups_work() -> bool:
    """Whether control groups can be made and entered here."""
    return bool(group_parents()) and _works(["true"], describe("plain", group=True))


def _works(command: Sequence[str], candidate: Protection) -> bool:
    """Whether a harmless program can be run so."""
    try:
        launched = launch(command, candidate)
    except OSError:
        return False
    try:
        launched.process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        return False
    finally:
        launched.process.kill()
        launched.process.wait()
        if launched.report is not None:
            launched.report.close()
        if launched.group is not None:
            launched.group.end()
    return launched.process.returncode == 0


@dataclass(frozen=True, slots=True)
class Launched:
    """A program that has been started."""

    process: subprocess.Popen[bytes]
    report: IO[bytes] | None
    """Where the launcher writes what it has to say; the program has no such descriptor."""
    group: ControlGroup | None
    supervised: bool
    """Whether the launcher stays, and ends all descendants when it is told to terminate."""


def launch(
    command: Sequence[str],
    protection: Protection,
    allowance: Allowance | None = None,
    needed: Iterable[Path] = (),
    mark: str = "",
    folder: Path | None = None,
) -> Launched:
    """Start a program in its sandbox, in a session and a control group of its own; raises OSError.

    ``folder``: where it runs; None: in the current one.
    """
    allowance = allowance or Allowance()
    posix = os.name == "posix"
    group = report = None
    handles: list[int] = []
    """Those of the child: ours are closed when it has them."""
    try:
        if protection.group:
            group = ControlGroup(allowance.memory * MEGABYTE or None, allowance.processes)
        report_handle = filter_handle = None
        if posix:
            ours, report_handle = os.pipe()
            report = os.fdopen(ours, "rb", buffering=0)
            handles.append(report_handle)
        if protection.filtered and (program := filter_program()):
            filter_handle, end = os.pipe()
            handles.append(filter_handle)
            with os.fdopen(end, "wb") as file:
                file.write(program)
        whole = enclose(
            command,
            protection,
            allowance,
            needed,
            report_handle=report_handle,
            filter_handle=filter_handle,
            folder=folder,
        )
        process = subprocess.Popen(
            whole if group is None else group.enter(whole),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(mark),
            cwd=folder,
            start_new_session=True,
            close_fds=True,
            pass_fds=handles,
            bufsize=0,
        )
    except BaseException:
        if report is not None:
            report.close()
        if group is not None:
            group.end()
        raise
    finally:
        for handle in handles:
            os.close(handle)
    return Launched(process, report, group, supervised=protection.sandbox == "plain")


def enclose(
    command: Sequence[str],
    protection: Protection,
    allowance: Allowance | None = None,
    needed: Iterable[Path] = (),
    *,
    report_handle: int | None = None,
    filter_handle: int | None = None,
    folder: Path | None = None,
) -> list[str]:
    """The command that starts ``command`` in its sandbox; ``needed`` are files and folders it must read.

    ``folder`` is where it runs, if that is not the current one.
    """
    if os.name != "posix":
        return list(command)
    allowance = allowance or Allowance()
    paths = [path.absolute() for path in (*needed, *([folder] if folder else []))]
    boxed = protection.sandbox == "bubblewrap"
    masked = masked_places() if boxed else []
    opened = [*own_paths(), here(), *(path if path.is_dir() else path.parent for path in paths)]
    user = None
    if _is_root() and not protection.private:
        # The number of processes is limited for everybody but root, so a root's program becomes nobody's.
        readable = all(open_to_all(path, masked, opened) for path in [*own_paths(), *paths])
        user = NOBODY if readable else None
    orders = {
        "memory": allowance.memory * MEGABYTE or None,
        "seconds": allowance.seconds,
        "file": allowance.file * MEGABYTE,
        "places": _some_processors(allowance.processors),
        "processes": allowance.processes + _threads_of(os.getuid() if user is None else user),
        "user": user,
        "die": not boxed,
        "supervise": protection.sandbox == "plain",
        "report": report_handle,
    }
    start = [sys.executable, "-I", "-S", launcher.__file__, json.dumps(orders)]
    if boxed:
        wrap = bubblewrap_command(
            masked,
            opened,
            private=protection.private,
            user=user,
            scratch=allowance.scratch * MEGABYTE,
            filter_handle=filter_handle,
            folder=folder,
        )
        return [*wrap, *start, *command]
    if protection.sandbox == "namespaces":
        spaces = [
            "--user",
            "--map-current-user",
            "--pid",
            "--fork",
            "--kill-child=KILL",
            "--mount-proc",
            "--net",
            "--ipc",
            "--uts",
        ]
        return [*start, "unshare", *spaces, "--", *command]
    return [*start, *command]


def environment(mark: str) -> dict[str, str]:
    """What a program finds in its environment: nothing that is only our user's."""
    found = {name: value for name in KEPT if (value := os.environ.get(name)) is not None}
    if os.name != "posix":
        found |= {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP") if name in os.environ}
    own = {"HOME": "/tmp", "TMPDIR": "/tmp"} if os.name == "posix" else {}
    # Python programs forget to flush, and cannot write their byte code where everything is read-only.
    python = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    return {"PATH": os.defpath, **found, **own, **python, MARK: mark}


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def _some_processors(count: int | None) -> list[int] | None:
    """The numbers of so many of our processors; None: all of them, or the system does not say."""
    if count is None or not hasattr(os, "sched_getaffinity"):
        return None
    ours = sorted(os.sched_getaffinity(0))
    return None if count >= len(ours) else sample(ours, count)


def _threads_of(user: int) -> int:
    """How many processes and threads a user has: the limit counts them all."""
    number = 0
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            with suppress(OSError, ValueError):
                if entry.name.isdigit() and entry.stat().st_uid == user:
                    number += sum(1 for _ in os.scandir(f"/proc/{entry.name}/task"))
    return number
