"""Numbers in files: plain decimals, no exponents, nothing infinite."""

from __future__ import annotations

import math
import re
from decimal import Decimal

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})")


def format_number(value: float, shift: int = 0) -> str | None:
    """A number as text, its decimal point moved ``shift`` places to the right; None if it is not finite.

    >>> format_number(0.57, shift=2), format_number(1e-5), format_number(12.0)
    ('57', '0.00001', '12')
    """
    if not math.isfinite(value):
        return None
    text = format(Decimal(repr(float(value))).scaleb(shift), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_number(text: str, shift: int = 0) -> float | None:
    """The number that a text says, its decimal point moved; None if it says none."""
    words = text.strip()
    if len(words) > 64 or not _NUMBER.fullmatch(words):
        return None
    return float(Decimal(words).scaleb(shift))
