"""A Gomocup program that prints bytes without a line's end, as fast as it can; standard library only."""

import sys
import time


def misbehave() -> None:
    """What it does instead of thinking."""
    ends = time.monotonic() + 20
    while time.monotonic() < ends:
        sys.stdout.write("x" * 65_536)
        sys.stdout.flush()


for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word == "START":
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        misbehave()
