"""The replies of a GTP engine: cut out of what it prints, and matched with commands by their ids."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 1000
"""Lines of a reply that are kept."""

_REPLY = re.compile(r"\s*([=?])(\s.*|[0-9A-Za-z].*)?")
"""A rule of ``====`` above a board is no reply."""


@dataclass(frozen=True, slots=True)
class GtpReply:
    """What an engine answered to the command that waited."""

    good: bool
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole reply in one line."""
        return " ".join(line for line in self.lines if line)


class ReplyReader:
    """Finds the reply to the command that waits, line by line.

    An engine that echoes ids has to echo them every time: what comes without, or with an old one, is left
    over from another command (some reply once for each word of one that they do not know) and is dropped.
    An engine that omits ids is believed without.
    """

    def __init__(self) -> None:
        self.numbered = False
        """Whether the engine has shown that it echoes ids."""
        self._numbers_errors = False
        self._waiting: str | None = None
        self._mark = ""
        self._id: str | None = None
        self._lines: list[str] | None = None  # a reply whose end has not come yet

    def expect(self, number: int | None) -> None:
        """Learn which command waits for its reply; None: no command does."""
        self._waiting = None if number is None else str(number)

    def takes(self, line: str) -> bool:
        """Whether a line is part of a reply."""
        return self._lines is not None or _REPLY.fullmatch(line) is not None

    def receive(self, line: str) -> GtpReply | None:
        """Take a line; return the reply to the waiting command if the line completes it."""
        found = _REPLY.fullmatch(line)
        if self._lines is None:
            if found is not None:
                self._open(found[1], found[2] or "")
            return None
        if not line.strip():
            return self._close()
        if found is not None and (self._id is None or self._id != self._waiting):
            mark, rest = found[1], found[2] or ""
            if self._split(rest)[0] is not None:
                self._open(mark, rest)  # the one before it had no empty line
                return None
        if len(self._lines) < LONGEST:
            self._lines.append(line.strip())
        return None

    def finish(self) -> GtpReply | None:
        """Learn that no more lines will come; a reply without its empty line counts."""
        return None if self._lines is None else self._close()

    def _open(self, mark: str, rest: str) -> None:
        self._mark = mark
        self._id, text = self._split(rest)
        self._lines = [text]

    def _split(self, rest: str) -> tuple[str | None, str]:
        """The id, if there is one, and the text after it (which may lack its space)."""
        waiting = self._waiting
        if waiting is not None and re.match(rf"{waiting}(?![0-9])", rest):
            return waiting, rest[len(waiting) :].strip()
        other = re.match(r"([0-9]+)(?=\s|$)", rest)
        return (other[1], rest[len(other[1]) :].strip()) if other else (None, rest.strip())

    def _close(self) -> GtpReply | None:
        assert self._lines is not None
        mark, number, lines = self._mark, self._id, self._lines
        self._lines = None
        if self._waiting is None:
            return None
        if number is not None and number == self._waiting:
            self.numbered = True
            self._numbers_errors |= mark == "?"
        elif not self.numbered:
            if number is not None:  # a text that begins with a number
                lines[0] = f"{number} {lines[0]}".strip()
        elif number is not None or mark == "=" or self._numbers_errors:
            return None
        return GtpReply(mark == "=", tuple(lines))
