"""The last step before someone else's program runs: give up rights, take on limits, become the program.

Run as a file, by path, with nothing but the standard library:
``python -I -S launcher.py '{"memory":…}' program …``. It is a process of its own because Python cannot safely
run code between fork and exec in a threaded program.

Where no sandbox ends a program's children with it, the launcher stays as their supervisor: children whose
parent has ended become its own (``PR_SET_CHILD_SUBREAPER``), so none can leave, whatever they do to their
session or environment.

It reports on a descriptor that the program does not inherit: ``failed ERRNO`` or ``left PROCESSES``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

NOT_STARTED = 127
"""The exit code of a program that cannot be started, as a shell's."""
FAILED, LEFT = "failed", "left"
"""The words of a report: the error number of a failed start; how many processes a program left running."""
PARENT_DEATH_SIGNAL, CHILD_SUBREAPER = 1, 36
"""Options of prctl (Linux)."""


def main(arguments: list[str]) -> int:
    """Become the program, or supervise it; returns if it could not be started, or when it has ended."""
    orders, command = json.loads(arguments[0]), arguments[1:]
    report = orders.get("report")
    if report is not None:
        os.set_inheritable(report, False)
    if orders.get("user") is not None:
        os.setgroups([])
        os.setgid(orders["user"])
        os.setuid(orders["user"])
    if orders.get("supervise") and control_process(CHILD_SUBREAPER, 1):
        signal.signal(signal.SIGTERM, lambda *_: os._exit(end_descendants()))
        control_process(PARENT_DEATH_SIGNAL, signal.SIGTERM)
        program = os.fork()
        if program:
            return supervise(program, report)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()  # a program that signals its own group must not reach us
    if orders.get("die"):
        control_process(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    take_limits(orders)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        write_report(report, FAILED, error.errno or 0)
    return NOT_STARTED


def take_limits(orders: dict[str, Any]) -> None:
    """Set the limits of the kernel, for this process and each of its children."""
    import resource

    if orders.get("places") is not None:
        with suppress(OSError):  # they were taken from us meanwhile
            os.sched_setaffinity(0, orders["places"])
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


def supervise(program: int, report: int | None) -> int:
    """Wait for the program to end, then end what it left running; its exit code as a shell says it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):  # the ends of these must be seen when the program closes them
        os.dup2(nothing, handle)
    ended, status = 0, 0
    while ended != program:
        ended, status = os.wait()
    write_report(report, LEFT, len(descendants(os.getpid())))
    end_descendants()
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def end_descendants() -> int:
    """Kill every child, also new ones, until the kernel says that there is none: the exit code of that."""
    while True:
        kill_all(descendants(os.getpid()))
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return 128 + signal.SIGKILL
        sleep(0.002)


def kill_all(pids: list[int]) -> None:
    """Kill processes; those that have gone are no trouble."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def descendants(ancestor: int) -> list[int]:
    """The living processes that descend from one (Linux; none are found elsewhere)."""
    children: dict[int, list[int]] = {}
    dead: set[int] = set()
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            if not entry.name.isdigit():
                continue
            with suppress(OSError):
                fields = Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(entry.name))
                if fields[0] in "ZX":
                    dead.add(int(entry.name))
    found = [ancestor]
    for pid in found:  # grows as it goes
        found += children.get(pid, [])
    return [pid for pid in found[1:] if pid not in dead]


def write_report(report: int | None, word: str, number: int) -> None:
    """Tell Boyi something that the program cannot say."""
    if report is not None:
        with suppress(OSError):
            os.write(report, f"{word} {number} ".encode())


def control_process(option: int, value: int) -> bool:
    """Call prctl: whether the system has it and did it (Linux only)."""
    with suppress(Exception):
        import ctypes

        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    return False


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))  # at once: Boyi waits for the exit code
