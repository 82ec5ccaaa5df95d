"""Every error Boyi raises on purpose: one sentence that says what is wrong and what is accepted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from boyi.core.message import Message


class BoyiError(Exception):
    """The root of our errors: a message for the person at the keyboard, given as a template and its values.

    >>> str(BoyiError("{cell} is taken.", cell="h8"))
    'h8 is taken.'
    """

    message: Message

    def __init__(self, template: str, /, **values: object) -> None:
        self.message = Message(template, **values)
        super().__init__(str(self.message))

    @classmethod
    def of(cls, message: Message, /, *details: Any) -> Self:
        """The error with a message that was made elsewhere, and what the class takes besides."""
        return cls(message.template, *details, **message.values)


class UnknownName(BoyiError):
    """A game, back end or other registered thing that nobody registered."""


class BadOption(BoyiError):
    """A game option that does not exist or has a value outside its range."""


class BadMove(BoyiError):
    """Text that is not a move in the game's notation."""


class BadPosition(BoyiError):
    """Text that is not a position of the game."""


class BadClock(BoyiError):
    """Text that is not a time control."""


class IllegalMove(BoyiError):
    """A move the rules do not allow in this position; the position is unchanged."""


class BackendUnavailable(BoyiError):
    """A back end was demanded that cannot play this game here."""


def shorten(text: object, limit: int = 40) -> str:
    """Quote what the user gave, without letting a megabyte of it into an error message."""
    quoted = repr(text if isinstance(text, str) else str(text))
    return quoted if len(quoted) <= limit else quoted[: limit - 2] + "…" + quoted[0]


def printable(text: str) -> str:
    r"""Text of a stranger without control characters, escape sequences and marks of direction.

    >>> printable("red: \x1b[31m, \u202eback")
    'red:  [31m,  back'
    """
    return text if text.isprintable() else "".join(one if one.isprintable() else " " for one in text)


def did_you_mean(message: Message, word: object, offered: Iterable[str]) -> Message:
    """The message, followed by the offered name nearest to a misspelt one if there is one.

    >>> str(did_you_mean(Message("There is no game {name}.", name="gomuku"), "gomuku", ["gomoku", "nogo"]))
    'There is no game gomuku. Did you mean gomoku?'
    """
    from difflib import get_close_matches  # only mistakes pay for loading it

    close = get_close_matches(str(word), list(offered), n=1)
    return Message("{message} Did you mean {name}?", message=message, name=close[0]) if close else message
