"""One line on a terminal that is written anew while something runs."""

from __future__ import annotations

import sys
from shutil import get_terminal_size


class StatusLine:
    """The line, on the error output; nothing where that is no terminal."""

    def __init__(self) -> None:
        self.shows = sys.stderr.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Write it in the place of what was there."""
        if self.shows:
            sys.stderr.write(f"\r\x1b[K{text[: get_terminal_size().columns - 1]}")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
