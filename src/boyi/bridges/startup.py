"""How long this process has taken to start: a platform that starts a program for a turn counts that, too."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

STAT = Path("/proc/self/stat")
BEGAN = 19
"""Where after the process's name Linux says when the process began, in ticks since the machine did."""


def seconds_since_start() -> float:
    """Seconds since the process began; where the system does not say, those that the processor spent on it.

    >>> seconds_since_start() >= 0
    True
    """
    with suppress(OSError, ValueError, IndexError, AttributeError):
        # The name stands in brackets and may hold anything.
        fields = STAT.read_text().rpartition(")")[2].split()
        began = int(fields[BEGAN]) / os.sysconf("SC_CLK_TCK")
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - began)
    return time.process_time()
