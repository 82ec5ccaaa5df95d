"""Numbers in commands: short plain decimals, or nothing."""

from __future__ import annotations

import re

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})")


def integer(text: str) -> int | None:
    """The whole number that a word says, or None.

    >>> integer("15"), integer("-3"), integer("1e3"), integer("9" * 5000)
    (15, -3, None, None)
    """
    return int(text) if len(text) < 20 and _INTEGER.fullmatch(text) else None


def decimal(text: str) -> float | None:
    """The number that a word says, or None; never infinite.

    >>> decimal("0.5"), decimal("7"), decimal("nan"), decimal("1e999")
    (0.5, 7.0, None, None)
    """
    return float(text) if len(text) < 40 and _DECIMAL.fullmatch(text) else None
