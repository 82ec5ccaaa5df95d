"""What can go wrong with a game file, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable

from boyi.core.errors import BoyiError
from boyi.core.message import Message, Term


class BadFile(BoyiError):
    """A file that cannot be read: says what it was taken for and where it broke."""


class CannotWrite(BoyiError):
    """A record that a format has no way to hold."""


def file_of(format_name: str) -> Message:
    """What a file of a format is called."""
    return Message("{format} file", format=format_name)


GAME, MOVE_LIST = Message("Boyi game"), Message("move list")


def breaks(kind: Message, at: Message | str, reason: Message | Term) -> BadFile:
    """The error about a file that breaks somewhere for a reason, which is part of a sentence."""
    return BadFile("This {kind} breaks at {place}: {reason}.", kind=kind, place=at, reason=reason)


def place(text: str, offset: int) -> Message:
    r"""Where in a text something stands, as people count.

    >>> str(place("one\ntwo", 5))
    'line 2, column 2'
    """
    before = text[:offset]
    return line_and_column(before.count("\n") + 1, offset - before.rfind("\n"))


def line_and_column(line: int, column: int) -> Message:
    """A place in a text."""
    return Message("line {line}, column {column}", line=line, column=column)


def placed(text: str, offset: int) -> Callable[[], Message]:
    """The same, to be worked out only if it is asked for (counting lines takes time)."""
    return lambda: place(text, offset)
