"""The last step before someone else's program runs: give up rights, take on limits, become the program.

Run as a file, by path, with nothing but the standard library:
``python -I -S launcher.py '{"memory":…}' program …``. It is a process of its own because Python cannot safely
run code between fork and exec in a threaded program.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress

NOT_STARTED = 127
"""The exit code that says so, as a shell's does."""


def main(arguments: list[str]) -> int:
    """Become the program; returns only if that failed."""
    import resource

    orders, command = json.loads(arguments[0]), arguments[1:]
    if orders.get("user") is not None:
        os.setgroups([])
        os.setgid(orders["user"])
        os.setuid(orders["user"])
    if orders.get("die"):
        die_with_parent()
    limits = {
        resource.RLIMIT_AS: orders.get("memory"),
        resource.RLIMIT_CPU: orders.get("seconds"),
        resource.RLIMIT_FSIZE: orders.get("file"),
        resource.RLIMIT_CORE: 0,
        getattr(resource, "RLIMIT_NPROC", None): orders.get("processes"),
    }
    for name, wanted in limits.items():
        if name is None or wanted is None:
            continue
        hard = resource.getrlimit(name)[1]
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        with suppress(OSError, ValueError):  # a system that has no such limit (macOS and RLIMIT_AS)
            resource.setrlimit(name, (wanted, wanted))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]} cannot be started: {error.strerror}", file=sys.stderr)
    return NOT_STARTED


def die_with_parent() -> None:
    """Ask the kernel to end this process when the one that started it ends (Linux only)."""
    with suppress(Exception):
        import ctypes

        set_parent_death_signal, kill = 1, 9
        ctypes.CDLL(None).prctl(set_parent_death_signal, kill, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
