"""Othello's other way to write a position: all cells in one word, then the side to move."""

from __future__ import annotations

import re

BLACK, WHITE, EMPTY = "Xx*Bb", "Oo0Ww", "-."


def parse_flat(text: str, area: int) -> tuple[str, int] | None:
    """Read cells and side from the one-word form, or return None if the text is not of that form."""
    if not isinstance(text, str) or len(text) > 2 * area + 20:
        return None
    letters = "".join(text.split())
    kinds = re.escape(BLACK + WHITE + EMPTY)
    if len(letters) != area + 1 or not re.fullmatch(f"[{kinds}]*", letters) or letters[-1] in EMPTY:
        return None
    cells = "".join("x" if c in BLACK else "o" if c in WHITE else "." for c in letters[:-1])
    return cells, int(letters[-1] in WHITE)
