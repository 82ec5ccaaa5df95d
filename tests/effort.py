"""The random cases of a test: a quarter in ``make check``, a third in ``make test``, all in soak."""

from __future__ import annotations

import os

QUICK = "BOYI_QUICK"
"""The plugin of ``make check`` (tests/isolation.py) sets it."""
ALL = "BOYI_ALL_CASES"
"""``make soak`` sets it."""


def some(count: int) -> int:
    """So many cases, or a part of them."""
    part = 1 if os.environ.get(ALL) else 4 if os.environ.get(QUICK) else 3
    return -(-count // part)
