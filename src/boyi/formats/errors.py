"""What can go wrong with a game file, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable

from boyi.core.errors import BoyiError


class BadFile(BoyiError):
    """A file that cannot be read: says what it was taken for and where it broke."""


class CannotWrite(BoyiError):
    """A record that a format has no way to hold."""


def place(text: str, offset: int) -> str:
    r"""Where in a text something stands, as people count.

    >>> place("one\ntwo", 5)
    'line 2, column 2'
    """
    before = text[:offset]
    return f"line {before.count(chr(10)) + 1}, column {offset - before.rfind(chr(10))}"


def placed(text: str, offset: int) -> Callable[[], str]:
    """The same, to be worked out only if it is asked for (counting lines takes time)."""
    return lambda: place(text, offset)
