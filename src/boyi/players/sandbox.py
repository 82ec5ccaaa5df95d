"""How someone else's program is started: with as little of this computer within its reach as can be had here.

Three kinds of protection, the best first. ``bubblewrap``: no network, everything read-only, an own empty
/tmp, the home folder hidden but for what the program needs, its own process numbers. ``namespaces``
(``unshare``): no network, own process numbers. ``plain``: limits only. All three get limits on memory,
processor time, file size and number of processes, an environment without secrets, and an end that takes the
children along.
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
from typing import Literal

from boyi.players import launcher
from boyi.players.spec import COMMAND, FILES, Spec

Wall = Literal["bubblewrap", "namespaces", "plain"]
WALLS: tuple[Wall, ...] = ("bubblewrap", "namespaces", "plain")

MEGABYTE = 1 << 20
NOBODY = 65534
MARK = "BOYI_CHILD"
"""An environment variable by which the children of a program are found again."""
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "BOYI_BACKEND")
"""What of our own environment a program may see."""


@dataclass(frozen=True, slots=True)
class Protection:
    """What stands between a program and this computer, in a sentence for its user."""

    wall: Wall
    text: str
    text_zh: str
    private: bool = False
    """Whether the program runs in a user namespace of its own (else a root's program becomes nobody's)."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a program may use."""

    memory: int = 4096
    """Megabytes of address space; 0: no limit (some virtual machines reserve more than they use)."""
    processes: int = 256
    file: int = 64
    """Megabytes of a file that it writes."""
    seconds: int = 6 * 3600
    """Of processor time, for each process: a last resort."""


_ALWAYS = "limits on memory, processor time, file size and processes; no secrets in its environment"
_ALWAYS_ZH = "限制内存、处理器时间、文件大小和进程数，环境变量中没有机密"
_TEXTS: dict[Wall, tuple[str, str]] = {
    "bubblewrap": (
        "bubblewrap: no network, a read-only file system, a private /tmp, the home folder hidden except for "
        f"the program's own folder, its own process numbers; {_ALWAYS}.",
        "bubblewrap：无网络，文件系统只读，/tmp 独立，除程序所在目录外看不到主目录，进程编号独立；"
        f"{_ALWAYS_ZH}。",
    ),
    "namespaces": (
        "Linux namespaces: no network and its own process numbers, but it can read and write your files "
        f"(install bubblewrap to prevent that); {_ALWAYS}.",
        f"Linux 命名空间：无网络，进程编号独立，但能读写您的文件（安装 bubblewrap 可防止）；{_ALWAYS_ZH}。",
    ),
    "plain": (
        "Limits only: it can use the network and read and write your files (on Linux, install bubblewrap "
        f"to prevent that), so run only programs you trust; {_ALWAYS}.",
        "仅有限制：它能使用网络并读写您的文件（Linux 上安装 bubblewrap 可防止），请只运行可信的程序；"
        f"{_ALWAYS_ZH}。",
    ),
}


def protection_of(spec: Spec) -> Protection | None:
    """What a player's program is kept from; None for a player without one."""
    if spec.kind not in {COMMAND, *FILES}:
        return None
    asked = dict(spec.settings).get("sandbox", "best")
    return protection(next((wall for wall in WALLS if wall == asked), WALLS[0]))


@cache
def protection(best: Wall = "bubblewrap") -> Protection:
    """The best protection that works here, ``best`` at most; it is tried out, once.

    >>> protection("plain").text.startswith("Limits only: it can use the network")
    True
    """
    tries = [
        Protection(wall, *_TEXTS[wall], private)
        for wall in WALLS[WALLS.index(best) : -1]
        # A root needs no user namespace; where it is none outside of this container, it may have one.
        for private in ((False, True) if _is_root() and wall == "bubblewrap" else (True,))
    ]
    for candidate in tries:
        program = "bwrap" if candidate.wall == "bubblewrap" else "unshare"
        if not sys.platform.startswith("linux") or shutil.which(program) is None:
            continue
        command = enclose([sys.executable, "-I", "-S", "-c", ""], candidate)
        with suppress(OSError, subprocess.TimeoutExpired):
            tried = subprocess.run(command, capture_output=True, timeout=10, env=environment(""), check=False)
            if tried.returncode == 0:
                return candidate
    return Protection("plain", *_TEXTS["plain"])


