"""A Gomocup engine with two threads: the one that searches prints its move before it has left the search.

``busy.py HOW LOG``. What comes while it is busy is dropped, or answered with an error, as HOW says; every
command goes to the log. BUSY is less than the quiet moment of a host. Standard library only.
"""

import math
import sys
import time
from pathlib import Path
from threading import Thread

BUSY = 0.015
"""Seconds from the move to the end of the search, by the program's own clock."""
SIZE = 15
stones: set[str] = set()
busy_until = 0.0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def search(how: str) -> None:
    """Find a free cell; what is printed on the way depends on HOW."""
    global busy_until
    if how == "talks":
        say("ERROR the table is full")  # at once, as an answer to the question would be
        time.sleep(0.2)
    if how == "late-error":
        say("MESSAGE depth 1")
        say("ERROR the table is full")
        time.sleep(0.2)
    cell = next(f"{x},{y}" for y in range(SIZE) for x in range(0, SIZE, 2) if f"{x},{y}" not in stones)
    stones.add(cell)
    busy_until = time.monotonic() + BUSY
    say(cell)


def main(how: str, log: str) -> None:
    global busy_until
    listing = asked = False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        with Path(log).open("a") as file:
            file.write(line.strip() + "\n")
        if time.monotonic() < busy_until:
            if word == "END":
                return
            if how != "drops":
                say("ERROR I am thinking")
            continue
        if word == "END":
            return
        if word in ("START", "RESTART"):
            if word == "RESTART" and how == "no-restart":
                say("UNKNOWN command")
                continue
            stones.clear()
            say("OK")
        elif word == "BOARD":
            stones.clear()
            listing = True
        elif listing and word != "DONE":
            stones.add(",".join(word.split(",")[:2]))
        elif word in ("BEGIN", "TURN", "DONE"):
            listing = False
            stones.update([rest] if rest else [])
            refused = how == "refuses" or (how in ("once", "no-restart") and not asked)
            if word == "TURN" and refused:
                asked = True
                say("ERROR not yet")
            elif how != "refuses":
                busy_until = math.inf
                Thread(target=search, args=(how,)).start()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
