"""Columns of a table on the terminal, where Chinese characters are two columns wide."""

from __future__ import annotations

from boyi.core.language import Language
from boyi.core.message import Message


def width_of(text: str) -> int:
    """How many columns a text takes.

    >>> width_of("NoGo"), width_of("不围棋")
    (4, 6)
    """
    return sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def pad(text: str, width: int) -> str:
    """Fill a text up with spaces behind it, or before it where the width is negative.

    >>> pad("局数", 6), pad("a", -3)
    ('局数  ', '  a')
    """
    spaces = " " * (abs(width) - width_of(text))
    return text + spaces if width > 0 else spaces + text


def head(language: Language, *columns: tuple[Message, int]) -> str:
    """The first line of a table: what its columns are called, each with its width."""
    return " ".join(pad(language(title), width) for title, width in columns).rstrip()
