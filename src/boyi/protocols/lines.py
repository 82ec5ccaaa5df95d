"""Bytes in, lines out: whatever ends a line, however the bytes are cut."""

from __future__ import annotations

LONGEST = 1 << 20
"""Bytes of a line; the analysis of a long game or a GGF game needs some room."""

OVERLONG = "\ufffd"
"""Stands for a line that was too long; no protocol knows it, so each gives its own error."""


class LineBuffer:
    r"""Cuts a stream of bytes into lines ended by LF, CRLF or CR.

    A half line stays inside until the rest comes, or until ``finish`` is told that nothing will.

    >>> buffer = LineBuffer()
    >>> buffer.feed(b"START 15\r\nBEG"), buffer.feed(b"IN\rEND"), buffer.finish()
    (['START 15'], ['BEGIN'], ['END'])
    """

    def __init__(self, longest: int = LONGEST) -> None:
        self.longest = longest
        self._parts: list[bytes] = []
        self._held = 0
        self._too_long = False
        self._after_return = False

    def feed(self, data: bytes) -> list[str]:
        """Take some bytes; return the lines that they complete."""
        if self._after_return and data:
            # The CR that ended the last line may have been the first half of a CRLF.
            data = data[1:] if data.startswith(b"\n") else data
            self._after_return = False
        if not data:
            return []
        self._after_return = data.endswith(b"\r")
        *complete, rest = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        lines = []
        for piece in complete:
            self._hold(piece)
            lines.append(self._take())
        self._hold(rest)
        return lines

    def finish(self) -> list[str]:
        """The half line that is left when the stream has ended, if there is one."""
        return [self._take()] if self._held or self._too_long else []

    def _hold(self, piece: bytes) -> None:
        self._held += len(piece)
        if self._held > self.longest:
            self._too_long = True
            self._parts.clear()
            self._held = self.longest  # keep counting it as too long, not how much too long
        elif piece and not self._too_long:
            self._parts.append(piece)

    def _take(self) -> str:
        line = OVERLONG if self._too_long else b"".join(self._parts).decode("utf-8", errors="replace")
        self._parts.clear()
        self._held = 0
        self._too_long = False
        return line
