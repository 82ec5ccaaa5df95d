"""How the server and its workers talk: frames of four bytes of length, then a pickled value.

Only the server and its own child ever speak here, so what is unpickled is our own.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from typing import IO, Any

NICE = 5
"""Searches give way to the server, so that the page stays quick."""


def take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Take over a child's standard input and output for frames; what prints goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    orders = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return orders, reports


def frame_of(value: object) -> bytes:
    """One value as it is sent."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return struct.pack("!I", len(data)) + data


def write_frame(stream: IO[bytes], value: object) -> None:
    """Send one value."""
    stream.write(frame_of(value))
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:
    """Wait for one value; None when the other side has gone."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    length = struct.unpack("!I", head)[0]
    data = stream.read(length)
    return pickle.loads(data) if len(data) == length else None
