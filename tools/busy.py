"""Run a command beside busy processes, as ``make test-busy`` does with the tests.

    python -m tools.busy --processes 20 python -m pytest tests/core

The busy processes end with this one, however it ends: each looks whether its parent is still there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

SPIN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(100_000):
        pass
"""


def main() -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--processes", type=int, default=20, help="how many (20 unless told)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what is run beside them")
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("which command?")
    spin = [sys.executable, "-S", "-c", SPIN, str(os.getpid())]
    busy: list[subprocess.Popen[bytes]] = []
    try:
        busy.extend(subprocess.Popen(spin) for _ in range(arguments.processes))
        print(f"Beside {len(busy)} busy processes: {' '.join(arguments.command)}", flush=True)
        code = subprocess.run(arguments.command, check=False).returncode
        lost = sum(process.poll() is not None for process in busy)
    except KeyboardInterrupt:
        return 130
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
