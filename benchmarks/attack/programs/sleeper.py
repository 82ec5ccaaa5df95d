"""A Gomocup program that takes its time for every move; standard library only."""

import sys
import time


def misbehave() -> None:
    """What it does instead of thinking."""
    time.sleep(3)
    print("0,0", flush=True)


for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word == "START":
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        misbehave()
