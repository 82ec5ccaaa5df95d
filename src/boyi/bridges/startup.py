"""How long this process has taken to start: a platform that starts a program for a turn counts that, too."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

STAT = Path("/proc/self/stat")
BEGAN = 19
"""Where after the process's name Linux says when the process began, in ticks since the machine did."""
UNSEEN = 0.02
"""Seconds of a turn that this does not see: before the process began, and after its answer."""


def seconds_since_start() -> float:
    """Seconds since the process was started; where the system does not say, those of the processor.

    >>> seconds_since_start() >= 0
    True
    """
    with suppress(OSError, ValueError, IndexError, AttributeError):
        # The name stands in brackets and may hold anything.
        fields = STAT.read_text().rpartition(")")[2].split()
        began = int(fields[BEGAN]) / os.sysconf("SC_CLK_TCK")
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - began) + UNSEEN
    return time.process_time()
