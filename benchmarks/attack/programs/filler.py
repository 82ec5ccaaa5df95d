"""A Gomocup program that fills /tmp with files and answers with how much it wrote; standard library only.

Its move is in the first row; the column is how many times 50 MB were written, of 600 MB that it tries.
"""

import sys
import tempfile
from contextlib import ExitStack, suppress

PIECE = 1 << 20
PIECES_IN_FILE = 40
"""Below the limit on the size of a single file, which is not the one that is tried here."""


def misbehave() -> None:
    """What it does instead of thinking."""
    written = 0
    with ExitStack() as held, suppress(OSError):  # full: what was written so far is the answer
        while written < 600 * PIECE:
            file = held.enter_context(tempfile.TemporaryFile(dir="/tmp", buffering=0))
            for _ in range(PIECES_IN_FILE):
                written += file.write(b"x" * PIECE)
    print(f"{written // (50 * PIECE)},0", flush=True)


for line in sys.stdin:
    word = line.split()[0].upper() if line.split() else ""
    if word == "START":
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        misbehave()
