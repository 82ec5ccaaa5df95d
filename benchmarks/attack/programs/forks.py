"""A Gomocup program that starts sixty processes that want to outlive it; standard library only."""

import os
import sys
import time


def misbehave() -> None:
    """What it does instead of thinking."""
    for _ in range(60):
        if os.fork() == 0:
            os.setsid()
            time.sleep(90)
            os._exit(0)
    time.sleep(60)


for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word == "START":
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        misbehave()
