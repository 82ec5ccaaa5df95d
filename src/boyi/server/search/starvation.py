"""How long a process has waited for a processor: one that waits is not to blame for its silence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

NANOSECONDS = 1e9


def waited(pid: int) -> float:
    """Seconds that the threads of a process were ready to run while others ran; 0 where nobody counts."""
    total = 0.0
    with suppress(OSError, ValueError, IndexError):  # no Linux, or the process has ended
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):  # the thread has ended
                total += int((thread / "schedstat").read_text().split()[1]) / NANOSECONDS
    return total
