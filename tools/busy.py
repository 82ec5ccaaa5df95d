"""Run a command beside busy processes, as ``make test-busy`` does with the tests.

    python -m tools.busy --processes 20 python -m pytest tests/core

The busy processes end with this one, however it ends: each looks whether its parent is still there. The
command runs in a process group of its own, and a signal that ends this process ends that group too.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import NoReturn

SPIN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(100_000):
        pass
"""
GRACE = 20.0
"""Seconds that the command has to end by itself after a signal, before it is killed."""


class Ended(BaseException):
    """A signal asks this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def ended(number: int, frame: FrameType | None) -> NoReturn:
    """The handler of those signals."""
    raise Ended(number)


def run(command: list[str]) -> int:
    """The exit code of the command; no process of its group outlives a signal."""
    # A group of its own: a terminal's Ctrl-C reaches it only through this process, once.
    process = subprocess.Popen(command, process_group=0)
    try:
        return process.wait()
    except Ended as signalled:
        with suppress(ProcessLookupError):
            try:
                os.killpg(process.pid, signalled.number)
                ends = time.monotonic() + GRACE
                while time.monotonic() < ends:
                    process.poll()
                    os.killpg(process.pid, 0)  # ProcessLookupError when the last one is gone
                    time.sleep(0.02)
            finally:  # a second signal waits no longer
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise


def main() -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--processes", type=int, default=20, help="how many (20 unless told)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what is run beside them")
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("which command?")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ended)
    spin = [sys.executable, "-S", "-c", SPIN, str(os.getpid())]
    busy: list[subprocess.Popen[bytes]] = []
    try:
        busy.extend(subprocess.Popen(spin) for _ in range(arguments.processes))
        print(f"Beside {len(busy)} busy processes: {' '.join(arguments.command)}", flush=True)
        code = run(arguments.command)
        lost = sum(process.poll() is not None for process in busy)
    except Ended as signalled:
        return 128 + signalled.number
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()
    # A load that was not there would prove nothing.
    print(f"Exit code {code} beside {len(busy) - lost} busy processes.")
    return code or (1 if lost else 0)


if __name__ == "__main__":
    sys.exit(main())
