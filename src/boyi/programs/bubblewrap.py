"""The command line of bubblewrap: what of this computer a program sees, and what it may write."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

HIDDEN = "BOYI_HIDDEN"
"""The environment variable that names hidden places to the processes that start programs: a list in JSON."""
SYSTEM = tuple(map(Path, ("/usr", "/etc", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc", "/sys")))
"""Folders without which no program runs."""


def bubblewrap_command(
    masked: list[Path],
    opened: list[Path],
    *,
    private: bool,
    user: int | None,
    scratch: int,
    filter_handle: int | None,
    folder: Path | None = None,
) -> list[str]:
    """The words before a command that start it with everything read-only and ``masked`` hidden.

    ``opened`` is shown again, ``user`` is who the program will become, ``scratch`` how many bytes it may
    keep in each of /tmp and /dev/shm, ``filter_handle`` where the filter of system calls can be read,
    ``folder`` where it runs; None: in the current one.
    """
    command = ["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-ipc"]
    command += ["--unshare-uts", "--unshare-cgroup-try", "--cap-drop", "ALL"]
    if private:
        command += ["--unshare-user"]
    elif user is not None:
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    if filter_handle is not None:
        command += ["--seccomp", str(filter_handle)]
    command += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    size = ["--size", str(scratch)] if knows_size() else []
    command += [*size, "--perms", "1777", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    for place in masked:
        writable = place == Path("/tmp")
        command += [*size, *(["--perms", "1777"] if writable else []), "--tmpfs", str(place)]
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
    for place in _covered(hidden_places(), opened, masked):
        if not place.is_dir():
            command += ["--ro-bind", "/dev/null", str(place)]
            continue
        command += [*size, "--tmpfs", str(place)]
        for path in dict.fromkeys(path.resolve() for path in opened):
            if place in path.parents:
                above = [one for one in reversed(path.parents) if place in one.parents]
                command += [word for one in above for word in ("--perms", "0755", "--dir", str(one))]
                command += ["--ro-bind-try", str(path), str(path)]
        command += ["--remount-ro", str(place)]
    return [*command, "--chdir", str(folder or here()), "--"]


@cache
def knows_size() -> bool:
    """Whether the installed bubblewrap can limit the size of a private folder (since 0.8)."""
    try:
        told = subprocess.run(["bwrap", "--help"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return b"--size" in told.stdout + told.stderr


def masked_places() -> list[Path]:
    """The folders whose content a program does not see: temporary files, sockets, the user's own things."""
    places = [Path("/tmp"), Path("/run"), Path("/var/tmp"), Path("/home"), Path("/root"), _home()]
    real = dict.fromkeys(place.resolve() for place in places if place.is_dir())
    outer = [place for place in real if not any(other in place.parents for other in real)]
    return [place for place in outer if place != Path("/")]


def hiding(places: Iterable[Path]) -> dict[str, str]:
    """The environment of a process whose programs see neither these places nor those hidden already."""
    named = [*_named(), *(str(place.absolute()) for place in places)]
    return {HIDDEN: json.dumps(list(dict.fromkeys(named)))}


def hidden_places() -> list[Path]:
    """Files and folders that programs do not see, but for their own folder in them.

    A file is hidden with the copies that editors and databases make beside it.
    """
    found: dict[Path, None] = {}
    for place in map(Path, _named()):
        copies: list[Path] = []
        if not place.is_dir():
            pattern = re.compile(rf"[.#~]*{re.escape(place.name)}([^A-Za-z0-9].*)?", re.DOTALL)
            with suppress(OSError):
                copies = [one for one in place.parent.iterdir() if pattern.fullmatch(one.name)]
        found |= {one.resolve(): None for one in (place, *copies) if one.exists()}
    return list(found)


def private_folder(file: Path) -> list[Path]:
    """The folder of a file, if programs can run without seeing it; else none."""
    import boyi

    folder = file.absolute().parent.resolve()
    needed = [Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable), *map(Path, boyi.__path__)]
    for place in (*SYSTEM, *needed, *(place.resolve() for place in needed)):
        if place == folder or folder in place.parents or (place in SYSTEM and place in folder.parents):
            return []
    return [folder]


def _named() -> list[str]:
    named: list[str] = json.loads(os.environ.get(HIDDEN) or "[]")
    return named


def _covered(places: list[Path], opened: list[Path], masked: list[Path]) -> list[Path]:
    """The hidden places that a program would see, outer ones first: a cover needs something to lie on."""
    found: list[Path] = []
    for place in sorted(places, key=lambda one: len(one.parts)):
        covers = [one for one in (*masked, *found) if one == place or one in place.parents]
        again = [place]
        if covers:
            cover = max(covers, key=lambda one: len(one.parts))
            own = (path.resolve() for path in opened)
            again = (
                [path for path in own if cover in path.parents]
                if cover in found
                else _visible(opened, masked)
            )
        if any(path == place or path in place.parents for path in again):
            found.append(place)
    return found


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
def own_paths() -> tuple[Path, ...]:
    """Where Python and Boyi are: students' files run on them, and so does the launcher."""
    import boyi

    places = [sys.prefix, sys.base_prefix, sys.executable, *sys.path, *boyi.__path__]
    return tuple(dict.fromkeys(Path(place) for place in places if place and Path(place).exists()))


def open_to_all(path: Path, masked: list[Path], opened: list[Path]) -> bool:
    """Whether a stranger could read ``path`` in the sandbox, where ``opened`` is shown."""
    path = path.resolve()
    try:
        wanted = 0o005 if path.is_dir() else 0o004
        if path.stat().st_mode & wanted != wanted:
            return False
        parents = [one for one in path.parents if not any(one == m or one in m.parents for m in masked)]
        if any(place in path.parents for place in masked):
            # Folders above one that is shown again are made anew for everybody.
            shown = _visible(opened, masked)
            parents = [one for one in parents if any(one == top or top in one.parents for top in shown)]
        return all(one.stat().st_mode & 0o001 for one in parents)
    except OSError:
        return False


def here() -> Path:
    """The current folder."""
    try:
        return Path.cwd()
    except OSError:  # somebody has removed the folder we are in
        return Path("/")


def _home() -> Path:
    try:
        return Path.home().resolve()
    except RuntimeError:  # a user without one
        return Path("/")
