"""How many cases a test of many random cases looks at: all in ``make test``, a quarter in ``make check``."""

from __future__ import annotations

import os

QUICK = "BOYI_QUICK"
"""The plugin of ``make check`` (tests/isolation.py) sets it."""


def some(count: int) -> int:
    """So many cases, or a quarter of them."""
    return -(-count // 4) if os.environ.get(QUICK) else count