def enclose(
    command: Sequence[str],
    protection: Protection,
    allowance: Allowance | None = None,
    needed: Iterable[Path] = (),
) -> list[str]:
    """The command that starts ``command`` behind its wall; ``needed`` are files and folders it must read."""
    if os.name != "posix":
        return list(command)
    allowance = allowance or Allowance()
    folder = _here()
    paths = [path.absolute() for path in needed]
    walled = protection.wall == "bubblewrap"
    masked = _masked() if walled else []
    opened = [*_own_paths(), folder, *(path if path.is_dir() else path.parent for path in paths)]
    user = None
    if _is_root() and not protection.private:
        # The number of processes is limited for everybody but root, so a root's program becomes nobody's.
        readable = all(_open_to_all(path, masked) for path in [*_own_paths(), *paths])
        user = NOBODY if readable else None
    orders = {
        "memory": allowance.memory * MEGABYTE or None,
        "seconds": allowance.seconds,
        "file": allowance.file * MEGABYTE,
        "processes": allowance.processes + _threads_of(os.getuid() if user is None else user),
        "user": user,
        "die": not walled,
    }
    launch = [sys.executable, "-I", "-S", launcher.__file__, json.dumps(orders)]
    if walled:
        return [*_bubblewrap(protection, masked, opened, folder, user), *launch, *command]
    if protection.wall == "namespaces":
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
        return [*launch, "unshare", *spaces, "--", *command]
    return [*launch, *command]


def environment(mark: str) -> dict[str, str]:
    """What a program finds in its environment: nothing that is only our user's."""
    found = {name: value for name in KEPT if (value := os.environ.get(name)) is not None}
    if os.name != "posix":
        found |= {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP") if name in os.environ}
    own = {"HOME": "/tmp", "TMPDIR": "/tmp"} if os.name == "posix" else {}
    # Python programs forget to flush, and cannot write their byte code where everything is read-only.
    python = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    return {"PATH": os.defpath, **found, **own, **python, MARK: mark}


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:  # somebody has removed the folder we are in
        return Path("/")


def _home() -> Path:
    try:
        return Path.home().resolve()
    except RuntimeError:  # a user without one
        return Path("/")


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def _bubblewrap(
    protection: Protection, masked: list[Path], opened: list[Path], folder: Path, user: int | None
) -> list[str]:
    command = ["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-ipc"]
    command += ["--unshare-uts", "--unshare-cgroup-try", "--cap-drop", "ALL"]
    if protection.private:
        command += ["--unshare-user"]
    elif user is not None:
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    command += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for place in masked:
        writable = place == Path("/tmp")
        command += [*(["--perms", "1777"] if writable else []), "--tmpfs", str(place)]
    made: set[Path] = set(masked)
    for path in _visible(opened, masked):
        # Folders above a shown one would be made for root alone.
        above = [one for one in reversed(path.parents) if any(place in one.parents for place in masked)]
        for parent in above:
            command += [] if parent in made else ["--perms", "0755", "--dir", str(parent)]
            made.add(parent)
        command += ["--ro-bind-try", str(path), str(path)]
    # Mounted things lie on top of what was mounted before, so a read-only cover must come last.
    for place in masked:
        if place != Path("/tmp"):
            command += ["--remount-ro", str(place)]
    return [*command, "--chdir", str(folder), "--"]


def _masked() -> list[Path]:
    """The folders whose content a program does not see: temporary files, sockets, the user's own things."""
    places = [Path("/tmp"), Path("/run"), Path("/var/tmp"), Path("/home"), Path("/root"), _home()]
    real = dict.fromkeys(place.resolve() for place in places if place.is_dir())
    outer = [place for place in real if not any(other in place.parents for other in real)]
    return [place for place in outer if place != Path("/")]


def _visible(opened: list[Path], masked: list[Path]) -> list[Path]:
    """What must be shown again of what is masked; of a masked folder itself only what is not hidden."""
    home = _home()
    shown: dict[Path, None] = {}
    for path in opened:
        path = path.resolve()
        if path in masked or path == home or path in home.parents:
            if any(path == place or place in path.parents for place in masked):
                with suppress(OSError):
                    shown |= dict.fromkeys(e for e in sorted(path.iterdir()) if not e.name.startswith("."))
        elif any(place in path.parents for place in masked):
            shown[path] = None
    return [path for path in shown if not any(parent in shown for parent in path.parents)]


@cache
def _own_paths() -> tuple[Path, ...]:
    """Where Python and Boyi are: students' files run on them, and so does the launcher."""
    import boyi

    places = [sys.prefix, sys.base_prefix, sys.executable, *sys.path, *boyi.__path__]
    return tuple(dict.fromkeys(Path(place) for place in places if place and Path(place).exists()))


def _open_to_all(path: Path, masked: list[Path]) -> bool:
    """Whether a stranger could read ``path`` behind the wall."""
    path = path.resolve()
    try:
        wanted = 0o005 if path.is_dir() else 0o004
        if path.stat().st_mode & wanted != wanted:
            return False
        parents = [one for one in path.parents if not any(one == m or one in m.parents for m in masked)]
        hidden = any(place in path.parents for place in masked)
        # Folders above one that is shown again are made anew for everybody.
        return all(one.stat().st_mode & 0o001 for one in (parents[:1] if hidden else parents))
    except OSError:
        return False


def _threads_of(user: int) -> int:
    """How many processes and threads a user has: the limit counts them all."""
    number = 0
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            with suppress(OSError, ValueError):
                if entry.name.isdigit() and entry.stat().st_uid == user:
                    number += sum(1 for _ in os.scandir(f"/proc/{entry.name}/task"))
    return number
