"""What every child process of the server does first."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import IO

NICE = 5
"""Searches give way to the server, so that the page stays quick."""


def take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Take over standard input and output for frames; whatever prints goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return requests, answers
