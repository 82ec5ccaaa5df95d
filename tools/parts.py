"""Run the parts of a job one after the other, all of them even if one fails, then say which failed.

python -m tools.parts "lint=make lint" "tests=python -m pytest"
"""

from __future__ import annotations

import subprocess
import sys
import time


def main(parts: list[str]) -> int:
    """Run them; 1 if one failed."""
    rows: list[tuple[str, int, float]] = []
    for part in parts:
        name, _, command = part.partition("=")
        print(f"== {name}: {command}", flush=True)
        began = time.monotonic()
        try:
            code = subprocess.run(command, shell=True, check=False).returncode
        except KeyboardInterrupt:
            code = 130
        rows.append((name, code, time.monotonic() - began))
        if code == 130:  # Ctrl-C ends the whole job
            break
    width = max(map(len, ("part", *(name for name, _, _ in rows))))
    print(f"\n{'part':{width}}  result     seconds")
    for name, code, seconds in rows:
        print(f"{name:{width}}  {'passed' if code == 0 else f'failed {code}':10} {seconds:7.0f}")
    for part in parts[len(rows) :]:
        print(f"{part.partition('=')[0]:{width}}  not run")
    failed = [name for name, code, _ in rows if code]
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
