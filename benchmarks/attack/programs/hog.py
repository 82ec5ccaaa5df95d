"""A Gomocup program that holds 1.4 GB in five processes and then answers; standard library only."""

import os
import sys
import time


def misbehave() -> None:
    """What it does instead of thinking."""
    children = []
    told, tell = os.pipe()
    for _ in range(5):
        child = os.fork()
        if child == 0:
            held = bytearray(280 << 20)
            held[::4096] = b"x" * len(held[::4096])
            os.write(tell, b"x")
            time.sleep(2)
            os._exit(0)
        children.append(child)
    os.close(tell)
    held_by = sum(len(os.read(told, 1)) for _ in children)
    if held_by == len(children):
        print("0,0", flush=True)


for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word == "START":
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        misbehave()
